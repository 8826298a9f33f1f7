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

/// One entry of a skeleton's list as the user writes it: a rows × cols grid of nodes.
struct SkeletonLayer {
  std::string name{};
  std::string type{};
  Params params{};                // resolved, without those of the space and of the activation
  std::vector<std::string> of{};  // names of other entries; empty for inputs
  std::shared_ptr<const BaseSpace> space{};
  std::shared_ptr<const ConjugateActivation> activation{};
};

/// Reads entry `number` of the list and checks it by itself. Throws InvalidInput, naming the entry.
SkeletonLayer ReadSkeletonLayer(const ParamValue& entry, std::size_t number,
                                const std::string& previous);

/// "kernel 'skeleton': node 'conv1'", the beginning of error messages.
std::string LayerOwner(const std::string& name);

/// The two whole numbers in a resolved parameter, each ≥ min. Throws InvalidInput if the parameter
/// is anything else.
std::array<Index, 2> PairOf(const SkeletonLayer& layer, const std::string& key, Index min);

/// The nodes of an input layer, rows × cols of them, and the columns that each takes.
struct InputGrid {
  Index rows = 1;
  Index cols = 1;
  std::vector<Index> columns{};         // of the first node; empty: all of a row
  Index row_step = 0, column_step = 0;  // to the columns of the next node below, and to the right
  Index row_columns = 0;                // columns that a row must have; 0: any number

  /// The columns of the node in this row and column of the grid.
  std::vector<Index> ColumnsOf(Index row, Index column) const;
};
InputGrid InputColumns(const SkeletonLayer& layer);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_SKELETON_LAYER_H_
