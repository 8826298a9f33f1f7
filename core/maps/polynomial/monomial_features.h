#ifndef MERCER_CORE_MAPS_POLYNOMIAL_MONOMIAL_FEATURES_H_
#define MERCER_CORE_MAPS_POLYNOMIAL_MONOMIAL_FEATURES_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/itemset/itemset_kernel.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// One feature for each distinct monomial x^α, |α| = k, of chosen degrees k (Cotter et al. 2011,
/// section 3): scale_k·Π_i x_i^α_i/√(α_i!). With scale_k = √(k!·a_k) the inner product of two rows
/// is Σ a_k <x, y>^k.
///
/// The columns are ordered by degree. Within a degree the tuples j₁ ≤ … ≤ j_k of the multiplied
/// columns are in colexicographic order, that is, by the rank Σ_t C(j_t + t − 1, t) (columns from
/// 0, t from 1). The monomials of the first i columns are then a prefix of all, and those whose
/// last column is i are prefixes of lower degrees times a power of x_i. Each takes one
/// multiplication; those with a column that is 0 in the row take none.
class MonomialFeatures {
 public:
  /// scales[k] is the scale of degree k; 0 leaves the degree out. Throws InvalidInput if the number
  /// of monomials is more than an Index can count; the message begins with `what` and names that
  /// number and the bytes of one row.
  MonomialFeatures(const std::string& what, Index d, std::vector<double> scales);

  /// The number of columns.
  Index size() const { return size_; }
  std::size_t bytes() const;

  /// The number of monomials of `nonzeros` columns, including those of omitted degrees, which is
  /// the number of multiplications for a row.
  double Operations(double nonzeros) const;

  /// The number of features of a row with `nonzeros` non-zero values.
  Index StoredValues(Index nonzeros) const;

  /// The number of features of all rows together; empty if the rows are dense.
  std::optional<double> SparseValues(const Examples& x) const;

  /// Writes the features of a row, times `factor`, to StoredValues(|x.columns|) places, and their
  /// columns, ascending, unless `columns` is nullptr.
  void Evaluate(const RowValues& x, double factor, Index* columns, double* values) const;

  /// The number of monomials of degree k in d variables: C(d + k − 1, k).
  static double Count(double d, Index k);

 private:
  Index degree_ = 0;  // the highest
  Index size_ = 0;
  std::vector<double> scales_;
  std::vector<Index> offsets_;         // first column of each degree
  std::vector<double> inverse_roots_;  // 1/√(c!)
};

/// The options of a deterministic map: the monomials of x·row_scale, times exp(−row_decay·|x|²).
struct MonomialMapOptions {
  std::string name;
  Index input_dim = 0;
  Index num_random_features = 0;  // as requested
  double row_scale = 1;
  double row_decay = 0;
};
std::unique_ptr<FeatureMap> NewMonomialMap(const MonomialMapOptions& options,
                                           MonomialFeatures features);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POLYNOMIAL_MONOMIAL_FEATURES_H_
