#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/skeleton.h"
#include "core/kernels/skeleton/skeleton_layer.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

/// The layers of a skeleton as they point to each other.
class LayerGraph {
 public:
  /// Throws InvalidInput for a name that stands twice, an unknown one with the nearest known, a
  /// cycle, and where not just one layer points to no other.
  explicit LayerGraph(const std::vector<SkeletonLayer>& layers);

  /// The layers that point to layer i, in the order of its `of`.
  const std::vector<std::size_t>& of(std::size_t i) const { return of_[i]; }

  /// Every layer after those that point to it, the output last.
  const std::vector<std::size_t>& order() const { return order_; }

 private:
  void Resolve(const SkeletonLayer& layer);
  void Sort();
  std::vector<std::size_t> Outputs() const;
  void Visit(std::size_t i, std::vector<int>& state, std::vector<std::size_t>& path);
  [[noreturn]] void ThrowCycle(const std::vector<std::size_t>& path) const;

  std::vector<std::string> names_;
  std::vector<std::vector<std::size_t>> of_;
  std::vector<std::size_t> order_;
};

LayerGraph::LayerGraph(const std::vector<SkeletonLayer>& layers) {
  for (const SkeletonLayer& layer : layers) {
    if (std::find(names_.begin(), names_.end(), layer.name) != names_.end())
      throw InvalidInput(LayerOwner(layer.name) + " stands twice; expected each name once");
    names_.push_back(layer.name);
  }
  for (const SkeletonLayer& layer : layers) Resolve(layer);
  Sort();
}

void LayerGraph::Resolve(const SkeletonLayer& layer) {
  std::vector<std::size_t> numbers;
  for (const std::string& name : layer.of) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end())
      throw InvalidInput(LayerOwner(layer.name) + ": " + UnknownName("node", name, names_));
    numbers.push_back(static_cast<std::size_t>(found - names_.begin()));
  }
  of_.push_back(std::move(numbers));
}

void LayerGraph::Sort() {
  std::vector<std::size_t> path;
  std::vector<int> state(of_.size(), 0);  // 1: on the path, 2: done
  const std::vector<std::size_t> outputs = Outputs();
  if (!outputs.empty()) Visit(outputs.front(), state, path);
  // Where nothing is without successors there is a cycle, and any layer leads to one.
  for (std::size_t i = 0; i < of_.size(); ++i) Visit(i, state, path);
  if (outputs.size() != 1) {
    std::vector<std::string> quoted;
    for (const std::size_t i : outputs) quoted.push_back(Quoted(names_[i]));
    throw InvalidInput("kernel 'skeleton': nodes " + Join(quoted, " and ") +
                       " point to no other; expected one output");
  }
}

std::vector<std::size_t> LayerGraph::Outputs() const {
  std::vector<std::size_t> outputs;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const bool used = std::any_of(of_.begin(), of_.end(), [i](const auto& of) {
      return std::find(of.begin(), of.end(), i) != of.end();
    });
    if (!used) outputs.push_back(i);
  }
  return outputs;
}

void LayerGraph::Visit(std::size_t i, std::vector<int>& state, std::vector<std::size_t>& path) {
  if (state[i] == 2) return;
  path.push_back(i);
  if (state[i] == 1) ThrowCycle(path);
  state[i] = 1;
  for (const std::size_t u : of_[i]) Visit(u, state, path);
  state[i] = 2;
  path.pop_back();
  order_.push_back(i);
}

// The path goes against the edges and ends where it was before.
void LayerGraph::ThrowCycle(const std::vector<std::size_t>& path) const {
  std::vector<std::string> cycle;
  const auto begin = std::find(path.begin(), path.end(), path.back());
  for (auto it = path.end(); it != begin;) cycle.push_back(Quoted(names_[*--it]));
  throw InvalidInput("kernel 'skeleton': the nodes " + Join(cycle, " -> ") +
                     " form a cycle; expected a graph without one");
}

// Where a layer's nodes are: a rows × cols grid from node `first` on.
struct Grid {
  Index first = 0;
  Index rows = 1;
  Index cols = 1;

  Index size() const { return rows * cols; }
};

// 800 MB of edges.
constexpr double kMostWindowNodes = 1e8;

// Of a node and its input: twice, as those that are used are moved to others, and their numbers and
// an allocation of each.
constexpr double kNodeBytes = 2.0 * (sizeof(SkeletonNode) + sizeof(SkeletonInput)) + 48;

