#ifndef MERCER_CORE_MAPS_SKETCH_SKETCH_TREE_H_
#define MERCER_CORE_MAPS_SKETCH_SKETCH_TREE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/linalg/fft.h"
#include "core/maps/feature_map.h"
#include "core/maps/sketch/sketch_law.h"
#include "core/maps/sketch/sketch_moments.h"
#include "core/maps/sketch/tree_projection.h"

namespace mercer {

/// Where a tree projects: after each product of a node, or each factor before the product.
enum class TreeOrder { kAfter, kBefore };

struct TreeShape {
  TreeOrder order = TreeOrder::kAfter;
  SketchLaw law{};            // not srht_joint
  bool count_sketch = false;  // kBefore: the projections are count sketches, law is not used

  /// The number of rows R for D random features: D, or D/2 complex rows for complex_to_real.
  Index Rows(Index num_random_features) const;

  /// kBefore: the number of values of the count sketch of a leaf.
  Index LeafBuckets(Index num_random_features) const;

  /// The number of values that a node other than a leaf projects.
  Index NodeDim(Index num_random_features) const;
};

/// The number of leaves of a tree of degree m: m, or for kBefore also those that are sketches of
/// e_1.
Index NumLeaves(TreeOrder order, Index degree);

/// The number of nodes that project, leaves not counted.
Index NumNodes(TreeOrder order, Index degree);

/// The bytes of all that is drawn.
double TreeBytes(const TreeShape& shape, const PolynomialForm& form, Index input_dim,
                 Index num_random_features);

/// E|<z(x), z(y)*> − k|² and Var Re<z(x), z(y)*> of a tree without count sketches at its nodes.
struct TreeVariance {
  double absolute = 0;
  double real = 0;
};
TreeVariance VarianceOfTree(const TreeShape& shape, const PolynomialForm& form, const Vector& x,
                            const Vector& y, Index num_random_features);

/// All projections of a tree, drawn. They are numbered in this order: the count sketches of the
/// leaves, the projections of the leaves, and those of the nodes from the bottom up, left to right.
/// Projection i has the seed DeriveSeed(seed, {i}).
class SketchTree {
 public:
  SketchTree(const TreeShape& shape, const PolynomialForm& form, const DrawContext& context);

  std::size_t bytes() const;
  double OperationsPerRow() const;

  /// The values at the root, R for each row x' of SketchedDim values.
  TreeValues Apply(const Matrix& x) const;

 private:
  TreeValues ApplyAfter(const Matrix& x) const;
  TreeValues ApplyBefore(const Matrix& x) const;
  TreeValues LeafOf(const Matrix& x, std::size_t leaf) const;
  TreeValues Project(std::size_t projection, TreeValues values) const;
  void Join(const TreeValues& b, TreeValues& a) const;
  void Convolve(const Matrix& b, Matrix& a) const;

  TreeShape shape_;
  Index degree_;
  Index features_;
  Index rows_;
  std::vector<CountSketch> leaf_sketches_{};  // kBefore
  std::vector<TreeProjection> projections_{};
  std::vector<CountSketch> count_sketches_{};  // instead of projections_ if count_sketch
  std::vector<TreeValues> ones_{};             // kBefore: the leaves of e_1, one row each
  std::optional<RealFft> fft_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_SKETCH_TREE_H_
