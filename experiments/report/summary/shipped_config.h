#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SHIPPED_CONFIG_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SHIPPED_CONFIG_H_

#include "experiments/report/summary/summary.h"

namespace mercer {

/// Adds what the shipped config of the summary's experiment says and the results do not: names to
/// show and the scopes of deviations, which may be younger than the results, and a problem where
/// the results have fewer repetitions than the config. Does nothing if no such config is shipped.
void AddFromShippedConfig(Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SHIPPED_CONFIG_H_
