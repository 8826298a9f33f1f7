#ifndef MERCER_CORE_MAPS_SPHERICAL_SPHERICAL_LAW_H_
#define MERCER_CORE_MAPS_SPHERICAL_SPHERICAL_LAW_H_

#include <optional>
#include <vector>

#include "core/base/types.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// The kernel (1 − |x − y|²/a²)^p on unit rows: (scale·<x, y> + offset)^p is size^p times it, with
/// size = offset + scale and a² = 2·size/scale.
struct SphericalForm {
  double a = 0;
  Index degree = 0;
  double size = 1;
};

/// The law of the radii R of spherical random features (Pennington, Yu & Kumar 2015), whose
/// frequencies are R u with u uniform on the unit sphere in n dimensions, n a power of two. The
/// density, evaluated on 5000 points from 1e-9 to the end of its mass, is up to a constant factor
///
///   max(0, Σ_i c_i/σ_i·exp(−(w/2σ_i)²)(w/2σ_i)^(n−1)),
///
/// with ten (c_i, σ_i) for each a, p and n, which Wacker, Kanagawa & Filippone (2024) fitted to the
/// kernel and released: for a = 2 with p = 3, 5, 7, 10, 20 and a = 4 with p = 3, 7, 10, 20, each
/// for some n of 8, 64, 128, 1024. Any other n uses the weights of the least larger n, or of the
/// largest. The kernel that a mixture tends to, Σ c_i exp(−σ_i²|x − y|²), is the same for all n,
/// except for what max(0, ·) removes.
class SphericalLaw {
 public:
  /// The form of a kernel for whose a and p there is a law; empty if there is none.
  static std::optional<SphericalForm> FormOf(const Kernel& kernel);

  /// `form` must come from FormOf.
  SphericalLaw(const SphericalForm& form, Index dim);

  /// The n for which the weights were fitted.
  Index fitted_dim() const { return fitted_dim_; }

  /// The quantile function at 0 ≤ u < 1, linear between the points.
  double Radius(double u) const;

  /// The function that the features estimate: E cos<R u, δ> for |δ| = z. O(points·terms of a
  /// series).
  double Value(double z) const;

 private:
  Index dim_;
  Index fitted_dim_ = 0;
  std::vector<double> points_;
  std::vector<double> below_;  // the mass below each point; the last one is 1
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SPHERICAL_SPHERICAL_LAW_H_
