#include "core/kernels/skeleton/layer_graph.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {

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
    for (const std::size_t i : outputs) quoted.push_back("'" + names_[i] + "'");
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
  for (auto it = path.end(); it != begin;) cycle.push_back("'" + names_[*--it] + "'");
  throw InvalidInput("kernel 'skeleton': the nodes " + Join(cycle, " -> ") +
                     " form a cycle; expected a graph without one");
}

}  // namespace mercer
