#ifndef MERCER_TESTS_EXPERIMENTS_RUN_SMALL_EXPERIMENT_H_
#define MERCER_TESTS_EXPERIMENTS_RUN_SMALL_EXPERIMENT_H_

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/config/config.h"
#include "experiments/run/sweep/runner.h"
#include "experiments/store/store.h"
#include "tests/support/files.h"

namespace mercer::testing {

using Json = nlohmann::json;

/// Nursery (made from its rules, so that no file is needed) with few training rows: exact, rm and
/// h01 in two repetitions, six trials.
inline Json SmallConfig() {
  return Json::parse(R"({
    "experiment": "test/small", "seed": 7, "repetitions": 2,
    "datasets": [{"name": "nursery", "encode": "integer", "labels": "random_halves",
                  "split": {"train_fraction": 0.5, "max_train": 150},
                  "preprocess": ["minmax", "max_norm"]}],
    "kernels": [{"name": "polynomial", "degree": 3, "offset": 1}],
    "methods": [
      {"id": "exact", "learner": {"name": "libsvm", "cost": 1}},
      {"id": "rm", "map": {"name": "random_maclaurin"}, "D": [20],
       "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}},
      {"id": "h01", "map": {"name": "random_maclaurin", "h01": true}, "D": [10],
       "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}}],
    "metrics": ["accuracy"]})");
}

inline Experiment ParseExperiment(const Json& config, const Catalogue& catalogue) {
  ConfigResult result = ParseConfig(config.dump(), "small.json", catalogue);
  if (!result.experiment) throw InvalidInput(FormatFaults("small.json", result.faults));
  return *result.experiment;
}

/// Remembers what it was told.
class Listener : public RunObserver {
 public:
  void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) override {
    totals = {total, to_run.size()};
  }
  void OnTrialStart(const Trial& trial) override { started.push_back(trial.id); }
  void OnPhase(const Trial& trial, const std::string& phase) override {
    phases[trial.id].push_back(phase);
  }
  void OnWaiting(const std::vector<const Trial*>& trials, std::optional<int> process) override {
    for (const Trial* trial : trials) waits.push_back(trial->id);
    if (on_waiting) on_waiting(process);
  }
  void OnTrialEnd(const Trial&, const ResultRecord& record, double) override {
    if (on_end) on_end(record);
  }
  void OnEnd() override {}

  std::pair<std::size_t, std::size_t> totals;
  std::vector<std::string> started;
  std::map<std::string, std::vector<std::string>> phases;
  std::vector<std::string> waits;  // the trials that it waited for
  std::function<void(const ResultRecord&)> on_end;
  std::function<void(std::optional<int>)> on_waiting;
};

/// A results folder and an empty data folder.
class SmallRun {
 public:
  std::filesystem::path out() const { return folder_ / "out"; }

  RunSummary Run(const Json& config, RunOptions options = {}, Listener* listener = nullptr) {
    Listener own;
    options.out = out();
    return RunExperiment(ParseExperiment(config, catalogue_), catalogue_, options,
                         listener != nullptr ? *listener : own);
  }

  std::vector<PlannedTrial> Plan(const Json& config, RunOptions options = {}) {
    options.out = out();
    return PlanRun(ParseExperiment(config, catalogue_), catalogue_, options);
  }

  /// As trials.csv has them.
  std::vector<ResultRecord> Rows() const {
    return ParseRecordsCsv(ReadFile(out() / "trials.csv"), "trials.csv");
  }

 private:
  TemporaryFolder folder_;
  Catalogue catalogue_{folder_ / "data"};
};

/// One column of all rows.
inline std::vector<std::string> Column(const std::vector<ResultRecord>& rows,
                                       const std::string& column) {
  std::vector<std::string> values;
  for (const ResultRecord& row : rows) values.push_back(row.Text(column));
  return values;
}

inline std::size_t CountFiles(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                std::filesystem::directory_iterator()));
}

/// Every column but times, memory, the run and those named.
inline std::vector<std::map<std::string, std::string>> Timeless(
    const std::vector<ResultRecord>& rows, const std::vector<std::string>& besides = {}) {
  std::vector<std::map<std::string, std::string>> out;
  for (const ResultRecord& row : rows) {
    auto& kept = out.emplace_back();
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) {
      if (!IsTimeColumn(i)) kept[std::string(kRecordColumns[i].name)] = row.Text(i);
    }
    for (const std::string& column : besides) kept.erase(column);
  }
  return out;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_RUN_SMALL_EXPERIMENT_H_
