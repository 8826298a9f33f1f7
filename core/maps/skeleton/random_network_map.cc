#include "core/maps/skeleton/random_network_map.h"

#include <cmath>

#include "core/base/random.h"
#include "core/linalg/memory.h"
#include "core/linalg/stable_norm.h"

namespace mercer {

RandomNetworkMap::RandomNetworkMap(Skeleton skeleton, SkeletonRows rows, NetworkShape shape,
                                   std::uint64_t seed, bool unit_norm)
    : skeleton_(std::move(skeleton)),
      rows_(std::move(rows)),
      shape_(std::move(shape)),
      unit_norm_(unit_norm) {
  for (std::size_t l = 0; l < shape_.layers().size(); ++l)
    weights_.push_back(DrawWeights(l, DeriveSeed(seed, {l})));
}

std::size_t RandomNetworkMap::bytes() const {
  std::size_t bytes = 0;
  for (const Matrix& weights : weights_)
    bytes += sizeof(double) * static_cast<std::size_t>(weights.size());
  return bytes;
}

// Normal weights times the roots of the edges' weights: neurons scaled so that <z_u(x), z_u(y)> is
// k_u on average give replicas with the mean of these as their covariance.
Matrix RandomNetworkMap::DrawWeights(std::size_t layer, std::uint64_t seed) const {
  const auto& [v, replicas, inputs] = shape_.layers()[layer];
  const SkeletonNode& node = skeleton_.nodes()[v];
  Vector scale(inputs);
  Index column = 0;
  for (std::size_t e = 0; e < node.in.size(); ++e) {
    const Index width = shape_.width(static_cast<std::size_t>(node.in[e]));
    const double weight = node.weights.empty() ? 1 : node.weights[e];
    scale.segment(column, width).setConstant(std::sqrt(weight / node.TotalWeight()));
    column += width;
  }
  Matrix weights = NewMatrix("a layer of map 'random_network'", replicas, inputs);
  for (Index replica = 0; replica < replicas; ++replica) {
    RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(replica));
    for (Index i = 0; i < inputs; ++i) weights(replica, i) = scale[i] * stream.Gaussian();
  }
  return weights;
}

void RandomNetworkMap::ComputeNode(std::size_t v, Matrix& neurons) const {
  const SkeletonNode& node = skeleton_.nodes()[v];
  const Matrix& weights = weights_[shape_.layer_of(v)];
  Matrix seen(neurons.rows(), weights.cols());
  Index column = 0;
  for (const Index from : node.in) {
    const auto u = static_cast<std::size_t>(from);
    seen.middleCols(column, shape_.width(u)) = neurons.middleCols(shape_.begin(u), shape_.width(u));
    column += shape_.width(u);
  }
  auto own = neurons.middleCols(shape_.begin(v), shape_.width(v));
  own.noalias() = seen * weights.transpose();
  for (Index r = 0; r < own.rows(); ++r)
    node.activation->Activate(own.row(r).data(), shape_.width(v));
  own /= std::sqrt(static_cast<double>(shape_.width(v)));
}

void RandomNetworkMap::ComputeRows(const Examples& x, Index begin, Index count,
                                   MatrixRef out) const {
  const Matrix encoded = rows_.Encode(x, begin, count);
  Matrix neurons(count, shape_.num_neurons());
  for (std::size_t v = 0; v < skeleton_.nodes().size(); ++v) {
    const Index input = skeleton_.nodes()[v].input;
    if (input < 0) {
      ComputeNode(v, neurons);
      continue;
    }
    const Index size = rows_.size(input);
    neurons.middleCols(shape_.begin(v), size) =
        std::sqrt(rows_.space(input).InnerProductScale(size)) *
        encoded.middleCols(rows_.offset(input), size);
  }
  out = neurons.rightCols(output_dim());
  if (!unit_norm_) return;
  for (Index r = 0; r < count; ++r) {
    const double norm = StableNorm(out.row(r));
    if (norm != 0) out.row(r) /= norm;
  }
}

}  // namespace mercer
