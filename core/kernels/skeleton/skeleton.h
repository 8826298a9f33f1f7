#ifndef MERCER_CORE_KERNELS_SKELETON_SKELETON_H_
#define MERCER_CORE_KERNELS_SKELETON_SKELETON_H_

#include <memory>
#include <optional>
#include <vector>

#include "core/base/examples.h"
#include "core/base/params.h"
#include "core/kernels/skeleton/base_space.h"
#include "core/kernels/skeleton/conjugate_activation.h"

namespace mercer {

/// Some columns of a row in a base space.
struct SkeletonInput {
  std::shared_ptr<const BaseSpace> space{};
  std::vector<Index> columns{};  // empty: all of them
};

/// A node of the graph: an input, or the activation of a mean of nodes.
struct SkeletonNode {
  Index input = -1;  // of Skeleton::inputs(), or -1 for an internal node
  std::shared_ptr<const ConjugateActivation> activation{};  // of an internal node
  std::vector<Index> in{};        // the nodes that point here, each before
  std::vector<double> weights{};  // of `in`, ≥ 0, summing to 1; empty: all equal
  Index convolution = -1;         // the nodes of one have its number; -1: of none

  /// The sum of the weights in their order, or the in-degree: what a sum over `in` is divided by,
  /// so that a mean of ones is exactly 1 (the slope of some activations there is infinite).
  double TotalWeight() const;
};

/// A computation skeleton (Daniely et al. 2017, section 5): a directed acyclic graph whose input
/// nodes have base spaces and whose internal nodes have conjugate activations,
///
///   k_v = ŝ_v(mean of k_u over the nodes u that point to v),
///
/// with one output node. Immutable. Read from parameters by ReadSkeleton (docs/skeletons.md).
class Skeleton {
 public:
  /// Nodes in an order in which each comes after those that point to it, the output last. Nodes
  /// that do not reach the output are left out. row_columns: how many columns a row must have,
  /// absent where any number does.
  Skeleton(std::vector<SkeletonInput> inputs, std::vector<SkeletonNode> nodes,
           std::optional<Index> row_columns);

  const std::vector<SkeletonInput>& inputs() const { return inputs_; }
  const std::vector<SkeletonNode>& nodes() const { return nodes_; }
  std::optional<Index> row_columns() const { return row_columns_; }

  /// Whether some input's features are complex.
  bool is_complex() const;

  /// The mean over the nodes that point to `node`. O(in-degree).
  static double MeanOfIn(const SkeletonNode& node, const std::vector<double>& values);

 private:
  std::vector<SkeletonInput> inputs_;
  std::vector<SkeletonNode> nodes_;
  std::optional<Index> row_columns_;
};

/// The value of the output: `leaf` of the number of an input gives that of its nodes, and
/// `activate` of an internal node and the mean of its predecessors that of the others. O(edges).
template <class Leaf, class Activate>
double Propagate(const Skeleton& skeleton, const Leaf& leaf, const Activate& activate) {
  std::vector<double> values;
  values.reserve(skeleton.nodes().size());
  for (const SkeletonNode& node : skeleton.nodes()) {
    values.push_back(node.input >= 0 ? leaf(node.input)
                                     : activate(node, Skeleton::MeanOfIn(node, values)));
  }
  return values.back();
}

/// A skeleton's inputs for rows with d columns: which columns each takes, and where its encoded
/// values lie.
class SkeletonRows {
 public:
  /// Throws InvalidInput where d is not what the skeleton was made for, or an input with all
  /// columns cannot have that many. Keeps a copy of the inputs.
  SkeletonRows(const Skeleton& skeleton, Index d);

  Index num_inputs() const { return static_cast<Index>(inputs_.size()); }
  const BaseSpace& space(Index input) const {
    return *inputs_[static_cast<std::size_t>(input)].space;
  }
  Index row_columns() const { return d_; }  // d

  Index offset(Index input) const { return offsets_[static_cast<std::size_t>(input)]; }
  Index size(Index input) const { return offset(input + 1) - offset(input); }
  Index columns(Index input) const;

  /// Of all inputs together.
  Index total_size() const { return offsets_.back(); }

  /// Rows [begin, begin + count) of x encoded, count × total_size(), for the inputs given (the
  /// other values are not set). Throws InvalidInput where a value is outside its input's space; the
  /// row is named by its number in x. O(count·(d + encoding)).
  Matrix Encode(const Examples& x, Index begin, Index count,
                const std::vector<Index>& inputs) const;

  /// All of them.
  Matrix Encode(const Examples& x, Index begin, Index count) const;

 private:
  void EncodeInput(Index input, const Matrix& rows, Index begin, Matrix& encoded) const;

  std::vector<SkeletonInput> inputs_;
  Index d_;
  std::vector<Index> offsets_;
};

/// A skeleton from the list `nodes` that a user writes, each entry an object that makes a node or a
/// layer, a grid of nodes (docs/skeletons.md has examples):
///
///   {"type": "input", "name", "space", parameters of the space, and one of
///      "columns": [j, …]           one node; neither: one node that takes all columns
///      "grid": [rows, cols], "channels", "first", "layout", "image", "offset"}   rows × cols nodes
///   {"type": "conv", "name", "of", "size", "stride", "activation"}    windows that lie inside
///   {"type": "fully_connected", "name", "of", "activation"}           one node over a layer
///   {"type": "node", "name", "of": […], "weights", "activation"}      one node over nodes or
///   layers
///
/// `of` names other entries, before or after; where absent it is the entry before. `activation` is
/// a name or an object {"name", parameters}. input_dim: columns of a row, where no node reads the
/// last ones.
///
/// Throws InvalidInput, one sentence that names the node: unknown types, spaces, activations, names
/// and parameters, each with the nearest known one; negative weights or weights that do not sum to
/// 1 to 1e-9; a window larger than its layer; a cycle; no output node, or more than one.
Skeleton ReadSkeleton(const ParamValue::List& nodes, std::optional<Index> input_dim);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_SKELETON_H_
