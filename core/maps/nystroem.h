#ifndef MERCER_CORE_MAPS_NYSTROEM_H_
#define MERCER_CORE_MAPS_NYSTROEM_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"

namespace mercer {

/// How the landmarks are drawn from the training rows: with every set of D equally likely, or one
/// after another with probability proportional to the part of k(x, x) that the landmarks so far
/// leave unexplained (RandomlyPivotedCholesky).
enum class Landmarks { kUniform, kRpCholesky };

/// Nyström features (Williams & Seeger 2001), for every kernel. With D landmarks L, drawn from the
/// training rows without replacement by stream (seed, kMap, 0), with kRpCholesky as the pivots and,
/// if these explain all before there are D, others by stream (seed, kMap, 1),
///
///   z(x) = k(x, L) K_LL^(−1/2),
///
/// so that <z(x), z(y)> = k(x, y) if x is a landmark, and <z(x), z(x)> ≤ k(x, x) elsewhere. The
/// root is the symmetric one from the eigendecomposition; eigenvalues up to cutoff times the
/// largest count as 0. If K_LL has such eigenvalues (equal landmarks, or a linear kernel with D >
/// d), the D columns of z have a lower rank, and the Gram matrix of the landmarks is accurate to
/// cutoff times the largest eigenvalue. A smaller cutoff costs digits: it enlarges rounding errors
/// by the inverse of its square root.
///
/// Drawing costs O(D²·d + D³) and 24·D² bytes; kRpCholesky with n rows costs O(n D (d + D)) and
/// 8·n·D bytes in addition. A row costs D kernel values and 2·D² operations.
class NystroemSpec : public FeatureMapSpec {
 public:
  NystroemSpec(double cutoff, Landmarks landmarks) : cutoff_(cutoff), landmarks_(landmarks) {}

  void CheckKernel(const Kernel&) const override {}
  Index OutputDim(const Kernel&, Index, Index num_random_features) const override {
    return num_random_features;
  }
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// None: the only randomness is which rows become landmarks.
  std::optional<double> FeatureVariance(const Kernel&, const Vector&,
                                        const Vector&) const override {
    return std::nullopt;
  }
  std::string NoVarianceReason(const Kernel&) const override {
    return "random is only which training rows are landmarks, and the estimate is biased";
  }
  /// The kernel must be one that the registry made (CopyKernel). Throws InvalidInput if there are
  /// no training rows or fewer than D.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  double cutoff_;
  Landmarks landmarks_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_NYSTROEM_H_
