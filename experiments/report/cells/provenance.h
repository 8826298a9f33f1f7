#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_PROVENANCE_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_PROVENANCE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiments/report/cells/reported.h"
#include "experiments/store/store.h"

namespace mercer {

/// One invocation of `mercer run` according to its context; "" for missing values.
struct RunFacts {
  std::string run_id, started, cpu, machine, blas;
};

/// Cells whose printed numbers were used to choose a parameter of the config; "" and 0 match any
/// value.
struct FittedCells {
  std::string method, dataset;
  std::int64_t num_random_features = 0;  // D
};

/// The rows and pairs that the config's Gram errors are measured on.
struct GramDraws {
  std::int64_t rows = 0;  // 0: all
  bool sampled = false;   // pairs drawn at random
  bool on_test = false;   // rows of the test part

  /// Whether a trial's rows or pairs are a sample.
  bool AreSomeOf(const ResultRecord& trial) const;
};

/// The cells that a declared deviation concerns, by the names in the config; an empty list matches
/// all.
struct DeviationScope {
  std::vector<std::string> datasets{}, kernels{}, methods{};
};

/// The numbers of a tuning grid, by the path of their parameter ("learner.cost"); text values are
/// left out.
using TuningGrid = std::map<std::string, std::vector<double>>;

/// The information that a report needs about the config and about the runs that made its records,
/// from context/<run-id>.json (the newest if there are several). Two of its keys are config_text
/// and reported_csv; the latter holds the rows of the paper's numbers that the config's location
/// includes.
struct Provenance {
  std::string citekey, location;                              // "" if the config names no paper
  std::vector<std::string> deviations{};                      // keys of the deviations
  std::map<std::string, DeviationScope> deviation_scopes{};   // scopes of deviations that concern
                                                              // only some cells
  std::map<std::string, TuningGrid> grids{};                  // by method that uses values of a
                                                              // grid
  std::vector<std::string> datasets{}, kernels{}, methods{};  // names in the config
  std::map<std::string, std::string> maps{};                  // by method that has one
  std::string config_file{};                                  // file name without folder
  std::vector<std::string> settings{};                        // settings of --set, "path=value"
  std::vector<std::string> train_time_phases{"draw", "transform_train", "fit"};
  std::vector<std::string> test_time_phases{"transform_test", "predict"};
  std::vector<ReportedValue> reported{};
  std::vector<FittedCells> fitted{};
  bool is_scored = true;  // false: the scoreboard leaves its verdicts out
  // By data set of the config: whether its split, or the halves of its labels, are drawn.
  std::map<std::string, bool> is_data_drawn{};
  GramDraws gram{};
  std::vector<std::string> machines{};  // one line per run: processor, code version, threads
  std::vector<RunFacts> runs{};         // oldest first
  std::map<std::string, std::string> dataset_hashes{};  // sha256 by data set
  std::string config_text{};
};

/// The scopes of the config's deviations that name the cells they concern, by key. Empty if the
/// text is not a JSON object.
std::map<std::string, DeviationScope> DeviationScopesOf(const std::string& config_text);

/// Throws InvalidInput, naming the run, if a context is not JSON or its reported.csv has errors.
Provenance ReadProvenance(const std::vector<RunContext>& contexts);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_PROVENANCE_H_
