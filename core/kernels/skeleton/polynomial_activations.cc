#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/conjugate_activation.h"

namespace mercer {
namespace {

class Identity : public ConjugateActivation {
 public:
  void Activate(double*, Index) const override {}
  double Value(double t) const override { return t; }
  double Coefficient(Index n) const override { return n == 1 ? 1 : 0; }
  Index MaxDegree() const override { return 1; }
  double Slope() const override { return 1; }
};

class Hermite : public ConjugateActivation {
 public:
  explicit Hermite(std::vector<double> h) : h_(std::move(h)) {
    for (const double value : h_) coefficients_.push_back(value * value);
    const double sum = Horner(1);
    if (!(std::abs(sum - 1) <= 1e-9)) {
      throw InvalidInput("activation 'hermite': the squares of its coefficients sum to " +
                         FormatNumber(sum) + "; expected 1");
    }
    for (double& a : coefficients_) a /= sum;
    for (double& value : h_) value /= std::sqrt(sum);
    total_ = Horner(1);
    while (coefficients_.back() == 0) coefficients_.pop_back();
    h_.resize(coefficients_.size());
  }

  // √(i + 1)·H_{i+1} = x·H_i − √i·H_{i−1}.
  void Activate(double* values, Index n) const override {
    for (Index k = 0; k < n; ++k) {
      const double x = values[k];
      double before = 0, polynomial = 1, sum = 0;
      for (std::size_t i = 0; i < h_.size(); ++i) {
        sum += h_[i] * polynomial;
        const auto degree = static_cast<double>(i);
        const double next = (x * polynomial - std::sqrt(degree) * before) / std::sqrt(degree + 1);
        before = polynomial;
        polynomial = next;
      }
      values[k] = sum;
    }
  }

  double Value(double t) const override { return Horner(t) / total_; }
  double Coefficient(Index n) const override {
    return n <= MaxDegree() ? coefficients_[static_cast<std::size_t>(n)] : 0;
  }
  Index MaxDegree() const override { return static_cast<Index>(coefficients_.size()) - 1; }
  double Slope() const override {
    double slope = 0;
    for (std::size_t n = 1; n < coefficients_.size(); ++n)
      slope += static_cast<double>(n) * coefficients_[n];
    return slope;
  }

 private:
  double Horner(double t) const {
    double value = 0;
    for (std::size_t n = coefficients_.size(); n-- > 0;) value = value * t + coefficients_[n];
    return value;
  }

  std::vector<double> h_;
  std::vector<double> coefficients_;  // their squares
  double total_ = 1;
};

std::vector<double> HermiteCoefficients(const Params& params) {
  std::vector<double> coefficients;
  for (const ParamValue& h : params.Get("coefficients").AsList()) {
    if (!h.is_number()) {
      throw InvalidInput("activation 'hermite': a coefficient is " + h.Canonical() +
                         "; expected a number");
    }
    coefficients.push_back(h.AsNumber());
  }
  return coefficients;
}

}  // namespace

ActivationEntry IdentityEntry() {
  return NewActivationEntry("identity", "rho", {},
                            [](const Params&) -> std::unique_ptr<ConjugateActivation> {
                              return std::make_unique<Identity>();
                            });
}

ActivationEntry HermiteEntry() {
  const ParamSpec h = {.name = "coefficients",
                       .kind = ParamKind::kList,
                       .help = "h_0, h_1, ... whose squares sum to 1"};
  return NewActivationEntry("hermite", "sum of h_i^2 rho^i", {h},
                            [](const Params& params) -> std::unique_ptr<ConjugateActivation> {
                              return std::make_unique<Hermite>(HermiteCoefficients(params));
                            });
}

}  // namespace mercer
