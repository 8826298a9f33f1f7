#ifndef MERCER_EXPERIMENTS_DOCTOR_JUDGEMENT_H_
#define MERCER_EXPERIMENTS_DOCTOR_JUDGEMENT_H_

#include "experiments/doctor/diagnosis.h"

namespace mercer {

/// Whether the mean tells anything: an unbiased random map whose variance is not infinite, nor its
/// tails too heavy for the draws.
bool MeanIsJudged(const Diagnosis& diagnosis);

/// Fills in bias_z_limit and the faults, by the map's traits: an unbiased map must have the
/// kernel's mean, its exact variance where it states one, and an error that falls as D^(-1/2), or
/// faster where it states none; any map with a bound must keep it; a deterministic one without a
/// bound, and a biased or data-dependent one, is shown and not judged on its mean.
void Judge(double delta, Diagnosis& diagnosis);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_JUDGEMENT_H_
