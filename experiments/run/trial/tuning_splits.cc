#include "experiments/run/trial/tuning_splits.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// The rows at positions [begin, end) are scored, the others fitted on.
TuningSplit SplitAt(const std::vector<Index>& rows, std::size_t begin, std::size_t end) {
  const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = rows.begin() + static_cast<std::ptrdiff_t>(end);
  TuningSplit split;
  split.scored.assign(first, last);
  split.fit.assign(rows.begin(), first);
  split.fit.insert(split.fit.end(), last, rows.end());
  std::sort(split.scored.begin(), split.scored.end());
  std::sort(split.fit.begin(), split.fit.end());
  return split;
}

TuningSplit SplitOnce(const TuningSpec& spec, const std::vector<Index>& rows) {
  const auto scored =
      static_cast<std::size_t>(spec.validation_fraction * static_cast<double>(rows.size()));
  if (scored < 1 || scored >= rows.size()) {
    throw InvalidInput("tuning: a validation fraction of " +
                       FormatNumber(spec.validation_fraction) + " of " +
                       std::to_string(rows.size()) + " training rows leaves no row on one side");
  }
  return SplitAt(rows, 0, scored);
}

}  // namespace

std::vector<TuningSplit> TuningSplits(const TuningSpec& spec, Index rows, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kTuning, 0);
  std::vector<Index> drawn = RandomPermutation(stream, rows);
  if (spec.max_rows > 0 && spec.max_rows < rows)
    drawn.resize(static_cast<std::size_t>(spec.max_rows));
  if (spec.folds == 0) return {SplitOnce(spec, drawn)};
  const auto folds = static_cast<std::size_t>(spec.folds);
  if (folds < 2 || folds > drawn.size()) {
    throw InvalidInput("tuning: " + std::to_string(folds) + " folds of " +
                       std::to_string(drawn.size()) +
                       " training rows; expected at least 2 and at most as many as rows");
  }
  std::vector<TuningSplit> splits;
  const std::size_t smaller = drawn.size() / folds, larger = drawn.size() % folds;
  for (std::size_t fold = 0, begin = 0; fold < folds; ++fold) {
    const std::size_t end = begin + smaller + (fold < larger ? 1 : 0);
    splits.push_back(SplitAt(drawn, begin, end));
    begin = end;
  }
  return splits;
}

}  // namespace mercer
