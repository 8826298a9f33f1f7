#ifndef MERCER_EXPERIMENTS_CONFIG_METRICS_H_
#define MERCER_EXPERIMENTS_CONFIG_METRICS_H_

#include <string>

#include "core/base/registry.h"

namespace mercer {

/// What a metric looks at: predicted classes, predicted values, either, or a map's features beside
/// the kernel, a map's frequencies.
enum class MeasuredOn { kClasses, kValues, kFit, kGram, kFrequencies };

/// A name that a config's `metrics` may list. The first one listed is the main one of a trial.
struct MetricEntry : RegistryInfo {
  MeasuredOn measured_on = MeasuredOn::kClasses;
  std::string column;  // of trials.csv, where its value stands
};

/// Every metric, in the order of the documentation.
const Registry<MetricEntry>& MetricRegistry();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_METRICS_H_
