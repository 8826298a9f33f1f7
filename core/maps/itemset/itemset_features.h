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

/// The features k(w_i, x)/√D of drawn vectors w_i, computed in doubles or floats by the method that
/// is fastest for the kernel.
template <class Real>
class ItemsetFeaturesOf {
 public:
  using Out = std::conditional_t<std::is_same_v<Real, float>, FloatMatrixRef, MatrixRef>;

  virtual ~ItemsetFeaturesOf() = default;

  /// Writes the features of rows [begin, begin + count) of x to out, which is count × D.
  virtual void Evaluate(const Examples& x, Index begin, Index count, Out out) const = 0;

  virtual std::size_t bytes() const = 0;

  /// As FeatureMap::FiniteNorm.
  virtual double FiniteNorm() const { return 0; }

  /// As FeatureMap::FitsFloats, for features in floats.
  virtual bool Fits(const Examples& /*x*/, Index /*i*/) const { return true; }

  /// Multiplications and additions for one row.
  virtual double OperationsPerRow(double nonzeros) const = 0;
};

using ItemsetFeatures = ItemsetFeaturesOf<double>;

/// For ANOVA of order m ≤ 3: Newton's identities on power sums <w^t, x^t>, which are matrix
/// products; the even powers of a sign are 1, so that their sums are one number per row. Higher
/// orders would lose digits that way; they, and listed itemsets, use the kernel's own recursion on
/// 32 vectors at once. For all subsets: running products of 1 + w_j x_j in registers. O(m·d·D) per
/// row, O(m·nnz·D) for a sparse row. Throws InvalidInput if the vectors do not fit in memory,
/// before allocating it.
std::unique_ptr<ItemsetFeatures> NewItemsetFeatures(const ItemsetKernel& kernel, VectorLaw law,
                                                    std::uint64_t seed, Index d, Index D);

/// The same features in floats; nullptr for listed itemsets and for ANOVA of orders above 5. The
/// error of a power sum is proportional to |x|^m, and its feature may be far smaller than that.
/// Rows whose √k(x, x) is below about a tenth of |x|^m do not fit (Fits), for example rows with one
/// dominant value, nor do rows with too many columns.
std::unique_ptr<ItemsetFeaturesOf<float>> NewFloatItemsetFeatures(const ItemsetKernel& kernel,
                                                                  VectorLaw law, std::uint64_t seed,
                                                                  Index d, Index D);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ITEMSET_ITEMSET_FEATURES_H_
