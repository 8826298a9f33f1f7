#ifndef MERCER_EXPERIMENTS_RUN_PLAN_COST_MEASURE_COST_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_COST_MEASURE_COST_H_

#include "core/kernels/kernel.h"
#include "core/maps/feature_map.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/plan/cost/data_size.h"
#include "experiments/run/plan/cost/map_size.h"
#include "experiments/store/passport.h"

namespace mercer {

/// What a trial's metrics take beyond its phases.
struct MeasureCost {
  double seconds = 0, operations = 0;
};

/// The number of rows of a cell's Gram error.
double GramRowsOf(const Cell& cell, const DataSize& size);

/// Of Gram errors and the theory beside them, the box discrepancy, and both processes of test_kl.
/// Tuning trials measure none of them. Throws InvalidInput if the map does not take the kernel.
MeasureCost CostOfMeasures(const Trial& trial, const FeatureMapSpec& spec, const MapSize& map,
                           const DataSize& size, const Kernel& kernel, const Passport& passport);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_COST_MEASURE_COST_H_
