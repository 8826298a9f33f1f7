#ifndef MERCER_CORE_LEARNERS_LINEAR_PEGASOS_H_
#define MERCER_CORE_LEARNERS_LINEAR_PEGASOS_H_

#include <memory>

#include "core/learners/linear/stochastic_training.h"

namespace mercer {

/// Which of the iterates w_2 … w_{T+1} is the result: the last; their mean; or the mean with
/// weights 1 … T, which is within O(1/(λT)) of the optimum without the log T of the plain one
/// (Lacoste-Julien, Schmidt & Bach 2012).
enum class Averaging { kNone, kUniform, kWeighted };

struct PegasosOptions {
  Strength strength{};
  Index epochs = 100;
  Averaging average = Averaging::kNone;
  bool project = false;  // each iterate onto the ball |w| ≤ 1/√λ, where the optimum lies
  bool trace = false;
};

/// Pegasos (Shalev-Shwartz, Singer, Srebro & Cotter 2011, Figure 1): min (λ/2)|w|² +
/// (1/n) Σ max(0, 1 − y <w, z>) by stochastic subgradient steps of length 1/(λt), one row a step.
/// Several classes by one against the rest, all on the same steps. No offset.
/// Rows come in a random order of blocks and within blocks (RowBlocks) without replacement,
/// epochs times. Features that are computed are so anew in every epoch, and never stored. The
/// objectives reported are in the form above, those of 1/2 |w|² + C Σ loss times λ; the one at the
/// end takes one more pass. An epoch costs O(n D K) and K binary problems take O(D K) memory beside
/// one block.
class PegasosLearner : public Learner {
 public:
  explicit PegasosLearner(const PegasosOptions& options) : options_(options) {}

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  std::optional<HingeObjective> Hinge(Index n) const override {
    return HingeObjective{options_.strength.Lambda(n), 1};
  }

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  PegasosOptions options_;
};

LearnerEntry PegasosEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_PEGASOS_H_
