#ifndef MERCER_CORE_MAPS_MAP_ENTRY_H_
#define MERCER_CORE_MAPS_MAP_ENTRY_H_

#include <memory>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// What the registry holds of a map. Each map's source defines its own.
struct MapEntry : RegistryInfo {
  MapTraits traits{};  // with default parameters
  /// `params` are resolved and in range. Throws InvalidInput for combinations that cannot be.
  std::unique_ptr<FeatureMapSpec> (*make)(const Params& params) = nullptr;
};

/// Maps as nested values (builtin_maps.cc).
const NestedKind& MapKind();

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MAP_ENTRY_H_
