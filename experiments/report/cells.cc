#include "experiments/report/cells.h"

#include <map>
#include <set>
#include <tuple>

#include "core/learners/builtin_learners.h"

namespace mercer {
namespace {

/// A record with the three names of its cell and what could qualify each.
struct Named {
  const ResultRecord* record = nullptr;
  DatasetRef dataset;
  std::int64_t num_random_features = 0;
  std::string names[3];       // data set, kernel, method
  std::string qualifiers[3];  // preprocessing; kernel parameters; map and learner parameters

  CellKey Key() const { return {names[0], names[1], names[2], num_random_features}; }
};

Named NameOf(const ResultRecord& record) {
  Named named;
  named.record = &record;
  named.dataset = ParseDatasetRef(record.Get("dataset"));
  named.num_random_features = static_cast<std::int64_t>(record.Number("D").value_or(0));
  named.names[0] = named.dataset.Text();
  named.names[1] = record.Get("kernel");
  named.names[2] = record.Get("method");
  named.qualifiers[0] = record.Get("preprocess");
  named.qualifiers[1] = record.Get("kernel_params");
  named.qualifiers[2] = record.Get("map_params");
  if (!record.Get("learner_params").empty()) {
    if (!named.qualifiers[2].empty()) named.qualifiers[2] += "; ";
    named.qualifiers[2] += record.Get("learner_params");
  }
  return named;
}

// Two trials of one repetition in one cell differ in something: where it is qualifier `part`, it
// goes into the name. (A bandwidth taken from the rows differs between repetitions only, and stays
// out of it.)
void Qualify(std::vector<Named>& all, int part) {
  using Repetition = std::tuple<std::string, std::string, std::string, std::int64_t, std::string>;
  std::map<Repetition, std::set<std::string>> seen;
  std::set<std::string> ambiguous;
  for (const Named& named : all) {
    auto& values = seen[{named.names[0], named.names[1], named.names[2], named.num_random_features,
                         named.record->Get("repetition")}];
    values.insert(named.qualifiers[part]);
    if (values.size() > 1) ambiguous.insert(named.names[part]);
  }
  for (Named& named : all) {
    if (!ambiguous.contains(named.names[part])) continue;
    const bool is_dataset = part == 0;
    named.names[part] +=
        is_dataset ? " [" + named.qualifiers[part] + "]" : "(" + named.qualifiers[part] + ")";
  }
}

bool IsKernelMachine(const std::string& learner) {
  const LearnerEntry* entry = LearnerRegistry().Find(learner);
  return entry != nullptr && entry->kernel_machine;
}

}  // namespace

bool IsTuning(const ResultRecord& record) { return record.Get("metric") == "tuning"; }

bool IsTunedOnTest(const ResultRecord& record) { return record.Get("tuned_on") == kTunedOnTest; }

std::vector<CellTrials> GroupByCell(const std::vector<ResultRecord>& records) {
  std::vector<Named> all;
  for (const ResultRecord& record : records) {
    if (!IsTuning(record)) all.push_back(NameOf(record));
  }
  for (int part = 0; part < 3; ++part) Qualify(all, part);

  std::vector<CellTrials> cells;
  std::map<CellKey, std::size_t> places;
  for (const Named& named : all) {
    const CellKey key = named.Key();
    const auto [place, is_new] = places.emplace(key, cells.size());
    if (is_new) {
      cells.push_back({key,
                       named.dataset,
                       named.record->Get("kernel"),
                       named.record->Get("method"),
                       !named.record->Get("map").empty(),
                       IsKernelMachine(named.record->Get("learner")),
                       "",
                       {},
                       {}});
    }
    CellTrials& cell = cells[place->second];
    cell.trials.push_back(named.record);
    if (named.record->Get("status") == "ok") cell.finished.push_back(named.record);
    if (cell.main_metric.empty()) cell.main_metric = named.record->Get("metric");
  }
  return cells;
}

}  // namespace mercer
