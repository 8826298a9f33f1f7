#ifndef MERCER_CORE_MAPS_POLYNOMIAL_TENSOR_SKETCH_H_
#define MERCER_CORE_MAPS_POLYNOMIAL_TENSOR_SKETCH_H_

#include <memory>
#include <optional>

#include "core/base/random.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// TensorSketch (Pham & Pagh 2013; Atarashi et al. 2019, section 6) for (scale·<x, y> + offset)^m
/// and <x, y>^m: the circular convolution of m count sketches of x' = (√offset, √scale·x),
///
///   z(x) = F⁻¹(Π_{i<m} F(C_i x')),  (C_i x')_k = Σ_{j: h_i(j) = k} s_i(j) x'_j,  k < D,
///
/// with h_i(j) uniform on {0, …, D − 1} and s_i(j) a random sign, from fully random tables. Sketch
/// i has the stream (seed, kMap, i), from which each j takes s (+1 if the lowest bit of a word is
/// set), then h (RandomStream::Below). The constant comes before the columns, even if offset = 0.
/// Unbiased; there is no factor 1/√D. Transform costs O(m·(nnz + D·log D)) per row, for any D (D =
/// 2^a·3^b·5^c is best), or O(nnz² + (m − 2)·nnz·D) without a transform if that is less.
class TensorSketchSpec : public FeatureMapSpec {
 public:
  void CheckKernel(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// The limit of D·EstimateVariance for large D: (t² + A)^m + (t² + B)^m − 2t^{2m}.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Exact. With t = <x', y'>, S = Σ x'_j² y'_j², A = |x'|²|y'|² − S, B = t² − S and e = 2 − (D mod
  /// 2), the number of frequencies f with 2f = 0: D⁻²·((D − e)·((t² + A)^m + (t² + B)^m − 2t^{2m})
  /// + e·((t² + A + B)^m − t^{2m})).
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// Throws InvalidInput if a transform of length D cannot be made.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POLYNOMIAL_TENSOR_SKETCH_H_
