#ifndef MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_MAP_H_
#define MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_MAP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/maps/feature_map.h"
#include "core/maps/skeleton/network_shape.h"

namespace mercer {

/// A drawn network of a skeleton's shape (random_network.h). Replica α of layer l has weights from
/// the stream (DeriveSeed(seed, {l}), kMap, α), one neuron that it sees after the other.
class RandomNetworkMap : public FeatureMap {
 public:
  /// shape: of this skeleton and these rows. unit_norm: z(x)/|z(x)| instead of z(x).
  RandomNetworkMap(Skeleton skeleton, SkeletonRows rows, NetworkShape shape, std::uint64_t seed,
                   bool unit_norm);

  std::string name() const override { return "random_network"; }
  Index input_dim() const override { return rows_.row_columns(); }
  Index num_random_features() const override { return shape_.width(skeleton_.nodes().size() - 1); }
  Index output_dim() const override { return num_random_features(); }
  std::size_t bytes() const override;
  /// Of all neurons: a network does not pass over zeros.
  double OperationsPerRow(double /*nonzeros*/) const override { return 2 * shape_.NumProducts(); }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;

 private:
  Matrix DrawWeights(std::size_t layer, std::uint64_t seed) const;
  void ComputeNode(std::size_t v, Matrix& neurons) const;

  Skeleton skeleton_;
  SkeletonRows rows_;
  NetworkShape shape_;
  bool unit_norm_;
  std::vector<Matrix> weights_;  // by layer, replicas × inputs
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_MAP_H_
