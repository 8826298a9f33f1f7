#ifndef MERCER_CORE_DATA_STEPS_ANGLE_H_
#define MERCER_CORE_DATA_STEPS_ANGLE_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// angle(scale = π/2, channels = 1): value v_j becomes the two columns 2j and 2j+1,
///
///   cos(scale·v_j)/√channels and sin(scale·v_j)/√channels,
///
/// the points on circles that Daniely et al. (2017) make of colours: with scale π/2 they take
/// values in [−1, 1]. Where the columns of a pixel's channels stand together (layout interleaved),
/// its 2·channels columns have norm 1. d is a multiple of channels. Nothing is fitted; rows become
/// dense, because cos 0 = 1. O(n·d).
PreprocessEntry AngleStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_ANGLE_H_
