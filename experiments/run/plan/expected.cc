#include "experiments/run/plan/expected.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "experiments/store/store.h"

namespace mercer {
namespace {

// Ratios: half as much and twice as much are equally far from 1.
double GeometricMedian(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : std::sqrt(values[half - 1] * values[half]);
}

std::string MethodOf(const Trial& trial) {
  return trial.cell.kernel.name + "\n" + trial.cell.method + (trial.tuning ? "\ntuning" : "");
}

bool IsHere(const Catalogue& catalogue, const DatasetSpec& dataset) {
  try {
    catalogue.RequirePresent(dataset);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

}  // namespace

std::optional<double> MeasuredSeconds(const ResultRecord& record) {
  if (!record.IsOk()) return std::nullopt;
  const auto phases =
      SumOfPhases(record, {"draw", "transform_train", "fit", "transform_test", "predict"});
  const double threads = std::max(1.0, record.Number(column::kThreads).value_or(1));
  // A tuning trial's transforms are in its CPU time alone.
  const auto cpu = record.Get(column::kCpuS);
  if (!phases && !cpu) return std::nullopt;
  return std::max(phases.value_or(0), cpu.value_or(0) / threads);
}

void CostCorrection::Add(const Trial& trial, double expected, double measured) {
  if (!(expected > 0) || measured < 1e-3) return;
  ratios_[MethodOf(trial)][trial.cell.dataset.Label()].push_back(measured / expected);
}

double CostCorrection::Factor(const Trial& trial) const {
  const std::string dataset = trial.cell.dataset.Label();
  if (const auto method = ratios_.find(MethodOf(trial)); method != ratios_.end()) {
    if (const auto own = method->second.find(dataset); own != method->second.end())
      return GeometricMedian(own->second);
    std::vector<double> medians;
    for (const auto& [unused, ratios] : method->second) medians.push_back(GeometricMedian(ratios));
    if (medians.size() > 1) return GeometricMedian(medians);
  }
  std::vector<double> medians;
  for (const auto& [unused, datasets] : ratios_) {
    if (const auto it = datasets.find(dataset); it != datasets.end())
      medians.push_back(GeometricMedian(it->second));
  }
  return medians.empty() ? 1 : GeometricMedian(medians);
}

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
  std::set<std::pair<std::string, int>> prepared;  // rows: data set and repetition
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (!expected[i].cost) continue;
    const Trial& trial = plan[i].trial;
    const TrialCost& cost = *expected[i].cost;
    const bool prepares = plan[i].run && !expected[i].IsSkipped() &&
                          prepared.emplace(trial.cell.dataset.Label(), trial.repetition).second;
    expected[i].seconds =
        cost.Seconds() * correction.Factor(trial) + cost.overhead + (prepares ? cost.preparing : 0);
  }
  return expected;
}

}  // namespace mercer
