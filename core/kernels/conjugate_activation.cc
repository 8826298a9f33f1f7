#include "core/kernels/conjugate_activation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/profile.h"

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

class Identity : public ConjugateActivation {
 public:
  double Value(double t) const override { return t; }
  double Coefficient(Index n) const override { return n == 1 ? 1 : 0; }
  Index MaxDegree() const override { return 1; }
  double Slope() const override { return 1; }
};

class Relu : public ConjugateActivation {
 public:
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

// exp, sinh and cosh of s²ρ are one family: the terms of the exponential series that are kept.
enum class Terms { kAll, kOdd, kEven };

class Exponential : public ConjugateActivation {
 public:
  Exponential(double s, Terms terms) : square_(s * s), terms_(terms) {}

  // exp(s²(|t| − 1)) times a ratio that does not overflow.
  double Value(double t) const override {
    if (terms_ == Terms::kAll) return std::exp(square_ * (t - 1));
    const double size = std::exp(square_ * (std::abs(t) - 1));
    const double part = Rest(std::abs(t)) / Rest(1);
    return terms_ == Terms::kOdd && t < 0 ? -size * part : size * part;
  }
  double Coefficient(Index n) const override {
    if ((terms_ == Terms::kOdd && n % 2 == 0) || (terms_ == Terms::kEven && n % 2 == 1)) return 0;
    const double log_term = static_cast<double>(n) * std::log(square_) - LogFactorial(n) - square_;
    // sinh(s²)·exp(−s²) = Rest(1)/2, and so for cosh.
    return std::exp(log_term) / (terms_ == Terms::kAll ? 1.0 : Rest(1) / 2);
  }
  double Slope() const override {
    if (terms_ == Terms::kAll) return square_;
    const double tangent = std::tanh(square_);
    return terms_ == Terms::kOdd ? square_ / tangent : square_ * tangent;
  }

 private:
  // 1 ∓ exp(−2s²t).
  double Rest(double t) const {
    return terms_ == Terms::kOdd ? -std::expm1(-2 * square_ * t) : 1 + std::exp(-2 * square_ * t);
  }

  double square_;
  Terms terms_;
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

template <class Activation>
std::unique_ptr<ConjugateActivation> Make(const Params&) {
  return std::make_unique<Activation>();
}

template <Terms terms>
std::unique_ptr<ConjugateActivation> MakeExponential(const Params& params) {
  return std::make_unique<Exponential>(params.Get("s").AsNumber(), terms);
}

ActivationEntry Entry(const std::string& name, const std::string& summary,
                      const std::vector<ParamSpec>& params,
                      std::unique_ptr<ConjugateActivation> (*make)(const Params&)) {
  ActivationEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.citation = "daniely2017, section 5";
  entry.params = params;
  entry.make = make;
  return entry;
}

std::vector<ActivationEntry> Entries() {
  // A node's features have about s² factors: above 100 nobody could store them.
  const ParamSpec s = {.name = "s",
                       .kind = ParamKind::kNumber,
                       .help = "the activation's scale",
                       .min = 1e-6,
                       .max = 100};
  const ParamSpec h = {.name = "coefficients",
                       .kind = ParamKind::kList,
                       .help = "h_0, h_1, ... whose squares sum to 1"};
  return {Entry("identity", "rho", {}, &Make<Identity>),
          Entry("relu", "(sqrt(1-rho^2) + (pi-acos(rho)) rho)/pi", {}, &Make<Relu>),
          Entry("step", "1 - acos(rho)/pi", {}, &Make<Step>),
          Entry("exponential", "exp(s^2 (rho-1))", {s}, &MakeExponential<Terms::kAll>),
          Entry("sine", "sinh(s^2 rho)/sinh(s^2)", {s}, &MakeExponential<Terms::kOdd>),
          Entry("cosine", "cosh(s^2 rho)/cosh(s^2)", {s}, &MakeExponential<Terms::kEven>),
          Entry("erf", "asin(2 rho/3)/asin(2/3)", {}, &Make<Erf>),
          Entry("hermite", "sum of h_i^2 rho^i", {h},
                [](const Params& params) -> std::unique_ptr<ConjugateActivation> {
                  return std::make_unique<Hermite>(Squares(params));
                })};
}

}  // namespace

void ConjugateActivation::Apply(double* values, Index n) const {
  for (Index i = 0; i < n; ++i) values[i] = Value(std::clamp(values[i], -1.0, 1.0));
}

const Registry<ActivationEntry>& ActivationRegistry() {
  static const Registry<ActivationEntry> registry("activation", Entries());
  return registry;
}

std::unique_ptr<ConjugateActivation> MakeActivation(const std::string& name, const Params& params) {
  const Registry<ActivationEntry>& registry = ActivationRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
