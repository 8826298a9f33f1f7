#include <cmath>
#include <numbers>
#include <vector>

#include "core/kernels/skeleton/conjugate_activation.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;

// C(2k, k)/4^k.
double CentralBinomial(Index k) {
  static const std::vector<double> table = [] {
    std::vector<double> values(1024, 1.0);
    for (std::size_t i = 1; i < values.size(); ++i)
      values[i] = values[i - 1] * (1.0 - 0.5 / static_cast<double>(i));
    return values;
  }();
  if (k < static_cast<Index>(table.size())) return table[static_cast<std::size_t>(k)];
  const double r = 1.0 / static_cast<double>(k);
  const double series = 1 + r * (-1.0 / 8 + r * (1.0 / 128 + r * (5.0 / 1024 - r * 21.0 / 32768)));
  return std::sqrt(r / kPi) * series;
}

class Relu : public ConjugateActivation {
 public:
  void Activate(double* values, Index n) const override {
    for (Index i = 0; i < n; ++i) values[i] = values[i] <= 0 ? 0 : std::numbers::sqrt2 * values[i];
  }
  double Value(double t) const override {
    if (!(std::abs(t) <= 1)) return kInfinity;
    return (std::sqrt((1 - t) * (1 + t)) + (kPi - std::acos(t)) * t) / kPi;
  }
  double Coefficient(Index n) const override {
    if (n == 1) return 0.5;
    if (n % 2 == 1) return 0;
    const double below = static_cast<double>(n - 1);
    return CentralBinomial(n / 2) / (below * below * kPi);
  }
  double Slope() const override { return 1; }
  double Radius() const override { return 1; }
};

class Step : public ConjugateActivation {
 public:
  void Activate(double* values, Index n) const override {
    for (Index i = 0; i < n; ++i) {
      if (values[i] >= 0) {
        values[i] = std::numbers::sqrt2;
      } else if (values[i] < 0) {
        values[i] = 0;
      }
    }
  }
  double Value(double t) const override {
    return std::abs(t) <= 1 ? 1 - std::acos(t) / kPi : kInfinity;
  }
  double Coefficient(Index n) const override {
    if (n % 2 == 0) return n == 0 ? 0.5 : 0;
    return CentralBinomial(n / 2) / (static_cast<double>(n) * kPi);
  }
  double Slope() const override { return kInfinity; }
  double Radius() const override { return 1; }
};

class Erf : public ConjugateActivation {
 public:
  // E erf(X)² = 2 asin(2/3)/π.
  void Activate(double* values, Index n) const override {
    const double c = std::sqrt(kPi / (2 * total_));
    for (Index i = 0; i < n; ++i) values[i] = c * std::erf(values[i]);
  }
  double Value(double t) const override {
    return std::abs(t) <= Radius() ? std::asin(t * (2.0 / 3)) / total_ : kInfinity;
  }
  double Coefficient(Index n) const override {
    if (n % 2 == 0) return 0;
    return CentralBinomial(n / 2) * std::pow(2.0 / 3, static_cast<double>(n)) /
           (static_cast<double>(n) * total_);
  }
  double Slope() const override { return 2 / (std::sqrt(5.0) * total_); }
  double Radius() const override { return 1.5; }

 private:
  double total_ = std::asin(2.0 / 3);
};

template <class Activation>
std::unique_ptr<ConjugateActivation> Make(const Params&) {
  return std::make_unique<Activation>();
}

}  // namespace

ActivationEntry ReluEntry() {
  return NewActivationEntry("relu", "(sqrt(1-rho^2) + (pi-acos(rho)) rho)/pi", {}, &Make<Relu>);
}

ActivationEntry StepEntry() {
  return NewActivationEntry("step", "1 - acos(rho)/pi", {}, &Make<Step>);
}

ActivationEntry ErfEntry() {
  return NewActivationEntry("erf", "asin(2 rho/3)/asin(2/3)", {}, &Make<Erf>);
}

}  // namespace mercer
