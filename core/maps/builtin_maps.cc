#include "core/maps/builtin_maps.h"

#include <utility>
#include <vector>

namespace mercer {

// Each map's source defines its own.
MapEntry RandomMaclaurinEntry();
MapEntry RandomKernelEntry();
MapEntry TensorSketchEntry();
MapEntry SignedCirculantKernelEntry();
MapEntry ComposedMaclaurinEntry();
MapEntry SumFeaturesEntry();
MapEntry ProductFeaturesEntry();
MapEntry NystroemEntry();
MapEntry RandomFourierEntry();
MapEntry OrthogonalFourierEntry();
MapEntry FastfoodEntry();
MapEntry TaylorEntry();
MapEntry MonomialsEntry();
MapEntry PolynomialSketchEntry();
MapEntry CraftEntry();
MapEntry HierarchicalEntry();
MapEntry SphericalEntry();
MapEntry SkeletonFeaturesEntry();
MapEntry RandomNetworkEntry();
MapEntry QuasiFourierEntry();
MapEntry LeverageFourierEntry();
MapEntry SignedCirculantFourierEntry();
MapEntry PositiveFeaturesEntry();
MapEntry QuadratureEntry();
MapEntry RandomArcCosineEntry();
MapEntry RandomBinningEntry();
MapEntry AdditiveFeaturesEntry();

namespace {

std::vector<MapEntry> Entries() {
  // clang-format off
  return {
      RandomMaclaurinEntry(),
      RandomKernelEntry(),
      TensorSketchEntry(),
      SignedCirculantKernelEntry(),
      ComposedMaclaurinEntry(),
      SumFeaturesEntry(),
      ProductFeaturesEntry(),
      NystroemEntry(),
      RandomFourierEntry(),
      OrthogonalFourierEntry(),
      FastfoodEntry(),
      TaylorEntry(),
      MonomialsEntry(),
      PolynomialSketchEntry(),
      CraftEntry(),
      HierarchicalEntry(),
      SphericalEntry(),
      SkeletonFeaturesEntry(),
      RandomNetworkEntry(),
      QuasiFourierEntry(),
      LeverageFourierEntry(),
      SignedCirculantFourierEntry(),
      PositiveFeaturesEntry(),
      QuadratureEntry(),
      RandomArcCosineEntry(),
      RandomBinningEntry(),
      AdditiveFeaturesEntry(),
  };
  // clang-format on
}

// Every map has them.
std::vector<MapEntry> WithCommonParams(std::vector<MapEntry> entries) {
  for (MapEntry& entry : entries) entry.params.push_back(StorageSpec());
  return entries;
}

AddedEntries<MapEntry>& Added() {
  static AddedEntries<MapEntry> added;
  return added;
}

}  // namespace

const Registry<MapEntry>& MapRegistry() {
  static const Registry<MapEntry> registry("map", WithCommonParams(Added().Behind(Entries())));
  return registry;
}

void AddMap(MapEntry entry) { Added().Add(std::move(entry)); }

const NestedKind& MapKind() { return NestedKindOf<&MapRegistry>("map"); }

std::unique_ptr<FeatureMapSpec> MakeMapSpec(const std::string& name, const Params& params) {
  const Registry<MapEntry>& registry = MapRegistry();
  Params resolved = registry.ResolveParams(name, params);
  const FeatureStorage storage = StorageOf(resolved);
  resolved.Erase("storage");  // no map's own: some hand theirs on
  auto spec = registry.Get(name).make(resolved);
  spec->SetStorage(storage);
  return spec;
}

std::unique_ptr<FeatureMapSpec> MakeMapSpec(const ParamValue& nested) {
  const NestedValue value = AsNested(nested);
  return MakeMapSpec(value.name, value.params);
}

}  // namespace mercer
