#ifndef MERCER_CORE_MAPS_CIRCULANT_ANOVA_LANES_H_
#define MERCER_CORE_MAPS_CIRCULANT_ANOVA_LANES_H_

#include <vector>

#include "core/base/examples.h"
#include "core/maps/circulant/circulant_lanes.h"

namespace mercer {

/// Computes features of the ANOVA kernel of order m from the power sums given by CirculantLanes,
/// for kLanes rows of examples side by side. A row's features do not depend on the other rows.
class AnovaLanes {
 public:
  /// Allocates the workspace. `blocks` must outlive this object. `features` is D.
  AnovaLanes(const CirculantLanes& blocks, Index order, Index d, Index features);

  /// Writes the features of rows begin … begin + out.rows() − 1 of x. O(m·D·log d + m²·D) per row.
  void ComputeRows(const Examples& x, Index begin, MatrixRef out);

 private:
  void TakePowers();
  template <int order>
  void WriteBlock(Index t, MatrixRef out);
  template <int order>
  Doubles Kernel(Index line) const;

  const CirculantLanes& blocks_;
  Index order_;
  Index d_;
  Index features_;
  double scale_;
  std::vector<Vector> powers_;                      // [t / 2]: lines of x^t, t odd
  Vector even_sums_;                                // line t: Σ_j x_j^t
  std::vector<CirculantLanes::Products> products_;  // [t / 2]: P x^t, t odd
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_ANOVA_LANES_H_
