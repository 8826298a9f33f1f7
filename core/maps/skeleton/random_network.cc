#include "core/maps/skeleton/random_network.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/skeleton.h"
#include "core/kernels/skeleton/skeleton_kernel.h"
#include "core/linalg/memory.h"
#include "core/linalg/stable_norm.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/skeleton/skeleton_law.h"

namespace mercer {
namespace {

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

constexpr double kMostNeurons = 2147483648;

constexpr Index kMostRows = 96;  // of a block

// Rows of a block whose neurons take 256 MiB, or the least if they take more: a multiple of 8, as
// the last rows of another number may be rounded differently.
Index RowsOfBlock(Index num_neurons) {
  return std::clamp<Index>((Index{1} << 25) / num_neurons / 8 * 8, 8, kMostRows);
}

// Of the neurons of a block of rows and of those that a node sees, at most.
double BlockBytes(const NetworkShape& shape) {
  const Index neurons = shape.num_neurons();
  return 16 * static_cast<double>(RowsOfBlock(neurons)) * static_cast<double>(neurons);
}

Index NumReplicas(double wanted) {
  const double replicas = std::max(1.0, std::round(wanted));
  if (replicas > kMostNeurons) {
    throw InvalidInput("map 'random_network': a node has " + FormatNumber(replicas) +
                       " neurons; expected at most " + FormatNumber(kMostNeurons));
  }
  return static_cast<Index>(replicas);
}

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

/// A drawn network of a skeleton's shape. Replica α of layer l has weights from the stream
/// (DeriveSeed(seed, {l}), kMap, α), one neuron that it sees after the other.
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
  Index BlockRows() const override {
    return std::min(FeatureMap::BlockRows(), RowsOfBlock(shape_.num_neurons()));
  }

 private:
  Matrix DrawWeights(std::size_t layer, std::uint64_t seed) const;
  void ComputeNode(std::size_t v, Matrix& neurons) const;

  Skeleton skeleton_;
  SkeletonRows rows_;
  NetworkShape shape_;
  bool unit_norm_;
  std::vector<Matrix> weights_;  // by layer, replicas × inputs
};

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

const char* const kName = "random_network";

const Skeleton& SkeletonOf(const Kernel& kernel) {
  return KernelAs<SkeletonKernel>(kName, kernel, "a skeleton").skeleton();
}

bool OutputSeesInputsAlone(const Skeleton& skeleton) {
  const std::vector<Index>& in = skeleton.nodes().back().in;
  return std::all_of(in.begin(), in.end(), [&](Index u) {
    return skeleton.nodes()[static_cast<std::size_t>(u)].input >= 0;
  });
}

// Of any size; that of a row is not known here.
bool IsInnerProduct(const BaseSpace& space) { return space.InnerProductScale(2) > 0; }

std::vector<std::string> InnerProductSpaces() {
  std::vector<std::string> names;
  for (const BaseSpaceEntry& entry : BaseSpaceRegistry().entries()) {
    try {
      if (IsInnerProduct(*MakeBaseSpace(entry.name, ExampleParams(entry.params))))
        names.push_back(entry.name);
    } catch (const InvalidInput&) {
      continue;
    }
  }
  return names;
}

}  // namespace

void RandomNetworkSpec::CheckKernel(const Kernel& kernel) const {
  const Skeleton& skeleton = SkeletonOf(kernel);
  const std::string owner =
      "map '" + std::string(kName) + "' does not fit kernel " + kernel.Describe() + ", ";
  if (skeleton.nodes().back().input >= 0)
    throw InvalidInput(owner + "which is one input; expected a node with an activation");
  for (const SkeletonInput& input : skeleton.inputs()) {
    if (IsInnerProduct(*input.space)) continue;
    throw InvalidInput(owner +
                       "as the base space of an input is no inner product; expected one of " +
                       Join(InnerProductSpaces(), ", ") + " at each");
  }
}

Index RandomNetworkSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double RandomNetworkSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                     Index num_random_features) const {
  const Skeleton& skeleton = SkeletonOf(kernel);
  const SkeletonRows rows(skeleton, input_dim);
  return 8 * NetworkShape(skeleton, rows, num_random_features, inner_replication_).NumWeights();
}

std::string RandomNetworkSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  const Skeleton& skeleton = SkeletonOf(kernel);
  if (unit_norm_)
    return "a row's features are divided by their norm, which makes them dependent and biased";
  if (!OutputSeesInputsAlone(skeleton))
    return "neurons of a layer depend on each other through those of the layers below";
  if (!skeleton.nodes().back().activation->SquareValue(0))
    return "no closed form of its activation's fourth moment is known";
  return {};
}

std::optional<double> RandomNetworkSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                         const Vector& y) const {
  if (!NoVarianceReason(kernel).empty()) return std::nullopt;
  const Skeleton& skeleton = SkeletonOf(kernel);
  const std::vector<FeatureMoments> inputs = InputMoments(skeleton, x, y);
  const auto input_kernel = [&](Index input) {
    return inputs[static_cast<std::size_t>(input)].kernel;
  };
  double square = 0;
  const double k = Propagate(skeleton, input_kernel, [&](const SkeletonNode& node, double mean) {
    const double covariance = std::clamp(mean, -1.0, 1.0);
    square = *node.activation->SquareValue(covariance);
    return node.activation->Value(covariance);
  });
  return square - k * k;
}

std::unique_ptr<FeatureMap> RandomNetworkSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  CheckKernel(context.kernel);
  const Skeleton& skeleton = SkeletonOf(context.kernel);
  SkeletonRows rows(skeleton, context.input_dim);
  NetworkShape shape(skeleton, rows, context.num_random_features, inner_replication_);
  CheckFitsInMemory(
      "drawing map 'random_network' with D = " + std::to_string(context.num_random_features),
      8 * shape.NumWeights() + BlockBytes(shape));
  return std::make_unique<RandomNetworkMap>(skeleton, std::move(rows), std::move(shape),
                                            context.seed, unit_norm_);
}

MapEntry RandomNetworkEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary = "the last layer of a random network with the shape of a skeleton";
  entry.citation = "daniely2017, the authors' code; Daniely, Frostig & Singer 2016";
  entry.params = {{.name = "inner_replication",
                   .kind = ParamKind::kNumber,
                   .help = "replicas of an internal node for each of the D of the output",
                   .default_value = 1,
                   .min = 0,
                   .max = 1024,
                   .open_min = true},
                  {.name = "unit_norm",
                   .kind = ParamKind::kBool,
                   .help = "divide a row's features by their norm, as the authors' code does",
                   .default_value = false}};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<RandomNetworkSpec>(params.Get("inner_replication").AsNumber(),
                                               params.Get("unit_norm").AsBool());
  };
  return entry;
}

}  // namespace mercer
