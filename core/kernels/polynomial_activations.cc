#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/conjugate_activation.h"

namespace mercer {
namespace {

class Identity : public ConjugateActivation {
 public:
  double Value(double t) const override { return t; }
  double Coefficient(Index n) const override { return n == 1 ? 1 : 0; }
  Index MaxDegree() const override { return 1; }
  double Slope() const override { return 1; }
};

class Hermite : public ConjugateActivation {
 public:
  explicit Hermite(std::vector<double> coefficients) : coefficients_(std::move(coefficients)) {
    const double sum = Horner(1);
    if (!(std::abs(sum - 1) <= 1e-9)) {
      throw InvalidInput("activation 'hermite': the squares of its coefficients sum to " +
                         FormatNumber(sum) + "; expected 1");
    }
    for (double& a : coefficients_) a /= sum;
    total_ = Horner(1);
    while (coefficients_.back() == 0) coefficients_.pop_back();
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

  std::vector<double> coefficients_;  // the squares
  double total_ = 1;
};

std::vector<double> Squares(const Params& params) {
  std::vector<double> squares;
  for (const ParamValue& h : params.Get("coefficients").AsList()) {
    if (!h.is_number()) {
      throw InvalidInput("activation 'hermite': a coefficient is " + h.Canonical() +
                         "; expected a number");
    }
    squares.push_back(h.AsNumber() * h.AsNumber());
  }
  return squares;
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
                              return std::make_unique<Hermite>(Squares(params));
                            });
}

}  // namespace mercer
