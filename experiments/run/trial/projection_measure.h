#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_PROJECTION_MEASURE_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_PROJECTION_MEASURE_H_

#include "experiments/run/trial/pipeline.h"
#include "experiments/store/record.h"

namespace mercer {

/// Records by how much the primal objective on the map's features can be above that of the exact
/// kernel (projection_bound.h), in the unit of the learner's objective. Nothing where the theorem
/// does not speak: no projection, another loss than the hinge, more than two classes. `features`
/// are those of the training rows, nullptr where they were not kept: then they are made again.
void MeasureProjectionBound(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                            const Parts& parts, const Examples* features, int threads,
                            ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_PROJECTION_MEASURE_H_
