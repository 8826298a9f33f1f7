#ifndef MERCER_CORE_LEARNERS_LINEAR_PEGASOS_H_
#define MERCER_CORE_LEARNERS_LINEAR_PEGASOS_H_

#include <memory>

#include "core/learners/linear/stochastic_training.h"

namespace mercer {

/// Which of the iterates w_2 … w_{T+1} is the result: the last; their mean; or the mean with
/// weights 1 … T, which is within O(1/(λT)) of the optimum without the log T factor of the plain
/// mean (Lacoste-Julien, Schmidt & Bach 2012).
enum class Averaging { kNone, kUniform, kWeighted };

struct PegasosOptions {
  Strength strength{};
  Index epochs = 100;
  Averaging average = Averaging::kNone;
  bool project = false;  // project onto the ball |w| ≤ 1/√λ, where the optimum lies
  bool trace = false;
};

/// Pegasos (Shalev-Shwartz, Singer, Srebro & Cotter 2011, Figure 1): min (λ/2)|w|² + (1/n) Σ max(0,
/// 1 − y <w, z>) by stochastic subgradient steps of length 1/(λt), one row per step. Several
/// classes are learned one against the rest, all with the same steps. There is no offset. Each
/// epoch visits the blocks in random order, and the rows of each block in random order without
/// replacement (RowBlocks). Computed features are computed again in every epoch and never stored.
/// Reported objectives have the form above, that is λ times those of 1/2 |w|² + C Σ loss; the final
/// one takes an extra pass. An epoch costs O(n D K), and K binary problems take O(D K) memory plus
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
