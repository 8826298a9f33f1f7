#ifndef MERCER_BENCHMARKS_MADE_SWEEP_H_
#define MERCER_BENCHMARKS_MADE_SWEEP_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "experiments/config/config.h"
#include "experiments/run/plan/planner.h"
#include "experiments/run/sweep/context.h"
#include "experiments/run/trial/trial_run.h"
#include "experiments/store/record_files.h"

namespace mercer {

/// The config of a sweep over nursery: 10 polynomial kernels, 20 methods, 50 numbers of random
/// features (10,000 cells), ten trials each: 100,000 trials, or a tenth with a tenth of the
/// repetitions.
inline std::string SweepConfig(int repetitions) {
  std::string sizes, kernels, methods;
  for (int i = 1; i <= 50; ++i) sizes += (i > 1 ? "," : "") + std::to_string(20 * i);
  for (int i = 2; i <= 11; ++i) {
    kernels += std::string(i > 2 ? "," : "") + R"({"name": "polynomial", "offset": 1, "degree": )" +
               std::to_string(i) + "}";
  }
  for (int i = 0; i < 20; ++i) {
    methods += std::string(i > 0 ? "," : "") + R"({"id": "rm)" + std::to_string(i) +
               R"(", "map": {"name": "random_maclaurin"}, "D": [)" + sizes +
               R"(], "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": )" +
               std::to_string(i + 1) + R"(, "bias": 1}})";
  }
  return R"({"experiment": "made/sweep", "seed": 3, "repetitions": )" +
         std::to_string(repetitions) +
         R"(, "datasets": [{"name": "nursery", "encode": "integer", "labels": "random_halves",)"
         R"( "split": {"train_fraction": 0.5, "max_train": 400},)"
         R"( "preprocess": ["minmax", "max_norm"]}], "kernels": [)" +
         kernels + R"(], "methods": [)" + methods + R"(], "metrics": ["accuracy"]})";
}

/// What a finished trial could have measured, made from `number` alone.
inline void FillIn(std::uint64_t number, ResultRecord& record) {
  std::uint64_t state = number;
  const auto uniform = [&state] {  // splitmix64
    state += 0x9e3779b97f4a7c15;
    std::uint64_t z = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
  };
  record.SetText("accuracy", FormatNumber(0.9 + uniform() / 10));
  record.SetText("error_rate", FormatNumber(1 - *record.Number("accuracy")));
  record.SetText("metric", "accuracy");
  record.SetText("value", record.Text("accuracy"));
  for (const char* phase :
       {"draw_s", "transform_train_s", "fit_s", "transform_test_s", "predict_s", "cpu_s"})
    record.SetText(phase, FormatNumber(uniform()));
  for (const char* column : {"n_train", "n_test", "output_dim", "map_bytes", "iterations"})
    record.SetText(column, "400");
  record.SetText("input_dim", FormatNumber(8));
  record.SetText("timing_valid", "true");
  record.SetText("code_version", "polynomial=1;random_maclaurin=1;liblinear=1");
  record.SetText("features_hash", std::to_string(state));
  record.SetText("message", "labels: recommend not_recom | priority very_recom spec_prior");
  record.SetText("status", "ok");
}

/// Fills a folder with what a finished run of the experiment would leave, without running it. The
/// trials have no tuning and no budgets. A quarter of a minute for 100,000.
inline void MakeSweepFolder(const Experiment& experiment, const Catalogue& catalogue,
                            const std::filesystem::path& folder) {
  RunOptions options;
  options.out = folder;
  const std::string run_id = NewRunId();
  ResultStore store(folder, experiment.name, run_id);
  TrialDataCache cache(catalogue);
  Planner planner(experiment, options, store, cache);
  store.PutGrid(planner.GridIds());
  store.PutContext({run_id, ContextWriter(experiment, options, run_id).Make({}, true).json});
  TrialSettings settings;
  settings.run_id = run_id;
  std::uint64_t number = 0;
  std::ofstream records(RecordsPath(folder, run_id), std::ios::binary);
  for (const Trial& trial : ExpandTrials(experiment)) {
    ResultRecord record = StartRecord(trial, settings);
    FillIn(++number, record);
    // Not by Put, which also reads each again.
    records << WriteRecordLine({planner.FullIdentity(trial), record});
  }
}

}  // namespace mercer

#endif  // MERCER_BENCHMARKS_MADE_SWEEP_H_
