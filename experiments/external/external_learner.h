#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_LEARNER_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_LEARNER_H_

#include "core/learners/learner_entry.h"

namespace mercer {

/// The learner "external": a program of the user's own learns from the features of a map, or
/// without one from the rows and the kernel, and predicts (docs/external.md). The program runs as
/// long as the model lives. Its memory counts as two more copies of what it learns from.
LearnerEntry ExternalLearnerEntry();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_LEARNER_H_
