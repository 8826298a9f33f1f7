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
  Index input = -1;  // index into Skeleton::inputs(), or -1 for an internal node
  std::shared_ptr<const ConjugateActivation> activation{};  // of an internal node
  std::vector<Index> in{};        // nodes that point here, all earlier ones
  std::vector<double> weights{};  // of `in`, ≥ 0, summing to 1; empty: all equal
  Index convolution = -1;         // the number of its convolution; -1: none

  /// The sum of the weights in their order, or the in-degree if all are equal. A sum over `in` is
  /// divided by it, so that a mean of ones is exactly 1 (the slope of some activations is infinite
  /// there).
  double TotalWeight() const;
};

/// A computation skeleton (Daniely et al. 2017, section 5): a directed acyclic graph whose input
/// nodes have base spaces and whose internal nodes have conjugate activations,
///
///   k_v = ŝ_v(mean of k_u over the nodes u that point to v),
///
/// with one output node. Immutable. ReadSkeleton reads one from parameters (docs/skeletons.md).
class Skeleton {
 public:
  /// `nodes` are in topological order: each comes after those that point to it, and the output is
  /// last. Nodes from which the output cannot be reached are left out. row_columns: how many
  /// columns a row must have; absent if any number is allowed.
  Skeleton(std::vector<SkeletonInput> inputs, std::vector<SkeletonNode> nodes,
           std::optional<Index> row_columns);

  const std::vector<SkeletonInput>& inputs() const { return inputs_; }
  const std::vector<SkeletonNode>& nodes() const { return nodes_; }
  std::optional<Index> row_columns() const { return row_columns_; }

  /// Whether the features of any input are complex.
  bool is_complex() const;

  /// The weighted mean of the values of the nodes that point to `node`. O(in-degree).
  static double MeanOfIn(const SkeletonNode& node, const std::vector<double>& values);

 private:
  std::vector<SkeletonInput> inputs_;
  std::vector<SkeletonNode> nodes_;
  std::optional<Index> row_columns_;
};

/// The value of the output node. leaf(input number) gives the value of the nodes of that input;
/// activate(node, mean of its predecessors) gives the value of an internal node. O(edges).
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

/// A skeleton's inputs for rows with d columns: which columns each input takes, and where its
/// encoded values are stored.
class SkeletonRows {
 public:
  /// Throws InvalidInput if d is not the number of columns that the skeleton was made for, or if an
  /// input that takes all columns cannot take d of them. Keeps a copy of the inputs.
  SkeletonRows(const Skeleton& skeleton, Index d);

  Index num_inputs() const { return static_cast<Index>(inputs_.size()); }
  const BaseSpace& space(Index input) const {
    return *inputs_[static_cast<std::size_t>(input)].space;
  }
  Index row_columns() const { return d_; }  // d

  Index offset(Index input) const { return offsets_[static_cast<std::size_t>(input)]; }
  Index size(Index input) const { return offset(input + 1) - offset(input); }
  Index columns(Index input) const;

  /// The size of all inputs together.
  Index total_size() const { return offsets_.back(); }

  /// Rows [begin, begin + count) of x encoded, count × total_size(), for the given inputs (the
  /// other values are not set). Throws InvalidInput if a value is outside the space of its input;
  /// the row is named by its number in x. O(count·(d + encoding)).
  Matrix Encode(const Examples& x, Index begin, Index count,
                const std::vector<Index>& inputs) const;

  /// The same for all inputs.
  Matrix Encode(const Examples& x, Index begin, Index count) const;

 private:
  void EncodeInput(Index input, const Matrix& rows, Index begin, Matrix& encoded) const;

  std::vector<SkeletonInput> inputs_;
  Index d_;
  std::vector<Index> offsets_;
};

/// Reads a skeleton from the list `nodes` that a user writes. Each entry is an object that makes a
/// node or a layer, which is a grid of nodes (docs/skeletons.md has examples):
///
///   {"type": "input", "name", "space", parameters of the space, and one of
///      "columns": [j, …]           one node (with neither, one node takes all columns)
///      "grid": [rows, cols], "channels", "first", "layout", "image", "offset"}   rows × cols nodes
///   {"type": "conv", "name", "of", "size", "stride", "activation"}    windows inside the layer
///   {"type": "fully_connected", "name", "of", "activation"}           one node over a layer
///   {"type": "node", "name", "of": […], "weights", "activation"}      one node over nodes,
///                                                                     or layers
///
/// `of` names other entries, earlier or later ones; by default it is the previous entry.
/// `activation` is a name or an object {"name", parameters}. input_dim: the number of columns of a
/// row, needed if no node reads the last ones.
///
/// Throws InvalidInput, one sentence that names the node, for unknown types, spaces, activations,
/// names and parameters (each with the nearest known one), for weights that are negative or do not
/// sum to 1 within 1e-9, for a window larger than its layer, for a cycle, if there is no output
/// node or more than one, and, before any node is made, if they do not fit in memory.
Skeleton ReadSkeleton(const ParamValue::List& nodes, std::optional<Index> input_dim);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_SKELETON_H_
