#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/kernel.h"
#include "core/kernels/profile.h"

namespace mercer {
namespace {

/// k(x, y) = Σ_n a_n <x, y>^n for the coefficients given, each ≥ 0 and one at least > 0: any dot
/// product kernel of finite order (Kar & Karnick 2012, Theorem 1). O(order) a value.
class MaclaurinKernel : public DotProductKernel {
 public:
  /// Zeros at the end are dropped. Throws InvalidInput where every coefficient is 0.
  explicit MaclaurinKernel(std::vector<double> coefficients);

  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return static_cast<Index>(coefficients_.size()) - 1; }
  double Profile(double t) const override;
  std::string Describe() const override;

 protected:
  void ApplyProfile(MatrixRef t) const override;

 private:
  std::vector<double> coefficients_;
};

MaclaurinKernel::MaclaurinKernel(std::vector<double> coefficients)
    : coefficients_(std::move(coefficients)) {
  while (!coefficients_.empty() && coefficients_.back() == 0) coefficients_.pop_back();
  if (coefficients_.empty()) {
    throw InvalidInput("kernel 'maclaurin': every coefficient is 0; expected one above 0");
  }
}

double MaclaurinKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n > MaxOrder() ? 0 : coefficients_[static_cast<std::size_t>(n)];
}

double MaclaurinKernel::LogMaclaurinCoefficient(Index n) const {
  return std::log(MaclaurinCoefficient(n));
}

double MaclaurinKernel::Profile(double t) const {
  double value = 0;
  for (auto a = coefficients_.rbegin(); a != coefficients_.rend(); ++a) value = value * t + *a;
  return value;
}

std::string MaclaurinKernel::Describe() const {
  std::vector<std::string> texts;
  for (const double a : coefficients_) texts.push_back(FormatNumber(a));
  return "maclaurin(coefficients=[" + Join(texts, ",") + "])";
}

void MaclaurinKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [this](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] = Profile(values[i]);
  });
}

}  // namespace

KernelEntry MaclaurinEntry() {
  KernelEntry entry;
  entry.name = "maclaurin";
  entry.summary = "a0 + a1 t + a2 t^2 + ... with t = <x, y>";
  entry.citation = "kar2012, Theorem 1";
  entry.params = {{.name = "coefficients",
                   .kind = ParamKind::kList,
                   .help = "a0, a1, ..., one at least above 0",
                   .min = 0,
                   .example = ParamValue::List{1.0, 1.0},
                   .items = ParamKind::kNumber}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    std::vector<double> coefficients;
    for (const ParamValue& a : params.Get("coefficients").AsList())
      coefficients.push_back(a.AsNumber());
    return std::make_unique<MaclaurinKernel>(std::move(coefficients));
  };
  return entry;
}

}  // namespace mercer
