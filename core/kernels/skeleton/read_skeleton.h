#ifndef MERCER_CORE_KERNELS_SKELETON_READ_SKELETON_H_
#define MERCER_CORE_KERNELS_SKELETON_READ_SKELETON_H_

#include <optional>

#include "core/base/params.h"
#include "core/kernels/skeleton/skeleton.h"

namespace mercer {

/// A skeleton from the list `nodes` that a user writes, each entry an object that makes a node or a
/// layer, a grid of nodes (docs/skeletons.md has examples):
///
///   {"type": "input", "name", "space", parameters of the space, and one of
///      "columns": [j, …]           one node; neither: one node that takes all columns
///      "grid": [rows, cols], "channels", "first", "layout", "image", "offset"}   rows × cols nodes
///   {"type": "conv", "name", "of", "size", "stride", "activation"}    windows that lie inside
///   {"type": "fully_connected", "name", "of", "activation"}           one node over a layer
///   {"type": "node", "name", "of": […], "weights", "activation"}      one node over nodes or
///   layers
///
/// `of` names other entries, before or after; where absent it is the entry before. `activation` is
/// a name or an object {"name", parameters}. input_dim: columns of a row, where no node reads the
/// last ones.
///
/// Throws InvalidInput, one sentence that names the node: unknown types, spaces, activations, names
/// and parameters, each with the nearest known one; negative weights or weights that do not sum to
/// 1 to 1e-9; a window larger than its layer; a cycle; no output node, or more than one.
Skeleton ReadSkeleton(const ParamValue::List& nodes, std::optional<Index> input_dim);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_READ_SKELETON_H_
