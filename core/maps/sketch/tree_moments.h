#ifndef MERCER_CORE_MAPS_SKETCH_TREE_MOMENTS_H_
#define MERCER_CORE_MAPS_SKETCH_TREE_MOMENTS_H_

// Second moments of random projections of random vectors, which those of trees of them are made of.

#include "core/base/types.h"
#include "core/maps/sketch/sketch_law.h"
#include "core/maps/sketch/sketch_moments.h"

namespace mercer {

/// Of a pair of random vectors c, c' with values that may be complex, s = Σ c_l c'_l*.
struct VectorMoments {
  double absolute = 0;           // E|s|²
  double square = 0;             // E s²
  double norms = 0;              // E |c|²|c'|²
  double absolute_squares = 0;   // E Σ |c_l|²|c'_l|²
  double conjugate_squares = 0;  // E Σ c_l² c'_l*²
  double plain_squares = 0;      // E Σ c_l² c'_l²
};

/// Of a fixed pair.
VectorMoments MomentsOfPair(const SketchPair& pair);

/// Of Re c beside Im c, for a complex c.
VectorMoments MomentsOfParts(const VectorMoments& c);

/// Of the count sketches of real c and c' to `buckets` values.
VectorMoments MomentsOfCountSketch(const VectorMoments& c, Index buckets);

/// Of R rows a_l = <w_l, c> and a'_l: those of one row, and of two. Rows of srht are of a pool
/// together or of two.
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

/// How many ordered pairs of rows there are of each kind.
struct RowPairs {
  double rows = 0;
  double of_pool = 0;
  double of_others = 0;
};

/// Of `rows` rows of a projection of n values.
RowPairs PairsOf(const SketchLaw& law, Index input_dim, Index rows);

/// Of the rows of a random projection of c and c', times `weight`: sketch_moments.h for vectors
/// that are random. Those of Rademacher and Walsh-Hadamard rows: E|a_l|²|a'_l|² = E (|c|²|c'|² +
/// 2s² − 2Σ c_l² c'_l²) real and E (|c|²|c'|² + |s|² − Σ|c_l|²|c'_l|²) complex; Gaussian ones have
/// none of the sums.
RowsMoments MomentsOfRows(const SketchLaw& law, const VectorMoments& c, Index input_dim,
                          double weight);

/// Rows that are 1.
RowsMoments MomentsOfOnes();

/// Of the rows themselves as a vector, and of the entrywise products of two independent ones.
VectorMoments MomentsOfProduct(const RowsMoments& a, const RowsMoments& b, const RowPairs& pairs);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_TREE_MOMENTS_H_
