#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_METRIC_REGISTRY_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_METRIC_REGISTRY_H_

#include <string>

#include "core/base/registry.h"

namespace mercer {

/// The quantity that a metric measures: predicted classes, predicted values, either of these, a
/// map's features against the kernel, a map's frequencies, its speed, the hinge loss minimised on a
/// projection of features, the posterior of a Gaussian process, or that posterior on a map's
/// features against the exact one.
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

/// A name that a config's `metrics` may list. The first metric listed is the main one of a trial.
struct MetricEntry : RegistryInfo {
  MeasuredOn measured_on = MeasuredOn::kClasses;
  std::string column;  // the column of trials.csv that holds its value
};

/// All metrics, in the order of the documentation.
const Registry<MetricEntry>& MetricRegistry();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_METRIC_REGISTRY_H_
