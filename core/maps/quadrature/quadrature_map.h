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

/// How the weight b = 1 − mean d/ρ² of the centre of a Gaussian kernel's rules is represented: as
/// the offset of the map, or as a column √b, for which b must not be negative.
enum class QuadratureCentre { kOffset, kColumn };

/// The function of <w, x> whose products have the kernel as their expectation: cosine and sine for
/// the Gaussian kernel, step and ramp for the arc-cosine kernels of order 0 and 1.
enum class Integrand { kWave, kStep, kRamp };

struct QuadratureForm {
  Integrand integrand = Integrand::kWave;
  double sigma = 1;  // of waves

  bool is_wave() const { return integrand == Integrand::kWave; }
};

/// The form of a kernel; empty if it has none.
std::optional<QuadratureForm> QuadratureFormOf(const Kernel& kernel);

/// b = 1 − mean d/ρ² for the given radii ρ.
double CentreWeight(Index d, const Vector& radii);

/// Makes the map for given directions, the unit columns of a d × V matrix, and V radii ρ, which
/// only waves use. Each direction has two columns (quadrature.h). O(d·V) per row.
std::unique_ptr<FeatureMap> MakeQuadratureMap(const QuadratureForm& form,
                                              const Eigen::MatrixXd& directions,
                                              const Vector& radii, QuadratureCentre centre);

/// The same for the directions Qᵀv_0 … Qᵀv_d of each matrix Q in turn, where v_j are the vertices
/// that ToSimplex (orthogonal_directions.h) makes from the axes. O(V log d) per row.
std::unique_ptr<FeatureMap> MakeQuadratureMap(const QuadratureForm& form,
                                              std::vector<Butterfly> rotations, const Vector& radii,
                                              QuadratureCentre centre);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_MAP_H_
