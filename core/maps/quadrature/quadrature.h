#ifndef MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_H_
#define MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_H_

#include <memory>
#include <optional>
#include <string>

#include "core/maps/feature_map.h"
#include "core/maps/quadrature/quadrature_map.h"

namespace mercer {

/// Uniform orthogonal matrices, or products of plane rotations (butterfly.h).
enum class QuadratureRotation { kHaar, kButterfly };

/// Quadrature features (Munkhoeva, Kapushev, Burnaev & Oseledets 2018): the expectation over
/// standard Gaussian w behind a kernel by radial-spherical rules of degree 3. A rule has the d + 1
/// vertices v_j of a regular simplex (orthogonal_directions.h), turned by a random orthogonal
/// matrix Q, with radii ρ_j, independent χ_(d+2), one for each vertex; the point w_j = ρ_j Q v_j
/// has the weight d/ρ_j². D counts points and is a multiple of 2(d + 1):
///
///   Gaussian kernel:          √(d/D)/ρ_j · (cos <w_j, x>, sin <w_j, x>), D/(d + 1) rules, 2D
///                             columns, rows in units of sigma;
///   arc-cosine kernel, 0:     √(2/D) (step<v, x>, step<−v, x>) for v = Q v_j, step(0) = 1/2,
///   arc-cosine kernel, 1:     √(2d/D) (max(<v, x>, 0), max(<−v, x>, 0)), both with D/(2(d + 1))
///                             rules whose points have their reflections beside them, D columns.
///                             The radii play no part: order 0 has none, as its function is
///                             constant along a ray, and in order 1 they cancel.
///
/// In every draw arc-cosine 1 gives <z(x), z(x)> = |x|² and <z(x), z(y)> − <z(x), z(−y)> = <x, y>,
/// arc-cosine 0 gives 1 and <z(x), z(y)> + <z(x), z(−y)> = 1, for rows at no right angle with a
/// direction. The rule of the Gaussian kernel has its centre
/// besides, the origin with the weight b = 1 − mean d/ρ_j², which adds b to every inner product;
/// with it polynomials of degree 3 are integrated exactly, <z(x), z(x)> + b = 1 and close rows have
/// errors of fourth order in their distance. But b is negative in almost half of all draws, and no
/// column carries that. So:
///
///   centre offset: b is the map's offset(), as in the authors' program: Gram errors add it. The
///     estimate is unbiased and may be indefinite. A linear machine sees the columns, which alone
///     are unbiased too, as E b = 0; with an unpenalised intercept it answers the same.
///   centre column: radii are drawn until b ≥ 0, as the authors' older program did, and the first
///     column is √b: the mean is off by a part of the standard deviation.
///
/// rotation haar: Q is uniform. Unbiased but for centre column. O(d·D) per row. rotation butterfly,
/// as the authors ran it: O(D log d) per row, and biased for pairs whose difference lies along an
/// axis; each draw is exact as with haar.
///
/// Gaussians of direction j < d of rule r come from stream (seed, kMap, r(d + 1) + j), those of the
/// butterfly from BlockStream(seed, r), radii from d + 2 Gaussians of streams (DeriveSeed(seed,
/// {m}), kMap, r(d + 1) + j), m = 0, 1, … until b ≥ 0.
class QuadratureSpec : public FeatureMapSpec {
 public:
  QuadratureSpec(QuadratureRotation rotation, QuadratureCentre centre)
      : rotation_(rotation), centre_(centre) {}

  void CheckKernel(const Kernel& kernel) const override;
  /// These, and Draw, throw InvalidInput where D is no multiple of 2(d + 1).
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// d + 1 times a rule's for the Gaussian kernel with haar and offset (QuadratureRuleVariance in
  /// quadrature_variance.h); infinite for d ≤ 2. Empty else.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// Biased with butterfly, and with centre column.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// haar costs O(d²·D).
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  QuadratureRotation rotation_;
  QuadratureCentre centre_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_H_
