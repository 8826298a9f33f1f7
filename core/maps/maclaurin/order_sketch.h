#ifndef MERCER_CORE_MAPS_MACLAURIN_ORDER_SKETCH_H_
#define MERCER_CORE_MAPS_MACLAURIN_ORDER_SKETCH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/maps/maclaurin/optimal_orders.h"

namespace mercer {

/// `count` features weight · Π_{j < order} <w_j, x> of one order n ≥ 1: a product sketch of <x, y>ⁿ
/// (Wacker, Kanagawa & Filippone 2024, sections 3 and 4).
struct SketchedOrder {
  Index order = 0;
  Index count = 0;
  double weight = 0;
};

/// The drawn features of several orders side by side. A complex feature takes two columns, its real
/// and its imaginary part. Its vectors are (u + iv)/√2 with Rademacher u and v; these differ from
/// vectors with entries 1, −1, i, −i by the factor exp(iπ/4), which cancels in every product with a
/// conjugate.
class OrderSketch {
 public:
  virtual ~OrderSketch() = default;

  /// The bytes of the drawn vectors.
  virtual std::size_t bytes() const = 0;
  virtual double OperationsPerRow(double nonzeros) const = 0;

  /// Writes the features of rows [begin, begin + out.rows()) of x, in the order of the columns.
  virtual void Evaluate(const Examples& x, Index begin, MatrixRef out) const = 0;
};

/// Draws the features. For real features with independent vectors: random signs as in
/// sign_products.h, where feature i, counted over all orders, has the stream (seed, kMap, i). For
/// complex features: from that stream, for each factor, the signs of u, then those of v
/// (random_signs.h). For rows of H·Δ: the blocks of hadamard_products.h, whose first stream is that
/// of the order's first feature. Throws InvalidInput if the vectors do not fit in memory.
std::unique_ptr<OrderSketch> DrawOrderSketch(const std::vector<SketchedOrder>& orders,
                                             const OptimalLaw& law, Index input_dim,
                                             std::uint64_t seed);

/// The bytes of the drawn vectors of `features` features of this order.
double OrderSketchBytes(const OptimalLaw& law, Index input_dim, Index features, Index order);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_ORDER_SKETCH_H_
