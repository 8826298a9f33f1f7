#include "core/data/rows/split.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/data/rows/row_numbers.h"

namespace mercer {

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