class Reader {
 public:
  explicit Reader(const std::vector<SkeletonLayer>& layers)
      : layers_(layers), graph_(layers), grids_(layers.size()), input_grids_(layers.size()) {}

  Skeleton Read(std::optional<Index> input_dim) {
    for (const std::size_t i : graph_.order()) Measure(i);
    CheckOutput();
    nodes_.reserve(static_cast<std::size_t>(num_nodes_));
    inputs_.reserve(static_cast<std::size_t>(num_inputs_));
    for (const std::size_t i : graph_.order()) Add(i);
    return Skeleton(std::move(inputs_), std::move(nodes_), RowColumns(input_dim));
  }

 private:
  // Finds the grid of layer i, before any of its nodes is made.
  void Measure(std::size_t i) {
    const SkeletonLayer& layer = layers_[i];
    Grid& grid = grids_[i];
    grid.first = num_nodes_;
    double values = 0;  // columns, edges and weights of all its nodes
    if (layer.type == "input") {
      input_grids_[i] = InputColumns(layer);
      const InputGrid& input = input_grids_[i];
      grid.rows = input.rows;
      grid.cols = input.cols;
      row_columns_ = std::max(row_columns_, input.row_columns);
      num_inputs_ += grid.size();
      values = static_cast<double>(grid.size()) * static_cast<double>(input.columns.size());
    } else if (layer.type == "conv") {
      values = MeasureWindows(i);
    } else {
      for (const std::size_t u : graph_.of(i)) values += static_cast<double>(grids_[u].size());
      if (layer.params.Find("weights") != nullptr) values *= 2;
    }
    num_nodes_ += grid.size();
    bytes_ += kNodeBytes * static_cast<double>(grid.size()) + 8 * values;
    CheckFitsInMemory(LayerOwner(layer.name) + ", with the layers before it " +
                          std::to_string(num_nodes_) + " nodes,",
                      bytes_);
  }

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
    if (layer.type == "input") {
      AddInputs(i);
    } else if (layer.type == "conv") {
      AddWindows(i);
    } else {
      AddNode(i);
    }
  }

  void AddInputs(std::size_t i) {
    for (Index r = 0; r < grids_[i].rows; ++r) {
      for (Index c = 0; c < grids_[i].cols; ++c) {
        SkeletonNode node;
        node.input = static_cast<Index>(inputs_.size());
        inputs_.push_back({layers_[i].space, input_grids_[i].ColumnsOf(r, c)});
        nodes_.push_back(std::move(node));
      }
    }
  }

  // The number of nodes in all windows of a layer.
  double MeasureWindows(std::size_t i) {
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
    const double in_windows = static_cast<double>(grids_[i].size()) * static_cast<double>(size[0]) *
                              static_cast<double>(size[1]);
    window_nodes_ += in_windows;
    if (window_nodes_ > kMostWindowNodes) {
      throw InvalidInput(LayerOwner(layer.name) + " has " + std::to_string(grids_[i].size()) +
                         " windows of " + std::to_string(size[0]) + " x " +
                         std::to_string(size[1]) + " nodes; expected at most " +
                         FormatNumber(kMostWindowNodes) + " nodes in all windows of a skeleton");
    }
    return in_windows;
  }

  void AddWindows(std::size_t i) {
    const SkeletonLayer& layer = layers_[i];
    const Grid& from = grids_[graph_.of(i)[0]];
    const auto size = PairOf(layer, "size", 1), stride = PairOf(layer, "stride", 1);
    for (Index r = 0; r < grids_[i].rows; ++r) {
      for (Index c = 0; c < grids_[i].cols; ++c) {
        SkeletonNode node;
        node.activation = layer.activation;
        node.convolution = static_cast<Index>(i);
        node.in.reserve(static_cast<std::size_t>(size[0] * size[1]));
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
    Index edges = 0;
    for (const std::size_t u : graph_.of(i)) edges += grids_[u].size();
    node.in.reserve(static_cast<std::size_t>(edges));
    if (!weights.empty()) node.weights.reserve(static_cast<std::size_t>(edges));
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
  std::vector<InputGrid> input_grids_;  // of the layers that are inputs
  std::vector<SkeletonInput> inputs_{};
  std::vector<SkeletonNode> nodes_{};
  Index row_columns_ = 0;
  // Of all layers that have been measured so far.
  Index num_nodes_ = 0, num_inputs_ = 0;
  double window_nodes_ = 0, bytes_ = 0;
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
