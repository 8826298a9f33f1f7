#ifndef MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_H_
#define MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_H_

#include <memory>
#include <optional>
#include <string>

#include "core/maps/feature_map.h"
#include "core/maps/quadrature/quadrature_map.h"

namespace mercer {

/// The random rotation: uniform orthogonal matrices, or products of plane rotations (butterfly.h).
enum class QuadratureRotation { kHaar, kButterfly };

/// Quadrature features (Munkhoeva, Kapushev, Burnaev & Oseledets 2018): radial-spherical rules of
/// degree 3 for the expectation over standard Gaussian w that defines a kernel. A rule has the d +
/// 1 vertices v_j of a regular simplex (orthogonal_directions.h), turned by a random orthogonal
/// matrix Q, and independent radii ρ_j with law χ_(d+2), one for each vertex. The point w_j = ρ_j Q
/// v_j has the weight d/ρ_j². D counts points and is a multiple of 2(d + 1):
///
///   Gaussian kernel:          √(d/D)/ρ_j · (cos <w_j, x>, sin <w_j, x>), D/(d + 1) rules, 2D
///                             columns, rows in units of sigma;
///   arc-cosine kernel, 0:     √(2/D) (step<v, x>, step<−v, x>) for v = Q v_j, step(0) = 1/2,
///   arc-cosine kernel, 1:     √(2d/D) (max(<v, x>, 0), max(<−v, x>, 0)), both with D/(2(d + 1))
///                             rules, each point together with its reflection, D columns. The
///                             radii are not used: in order 0 the function is constant along a
///                             ray, and in order 1 they cancel.
///
/// In every draw, arc-cosine 1 gives <z(x), z(x)> = |x|² and <z(x), z(y)> − <z(x), z(−y)> = <x, y>,
/// and arc-cosine 0 gives <z(x), z(x)> = 1 and <z(x), z(y)> + <z(x), z(−y)> = 1, for rows that are
/// not orthogonal to any direction. The rule of the Gaussian kernel also has a centre, the origin
/// with weight b = 1 − mean d/ρ_j², which adds b to every inner product. With it, polynomials of
/// degree 3 are integrated exactly, <z(x), z(x)> + b = 1, and close rows have errors of fourth
/// order in their distance. But b is negative in almost half of all draws, and no real column can
/// represent a negative weight. There are two ways to treat it:
///
///   centre offset: b is the map's offset(), which Gram errors add, as in the authors' program. The
///     estimate is unbiased and may be indefinite. A linear machine uses only the columns, which
///     are unbiased as well, as E b = 0; with an unpenalised intercept its predictions are the
///     same.
///   centre column: radii are drawn until b ≥ 0, as in the authors' older program, and the first
///     column is √b. The bias is a fraction of the standard deviation.
///
/// With rotation haar, Q is uniform; unbiased except for centre column; O(d·D) per row. With
/// rotation butterfly, as the authors ran it, a row costs O(D log d), and the estimate is biased
/// for pairs whose difference lies along an axis; the identities that hold in every draw are the
/// same as with haar.
///
/// The Gaussians of direction j < d of rule r come from stream (seed, kMap, r(d + 1) + j), and
/// those of the butterfly from BlockStream(seed, r). The radii come from d + 2 Gaussians each of
/// streams (DeriveSeed(seed, {m}), kMap, r(d + 1) + j), m = 0, 1, … until b ≥ 0.
class QuadratureSpec : public FeatureMapSpec {
 public:
  QuadratureSpec(QuadratureRotation rotation, QuadratureCentre centre)
      : rotation_(rotation), centre_(centre) {}

  void CheckKernel(const Kernel& kernel) const override;
  /// These, and Draw, throw InvalidInput if D is not a multiple of 2(d + 1).
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// d + 1 times the variance of a rule for the Gaussian kernel with haar and offset
  /// (QuadratureRuleVariance in quadrature_variance.h); infinite for d ≤ 2. Empty otherwise.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// Biased with butterfly and with centre column.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// haar costs O(d²·D).
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  QuadratureRotation rotation_;
  QuadratureCentre centre_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_H_
