#ifndef MERCER_CORE_MAPS_FOURIER_SPHERICAL_LAW_H_
#define MERCER_CORE_MAPS_FOURIER_SPHERICAL_LAW_H_

#include <optional>
#include <vector>

#include "core/base/types.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// The kernel (1 − |x − y|²/a²)^p of unit rows: (scale·<x, y> + offset)^p is size^p times it, with
/// size = offset + scale and a² = 2·size/scale.
struct SphericalForm {
  double a = 0;
  Index degree = 0;
  double size = 1;
};

/// The law of the radii R of spherical random features (Pennington, Yu & Kumar 2015), whose
/// frequencies are R u with u uniform on the unit sphere of n dimensions, n a power of two. The
/// density on 5000 points from 1e-9 to where its mass ends is, but for a factor,
///
///   max(0, Σ_i c_i/σ_i·exp(−(w/2σ_i)²)(w/2σ_i)^(n−1)),
///
/// ten (c_i, σ_i) for each a, p and n, those that Wacker, Kanagawa & Filippone (2024) fitted to the
/// kernel and released: for a = 2 with p = 3, 5, 7, 10, 20 and a = 4 with p = 3, 7, 10, 20, each
/// for some n of 8, 64, 128, 1024. Another n takes those of the least n above, or of the largest:
/// what a mixture tends to, Σ c_i exp(−σ_i²|x − y|²), is the same for all n but for what max(0, ·)
/// cuts.
class SphericalLaw {
 public:
  /// The kernel as one whose a and p have a law; empty where it has none.
  static std::optional<SphericalForm> FormOf(const Kernel& kernel);

  /// `form` as from FormOf.
  SphericalLaw(const SphericalForm& form, Index dim);

  /// n of the weights.
  Index fitted_dim() const { return fitted_dim_; }

  /// The quantile function, linear between the points, 0 ≤ u < 1.
  double Radius(double u) const;

  /// What the features estimate: E cos<R u, δ> for |δ| = z. O(points·terms of a series).
  double Value(double z) const;

 private:
  Index dim_;
  Index fitted_dim_ = 0;
  std::vector<double> points_;
  std::vector<double> below_;  // the mass below each point; the last is 1
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_SPHERICAL_LAW_H_
