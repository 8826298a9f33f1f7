#ifndef MERCER_CORE_MAPS_BUILTIN_MAPS_H_
#define MERCER_CORE_MAPS_BUILTIN_MAPS_H_

#include <memory>
#include <string>

#include "core/maps/feature_map.h"

namespace mercer {

/// Every map, in the order of the documentation.
const Registry<MapEntry>& MapRegistry();

/// Adds a map of another layer after the built-in ones. Aborts once the registry has been used.
void AddMap(MapEntry entry);

/// Checks the parameters, fills in defaults and makes the specification. Throws InvalidInput.
std::unique_ptr<FeatureMapSpec> MakeMapSpec(const std::string& name, const Params& params);

/// The same for a nested value: {"name": "random_fourier", ...}, or a bare name.
std::unique_ptr<FeatureMapSpec> MakeMapSpec(const ParamValue& nested);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_BUILTIN_MAPS_H_
