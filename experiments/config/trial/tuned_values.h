#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_TUNED_VALUES_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_TUNED_VALUES_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/params.h"
#include "experiments/config/trial/trial.h"

namespace mercer {

/// One point of a grid: "learner.cost" → 10. Empty without tuning.
using TunedValues = std::vector<std::pair<std::string, ParamValue>>;

/// "kernel.sigma=2,learner.cost=10": the text of tuned_params.
std::string FormatTuned(const TunedValues& values);

/// Every point of a grid: the paths in alphabetical order, the first the slowest; each path's
/// numbers in increasing order, texts after them as written.
std::vector<TunedValues> GridPoints(const TuningSpec& spec);

/// How many points GridPoints would make.
double CountGridPoints(const TuningSpec& spec);

/// The cell of a method and a kernel, as far as tuning is about it.
Cell CellOf(const MethodSpec& method, const NamedParams& kernel);

/// The parameter of a cell that a path names.
struct TunedParam {
  NamedParams* named = nullptr;     // the cell's kernel, map or learner
  const ParamSpec* spec = nullptr;  // of the registry, as long as the program runs
  std::string owner;                // "learner 'libsvm'"
  bool converted = false;           // the path names C and the parameter is lambda, or vice versa
};

/// nullopt where the cell has no such part or the part no such parameter. "learner.cost" finds the
/// lambda of a learner without cost, and "learner.lambda" the cost of one without lambda.
std::optional<TunedParam> FindTuned(const std::string& path, Cell& cell);

/// The path of the parameter that says the same in another way: "kernel.gamma" for "kernel.sigma",
/// "learner.lambda" for "learner.cost"; "" where there is none.
std::string AlternativePath(const std::string& path);

/// The paths that name a parameter of the cell itself: kernel, map, learner.
std::vector<std::string> TunablePaths(const Cell& cell);

/// C from lambda, or lambda from C, of the one problem in the two forms 1/2 |w|² + C Σ loss and
/// (lambda/2) |w|² + mean loss over `rows` rows: C = 1/(n lambda).
double ConvertStrength(double strength, Index rows);

/// Puts the values into the cell, which is fitted on `rows` rows. A value takes the place of the
/// parameter that says the same in another way: sigma of gamma, cost of lambda. Throws InvalidInput
/// where the cell has no such parameter.
void PutTuned(const TunedValues& values, Index rows, Cell& cell);

/// The resolved parameters with 1 in place of each bandwidth rule ("mean_distance"), also in nested
/// kernels: only the rows of a trial can turn it into a number.
Params WithRulesAsOne(const std::vector<ParamSpec>& specs, Params params);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_TUNED_VALUES_H_
