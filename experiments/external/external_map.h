#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_MAP_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_MAP_H_

#include "core/maps/feature_map.h"

namespace mercer {

/// The map "external": z is computed by a program supplied by the user, which receives seed, D,
/// kernel and rows and writes the features (docs/external.md). Its traits are those given by its
/// parameter `traits`. Its memory and operations are unknown and are estimated as those of a dense
/// d × D matrix. Rows are sent to the program dense, in blocks of at most 64 MiB.
MapEntry ExternalMapEntry();

/// Whether a program computes the features, so that large blocks of rows are better than many small
/// ones.
bool IsExternal(const FeatureMap& map);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_MAP_H_
