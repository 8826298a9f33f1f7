#include "core/kernels/builtin_kernels.h"

#include "core/base/error.h"
#include "core/kernels/exponential.h"
#include "core/kernels/homogeneous_polynomial.h"
#include "core/kernels/linear.h"
#include "core/kernels/polynomial.h"
#include "core/kernels/vovk.h"
#include "core/kernels/vovk_infinite.h"

namespace mercer {
namespace {

// Beyond this a coefficient's logarithm loses its last digits and no data set asks for it.
constexpr double kMaxDegree = 10000;

double Number(const Params& params, const char* name) {
  const ParamValue* value = params.Find(name);
  MERCER_CHECK(value != nullptr);
  return value->AsNumber();
}

Index Integer(const Params& params, const char* name) {
  const ParamValue* value = params.Find(name);
  MERCER_CHECK(value != nullptr);
  return value->AsInteger();
}

ParamSpec Degree(const std::string& help) {
  return {.name = "degree", .kind = ParamKind::kInteger, .help = help, .min = 1, .max = kMaxDegree};
}

std::unique_ptr<Kernel> MakeLinear(const Params&) { return std::make_unique<LinearKernel>(); }

std::unique_ptr<Kernel> MakePolynomial(const Params& params) {
  return std::make_unique<PolynomialKernel>(Integer(params, "degree"), Number(params, "offset"),
                                            Number(params, "scale"));
}

std::unique_ptr<Kernel> MakeHomogeneousPolynomial(const Params& params) {
  return std::make_unique<HomogeneousPolynomialKernel>(Integer(params, "degree"));
}

std::unique_ptr<Kernel> MakeExponential(const Params& params) {
  const ParamValue* sigma = params.Find("sigma");
  MERCER_CHECK(sigma != nullptr);
  if (sigma->is_text()) {
    throw InvalidInput("kernel 'exponential': sigma is the rule '" + sigma->AsText() +
                       "', which needs training rows; expected a number here");
  }
  return std::make_unique<ExponentialKernel>(sigma->AsNumber());
}

std::unique_ptr<Kernel> MakeVovk(const Params& params) {
  return std::make_unique<VovkKernel>(Integer(params, "degree"));
}

std::unique_ptr<Kernel> MakeVovkInfinite(const Params&) {
  return std::make_unique<VovkInfiniteKernel>();
}

KernelEntry Entry(const std::string& name, const std::string& summary, const std::string& citation,
                  std::vector<ParamSpec> params,
                  std::unique_ptr<Kernel> (*make)(const Params& params)) {
  KernelEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.citation = citation;
  entry.params = std::move(params);
  entry.make = make;
  return entry;
}

std::vector<KernelEntry> Entries() {
  const ParamSpec offset{
      .name = "offset", .help = "the constant added to the scaled inner product", .min = 0};
  const ParamSpec scale{.name = "scale",
                        .help = "the factor of the inner product",
                        .default_value = 1.0,
                        .min = 0,
                        .open_min = true};
  const ParamSpec sigma{.name = "sigma",
                        .kind = ParamKind::kNumberOrText,
                        .help =
                            "the bandwidth, in the unit of the rows; mean_distance is the mean "
                            "distance of pairs of training rows",
                        .min = 0,
                        .open_min = true,
                        .choices = {"mean_distance"}};
  return {
      Entry("linear", "<x, y>", "", {}, &MakeLinear),
      Entry("polynomial", "(scale <x, y> + offset)^degree", "kar2012, section 6",
            {Degree("the power"), offset, scale}, &MakePolynomial),
      Entry("homogeneous_polynomial", "<x, y>^degree", "kar2012, section 6", {Degree("the power")},
            &MakeHomogeneousPolynomial),
      Entry("exponential", "exp(<x, y> / sigma^2)", "kar2012, section 6", {sigma},
            &MakeExponential),
      Entry("vovk", "Vovk's real polynomial 1 + t + ... + t^(degree - 1) with t = <x, y>",
            "kar2012, section 2", {Degree("the number of terms")}, &MakeVovk),
      Entry("vovk_infinite", "Vovk's infinite polynomial 1 / (1 - <x, y>) for rows with |x| < 1",
            "kar2012, section 2", {}, &MakeVovkInfinite),
  };
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
