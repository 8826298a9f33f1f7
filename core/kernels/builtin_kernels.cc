#include "core/kernels/builtin_kernels.h"

#include "core/base/error.h"
#include "core/kernels/combined/composed.h"
#include "core/kernels/combined/product.h"
#include "core/kernels/combined/sum.h"
#include "core/kernels/dot_product/arc_cosine.h"
#include "core/kernels/dot_product/exponential.h"
#include "core/kernels/dot_product/homogeneous_polynomial.h"
#include "core/kernels/dot_product/linear.h"
#include "core/kernels/dot_product/maclaurin.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/dot_product/vovk.h"
#include "core/kernels/dot_product/vovk_infinite.h"
#include "core/kernels/itemset/all_subsets.h"
#include "core/kernels/itemset/anova.h"
#include "core/kernels/itemset/itemset.h"
#include "core/kernels/shift_invariant/cauchy.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/kernels/shift_invariant/laplacian.h"
#include "core/kernels/shift_invariant/matern.h"
#include "core/kernels/shift_invariant/taylor_gaussian.h"
#include "core/kernels/skeleton/skeleton_kernel.h"

namespace mercer {

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
