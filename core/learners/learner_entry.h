#ifndef MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_
#define MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_

#include <algorithm>
#include <memory>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/learners/learner.h"

namespace mercer {

/// What the registry holds of a learner. Each learner's source defines its own.
struct LearnerEntry : RegistryInfo {
  bool kernel_machine = false;  // needs TrainingSet::kernel and takes no map
  bool on_rows = false;         // takes the rows as they are: no map, and the kernel means nothing
  // Takes the features of a map, or without one the rows and the kernel.
  bool kernel_without_map = false;
  bool stops_in_time = false;  // heeds TrainingSet::max_seconds
  bool streams = false;        // reads TrainingSet::x by blocks, so that it need not be in memory
  bool takes_complex = false;  // also complex ones
  bool has_posterior = false;  // its models are PosteriorModels
  /// `params` are resolved and in range. Throws InvalidInput for combinations that cannot be.
  std::unique_ptr<Learner> (*make)(const Params& params) = nullptr;
};

/// The cost C > 0 of a loss.
ParamSpec CostSpec(const std::string& help);

/// A stopping tolerance > 0 with its default.
ParamSpec EpsSpec(const std::string& help, double default_value);

/// "gap" in (0, 1], which takes the place of the stopping rule where it is given.
ParamSpec GapSpec();

/// The gap of resolved parameters, 0 where it is not given.
double ParseGap(const Params& params);

/// When the gap is measured, which takes a pass of its own: after the first pass, and whenever a
/// quarter more have been made.
class GapSchedule {
 public:
  bool IsDue(Index passes) const { return passes >= next_; }
  void Measured(Index passes) { next_ = passes + std::max<Index>(1, passes / 4); }

 private:
  Index next_ = 1;
};

/// "objective", absent for "sum": the form in which the objectives of 1/2 |w|² + C Σ loss are
/// reported.
ParamSpec ObjectiveSpec();

/// What they are multiplied by for n rows: 1, or 1/(C n) for "mean", (λ/2) |w|² + (1/n) Σ loss.
double ObjectiveScale(bool mean, double cost, Index n);

/// What a machine of the hinge loss minimises on n rows, reported in that form (Learner::Hinge).
HingeObjective HingeOfCost(double cost, Index n, bool mean);

/// Whether resolved parameters ask for "mean".
bool ParseMeanObjective(const Params& params);

/// "cache_mib" > 0: of what, and its default.
ParamSpec CacheSpec(const std::string& of, double default_mib);

/// "shrinking", on by default.
ParamSpec ShrinkingSpec();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_
