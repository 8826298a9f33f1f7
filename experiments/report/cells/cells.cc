#include "experiments/report/cells/cells.h"

#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/data/rows/row_steps.h"
#include "core/learners/builtin_learners.h"

namespace mercer {
namespace {

/// A record with the three names of its cell and what could qualify each.
struct Named {
  const ResultRecord* record = nullptr;
  DatasetRef dataset;
  std::int64_t num_random_features = 0;
  std::string names[3];  // data set, kernel, method
  // What is done to the data set; kernel parameters; map and learner parameters.
  std::vector<std::string> qualifiers[3];

  CellKey Key() const { return {names[0], names[1], names[2], num_random_features}; }
};

Named NameOf(const ResultRecord& record) {
  Named named;
  named.record = &record;
  named.dataset = ParseDatasetRef(record.Get(column::kDataset));
  named.num_random_features = static_cast<std::int64_t>(record.Get(column::kD).value_or(0));
  named.names[0] = named.dataset.Text();
  named.names[1] = record.Get(column::kKernel);
  named.names[2] = record.Get(column::kMethod);
  for (std::size_t i = 0; i < kVariantColumns.size(); ++i)
    named.qualifiers[0].push_back(" [" + VariantText(i, record.Get(kVariantColumns[i])) + "]");
  named.qualifiers[1] = {"(" + record.Get(column::kKernelParams) + ")"};
  std::string params = record.Get(column::kMapParams);
  if (!record.Get(column::kLearnerParams).empty()) {
    if (!params.empty()) params += "; ";
    params += record.Get(column::kLearnerParams);
  }
  named.qualifiers[2] = {"(" + params + ")"};
  return named;
}

// Two trials of one repetition in one cell differ in something: where it is qualifier `which` of
// the name `part`, it goes into that name. (A bandwidth taken from the rows differs between
// repetitions only, and stays out of it.)
void Qualify(std::vector<Named>& all, int part, std::size_t which) {
  using Repetition = std::tuple<std::string, std::string, std::string, std::int64_t, std::string>;
  std::map<Repetition, std::set<std::string>> seen;
  std::set<std::string> ambiguous;
  for (const Named& named : all) {
    auto& values = seen[{named.names[0], named.names[1], named.names[2], named.num_random_features,
                         named.record->Text(column::kRepetition)}];
    values.insert(named.qualifiers[part][which]);
    if (values.size() > 1) ambiguous.insert(named.names[part]);
  }
  for (Named& named : all)
    if (ambiguous.contains(named.names[part])) named.names[part] += named.qualifiers[part][which];
}

bool IsKernelMachine(const std::string& learner) {
  const LearnerEntry* entry = LearnerRegistry().Find(learner);
  return entry != nullptr && entry->kernel_machine;
}

}  // namespace

bool IsTuning(const ResultRecord& record) { return record.Get(column::kMetric) == "tuning"; }

bool IsTunedOnTest(const ResultRecord& record) {
  return record.Get(column::kTunedOn) == kTunedOnTest;
}

std::vector<std::string> RowStepsOf(const ResultRecord& trial) {
  const std::string& all = trial.Get(column::kPreprocess);
  std::vector<std::string> steps;
  int depth = 0;
  for (std::size_t begin = 0, at = 0; at <= all.size(); ++at) {
    const char c = at < all.size() ? all[at] : '+';
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c != '+' || depth > 0) continue;
    std::string step = all.substr(begin, at - begin);
    if (RowStepRegistry().Find(step.substr(0, step.find('('))) != nullptr)
      steps.push_back(std::move(step));
    begin = at + 1;
  }
  return steps;
}

std::vector<CellTrials> GroupByCell(const std::vector<ResultRecord>& records) {
  std::vector<Named> all;
  for (const ResultRecord& record : records) {
    if (!IsTuning(record)) all.push_back(NameOf(record));
  }
  for (std::size_t which = 0; which < kVariantColumns.size(); ++which) Qualify(all, 0, which);
  Qualify(all, 1, 0);
  Qualify(all, 2, 0);

  std::vector<CellTrials> cells;
  std::map<CellKey, std::size_t> places;
  for (const Named& named : all) {
    const CellKey key = named.Key();
    const auto [place, is_new] = places.emplace(key, cells.size());
    if (is_new) {
      cells.push_back({key,
                       named.dataset,
                       named.record->Get(column::kKernel),
                       named.record->Get(column::kMethod),
                       !named.record->Get(column::kMap).empty(),
                       IsKernelMachine(named.record->Get(column::kLearner)),
                       "",
                       {},
                       {}});
    }
    CellTrials& cell = cells[place->second];
    cell.trials.push_back(named.record);
    if (named.record->IsOk()) cell.finished.push_back(named.record);
    if (cell.main_metric.empty()) cell.main_metric = named.record->Get(column::kMetric);
  }
  return cells;
}

std::optional<double> ValueOf(const ResultRecord& record, std::string_view metric,
                              const Provenance& provenance) {
  std::optional<double> value;
  if (metric == "train_s") {
    value = SumOfPhases(record, provenance.train_time_phases);
  } else if (metric == "test_s") {
    value = SumOfPhases(record, provenance.test_time_phases);
  } else if (metric == "duality_gap") {
    value = DualityGap(record);
  } else {
    value = record.Number(metric);
  }
  return value && std::isfinite(*value) ? value : std::nullopt;
}

Measured Measure(std::span<const double> values) {
  Measured out;
  out.n = static_cast<std::int64_t>(values.size());
  if (values.empty()) return out;
  const auto n = static_cast<double>(values.size());
  // From the first one on: of equal values the mean is that value and the spread 0, to the last
  // bit.
  double beyond = 0;
  for (const double v : values) beyond += v - values[0];
  out.mean = values[0] + beyond / n;
  if (values.size() < 2) return out;
  double squares = 0;
  for (const double v : values) squares += (v - out.mean) * (v - out.mean);
  out.std = std::sqrt(squares / (n - 1));
  out.standard_error = *out.std / std::sqrt(n);
  return out;
}

}  // namespace mercer
