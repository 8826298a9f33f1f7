#include "core/kernels/builtin_kernels.h"

#include "core/base/error.h"

namespace mercer {

// Each kernel's source defines its own.
KernelEntry LinearEntry();
KernelEntry PolynomialEntry();
KernelEntry HomogeneousPolynomialEntry();
KernelEntry ExponentialEntry();
KernelEntry VovkEntry();
KernelEntry VovkInfiniteEntry();
KernelEntry MaclaurinEntry();
KernelEntry ArcCosineEntry();
KernelEntry ComposedEntry();
KernelEntry SumEntry();
KernelEntry ProductEntry();
KernelEntry GaussianEntry();
KernelEntry TaylorGaussianEntry();
KernelEntry LaplacianEntry();
KernelEntry CauchyEntry();
KernelEntry MaternEntry();
KernelEntry SkeletonEntry();
KernelEntry AnovaEntry();
KernelEntry AllSubsetsEntry();
KernelEntry ItemsetEntry();
KernelEntry AdditiveChi2Entry();
KernelEntry IntersectionEntry();

namespace {

std::vector<KernelEntry> Entries() {
  // clang-format off
  return {
      LinearEntry(),
      PolynomialEntry(),
      HomogeneousPolynomialEntry(),
      ExponentialEntry(),
      VovkEntry(),
      VovkInfiniteEntry(),
      MaclaurinEntry(),
      ArcCosineEntry(),
      ComposedEntry(),
      SumEntry(),
      ProductEntry(),
      GaussianEntry(),
      TaylorGaussianEntry(),
      LaplacianEntry(),
      CauchyEntry(),
      MaternEntry(),
      SkeletonEntry(),
      AnovaEntry(),
      AllSubsetsEntry(),
      ItemsetEntry(),
      AdditiveChi2Entry(),
      IntersectionEntry(),
  };
  // clang-format on
}

}  // namespace

const Registry<KernelEntry>& KernelRegistry() {
  static const Registry<KernelEntry> registry("kernel", Entries());
  return registry;
}

const NestedKind& KernelKind() { return NestedKindOf<&KernelRegistry>("kernel"); }

std::unique_ptr<Kernel> MakeKernel(const std::string& name, const Params& params) {
  const Registry<KernelEntry>& registry = KernelRegistry();
  const Params resolved = registry.ResolveParams(name, params);
  std::unique_ptr<Kernel> kernel = registry.Get(name).make(resolved);
  Params made_from{{"name", name}};
  for (const auto& [key, value] : resolved.entries()) made_from.Set(key, value);
  kernel->set_made_from(std::move(made_from));
  return kernel;
}

std::unique_ptr<Kernel> MakeKernel(const ParamValue& nested) {
  const NestedValue value = AsNested(nested);
  return MakeKernel(value.name, value.params);
}

std::unique_ptr<Kernel> CopyKernel(const Kernel& kernel) {
  MERCER_CHECK(!kernel.made_from().empty());
  return MakeKernel(kernel.made_from());
}

}  // namespace mercer
