#ifndef MERCER_EXPERIMENTS_RUN_PROJECTION_MEASURE_H_
#define MERCER_EXPERIMENTS_RUN_PROJECTION_MEASURE_H_

#include "experiments/run/pipeline.h"
#include "experiments/store/record.h"

namespace mercer {

/// Records by how much the primal objective on the map's features can be above that of the exact
/// kernel (projection_bound.h), in the unit of the learner's objective. Nothing where the theorem
/// does not speak: no projection, another loss than the hinge, more than two classes.
void MeasureProjectionBound(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                            const Parts& parts, int threads, ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PROJECTION_MEASURE_H_
