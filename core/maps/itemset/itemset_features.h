#ifndef MERCER_CORE_MAPS_ITEMSET_ITEMSET_FEATURES_H_
#define MERCER_CORE_MAPS_ITEMSET_ITEMSET_FEATURES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/kernels/itemset/itemset_kernel.h"
#include "core/maps/itemset/kernel_vectors.h"

namespace mercer {

/// The features k(w_i, x)/√D of drawn vectors w_i, by the way that is fastest for the kernel, in
/// doubles or floats.
template <class Real>
class ItemsetFeaturesOf {
 public:
  using Out = std::conditional_t<std::is_same_v<Real, float>, FloatMatrixRef, MatrixRef>;

  virtual ~ItemsetFeaturesOf() = default;

  /// Rows [begin, begin + count) of x; out is count × D.
  virtual void Evaluate(const Examples& x, Index begin, Index count, Out out) const = 0;

  virtual std::size_t bytes() const = 0;

  /// As FeatureMap::FiniteNorm.
  virtual double FiniteNorm() const { return 0; }

  /// As FeatureMap::FitsFloats, of floats.
  virtual bool Fits(const Examples& /*x*/, Index /*i*/) const { return true; }

  /// Multiplications and additions for one row.
  virtual double OperationsPerRow(double nonzeros) const = 0;
};

using ItemsetFeatures = ItemsetFeaturesOf<double>;

/// ANOVA of order m ≤ 3: Newton's identities on power sums <w^t, x^t>, which are matrix products; a
/// sign's even powers are 1, so these sums are one number per row. Higher orders lose digits that
/// way, so they, and listed itemsets, run the kernel's own recursion on 32 vectors at once. All
/// subsets: running products of 1 + w_j x_j in registers. O(m·d·D) per row, a sparse one
/// O(m·nnz·D). Throws InvalidInput where the vectors do not fit in memory, before taking it.
std::unique_ptr<ItemsetFeatures> NewItemsetFeatures(const ItemsetKernel& kernel, VectorLaw law,
                                                    std::uint64_t seed, Index d, Index D);

/// The same features in floats; nullptr for listed itemsets and ANOVA of orders above 5. A power
/// sum's error is a share of |x|^m, and its feature may be far smaller: rows with √k(x, x) below
/// about a tenth of that, those with one large value among them, do not fit (Fits), nor do rows of
/// too many columns.
std::unique_ptr<ItemsetFeaturesOf<float>> NewFloatItemsetFeatures(const ItemsetKernel& kernel,
                                                                  VectorLaw law, std::uint64_t seed,
                                                                  Index d, Index D);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ITEMSET_ITEMSET_FEATURES_H_
