#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_PROVENANCE_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_PROVENANCE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiments/report/cells/reported.h"
#include "experiments/store/store.h"

namespace mercer {

/// One invocation of `mercer run`, as its context tells; "" for what it does not.
struct RunFacts {
  std::string run_id, started, machine, blas;
};

/// Cells whose printed numbers chose a parameter of the config: "" and 0 stand for any.
struct FittedCells {
  std::string method, dataset;
  std::int64_t num_random_features = 0;  // D
};

/// Which rows and pairs the config's Gram errors look at.
struct GramDraws {
  std::int64_t rows = 0;  // 0: all
  bool sampled = false;   // pairs drawn at random
};

/// The cells that a declared deviation concerns, by names as the config has them; an empty list is
/// all.
struct DeviationScope {
  std::vector<std::string> datasets{}, kernels{}, methods{};
};

/// The numbers of a tuning grid, by the path of their parameter ("learner.cost"); words are left
/// out.
using TuningGrid = std::map<std::string, std::vector<double>>;

/// What a report needs of the config and the runs that made its records, from context/<run-id>.json
/// (the newest where there are several): keys config_text and reported_csv, which holds the rows of
/// the paper's numbers that the config's location covers.
struct Provenance {
  std::string citekey, location;                              // "" where the config names no paper
  std::vector<std::string> deviations{};                      // keys
  std::map<std::string, DeviationScope> deviation_scopes{};   // of those that concern some cells
  std::map<std::string, TuningGrid> grids{};                  // by method that takes values of one
  std::vector<std::string> datasets{}, kernels{}, methods{};  // names in the config
  std::map<std::string, std::string> maps{};                  // by method that names one
  std::string config_file{};                                  // its name without folder
  std::vector<std::string> settings{};                        // of --set, "path=value"
  std::vector<std::string> train_time_phases{"draw", "transform_train", "fit"};
  std::vector<std::string> test_time_phases{"transform_test", "predict"};
  std::vector<ReportedValue> reported{};
  std::vector<FittedCells> fitted{};
  bool is_scored = true;  // false: the scoreboard leaves its verdicts out
  // By the config's data sets: whether a split, or the halves of its labels, are drawn.
  std::map<std::string, bool> is_data_drawn{};
  GramDraws gram{};
  std::vector<std::string> machines{};  // one line per run: processor, code version, threads
  std::vector<RunFacts> runs{};         // oldest first
  std::map<std::string, std::string> dataset_hashes{};  // sha256 by data set
  std::string config_text{};
};

/// The deviations of a config that say which cells they concern, by key. None where the text is no
/// JSON object.
std::map<std::string, DeviationScope> DeviationScopesOf(const std::string& config_text);

/// Throws InvalidInput, naming the run, where a context is no JSON or its reported.csv is faulty.
Provenance ReadProvenance(const std::vector<RunContext>& contexts);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_PROVENANCE_H_
