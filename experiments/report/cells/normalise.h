#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_NORMALISE_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_NORMALISE_H_

#include <string>

#include "experiments/store/passport.h"
#include "experiments/store/store.h"

namespace mercer {

/// The factor that converts the seconds of a phase ("draw", "transform_train", "fit",
/// "transform_test", "predict") to those of the reference machine: the rate of the machine that
/// took them divided by the reference rate. The rate for draw is that of cosines, as random numbers
/// are made with such functions; for transform_train, transform_test and predict that of matrix
/// products of doubles; for fit that of LIBLINEAR. Aborts on any other phase.
double NormalisingFactor(const Passport& passport, const std::string& phase);

/// Multiplies the phase times of every record by the factors of the run that made it. Throws
/// InvalidInput if a run that timed a phase has no passport in its context.
void NormaliseTimes(ResultFolder& results);

/// A description for captions: "the reference machine (products of doubles 60 GFLOP/s, …)".
std::string ReferenceText();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_NORMALISE_H_
