#include "core/maps/sketch/tree_moments.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/linalg/walsh_hadamard.h"

namespace mercer {

VectorMoments MomentsOfPair(const SketchPair& pair) {
  const double t2 = pair.t * pair.t;
  return {t2, t2, pair.norms, pair.squares, pair.squares, pair.squares};
}

// (Re s)² = (|s|² + Re s²)/2, and of every value (Re c)²(Re c')² + (Im c)²(Im c')² = (|c|²|c'|² +
// Re(c²)Re(c'²))/2.
VectorMoments MomentsOfParts(const VectorMoments& c) {
  VectorMoments parts;
  parts.absolute = parts.square = (c.absolute + c.square) / 2;
  parts.norms = c.norms;
  parts.absolute_squares = parts.conjugate_squares = parts.plain_squares =
      (c.absolute_squares + (c.plain_squares + c.conjugate_squares) / 2) / 2;
  return parts;
}

// Two coordinates meet in a bucket with the probability 1/buckets; only squares of their signs have
// a mean.
VectorMoments MomentsOfCountSketch(const VectorMoments& c, Index buckets) {
  const double meet = 1 / static_cast<double>(buckets);
  const double own = c.absolute_squares, norms = c.norms - own, mixed = c.absolute - own;
  VectorMoments sketch;
  sketch.absolute = sketch.square = c.absolute + meet * (norms + mixed);
  sketch.norms = c.norms + 2 * meet * mixed;
  sketch.absolute_squares = sketch.conjugate_squares = sketch.plain_squares =
      own + meet * (norms + 2 * mixed);
  return sketch;
}

RowPairs PairsOf(const SketchLaw& law, Index input_dim, Index rows) {
  MERCER_CHECK(law.projection != Projection::kSrhtJoint);
  const auto R = static_cast<double>(rows);
  RowPairs pairs{R, 0, R * (R - 1)};
  if (!law.is_srht()) return pairs;
  const Index n = NextPowerOfTwo(std::max<Index>(1, input_dim)), rest = rows % n;
  pairs.of_pool = static_cast<double>(rows - rest) * static_cast<double>(n - 1) +
                  static_cast<double>(rest) * static_cast<double>(rest - 1);
  pairs.of_others -= pairs.of_pool;
  return pairs;
}

RowsMoments MomentsOfRows(const SketchLaw& law, const VectorMoments& c, Index input_dim,
                          double weight) {
  const double squares = law.projection == Projection::kGaussian ? 0 : 1;
  RowsMoments rows;
  if (law.has_complex_vectors()) {
    rows.absolute = c.norms + c.absolute - squares * c.absolute_squares;
    rows.square = 2 * c.square - squares * c.conjugate_squares;
    rows.plain = squares * c.plain_squares;
  } else {
    rows.absolute = c.norms + 2 * c.absolute - 2 * squares * c.absolute_squares;
    rows.square = rows.plain = rows.absolute;
  }
  rows.of_others = {c.absolute, c.square, c.norms};
  const auto n = static_cast<double>(NextPowerOfTwo(std::max<Index>(1, input_dim)));
  if (law.is_srht() && n > 1) {
    rows.of_pool = {(n * c.absolute - rows.absolute) / (n - 1),
                    (n * c.square - rows.square) / (n - 1),
                    (n * c.norms - rows.absolute) / (n - 1)};
  }
  const double power = weight * weight * weight * weight;
  for (double* moment : {&rows.absolute, &rows.square, &rows.plain, &rows.of_pool.absolute,
                         &rows.of_pool.square, &rows.of_pool.norms, &rows.of_others.absolute,
                         &rows.of_others.square, &rows.of_others.norms})
    *moment *= power;
  return rows;
}

RowsMoments MomentsOfOnes() { return {1, 1, 1, {1, 1, 1}, {1, 1, 1}}; }

VectorMoments MomentsOfProduct(const RowsMoments& a, const RowsMoments& b, const RowPairs& pairs) {
  const auto of_two = [&](double RowsMoments::OfTwo::*moment) {
    return pairs.of_pool * (a.of_pool.*moment) * (b.of_pool.*moment) +
           pairs.of_others * (a.of_others.*moment) * (b.of_others.*moment);
  };
  using OfTwo = RowsMoments::OfTwo;
  VectorMoments product;
  product.absolute_squares = pairs.rows * a.absolute * b.absolute;
  product.conjugate_squares = pairs.rows * a.square * b.square;
  product.plain_squares = pairs.rows * a.plain * b.plain;
  product.absolute = product.absolute_squares + of_two(&OfTwo::absolute);
  product.square = product.conjugate_squares + of_two(&OfTwo::square);
  product.norms = product.absolute_squares + of_two(&OfTwo::norms);
  return product;
}

}  // namespace mercer
