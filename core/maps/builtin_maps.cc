#include "core/maps/builtin_maps.h"

#include "core/maps/circulant/signed_circulant_fourier.h"
#include "core/maps/circulant/signed_circulant_kernel.h"
#include "core/maps/combined/product_features.h"
#include "core/maps/combined/sum_features.h"
#include "core/maps/fourier/fastfood.h"
#include "core/maps/fourier/orthogonal_fourier.h"
#include "core/maps/fourier/quasi_fourier.h"
#include "core/maps/fourier/random_fourier.h"
#include "core/maps/itemset/random_kernel.h"
#include "core/maps/maclaurin/composed_maclaurin.h"
#include "core/maps/maclaurin/random_maclaurin.h"
#include "core/maps/nystroem.h"
#include "core/maps/polynomial/monomials.h"
#include "core/maps/polynomial/taylor.h"
#include "core/maps/polynomial/tensor_sketch.h"
#include "core/maps/skeleton/random_network.h"
#include "core/maps/skeleton/skeleton_features.h"

namespace mercer {

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
      SkeletonFeaturesEntry(),
      RandomNetworkEntry(),
      QuasiFourierEntry(),
      SignedCirculantFourierEntry(),
  };
  // clang-format on
}

}  // namespace

const Registry<MapEntry>& MapRegistry() {
  static const Registry<MapEntry> registry("map", Entries());
  return registry;
}

const NestedKind& MapKind() { return NestedKindOf<&MapRegistry>("map"); }

std::unique_ptr<FeatureMapSpec> MakeMapSpec(const std::string& name, const Params& params) {
  const Registry<MapEntry>& registry = MapRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

std::unique_ptr<FeatureMapSpec> MakeMapSpec(const ParamValue& nested) {
  const NestedValue value = AsNested(nested);
  return MakeMapSpec(value.name, value.params);
}

}  // namespace mercer
