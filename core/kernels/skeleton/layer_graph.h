#ifndef MERCER_CORE_KERNELS_SKELETON_LAYER_GRAPH_H_
#define MERCER_CORE_KERNELS_SKELETON_LAYER_GRAPH_H_

#include <string>
#include <vector>

#include "core/kernels/skeleton/skeleton_layer.h"

namespace mercer {

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

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_LAYER_GRAPH_H_
