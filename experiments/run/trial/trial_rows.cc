#include "experiments/run/trial/trial_rows.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/data/rows/row_steps.h"

namespace mercer {
namespace {

std::vector<Index> AllOf(Index n) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

// Those of `rows` at the places given.
std::vector<Index> At(const std::vector<Index>& rows, const std::vector<Index>& places) {
  std::vector<Index> kept;
  kept.reserve(places.size());
  for (const Index place : places) kept.push_back(rows[static_cast<std::size_t>(place)]);
  return kept;
}

// Applies the row steps of the given part in order.
std::vector<Index> Keep(const Trial& trial, const std::string& of, const Vector& labels,
                        std::vector<Index> rows) {
  const std::vector<NamedParams>& steps = trial.cell.dataset.rows;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].params.Get("of").AsText() != of) continue;
    const Vector y = labels(rows);
    rows = At(rows, ChooseRows(steps[i].name, steps[i].params, y, trial.seeds.split, i));
  }
  return rows;
}

// How many of the rows, which increase, each part has.
std::vector<Index> CountParts(const std::vector<Index>& rows, const std::vector<Index>& part_rows) {
  std::vector<Index> counts;
  auto at = rows.begin();
  Index end = 0;
  for (const Index part : part_rows) {
    end += part;
    const auto next = std::lower_bound(at, rows.end(), end);
    counts.push_back(next - at);
    at = next;
  }
  return counts;
}

Split MakeSplit(const Trial& trial, const std::vector<Index>& rows,
                const std::vector<Index>& part_rows) {
  const std::optional<SplitSpec>& spec = trial.cell.dataset.split;
  const auto n = static_cast<Index>(rows.size());
  if (!spec) return {AllOf(n), {}};
  if (spec->official) return OfficialSplit(CountParts(rows, part_rows));
  if (spec->folds > 0)
    return FoldSplit(n, spec->folds, trial.repetition % spec->folds, trial.seeds.split);
  if (spec->given) {
    const GivenRows& given = *spec->given;
    return GivenSplit(n, given.train, given.train_file, given.test, given.test_file);
  }
  return RandomSplit(n, spec->train_fraction, spec->max_train, trial.seeds.split);
}

}  // namespace

Split TrialRows(const Trial& trial, const Dataset& data, const Vector& labels) {
  const std::vector<Index> rows = Keep(trial, "all", labels, AllOf(data.x.rows()));
  const Split split = MakeSplit(trial, rows, data.part_rows);
  return {Keep(trial, "train", labels, At(rows, split.train)), At(rows, split.test)};
}

}  // namespace mercer
