#include "experiments/report/summary/metric_value.h"

#include <cmath>

namespace mercer {

std::optional<double> DualityGap(const ResultRecord& record) {
  const auto primal = record.Get(column::kPrimalObjective),
             dual = record.Get(column::kDualObjective);
  if (!primal || !dual) return std::nullopt;
  return (*primal - *dual) / std::abs(*primal);
}

std::optional<double> ValueOf(const ResultRecord& record, std::string_view metric,
                              const Provenance& provenance) {
  std::optional<double> value;
  if (metric == "train_s") {
    value = SumOfPhases(record, provenance.train_time_phases);
  } else if (metric == "test_s") {
    value = SumOfPhases(record, provenance.test_time_phases);
  } else if (metric == "duality_gap") {
    value = DualityGap(record);
  } else {
    value = record.Number(metric);
  }
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace mercer
