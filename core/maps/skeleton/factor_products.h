#ifndef MERCER_CORE_MAPS_SKELETON_FACTOR_PRODUCTS_H_
#define MERCER_CORE_MAPS_SKELETON_FACTOR_PRODUCTS_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/kernels/skeleton/skeleton.h"
#include "core/maps/skeleton/skeleton_law.h"

namespace mercer {

/// Which real numbers a complex product ψ contributes.
enum class ProductPart { kBoth, kReal, kImaginary };

/// Products of base factors, each stored as a list of indices of atoms: the distinct pairs (input,
/// ω) among all factors. A row's atoms are evaluated once and multiplied in complex arithmetic.
class FactorProducts {
 public:
  explicit FactorProducts(SkeletonRows rows);

  /// The atoms of a feature, sorted; two features are equal if their atoms are. New atoms are
  /// stored.
  std::vector<std::int32_t> Atoms(const std::vector<BaseFactor>& factors);

  /// Appends a product: `weight` times the given part of it.
  void Add(const std::vector<std::int32_t>& atoms, double weight, ProductPart part);

  void SetWeight(Index product, double weight) {
    products_[static_cast<std::size_t>(product)].weight = weight;
  }

  Index size() const { return static_cast<Index>(products_.size()); }
  Index num_factors() const { return static_cast<Index>(indices_.size()); }
  std::size_t bytes() const;
  double OperationsPerRow(double nonzeros) const;

  const SkeletonRows& rows() const { return rows_; }

  /// Evaluates rows [begin, begin + out.rows()) of x: product p goes to column p of `out`, or, if
  /// `both`, its real and imaginary part to columns 2p and 2p + 1. Throws InvalidInput if a row is
  /// outside a base space that some atom uses. O(factors + d) per row.
  void Evaluate(const Examples& x, Index begin, bool both, MatrixRef out) const;

 private:
  struct Atom {
    std::int32_t input = 0;
    std::uint32_t omega = 0;  // or the index of its vector among those of the input
  };
  struct Product {
    std::size_t end = 0;  // end in indices_; it begins at the end of the previous product
    double weight = 1;
    ProductPart part = ProductPart::kBoth;
  };

  void EvaluateAtoms(const Matrix& encoded, std::vector<double>& values) const;
  std::vector<Index> UsedInputs() const;
  std::vector<Matrix> Projections(const Matrix& encoded) const;

  SkeletonRows rows_;
  std::vector<Atom> atoms_;
  std::map<std::pair<Index, std::uint32_t>, std::int32_t> atom_numbers_;
  std::vector<std::vector<double>> vectors_;  // for each input, one after another
  std::vector<std::int32_t> indices_;
  std::vector<Product> products_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_FACTOR_PRODUCTS_H_
