#ifndef MERCER_CORE_MAPS_NYSTROEM_H_
#define MERCER_CORE_MAPS_NYSTROEM_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"

namespace mercer {

/// How the landmarks are drawn from the training rows: each set of D alike, or one after another in
/// proportion to what the kernel of the row has left unexplained (RandomlyPivotedCholesky).
enum class Landmarks { kUniform, kRpCholesky };

/// Nyström features (Williams & Seeger 2001), for every kernel: with D landmarks L, training rows
/// drawn without replacement by stream (seed, kMap, 0),
///
///   z(x) = k(x, L) K_LL^(−1/2),
///
/// so that <z(x), z(y)> = k(x, y) where x is a landmark: exact on them, below k(x, x) elsewhere.
/// The root is the symmetric one of the eigen-decomposition; eigenvalues up to cutoff times the
/// largest count as 0. Where K_LL has such eigenvalues (equal landmarks, a linear kernel with D >
/// d) the D columns of z have a lower rank, and the Gram matrix of the landmarks is right to cutoff
/// times the largest eigenvalue. A smaller cutoff costs digits: rounding is enlarged by its root.
///
/// Drawing costs O(D²·d + D³) and 24·D² bytes, with kRpCholesky from n rows O(n D (d + D)) and
/// 8·n·D bytes besides; a row D kernel values and 2·D² operations.
class NystroemSpec : public FeatureMapSpec {
 public:
  NystroemSpec(double cutoff, Landmarks landmarks) : cutoff_(cutoff), landmarks_(landmarks) {}

  void CheckKernel(const Kernel&) const override {}
  Index OutputDim(const Kernel&, Index, Index num_random_features) const override {
    return num_random_features;
  }
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// None: what is random is which rows are drawn.
  std::optional<double> FeatureVariance(const Kernel&, const Vector&,
                                        const Vector&) const override {
    return std::nullopt;
  }
  std::string NoVarianceReason(const Kernel&) const override {
    return "random is only which training rows are landmarks, and the estimate is biased";
  }
  /// The kernel must be one that the registry made (CopyKernel). Throws InvalidInput where there
  /// are no training rows or fewer than D.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  double cutoff_;
  Landmarks landmarks_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_NYSTROEM_H_
