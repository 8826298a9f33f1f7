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

/// "kernel.sigma=2,learner.cost=10": the text of the column tuned_params.
std::string FormatTuned(const TunedValues& values);

/// All points of a grid. The paths are in alphabetical order, the first one varying slowest. The
/// values of each path are numbers in increasing order, then texts as written.
std::vector<TunedValues> GridPoints(const TuningSpec& spec);

/// The number of points that GridPoints would make.
double CountGridPoints(const TuningSpec& spec);

/// A cell with the parts of a method and a kernel that tuning needs.
Cell CellOf(const MethodSpec& method, const NamedParams& kernel);

/// A parameter of a cell, found by its path.
struct TunedParam {
  NamedParams* named = nullptr;     // the cell's kernel, map or learner
  const ParamSpec* spec = nullptr;  // owned by the registry; valid for the whole run of the program
  std::string owner;                // "learner 'libsvm'"
  bool converted = false;           // the path names C and the parameter is lambda, or vice versa
};

/// nullopt if the cell has no such part or the part no such parameter. "learner.cost" finds lambda
/// for a learner without cost, and "learner.lambda" finds cost for a learner without lambda.
std::optional<TunedParam> FindTuned(const std::string& path, Cell& cell);

/// The path of the alternative parameter for the same quantity: "kernel.gamma" for "kernel.sigma",
/// "learner.lambda" for "learner.cost"; "" if there is none.
std::string AlternativePath(const std::string& path);

/// All paths that name a parameter of the cell's kernel, map or learner.
std::vector<std::string> TunablePaths(const Cell& cell);

/// Converts C to lambda, or lambda to C, for the same problem written as 1/2 |w|² + C Σ loss or as
/// (lambda/2) |w|² + mean loss, over `rows` rows: C = 1/(n lambda).
double ConvertStrength(double strength, Index rows);

/// Sets the values in a cell that is to be fitted on `rows` rows. A value replaces the alternative
/// parameter for the same quantity: sigma replaces gamma, cost replaces lambda. Throws InvalidInput
/// if the cell has no such parameter.
void PutTuned(const TunedValues& values, Index rows, Cell& cell);

/// The resolved parameters with 1 in place of each bandwidth rule ("mean_distance"), also in nested
/// kernels. Only the rows of a trial can turn a rule into a number.
Params WithRulesAsOne(const std::vector<ParamSpec>& specs, Params params);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_TUNED_VALUES_H_
