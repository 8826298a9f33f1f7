#ifndef MERCER_CORE_LEARNERS_KERNEL_SDCA_H_
#define MERCER_CORE_LEARNERS_KERNEL_SDCA_H_

#include <memory>

#include "core/learners/linear/stochastic_training.h"

namespace mercer {

struct SdcaOptions {
  Strength strength{};
  int power = 1;  // of the hinge loss: 1 or 2
  Index epochs = 100;
  double gap = 0;        // where above 0, epochs are a cap (sdca_ascent.h)
  bool average = false;  // over the later half of the epochs
  bool trace = false;
};

/// Linear SVM by stochastic dual coordinate ascent (sdca_ascent.h), min (λ/2)|w|² +
/// (1/n) Σ max(0, 1 − y <w, z>)^power. Several classes by one against the rest, all on the same
/// steps. No offset.
/// Rows come in a random order of blocks and within blocks (row_blocks.h), epochs times. Features
/// given as TrainingSet::features are computed anew in every epoch and never stored.
/// The objectives reported are in the form above, those of 1/2 |w|² + C Σ loss times λ; their
/// difference is the duality gap. They take one more pass at the end.
class SdcaLearner : public Learner {
 public:
  explicit SdcaLearner(const SdcaOptions& options) : options_(options) {}

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  std::optional<HingeObjective> Hinge(Index n) const override {
    if (options_.power != 1) return std::nullopt;
    return HingeObjective{options_.strength.Lambda(n), 1};
  }

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  SdcaOptions options_;
};

/// The same with an exact kernel and its dual variables alone: kernel rows are computed by blocks
/// in every epoch, O(n² d), and never stored, unless a single block of 16 MiB holds them all. The
/// baseline of Cotter et al. 2011 in their timing of the Taylor features.
class KernelSdcaLearner : public Learner {
 public:
  explicit KernelSdcaLearner(const SdcaOptions& options) : options_(options) {}

  /// train.kernel must be given. Also throws InvalidInput where the kernel refuses a row.
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  SdcaOptions options_;
};

LearnerEntry SdcaEntry();
LearnerEntry KernelSdcaEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SDCA_H_
