#ifndef MERCER_CORE_LEARNERS_KERNEL_KERNEL_EXPANSION_H_
#define MERCER_CORE_LEARNERS_KERNEL_KERNEL_EXPANSION_H_

#include <string>

#include "core/learners/linear/linear_model.h"

namespace mercer {

/// A model whose scores are s_k(z) = Σ_i c_ik K(x_i, z) over n rows x_i that it owns. It predicts
/// from the scores as LinearModel does. Test rows are handled in blocks of 128. O(m n d).
class KernelExpansion : public Model {
 public:
  /// `coefficients` are n × K, with labels. Error messages begin with `learner`. The kernel must
  /// outlive this object.
  KernelExpansion(std::string learner, const Kernel& kernel, Examples rows,
                  LinearWeights coefficients, FitReport report);

  Vector Predict(const Examples& x, int threads) const override;

  /// c, n × K, with labels.
  const LinearWeights& coefficients() const { return scores_.weights(); }

  /// Bytes that Predict takes per thread, with n rows.
  static double BlockBytes(Index n);

 private:
  std::string learner_;
  const Kernel& kernel_;
  Examples rows_;
  LinearModel scores_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_EXPANSION_H_
