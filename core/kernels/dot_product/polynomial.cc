#include "core/kernels/dot_product/polynomial.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/profile.h"

namespace mercer {

double LinearKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == 1 ? 1 : 0;
}

double LinearKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == 1 ? 0 : -std::numeric_limits<double>::infinity();
}

PolynomialKernel::PolynomialKernel(Index degree, double offset, double scale)
    : degree_(degree), offset_(offset), scale_(scale) {
  MERCER_CHECK(degree >= 1 && offset >= 0 && scale > 0);
}

double PolynomialKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  if (n > degree_ || (offset_ == 0 && n < degree_)) return 0;
  const double value =
      Binomial(degree_, n) * IntegerPower(scale_, n) * IntegerPower(offset_, degree_ - n);
  // A factor may leave the range of a double where the product does not.
  return std::isnormal(value) ? value : std::exp(LogMaclaurinCoefficient(n));
}

double PolynomialKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  if (n > degree_ || (offset_ == 0 && n < degree_)) return -std::numeric_limits<double>::infinity();
  const double log_binomial = LogFactorial(degree_) - LogFactorial(n) - LogFactorial(degree_ - n);
  const double log_offset = n < degree_ ? static_cast<double>(degree_ - n) * std::log(offset_) : 0;
  return log_binomial + static_cast<double>(n) * std::log(scale_) + log_offset;
}

double PolynomialKernel::Profile(double t) const {
  return IntegerPower(scale_ * t + offset_, degree_);
}

std::string PolynomialKernel::Describe() const {
  return "polynomial(degree=" + std::to_string(degree_) + ",offset=" + FormatNumber(offset_) +
         ",scale=" + FormatNumber(scale_) + ")";
}

void PolynomialKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [this](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] = scale_ * values[i] + offset_;
    PowerInPlace(values, n, degree_);
  });
}

void PolynomialKernel::FromFloatInnerProducts(float, const float*, float* values, Index n) const {
  const auto scale = static_cast<float>(scale_), offset = static_cast<float>(offset_);
  for (Index i = 0; i < n; ++i) values[i] = scale * values[i] + offset;
  PowerInPlace(values, n, degree_);
}

HomogeneousPolynomialKernel::HomogeneousPolynomialKernel(Index degree) : degree_(degree) {
  MERCER_CHECK(degree >= 1);
}

double HomogeneousPolynomialKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == degree_ ? 1 : 0;
}

double HomogeneousPolynomialKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == degree_ ? 0 : -std::numeric_limits<double>::infinity();
}

double HomogeneousPolynomialKernel::Profile(double t) const { return IntegerPower(t, degree_); }

std::string HomogeneousPolynomialKernel::Describe() const {
  return "homogeneous_polynomial(degree=" + std::to_string(degree_) + ")";
}

void HomogeneousPolynomialKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [this](double* values, Index n) { PowerInPlace(values, n, degree_); });
}

std::optional<PolynomialForm> PolynomialFormOf(const Kernel& kernel) {
  if (const auto* p = dynamic_cast<const PolynomialKernel*>(&kernel))
    return PolynomialForm{p->degree(), p->offset(), p->scale()};
  if (const auto* p = dynamic_cast<const HomogeneousPolynomialKernel*>(&kernel))
    return PolynomialForm{p->degree(), 0, 1};
  return std::nullopt;
}

KernelEntry LinearEntry() {
  KernelEntry entry;
  entry.name = "linear";
  entry.summary = "<x, y>";
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<LinearKernel>();
  };
  return entry;
}

KernelEntry PolynomialEntry() {
  KernelEntry entry;
  entry.name = "polynomial";
  entry.summary = "(scale <x, y> + offset)^degree";
  entry.citation = "kar2012, section 6";
  ParamSpec degree = DegreeSpec("the power");
  degree.example = 3;
  entry.params = {degree,
                  {.name = "offset",
                   .help = "the constant added to the scaled inner product",
                   .min = 0,
                   .example = 1.0},
                  {.name = "scale",
                   .help = "the factor of the inner product",
                   .default_value = 1.0,
                   .min = 0,
                   .open_min = true}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<PolynomialKernel>(params.Get("degree").AsInteger(),
                                              params.Get("offset").AsNumber(),
                                              params.Get("scale").AsNumber());
  };
  return entry;
}

KernelEntry HomogeneousPolynomialEntry() {
  KernelEntry entry;
  entry.name = "homogeneous_polynomial";
  entry.summary = "<x, y>^degree";
  entry.citation = "kar2012, section 6";
  entry.params = {DegreeSpec("the power")};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<HomogeneousPolynomialKernel>(params.Get("degree").AsInteger());
  };
  return entry;
}

}  // namespace mercer
