#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_EXPERIMENT_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_EXPERIMENT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/trial/specs.h"
#include "experiments/config/trial/trial.h"

namespace mercer {

/// A number of features D that was chosen to reach a target.
struct ChosenCount {
  Index num_random_features = 0;
  CountTarget target{};
};

/// The chosen D of each data set, kernel, method and map. The key is CountKey; the values are in
/// the order of the method's targets, each D once, with the smallest target that asks for it.
using ChosenCounts = std::map<std::string, std::vector<ChosenCount>>;

/// The key of ChosenCounts: everything that determines a D chosen by its error, apart from the rows
/// and seeds of the first repetition.
std::string CountKey(const DatasetSpec& dataset, const NamedParams& kernel,
                     const std::string& method, const NamedParams& map);

/// A checked config. Paths are as written in it; `config_path` is the file it was read from.
struct Experiment {
  std::string name;  // "kar2012/table1a"
  std::string config_path;
  std::string config_text;
  std::optional<PaperSpec> paper{};
  std::uint64_t seed = 1;
  int repetitions = 1;
  std::vector<std::string> train_time_phases{"draw", "transform_train", "fit"};
  std::vector<std::string> test_time_phases{"transform_test", "predict"};
  int timing_repeat = 1;        // number of times that every phase of a trial is run and timed
  bool share_map = false;       // trials of one D curve share the features of its largest map
  double limit_seconds = 0;     // 0: none
  double limit_memory_gib = 0;  // 0: the machine's
  std::vector<DatasetSpec> datasets{};
  std::vector<NamedParams> kernels{};
  std::vector<std::vector<MethodSpec>> methods{};  // [dataset][method], overrides applied
  std::vector<TuningSpec> tuning{};
  std::vector<std::string> metrics{};
  GramSpec gram{};
  BoxSpec box{};
  std::vector<std::string> deviations{};
  ChosenCounts chosen{};        // D for the targets of methods; empty until they are chosen
  std::vector<Trial> trials{};  // in grid order: ExpandTrials of the rest
};

/// The trials of an experiment in grid order: dataset, kernel, method, D, repetition. A tuning
/// trial comes directly before the first trial that needs it. A target without a chosen D gives a
/// trial with D = 0 (Cell::LacksCount).
std::vector<Trial> ExpandTrials(const Experiment& experiment);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_EXPERIMENT_H_
