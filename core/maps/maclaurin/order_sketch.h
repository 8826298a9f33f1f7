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

/// The features of several orders side by side, drawn. A complex feature is two columns, its real
/// and its imaginary part. Its vectors are (u + iv)/√2 with Rademacher u and v: all of it a factor
/// exp(iπ/4) away from entries 1, −1, i, −i, which no product with a conjugate sees.
class OrderSketch {
 public:
  virtual ~OrderSketch() = default;

  /// Of the drawn vectors.
  virtual std::size_t bytes() const = 0;
  virtual double OperationsPerRow(double nonzeros) const = 0;

  /// The features of rows [begin, begin + out.rows()) of x, in the order of the columns.
  virtual void Evaluate(const Examples& x, Index begin, MatrixRef out) const = 0;
};

/// Draws them. Real features with independent vectors: random signs as in sign_products.h, feature
/// i of all from the stream (seed, kMap, i). Complex ones: from that stream for each factor the
/// signs of u, then those of v (random_signs.h). Rows of H·Δ: the blocks of
/// hadamard_products.h, whose streams begin with that of the order's first feature. Throws
/// InvalidInput where the vectors do not fit in memory.
std::unique_ptr<OrderSketch> DrawOrderSketch(const std::vector<SketchedOrder>& orders,
                                             const OptimalLaw& law, Index input_dim,
                                             std::uint64_t seed);

/// Bytes of the drawn vectors of so many features of this order.
double OrderSketchBytes(const OptimalLaw& law, Index input_dim, Index features, Index order);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_ORDER_SKETCH_H_
