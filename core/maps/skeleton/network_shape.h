#ifndef MERCER_CORE_MAPS_SKELETON_NETWORK_SHAPE_H_
#define MERCER_CORE_MAPS_SKELETON_NETWORK_SHAPE_H_

#include <vector>

#include "core/kernels/skeleton/skeleton.h"

namespace mercer {

/// The neurons and weights of a network of a skeleton's shape. An input node has one neuron for
/// each of its encoded values, the output node D replicas, every other internal node r of them.
/// Each replica sees all neurons of the nodes that point to its node, one after the other. The
/// nodes of a convolution share their weights.
class NetworkShape {
 public:
  /// One matrix of weights.
  struct Layer {
    std::size_t node = 0;  // the first node that has these weights
    Index replicas = 0;
    Index inputs = 0;  // neurons that a replica sees
  };

  /// inner_replication: r/D; r is rounded, and at least 1. Throws InvalidInput for more than 2^31
  /// neurons in a node. O(edges).
  NetworkShape(const Skeleton& skeleton, const SkeletonRows& rows, Index num_random_features,
               double inner_replication);

  const std::vector<Layer>& layers() const { return layers_; }

  /// The layer of an internal node.
  std::size_t layer_of(std::size_t node) const { return layer_of_[node]; }

  /// Neurons of all nodes, in the order of the nodes: those of `node` are columns
  /// [begin(node), begin(node) + width(node)).
  Index num_neurons() const { return begin_.back(); }
  Index begin(std::size_t node) const { return begin_[node]; }
  Index width(std::size_t node) const { return begin_[node + 1] - begin_[node]; }

  /// Of all layers; a double, as there may be more than an Index can count.
  double NumWeights() const;

  /// Products of a weight and a neuron for one row.
  double NumProducts() const { return num_products_; }

 private:
  std::vector<Layer> layers_;
  std::vector<std::size_t> layer_of_;  // by node; of no meaning for inputs
  std::vector<Index> begin_ = {0};     // by node, and the end
  double num_products_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_NETWORK_SHAPE_H_
