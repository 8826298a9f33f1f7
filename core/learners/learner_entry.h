#ifndef MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_
#define MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_

#include <algorithm>
#include <memory>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/learners/learner.h"

namespace mercer {

/// The registry entry of a learner. Each learner's source file defines its own.
struct LearnerEntry : RegistryInfo {
  bool kernel_machine = false;  // needs TrainingSet::kernel and takes no map
  bool on_rows = false;         // takes the rows as they are: no map, and the kernel is ignored
  // Takes the features of a map or, without a map, the rows and the kernel.
  bool kernel_without_map = false;
  bool stops_in_time = false;  // obeys TrainingSet::max_seconds
  bool streams = false;        // reads TrainingSet::x by blocks, so that it need not be in memory
  bool takes_complex = false;  // takes complex features too
  bool has_posterior = false;  // its models are PosteriorModels
  /// `params` are resolved and in range. Throws InvalidInput for combinations that are not allowed.
  std::unique_ptr<Learner> (*make)(const Params& params) = nullptr;
};

/// The parameter "cost": the factor C > 0 of the loss.
ParamSpec CostSpec(const std::string& help);

/// The parameter "eps": a stopping tolerance > 0, with the given default.
ParamSpec EpsSpec(const std::string& help, double default_value);

/// The parameter "gap" in (0, 1]: a relative duality gap, which replaces the solver's own stopping
/// rule if it is given.
ParamSpec GapSpec();

/// The gap among resolved parameters, 0 if it is not given.
double ParseGap(const Params& params);

/// When to measure the gap, which takes a pass of its own: after the first pass, and then each time
/// the number of passes has grown by a quarter.
class GapSchedule {
 public:
  bool IsDue(Index passes) const { return passes >= next_; }
  void Measured(Index passes) { next_ = passes + std::max<Index>(1, passes / 4); }

 private:
  Index next_ = 1;
};

/// The parameter "objective", absent for "sum": the form in which the objective 1/2 |w|² + C Σ loss
/// is reported.
ParamSpec ObjectiveSpec();

/// The factor by which objectives for n rows are multiplied: 1, or 1/(C n) for "mean", which gives
/// (λ/2) |w|² + (1/n) Σ loss.
double ObjectiveScale(bool mean, double cost, Index n);

/// The objective that a hinge loss machine minimises on n rows, reported in that form
/// (Learner::Hinge).
HingeObjective HingeOfCost(double cost, Index n, bool mean);

/// Whether resolved parameters ask for "mean".
bool ParseMeanObjective(const Params& params);

/// The parameter "cache_mib" > 0: the size in MiB of a cache of `of`, with the given default.
ParamSpec CacheSpec(const std::string& of, double default_mib);

/// The parameter "shrinking", on by default.
ParamSpec ShrinkingSpec();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_
