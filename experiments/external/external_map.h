#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_MAP_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_MAP_H_

#include "core/maps/feature_map.h"

namespace mercer {

/// The map "external": z is computed by a program of the user's own, which is told seed, D, kernel
/// and rows and writes the features (docs/external.md). What Mercer may expect of it is what its
/// parameter `traits` says; nothing is known of its memory and its operations, which count as those
/// of a dense d × D matrix. Its rows go to the program dense, in blocks of at most 64 MiB.
MapEntry ExternalMapEntry();

/// Whether a program computes the features, so that large blocks of rows are better than many.
bool IsExternal(const FeatureMap& map);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_MAP_H_
