#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_NORMALISE_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_NORMALISE_H_

#include <string>

#include "experiments/store/passport.h"
#include "experiments/store/store.h"

namespace mercer {

/// What the seconds of a phase ("draw", "transform_train", "fit", "transform_test", "predict") are
/// multiplied by, so that they are those of the reference machine: the rate of the machine that
/// took them over the reference rate. draw: cosines, as random numbers are made by such functions;
/// transform_train, transform_test, predict: matrix products of doubles; fit: LIBLINEAR. Aborts on
/// another name.
double NormalisingFactor(const Passport& passport, const std::string& phase);

/// Multiplies the times of phases of every record by the factors of the run that made it. Throws
/// InvalidInput where a run that timed a phase has no passport in its context.
void NormaliseTimes(ResultFolder& results);

/// "the reference machine (40 GFLOP/s …)", for a caption.
std::string ReferenceText();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_NORMALISE_H_
