#include "core/data/rows/split.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/data/formats/text_fault.h"

namespace mercer {
namespace {

using Line = std::pair<Index, std::size_t>;  // a number and its line, from 1

std::vector<Line> SortedLines(const std::vector<Index>& numbers) {
  std::vector<Line> lines;
  lines.reserve(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) lines.emplace_back(numbers[i], i + 1);
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string At(const std::string& path, std::size_t line) {
  return path + ", line " + std::to_string(line);
}

}  // namespace

std::vector<Index> ParseRowNumbers(const std::string& path, std::string_view text,
                                   std::optional<Index> num_rows) {
  std::vector<Index> numbers;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view token = text.substr(begin, end - begin);
    if (!token.empty() && token.back() == '\r') token.remove_suffix(1);
    Index number = -1;
    const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), number);
    if (error != std::errc() || stop != token.data() + token.size() || number < 0) {
      ThrowAt(path, text, begin, Quoted(token) + "; expected a row number, a whole number from 0");
    }
    numbers.push_back(number);
    begin = end + 1;
  }
  CheckRowNumbers(numbers, path, num_rows);
  return numbers;
}

void CheckRowNumbers(const std::vector<Index>& numbers, const std::string& path,
                     std::optional<Index> num_rows) {
  for (std::size_t i = 0; num_rows && i < numbers.size(); ++i) {
    if (numbers[i] >= 0 && numbers[i] < *num_rows) continue;
    throw InvalidInput(At(path, i + 1) + ": row " + std::to_string(numbers[i]) +
                       "; the data set has " + std::to_string(*num_rows) +
                       " rows, numbered from 0");
  }
  const std::vector<Line> lines = SortedLines(numbers);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].first != lines[i - 1].first) continue;
    throw InvalidInput(At(path, lines[i].second) + ": row " + std::to_string(lines[i].first) +
                       ", as in line " + std::to_string(lines[i - 1].second) +
                       "; expected each row once");
  }
}

void CheckDisjoint(const std::vector<Index>& train, const std::string& train_path,
                   const std::vector<Index>& test, const std::string& test_path) {
  const std::vector<Line> lines = SortedLines(train);
  for (std::size_t i = 0; i < test.size(); ++i) {
    const auto at = std::lower_bound(lines.begin(), lines.end(), Line{test[i], 0});
    if (at == lines.end() || at->first != test[i]) continue;
    throw InvalidInput(At(test_path, i + 1) + ": row " + std::to_string(test[i]) + " tests, and " +
                       At(train_path, at->second) +
                       " has it train; expected each row in one of the two");
  }
}

Index RowsOfFraction(Index n, double fraction) {
  // 0.29 is a little below 29/100 as a double; the rows meant are those of the decimal written.
  const double exact = fraction * static_cast<double>(n);
  return std::min(n, static_cast<Index>(std::floor(exact * (1 + 1e-14))));
}

Index RandomSplitTrainRows(Index n, double train_fraction, Index max_train) {
  MERCER_CHECK(n >= 0 && max_train >= 0);
  if (!(train_fraction > 0 && train_fraction < 1)) {
    throw InvalidInput("train_fraction is " + FormatNumber(train_fraction) +
                       "; expected a number between 0 and 1, both excluded");
  }
  Index num_train = RowsOfFraction(n, train_fraction);
  if (max_train > 0) num_train = std::min(num_train, max_train);
  if (num_train < 1 || num_train >= n) {
    throw InvalidInput("a split of " + std::to_string(n) + " rows by train_fraction " +
                       FormatNumber(train_fraction) +
                       " leaves a part empty; expected at least one row in each");
  }
  return num_train;
}

Index FoldSplitTrainRows(Index n, Index folds) {
  if (folds < 2 || folds > n) {
    throw InvalidInput("a split of " + std::to_string(n) + " rows into " + std::to_string(folds) +
                       " folds; expected at least 2 folds and at most as many as rows");
  }
  return n - (n + folds - 1) / folds;
}

Split RandomSplit(Index n, double train_fraction, Index max_train, std::uint64_t seed) {
  const Index num_train = RandomSplitTrainRows(n, train_fraction, max_train);
  RandomStream stream(seed, StreamPurpose::kSplit, 0);
  const std::vector<Index> order = RandomPermutation(stream, n);
  const auto middle = order.begin() + num_train;
  Split split{{order.begin(), middle}, {middle, order.end()}};
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

Split FoldSplit(Index n, Index folds, Index fold, std::uint64_t seed) {
  MERCER_CHECK(n >= 0 && fold >= 0 && fold < folds);
  FoldSplitTrainRows(n, folds);
  RandomStream stream(seed, StreamPurpose::kSplit, 0);
  const std::vector<Index> order = RandomPermutation(stream, n);
  // The first n mod folds folds have one row more.
  const auto begin = order.begin() + fold * (n / folds) + std::min(fold, n % folds);
  const auto end = begin + n / folds + (fold < n % folds ? 1 : 0);
  Split split{{order.begin(), begin}, {begin, end}};
  split.train.insert(split.train.end(), end, order.end());
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

Split GivenSplit(Index n, const std::vector<Index>& train, const std::string& train_file,
                 const std::vector<Index>& test, const std::string& test_file) {
  CheckRowNumbers(train, train_file, n);
  CheckRowNumbers(test, test_file, n);
  CheckDisjoint(train, train_file, test, test_file);
  Split split{train, test};
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  for (Index i = 0, next = 0; test.empty() && i < n; ++i) {
    const auto at = static_cast<std::size_t>(next);
    if (at < split.train.size() && split.train[at] == i) {
      ++next;
    } else {
      split.test.push_back(i);
    }
  }
  if (split.train.empty() || split.test.empty()) {
    throw InvalidInput("the split by '" + train_file +
                       "' leaves a part empty; expected at least one row in each");
  }
  return split;
}

Split OfficialSplit(const std::vector<Index>& part_rows) {
  if (part_rows.size() < 2) {
    throw InvalidInput("the official split needs a training and a test part; the data set has " +
                       std::to_string(part_rows.size()) + " part" +
                       (part_rows.size() == 1 ? "" : "s"));
  }
  const Index n = std::accumulate(part_rows.begin(), part_rows.end(), Index{0});
  const Index num_test = part_rows.back();
  if (num_test < 1 || num_test >= n)
    throw InvalidInput("the official split leaves a part empty; expected at least one row in each");
  Split split;
  split.train.resize(static_cast<std::size_t>(n - num_test));
  split.test.resize(static_cast<std::size_t>(num_test));
  std::iota(split.train.begin(), split.train.end(), Index{0});
  std::iota(split.test.begin(), split.test.end(), n - num_test);
  return split;
}

}  // namespace mercer
