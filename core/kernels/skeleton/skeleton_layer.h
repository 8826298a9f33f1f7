#ifndef MERCER_CORE_KERNELS_SKELETON_SKELETON_LAYER_H_
#define MERCER_CORE_KERNELS_SKELETON_SKELETON_LAYER_H_

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/kernels/skeleton/base_space.h"
#include "core/kernels/skeleton/conjugate_activation.h"

namespace mercer {

/// One entry of a skeleton's list as it is written: a rows × cols grid of nodes.
struct SkeletonLayer {
  std::string name{};
  std::string type{};
  Params params{};                // resolved, without the space's and the activation's own
  std::vector<std::string> of{};  // names; empty for inputs
  std::shared_ptr<const BaseSpace> space{};
  std::shared_ptr<const ConjugateActivation> activation{};
};

/// Entry `number` of the list, checked by itself. Throws InvalidInput naming it.
SkeletonLayer ReadSkeletonLayer(const ParamValue& entry, std::size_t number,
                                const std::string& previous);

/// "kernel 'skeleton': node 'conv1'", with which errors begin.
std::string LayerOwner(const std::string& name);

/// Two whole numbers of a resolved parameter, ≥ min. Throws InvalidInput.
std::array<Index, 2> PairOf(const SkeletonLayer& layer, const std::string& key, Index min);

/// The columns of each node of an input layer, rows by rows; {{}} where one node takes all.
struct InputGrid {
  Index rows = 1;
  Index cols = 1;
  std::vector<std::vector<Index>> columns{};
  Index row_columns = 0;  // how many columns a row must have for it; 0 where any number does
};
InputGrid InputColumns(const SkeletonLayer& layer);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_SKELETON_LAYER_H_
