#ifndef MERCER_EXPERIMENTS_CONFIG_METRICS_H_
#define MERCER_EXPERIMENTS_CONFIG_METRICS_H_

#include <string>

#include "core/base/registry.h"

namespace mercer {

/// A name that a config's `metrics` may list. The first one listed is the main one of a trial.
struct MetricEntry : RegistryInfo {
  bool of_gram = false;  // measured on a map's features against the kernel; else on predictions
  std::string column;    // of trials.csv, where its value stands
};

/// Every metric, in the order of the documentation.
const Registry<MetricEntry>& MetricRegistry();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_METRICS_H_
