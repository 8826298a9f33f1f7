#include "core/maps/circulant/signed_circulant_kernel.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/kernels/itemset/anova.h"
#include "core/linalg/memory.h"
#include "core/maps/circulant/circulant_variance.h"
#include "core/maps/circulant/signed_circulant_kernel_map.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

const char* const kName = "signed_circulant_kernel";

// The recursion by power sums loses digits as the order grows: none to speak of up to 8, all at 24.
constexpr Index kLargestOrder = 8;

const AnovaKernel& AsAnova(const Kernel& kernel) {
  const AnovaKernel& anova = KernelAs<AnovaKernel>(kName, kernel, "the ANOVA kernel");
  if (anova.order() > kLargestOrder) {
    throw InvalidInput("map '" + std::string(kName) + "': the order of kernel " +
                       kernel.Describe() + " is " + std::to_string(anova.order()) +
                       ", where power sums lose too many digits; expected at most " +
                       std::to_string(kLargestOrder) + " (random_kernel takes any)");
  }
  return anova;
}

}  // namespace

void SignedCirculantKernelSpec::CheckKernel(const Kernel& kernel) const { AsAnova(kernel); }

Index SignedCirculantKernelSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double SignedCirculantKernelSpec::DrawnBytes(const Kernel&, Index input_dim,
                                             Index num_random_features) const {
  const double rows = static_cast<double>(num_random_features + input_dim);
  return 8 * rows + 8 * rows * (1 + 2 / static_cast<double>(std::max<Index>(input_dim, 1)));
}

std::optional<double> SignedCirculantKernelSpec::FeatureVariance(const Kernel& kernel,
                                                                 const Vector& x,
                                                                 const Vector& y) const {
  const double d = static_cast<double>(x.size());
  return d * CirculantVariance(signs_, AsAnova(kernel).order(), x, y, x.size());
}

std::optional<double> SignedCirculantKernelSpec::EstimateVariance(const Kernel& kernel,
                                                                  const Vector& x, const Vector& y,
                                                                  Index num_random_features) const {
  return CirculantVariance(signs_, AsAnova(kernel).order(), x, y, num_random_features);
}

std::unique_ptr<FeatureMap> SignedCirculantKernelSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const AnovaKernel& kernel = AsAnova(context.kernel);
  CheckFitsInMemory("drawing map 'signed_circulant_kernel' with D = " +
                        std::to_string(context.num_random_features) + " for input dimension " +
                        std::to_string(context.input_dim),
                    DrawnBytes(kernel, context.input_dim, context.num_random_features));
  return NewSignedCirculantKernelMap(signs_, kernel.order(), context);
}

MapEntry SignedCirculantKernelEntry() {
  MapEntry entry;
  entry.name = "signed_circulant_kernel";
  entry.summary =
      "k(w, x)/sqrt(D) with w the rows of signed circulant matrices, for the ANOVA kernel k; where "
      "D "
      "is not a multiple of d the last matrix is cut";
  entry.citation = "atarashi2019, section 4";
  entry.params = {{.name = "signs",
                   .kind = ParamKind::kText,
                   .help = "where the signs stand: rows as in the paper, where they change no Gram "
                           "matrix, or columns, where they make the features nearly independent",
                   .default_value = "rows",
                   .choices = {"rows", "columns"}}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<SignedCirculantKernelSpec>(
        params.Get("signs").AsText() == "rows" ? CirculantSigns::kRows : CirculantSigns::kColumns);
  };
  return entry;
}

}  // namespace mercer
