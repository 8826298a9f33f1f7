#ifndef MERCER_CORE_MAPS_SKETCH_TREE_MOMENTS_H_
#define MERCER_CORE_MAPS_SKETCH_TREE_MOMENTS_H_

// Second moments of random projections of random vectors, from which the moments of trees of
// projections are computed.

#include "core/base/types.h"
#include "core/maps/sketch/sketch_law.h"
#include "core/maps/sketch/sketch_moments.h"

namespace mercer {

/// The moments of a pair of random vectors c, c', real or complex, with s = Σ c_l c'_l*.
struct VectorMoments {
  double absolute = 0;           // E|s|²
  double square = 0;             // E s²
  double norms = 0;              // E |c|²|c'|²
  double absolute_squares = 0;   // E Σ |c_l|²|c'_l|²
  double conjugate_squares = 0;  // E Σ c_l² c'_l*²
  double plain_squares = 0;      // E Σ c_l² c'_l²
};

/// The moments of a fixed pair.
VectorMoments MomentsOfPair(const SketchPair& pair);

/// The moments of the vector of Re c and Im c, for a complex c.
VectorMoments MomentsOfParts(const VectorMoments& c);

/// The moments of the count sketches of real c and c' to `buckets` values.
VectorMoments MomentsOfCountSketch(const VectorMoments& c, Index buckets);

/// The moments of R rows a_l = <w_l, c> and a'_l: those of one row and those of two. Two rows of
/// srht come from the same pool or from two pools.
struct RowsMoments {
  struct OfTwo {
    double absolute = 0;  // E a_l a'_l* (a_k a'_k*)*
    double square = 0;    // E a_l a'_l* a_k a'_k*
    double norms = 0;     // E |a_l|²|a'_k|²
  };
  double absolute = 0;  // E|a_l|²|a'_l|²
  double square = 0;    // E a_l² a'_l*²
  double plain = 0;     // E a_l² a'_l²
  OfTwo of_pool{};
  OfTwo of_others{};
};

/// The number of rows, and of ordered pairs of rows of each kind.
struct RowPairs {
  double rows = 0;
  double of_pool = 0;
  double of_others = 0;
};

/// The pairs among `rows` rows of a projection of `input_dim` values.
RowPairs PairsOf(const SketchLaw& law, Index input_dim, Index rows);

/// The moments of the rows of a random projection of c and c', times `weight`, as in
/// sketch_moments.h but for random vectors. For Rademacher and Walsh-Hadamard rows E|a_l|²|a'_l|²
/// is E (|c|²|c'|² + 2s² − 2Σ c_l² c'_l²) if real and E (|c|²|c'|² + |s|² − Σ|c_l|²|c'_l|²) if
/// complex; for Gaussian rows the sums are absent.
RowsMoments MomentsOfRows(const SketchLaw& law, const VectorMoments& c, Index input_dim,
                          double weight);

/// The moments of rows that are 1.
RowsMoments MomentsOfOnes();

/// The moments of the vector of entrywise products of two independent sets of rows. With
/// MomentsOfOnes as b they are those of the rows a themselves.
VectorMoments MomentsOfProduct(const RowsMoments& a, const RowsMoments& b, const RowPairs& pairs);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_TREE_MOMENTS_H_
