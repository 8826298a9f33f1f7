#include "core/data/rows/row_numbers.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/error.h"
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

}  // namespace mercer
