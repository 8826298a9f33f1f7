#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_LEARNER_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_LEARNER_H_

#include "core/learners/learner_entry.h"

namespace mercer {

/// The learner "external": a program supplied by the user is trained on the features of a map, or
/// without a map on the rows and the kernel, and predicts (docs/external.md). The program runs as
/// long as the model exists. Its memory is estimated as two more copies of its training input.
LearnerEntry ExternalLearnerEntry();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_LEARNER_H_
