#include "core/kernels/builtin_kernels.h"

#include "core/kernels/all_subsets.h"
#include "core/kernels/anova.h"
#include "core/kernels/cauchy.h"
#include "core/kernels/exponential.h"
#include "core/kernels/gaussian.h"
#include "core/kernels/homogeneous_polynomial.h"
#include "core/kernels/itemset.h"
#include "core/kernels/laplacian.h"
#include "core/kernels/linear.h"
#include "core/kernels/matern.h"
#include "core/kernels/polynomial.h"
#include "core/kernels/vovk.h"
#include "core/kernels/vovk_infinite.h"

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
      GaussianEntry(),
      LaplacianEntry(),
      CauchyEntry(),
      MaternEntry(),
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

std::unique_ptr<Kernel> MakeKernel(const std::string& name, const Params& params) {
  const Registry<KernelEntry>& registry = KernelRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
