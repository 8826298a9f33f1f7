#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_METRIC_VALUE_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_METRIC_VALUE_H_

#include <optional>
#include <string_view>

#include "experiments/report/summary/provenance.h"
#include "experiments/store/record.h"

namespace mercer {

/// (primal_objective − dual_objective) / |primal_objective|: the best objective is at most this
/// share of the one reached below it. None where a trial did not record both; not finite where the
/// objective is 0.
std::optional<double> DualityGap(const ResultRecord& record);

/// What a trial measured of a metric of ReportMetrics(), no speed-up: its column; for train_s and
/// test_s the sum of the phases that the protocol names; for duality_gap DualityGap. None where it
/// did not, or where the number is not finite.
std::optional<double> ValueOf(const ResultRecord& record, std::string_view metric,
                              const Provenance& provenance);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_METRIC_VALUE_H_
