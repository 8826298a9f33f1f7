#ifndef MERCER_CORE_LEARNERS_KERNEL_SDCA_H_
#define MERCER_CORE_LEARNERS_KERNEL_SDCA_H_

#include <functional>
#include <memory>
#include <vector>

#include "core/learners/linear/stochastic_training.h"

namespace mercer {

struct AscentOptions {
  int power = 1;      // of the hinge loss: 1 or 2
  double lambda = 1;  // λ > 0
  Index epochs = 100;
  /// If above 0, stops when (primal − dual)/|primal| is at most this. Measuring it takes one extra
  /// pass, after the first epoch and then each time the number of epochs has grown by a quarter.
  double gap = 0;
  bool average = false;  // the result is the mean iterate of the later half of the epochs
  bool trace = false;
  bool gram = false;  // the rows are those of a Gram matrix: row i holds K(x_i, x_j), j = 1 … n
  /// Called after each step with the binary problem, the row and the new value of the dual
  /// variable; may be empty.
  std::function<void(Index problem, Index row, double alpha)> after_step{};
};

struct AscentSolution {
  Matrix weights{};  // K × D, one w per row; for a Gram matrix K × n, with f(x) = Σ c_i K(x_i, x)
  Matrix alpha{};    // n × K, in [0, 1], or ≥ 0 for power 2
  double primal = 0, dual = 0;  // summed over the problems; primal ≥ dual
  Index epochs = 0;             // epochs made
  bool within_gap = false;
  std::vector<TracePoint> trace{};  // the primal objective after each epoch
};

/// The α that maximises the dual along one coordinate: `margin` is y <w, z> and `curvature` is
/// |z|²/(λn).
double BestDualVariable(int power, double alpha, double margin, double curvature);

/// Stochastic dual coordinate ascent (Shalev-Shwartz & Zhang 2013, Section 6.2 and Figure 1) for
/// P(w) = (λ/2)|w|² + (1/n) Σ max(0, 1 − y_i <w, z_i>)^power of each binary problem: maximises D(α)
/// = (1/n) Σ (α_i − [power = 2] α_i²/4) − (λ/2)|w(α)|², w(α) = (1/(λn)) Σ α_i y_i z_i, exactly
/// along one coordinate in each step. Rows are visited in the order of RowBlocks::Epoch. An epoch
/// costs O(n D K), or O(n² K) plus n kernel rows; memory is O((n + D) K) plus one block.
AscentSolution AscendDual(RowBlocks& rows, const Vector& y, const BinaryProblems& problems,
                          const AscentOptions& options);

struct SdcaOptions {
  Strength strength{};
  int power = 1;  // of the hinge loss: 1 or 2
  Index epochs = 100;
  double gap = 0;        // if above 0, epochs are a cap (AscendDual)
  bool average = false;  // over the later half of the epochs
  bool trace = false;
};

/// Linear SVM by stochastic dual coordinate ascent (AscendDual), min (λ/2)|w|² + (1/n) Σ max(0, 1 −
/// y <w, z>)^power. Several classes are learned one against the rest, all with the same steps.
/// There is no offset. Each epoch visits the blocks in random order, and the rows of each block in
/// random order (RowBlocks). Computed features are computed again in every epoch and never stored.
/// Reported objectives have the form above, that is λ times those of 1/2 |w|² + C Σ loss; their
/// difference is the duality gap. They take one extra pass at the end.
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

/// The same with an exact kernel and only dual variables. Kernel rows are computed in blocks in
/// every epoch, O(n² d), and never stored unless a single block of 16 MiB holds them all. This is
/// the baseline to which Cotter et al. 2011 compare the times of Taylor features.
class KernelSdcaLearner : public Learner {
 public:
  explicit KernelSdcaLearner(const SdcaOptions& options) : options_(options) {}

  /// train.kernel must be given. Also throws InvalidInput if the kernel rejects a row.
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  SdcaOptions options_;
};

LearnerEntry SdcaEntry();
LearnerEntry KernelSdcaEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SDCA_H_
