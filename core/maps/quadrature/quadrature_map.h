#ifndef MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_MAP_H_
#define MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_MAP_H_

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/kernel.h"
#include "core/maps/feature_map.h"
#include "core/maps/quadrature/butterfly.h"

namespace mercer {

/// What becomes of the weight b = 1 − mean d/ρ² of the centre of a Gaussian kernel's rules: the
/// offset of the map, or a column √b, for which b must not be negative.
enum class QuadratureCentre { kOffset, kColumn };

/// The function of <w, x> whose products have the kernel as expectation: cosine and sine of the
/// Gaussian kernel, step and ramp of the arc-cosine kernels of order 0 and 1.
enum class Integrand { kWave, kStep, kRamp };

struct QuadratureForm {
  Integrand integrand = Integrand::kWave;
  double sigma = 1;  // of waves

  bool is_wave() const { return integrand == Integrand::kWave; }
};

/// Empty for kernels of no such form.
std::optional<QuadratureForm> QuadratureFormOf(const Kernel& kernel);

/// b = 1 − mean d/ρ² of some radii.
double CentreWeight(Index d, const Vector& radii);

/// The map of given directions, unit columns v of d × V, and radii ρ, V of them, which only waves
/// read: two columns of each, as quadrature.h says. O(d·V) per row.
std::unique_ptr<FeatureMap> MakeQuadratureMap(const QuadratureForm& form,
                                              const Eigen::MatrixXd& directions,
                                              const Vector& radii, QuadratureCentre centre);

/// The same of the directions Qᵀv_0 … Qᵀv_d of each matrix Q in turn, v_j the vertices of ToSimplex
/// (orthogonal_directions.h) from the axes. O(V log d) per row.
std::unique_ptr<FeatureMap> MakeQuadratureMap(const QuadratureForm& form,
                                              std::vector<Butterfly> rotations, const Vector& radii,
                                              QuadratureCentre centre);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_MAP_H_
