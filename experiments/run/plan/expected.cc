#include "experiments/run/plan/expected.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/error.h"
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

/// The trials of a plan that records of an earlier run tell of: those of their ids. Where the
/// earlier run was made with other code its ids end in another hash, and what comes before names a
/// trial that is alone in having it.
class TrialsByRecord {
 public:
  explicit TrialsByRecord(const std::vector<Trial>& trials) {
    for (const Trial& trial : trials) {
      by_id_.emplace(trial.id, &trial);
      const auto [named, is_first] = by_name_.emplace(NameOf(trial.id), &trial);
      if (!is_first) named->second = nullptr;
    }
  }

  const Trial* Find(const std::string& id) const {
    if (const auto trial = by_id_.find(id); trial != by_id_.end()) return trial->second;
    const auto named = by_name_.find(NameOf(id));
    return named == by_name_.end() ? nullptr : named->second;
  }

 private:
  static std::string NameOf(const std::string& id) { return id.substr(0, id.rfind('-')); }

  std::map<std::string, const Trial*> by_id_, by_name_;
};

/// How often the phases of a trial are run and timed. Tuning, a fit within a budget and features
/// that trials share are timed once.
double TimesRun(const Trial& trial) {
  const bool once = trial.tuning || !trial.timed_by.empty() || trial.shared_features > 0;
  return once ? 1 : trial.timing_repeat;
}

CostCorrection CorrectionBy(const std::vector<EarlierRun>& earlier,
                            const std::vector<Trial>& trials, const Catalogue& catalogue) {
  CostCorrection correction;
  const TrialsByRecord by_record(trials);
  for (const EarlierRun& run : earlier) {
    const CostModel model(trials, catalogue, run.passport);
    for (const ResultRecord& record : run.records) {
      const Trial* trial = by_record.Find(record.Get(column::kTrialId));
      const auto seconds = MeasuredSeconds(record);
      const auto cost = trial != nullptr && seconds ? model.Of(*trial) : std::nullopt;
      if (cost) correction.Add(*trial, cost->PhaseSeconds(), *seconds);
    }
  }
  return correction;
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
  if (threads == 1 && cpu && record.Get(column::kTimingValid) == false) return *cpu;
  return std::max(phases.value_or(0), cpu.value_or(0) / threads);
}

void CostCorrection::Add(const Trial& trial, double expected, double measured) {
  if (!(expected > 0) || measured < 1e-3) return;
  ratios_[MethodOf(trial)][trial.cell.dataset.Label()].push_back(measured / expected);
}

std::optional<double> CostCorrection::OwnFactor(const Trial& trial) const {
  const auto method = ratios_.find(MethodOf(trial));
  if (method == ratios_.end()) return std::nullopt;
  const auto own = method->second.find(trial.cell.dataset.Label());
  if (own == method->second.end()) return std::nullopt;
  return GeometricMedian(own->second);
}

double CostCorrection::Factor(const Trial& trial) const {
  if (const auto own = OwnFactor(trial)) return *own;
  const std::string dataset = trial.cell.dataset.Label();
  if (const auto method = ratios_.find(MethodOf(trial)); method != ratios_.end()) {
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

std::vector<EarlierRun> PublishedRuns(const std::filesystem::path& folder,
                                      const Passport& passport) {
  std::map<std::string, EarlierRun> runs;
  if (!std::filesystem::is_regular_file(folder / "trials.csv")) return {};
  try {
    ResultFolder results = ReadResults(folder);
    for (const RunContext& context : results.contexts)
      runs[context.run_id].passport = PassportOfContext(context.json).value_or(passport);
    for (ResultRecord& record : results.records) {
      const std::string run = record.Get(column::kRunId);
      runs.try_emplace(run, EarlierRun{passport, {}})
          .first->second.records.push_back(std::move(record));
    }
  } catch (const InvalidInput&) {
    return {};  // commands that show the folder say what is wrong with it
  }
  std::vector<EarlierRun> earlier;
  for (auto& [id, run] : runs) earlier.push_back(std::move(run));
  return earlier;
}

std::vector<ExpectedTrial> ExpectTrials(const std::vector<PlannedTrial>& plan,
                                        const Catalogue& catalogue, const Passport& passport,
                                        const std::map<std::string, ResultRecord>& records,
                                        double limit_bytes,
                                        const std::vector<EarlierRun>& earlier) {
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
      correction.Add(trial, expected[i].cost->PhaseSeconds(), *seconds);
  }
  const CostCorrection past = CorrectionBy(earlier, trials, catalogue);
  const auto factor = [&](const Trial& trial) {
    if (const auto own = correction.OwnFactor(trial)) return *own;
    return past.OwnFactor(trial).value_or(correction.Factor(trial));
  };
  std::set<std::string> read;                      // data sets
  std::set<std::pair<std::string, int>> prepared;  // rows: data set and repetition
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (!expected[i].cost) continue;
    const Trial& trial = plan[i].trial;
    const TrialCost& cost = *expected[i].cost;
    expected[i].seconds =
        TimesRun(trial) * cost.PhaseSeconds() * factor(trial) + cost.measure + cost.overhead;
    if (!plan[i].run || expected[i].IsSkipped()) continue;
    const std::string dataset = trial.cell.dataset.Label();
    if (read.insert(dataset).second) expected[i].seconds += cost.reading;
    if (prepared.emplace(dataset, trial.repetition).second)
      expected[i].seconds += cost.reading + cost.preparing;
  }
  return expected;
}

}  // namespace mercer
