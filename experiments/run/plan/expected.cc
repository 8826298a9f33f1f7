#include "experiments/run/plan/expected.h"

#include "experiments/store/store.h"

namespace mercer {
namespace {

bool IsHere(const Catalogue& catalogue, const DatasetSpec& dataset) {
  try {
    catalogue.RequirePresent(dataset);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

}  // namespace

std::map<std::string, ResultRecord> FinishedRecords(const std::filesystem::path& folder) {
  std::map<std::string, ResultRecord> finished;
  if (!std::filesystem::is_directory(folder / "trials")) return finished;
  for (ResultRecord& record : ReadResults(folder).records) {
    std::string id = record.Get(column::kTrialId);
    finished.emplace(std::move(id), std::move(record));
  }
  return finished;
}

std::vector<ExpectedTrial> ExpectTrials(const std::vector<PlannedTrial>& plan,
                                        const Catalogue& catalogue, const Passport& passport,
                                        const std::map<std::string, ResultRecord>& records,
                                        double limit_bytes) {
  std::vector<Trial> trials;
  for (const PlannedTrial& planned : plan) trials.push_back(planned.trial);
  const CostModel model(trials, catalogue, passport);
  std::vector<ExpectedTrial> expected(plan.size());
  std::map<std::string, bool> here;  // by data set
  CostCorrection correction;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Trial& trial = plan[i].trial;
    const std::string dataset = trial.cell.dataset.Label();
    if (!here.contains(dataset)) here[dataset] = IsHere(catalogue, trial.cell.dataset);
    expected[i].here = here[dataset];
    expected[i].cost = model.Of(trial);
    expected[i].fits =
        limit_bytes <= 0 || !expected[i].cost || expected[i].cost->bytes <= limit_bytes;
    const auto record = records.find(trial.id);
    if (!expected[i].cost || plan[i].run || record == records.end()) continue;
    if (const auto seconds = MeasuredSeconds(record->second))
      correction.Add(trial, expected[i].cost->Seconds(), *seconds);
  }
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (!expected[i].cost) continue;
    expected[i].seconds = expected[i].cost->Seconds() * correction.Factor(plan[i].trial);
  }
  return expected;
}

}  // namespace mercer
