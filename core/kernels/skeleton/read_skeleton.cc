#include "core/kernels/skeleton/read_skeleton.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/layer_graph.h"

namespace mercer {
namespace {

// Where a layer's nodes are: a rows × cols grid from node `first` on.
struct Grid {
  Index first = 0;
  Index rows = 1;
  Index cols = 1;

  Index size() const { return rows * cols; }
};

class Reader {
 public:
  explicit Reader(const std::vector<SkeletonLayer>& layers)
      : layers_(layers), graph_(layers), grids_(layers.size()) {}

  Skeleton Read(std::optional<Index> input_dim) {
    for (const std::size_t i : graph_.order()) Add(i);
    CheckOutput();
    return Skeleton(std::move(inputs_), std::move(nodes_), RowColumns(input_dim));
  }

 private:
  void CheckOutput() const {
    const std::size_t last = graph_.order().back();
    const Grid& output = grids_[last];
    if (output.size() == 1) return;
    throw InvalidInput(LayerOwner(layers_[last].name) + " is the output and has " +
                       std::to_string(output.size()) +
                       " nodes; expected one: put a fully_connected after it");
  }

  std::optional<Index> RowColumns(std::optional<Index> input_dim) const {
    if (input_dim && *input_dim < row_columns_) {
      throw InvalidInput("kernel 'skeleton': input_dim is " + std::to_string(*input_dim) +
                         "; expected at least " + std::to_string(row_columns_) +
                         ", the columns that its nodes read");
    }
    if (input_dim) return input_dim;
    return row_columns_ == 0 ? std::nullopt : std::optional<Index>(row_columns_);
  }

  void Add(std::size_t i) {
    const SkeletonLayer& layer = layers_[i];
    grids_[i].first = static_cast<Index>(nodes_.size());
    if (layer.type == "input") {
      AddInputs(i);
    } else if (layer.type == "conv") {
      AddWindows(i);
    } else {
      AddNode(i);
    }
  }

  void AddInputs(std::size_t i) {
    InputGrid input = InputColumns(layers_[i]);
    grids_[i].rows = input.rows;
    grids_[i].cols = input.cols;
    row_columns_ = std::max(row_columns_, input.row_columns);
    for (std::vector<Index>& columns : input.columns) {
      SkeletonNode node;
      node.input = static_cast<Index>(inputs_.size());
      inputs_.push_back({layers_[i].space, std::move(columns)});
      nodes_.push_back(std::move(node));
    }
  }

  void AddWindows(std::size_t i) {
    const SkeletonLayer& layer = layers_[i];
    if (graph_.of(i).size() != 1) {
      throw InvalidInput(LayerOwner(layer.name) + " is a conv over " +
                         std::to_string(graph_.of(i).size()) + " layers; expected one");
    }
    const Grid& from = grids_[graph_.of(i)[0]];
    const auto size = PairOf(layer, "size", 1), stride = PairOf(layer, "stride", 1);
    if (size[0] > from.rows || size[1] > from.cols) {
      throw InvalidInput(LayerOwner(layer.name) + " has windows of " + std::to_string(size[0]) +
                         " x " + std::to_string(size[1]) + " over a layer of " +
                         std::to_string(from.rows) + " x " + std::to_string(from.cols) +
                         " nodes; expected windows that lie inside");
    }
    grids_[i].rows = (from.rows - size[0]) / stride[0] + 1;
    grids_[i].cols = (from.cols - size[1]) / stride[1] + 1;
    for (Index r = 0; r < grids_[i].rows; ++r) {
      for (Index c = 0; c < grids_[i].cols; ++c) {
        SkeletonNode node;
        node.activation = layer.activation;
        node.convolution = static_cast<Index>(i);
        for (Index y = r * stride[0]; y < r * stride[0] + size[0]; ++y)
          for (Index x = c * stride[1]; x < c * stride[1] + size[1]; ++x)
            node.in.push_back(from.first + y * from.cols + x);
        nodes_.push_back(std::move(node));
      }
    }
  }

  void AddNode(std::size_t i) {
    SkeletonNode node;
    node.activation = layers_[i].activation;
    const std::vector<double> weights = Weights(i);
    for (std::size_t k = 0; k < graph_.of(i).size(); ++k) {
      const Grid& from = grids_[graph_.of(i)[k]];
      for (Index u = from.first; u < from.first + from.size(); ++u) {
        node.in.push_back(u);
        if (!weights.empty()) node.weights.push_back(weights[k] / static_cast<double>(from.size()));
      }
    }
    nodes_.push_back(std::move(node));
  }

  std::vector<double> Weights(std::size_t i) const {
    const ParamValue* list = layers_[i].params.Find("weights");
    if (list == nullptr) return {};
    const std::string owner = LayerOwner(layers_[i].name);
    if (list->AsList().size() != graph_.of(i).size()) {
      throw InvalidInput(owner + " has " + std::to_string(list->AsList().size()) + " weights for " +
                         std::to_string(graph_.of(i).size()) + " names in of; expected one each");
    }
    std::vector<double> weights;
    double sum = 0;
    for (const ParamValue& item : list->AsList()) {
      if (!item.is_number() || !(item.AsNumber() >= 0))
        throw InvalidInput(owner + ": a weight is " + item.Canonical() + "; expected numbers >= 0");
      weights.push_back(item.AsNumber());
      sum += weights.back();
    }
    if (!(std::abs(sum - 1) <= 1e-9))
      throw InvalidInput(owner + ": its weights sum to " + FormatNumber(sum) + "; expected 1");
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  const std::vector<SkeletonLayer>& layers_;
  LayerGraph graph_;
  std::vector<Grid> grids_;
  std::vector<SkeletonInput> inputs_;
  std::vector<SkeletonNode> nodes_;
  Index row_columns_ = 0;
};

}  // namespace

Skeleton ReadSkeleton(const ParamValue::List& nodes, std::optional<Index> input_dim) {
  if (nodes.empty()) throw InvalidInput("kernel 'skeleton' has no nodes; expected at least one");
  std::vector<SkeletonLayer> layers;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    layers.push_back(ReadSkeletonLayer(nodes[i], i, i == 0 ? std::string() : layers.back().name));
  }
  return Reader(layers).Read(input_dim);
}

}  // namespace mercer
