#include "core/maps/builtin_maps.h"

#include "core/maps/random_maclaurin.h"
#include "core/maps/skeleton_features.h"

namespace mercer {

namespace {

std::vector<MapEntry> Entries() {
  // clang-format off
  return {
      RandomMaclaurinEntry(),
      SkeletonFeaturesEntry(),
  };
  // clang-format on
}

}  // namespace

const Registry<MapEntry>& MapRegistry() {
  static const Registry<MapEntry> registry("map", Entries());
  return registry;
}

std::unique_ptr<FeatureMapSpec> MakeMapSpec(const std::string& name, const Params& params) {
  const Registry<MapEntry>& registry = MapRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
