#ifndef MERCER_CORE_MAPS_BUILTIN_MAPS_H_
#define MERCER_CORE_MAPS_BUILTIN_MAPS_H_

#include <memory>
#include <string>

#include "core/base/registry.h"
#include "core/maps/feature_map.h"

namespace mercer {

struct MapEntry : RegistryInfo {
  MapTraits traits{};  // with default parameters
  /// `params` are resolved and in range. Throws InvalidInput for combinations that cannot be.
  std::unique_ptr<FeatureMapSpec> (*make)(const Params& params) = nullptr;
};

/// Every map, in the order of the documentation.
const Registry<MapEntry>& MapRegistry();

/// Checks the parameters, fills in defaults and makes the specification. Throws InvalidInput.
std::unique_ptr<FeatureMapSpec> MakeMapSpec(const std::string& name, const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_BUILTIN_MAPS_H_
