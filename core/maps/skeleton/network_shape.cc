#include "core/maps/skeleton/network_shape.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

constexpr double kMostNeurons = 2147483648;

Index NumReplicas(double wanted) {
  const double replicas = std::max(1.0, std::round(wanted));
  if (replicas > kMostNeurons) {
    throw InvalidInput("map 'random_network': a node has " + FormatNumber(replicas) +
                       " neurons; expected at most " + FormatNumber(kMostNeurons));
  }
  return static_cast<Index>(replicas);
}

}  // namespace

NetworkShape::NetworkShape(const Skeleton& skeleton, const SkeletonRows& rows,
                           Index num_random_features, double inner_replication)
    : layer_of_(skeleton.nodes().size()) {
  const auto outputs = static_cast<double>(num_random_features);
  const Index at_output = NumReplicas(outputs);
  const Index inside = NumReplicas(inner_replication * outputs);
  std::map<Index, std::size_t> of_convolution;
  for (std::size_t v = 0; v < skeleton.nodes().size(); ++v) {
    const SkeletonNode& node = skeleton.nodes()[v];
    if (node.input >= 0) {
      begin_.push_back(begin_.back() + rows.size(node.input));
      continue;
    }
    const Index replicas = v + 1 == skeleton.nodes().size() ? at_output : inside;
    begin_.push_back(begin_.back() + replicas);
    Index inputs = 0;
    for (const Index u : node.in) inputs += width(static_cast<std::size_t>(u));
    num_products_ += static_cast<double>(replicas) * static_cast<double>(inputs);
    layer_of_[v] = layers_.size();
    if (node.convolution >= 0) {
      const auto [place, is_new] = of_convolution.try_emplace(node.convolution, layers_.size());
      layer_of_[v] = place->second;
      if (!is_new) {
        const Layer& shared = layers_[place->second];
        MERCER_CHECK(shared.replicas == replicas && shared.inputs == inputs);
        continue;
      }
    }
    layers_.push_back({v, replicas, inputs});
  }
}

double NetworkShape::NumWeights() const {
  double weights = 0;
  for (const Layer& layer : layers_)
    weights += static_cast<double>(layer.replicas) * static_cast<double>(layer.inputs);
  return weights;
}

}  // namespace mercer
