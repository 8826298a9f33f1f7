#ifndef MERCER_CORE_MAPS_POLYNOMIAL_MONOMIAL_FEATURES_H_
#define MERCER_CORE_MAPS_POLYNOMIAL_MONOMIAL_FEATURES_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/itemset/itemset_kernel.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// One feature per distinct monomial x^α, |α| = k, of chosen degrees k (Cotter et al. 2011, section
/// 3): scale_k·Π_i x_i^α_i/√(α_i!). With scale_k = √(k!·a_k) the inner product of two rows is Σ a_k
/// <x, y>^k.
///
/// Columns: degrees ascending; within a degree the tuples j₁ ≤ … ≤ j_k of the columns multiplied
/// stand in colexicographic order, which is the rank Σ_t C(j_t + t − 1, t) (columns from 0, t from
/// 1). So the monomials of the first i columns are a prefix of all, and those whose last column is
/// i are prefixes of lower degrees times a power of x_i: one multiplication each, none for absent
/// ones.
class MonomialFeatures {
 public:
  /// scales[k] belongs to degree k; 0 leaves the degree out. Throws InvalidInput where the number
  /// of monomials is more than an Index can count: it begins with `what` and names that number and
  /// the bytes of one row.
  MonomialFeatures(const std::string& what, Index d, std::vector<double> scales);

  /// Number of columns.
  Index size() const { return size_; }
  std::size_t bytes() const;

  /// Monomials of `nonzeros` columns, those of degrees left out too: multiplications for a row.
  double Operations(double nonzeros) const;

  /// How many features a row with so many values has.
  Index StoredValues(Index nonzeros) const;

  /// How many features all rows have together; empty where the rows are dense.
  std::optional<double> SparseValues(const Examples& x) const;

  /// The features of a row, times `factor`, into StoredValues(|x.columns|) places; their columns
  /// too, ascending, unless `columns` is nullptr.
  void Evaluate(const RowValues& x, double factor, Index* columns, double* values) const;

  /// Monomials in d variables of degree k: C(d + k − 1, k).
  static double Count(double d, Index k);

 private:
  Index degree_ = 0;  // the highest
  Index size_ = 0;
  std::vector<double> scales_;
  std::vector<Index> offsets_;         // of each degree's first column
  std::vector<double> inverse_roots_;  // 1/√(c!)
};

/// A deterministic map: the monomials of x·row_scale, times exp(−row_decay·|x|²).
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
