#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_METRIC_REGISTRY_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_METRIC_REGISTRY_H_

#include <string>

#include "core/base/registry.h"

namespace mercer {

/// What a metric looks at: predicted classes, predicted values, either, a map's features beside the
/// kernel, a map's frequencies, its speed, the hinge loss that is minimised on a projection of
/// features, the posterior of a Gaussian process, or that on a map's features beside the exact one.
enum class MeasuredOn {
  kClasses,
  kValues,
  kFit,
  kGram,
  kFrequencies,
  kMapping,
  kProjection,
  kPosterior,
  kDivergence
};

/// A name that a config's `metrics` may list. The first one listed is the main one of a trial.
struct MetricEntry : RegistryInfo {
  MeasuredOn measured_on = MeasuredOn::kClasses;
  std::string column;  // of trials.csv, where its value stands
};

/// Every metric, in the order of the documentation.
const Registry<MetricEntry>& MetricRegistry();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_METRIC_REGISTRY_H_
