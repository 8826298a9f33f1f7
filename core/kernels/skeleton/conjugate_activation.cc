#include "core/kernels/skeleton/conjugate_activation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/profile.h"

namespace mercer {
namespace {

class Identity : public ConjugateActivation {
 public:
  void Activate(double*, Index) const override {}
  double Value(double t) const override { return t; }
  std::optional<double> SquareValue(double rho) const override { return 1 + 2 * rho * rho; }
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
  // s² = Σ g_n H_n: with H_i H_j = Σ_k √(i! j! (i + j − 2k)!)/(k! (i − k)! (j − k)!) H_{i+j−2k}.
  std::optional<double> SquareValue(double rho) const override {
    std::vector<double> g(2 * h_.size() - 1, 0.0);
    for (std::size_t i = 0; i < h_.size(); ++i) {
      for (std::size_t j = 0; j < h_.size(); ++j) {
        for (std::size_t k = 0; k <= std::min(i, j); ++k) {
          const auto f = [](std::size_t n) { return LogFactorial(static_cast<Index>(n)); };
          g[i + j - 2 * k] +=
              h_[i] * h_[j] *
              std::exp((f(i) + f(j) + f(i + j - 2 * k)) / 2 - f(k) - f(i - k) - f(j - k));
        }
      }
    }
    double value = 0;
    for (std::size_t n = g.size(); n-- > 0;) value = value * rho + g[n] * g[n];
    return value;
  }
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
  // The arc-cosine kernel of degree 2 (Cho & Saul 2009), times 2.
  std::optional<double> SquareValue(double rho) const override {
    const double sine = std::sqrt((1 - rho) * (1 + rho));
    return 2 / kPi * (3 * sine * rho + (kPi - std::acos(rho)) * (1 + 2 * rho * rho));
  }
  double Coefficient(Index n) const override {
    if (n == 1) return 0.5;
    if (n % 2 == 1) return 0;
    const double below = static_cast<double>(n - 1);
    return CentralBinomial(n / 2) / (below * below * kPi);
  }
  double Slope() const override { return 1; }
  double ConvergenceRadius() const override { return 1; }
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
  std::optional<double> SquareValue(double rho) const override {
    return 2 * (1 - std::acos(rho) / kPi);
  }
  double Coefficient(Index n) const override {
    if (n % 2 == 0) return n == 0 ? 0.5 : 0;
    return CentralBinomial(n / 2) / (static_cast<double>(n) * kPi);
  }
  double Slope() const override { return kInfinity; }
  double ConvergenceRadius() const override { return 1; }
};

class Erf : public ConjugateActivation {
 public:
  // E erf(X)² = 2 asin(2/3)/π.
  void Activate(double* values, Index n) const override {
    const double c = std::sqrt(kPi / (2 * total_));
    for (Index i = 0; i < n; ++i) values[i] = c * std::erf(values[i]);
  }
  double Value(double t) const override {
    return std::abs(t) <= ConvergenceRadius() ? std::asin(t * (2.0 / 3)) / total_ : kInfinity;
  }
  double Coefficient(Index n) const override {
    if (n % 2 == 0) return 0;
    return CentralBinomial(n / 2) * std::pow(2.0 / 3, static_cast<double>(n)) /
           (static_cast<double>(n) * total_);
  }
  double Slope() const override { return 2 / (std::sqrt(5.0) * total_); }
  double ConvergenceRadius() const override { return 1.5; }

 private:
  double total_ = std::asin(2.0 / 3);
};

template <class Activation>
std::unique_ptr<ConjugateActivation> Make(const Params&) {
  return std::make_unique<Activation>();
}

// exp, sinh and cosh of s²ρ are one family: the terms of the exponential series that are kept.
enum class Terms { kAll, kOdd, kEven };

class Exponential : public ConjugateActivation {
 public:
  Exponential(double s, Terms terms) : s_(s), square_(s * s), terms_(terms) {}

  // E sin²(sX) = (1 − exp(−2s²))/2 and E cos²(sX) = (1 + exp(−2s²))/2.
  void Activate(double* values, Index n) const override {
    const double c = terms_ == Terms::kAll ? 1 : std::sqrt(2 / Rest(1));
    for (Index i = 0; i < n; ++i) {
      const double x = s_ * values[i];
      values[i] = terms_ == Terms::kAll   ? std::exp(x - square_)
                  : terms_ == Terms::kOdd ? c * std::sin(x)
                                          : c * std::cos(x);
    }
  }

  // exp(s²(|t| − 1)) times a ratio that does not overflow.
  double Value(double t) const override {
    if (terms_ == Terms::kAll) return std::exp(square_ * (t - 1));
    const double size = std::exp(square_ * (std::abs(t) - 1));
    const double part = Rest(std::abs(t)) / Rest(1);
    return terms_ == Terms::kOdd && t < 0 ? -size * part : size * part;
  }
  // exp(2sx − 2s²), and (c²/2)(1 ∓ cos(2sx)).
  std::optional<double> SquareValue(double rho) const override {
    if (terms_ == Terms::kAll) return std::exp(4 * square_ * rho);
    const double cosines =
        (std::exp(-4 * square_ * (1 - rho)) + std::exp(-4 * square_ * (1 + rho))) / 2;
    const double cosine = std::exp(-2 * square_);
    const double sum = terms_ == Terms::kOdd ? 1 - 2 * cosine + cosines : 1 + 2 * cosine + cosines;
    return sum / (Rest(1) * Rest(1));
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

  double s_;
  double square_;
  Terms terms_;
};

template <Terms terms>
std::unique_ptr<ConjugateActivation> MakeExponential(const Params& params) {
  return std::make_unique<Exponential>(params.Get("s").AsNumber(), terms);
}

template <Terms terms>
ActivationEntry Entry(const std::string& name, const std::string& summary) {
  // A node's features have about s² factors: above 100 nobody could store them.
  const ParamSpec s = {.name = "s",
                       .kind = ParamKind::kNumber,
                       .help = "the activation's scale",
                       .min = 1e-6,
                       .max = 100};
  return NewActivationEntry(name, summary, {s}, &MakeExponential<terms>);
}

}  // namespace

void ConjugateActivation::Apply(double* values, Index n) const {
  for (Index i = 0; i < n; ++i) values[i] = Value(std::clamp(values[i], -1.0, 1.0));
}

ActivationEntry NewActivationEntry(const std::string& name, const std::string& summary,
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

const Registry<ActivationEntry>& ActivationRegistry() {
  static const Registry<ActivationEntry> registry(
      "activation", {IdentityEntry(), ReluEntry(), StepEntry(), ExponentialActivationEntry(),
                     SineEntry(), CosineEntry(), ErfEntry(), HermiteEntry()});
  return registry;
}

std::unique_ptr<ConjugateActivation> MakeActivation(const std::string& name, const Params& params) {
  const Registry<ActivationEntry>& registry = ActivationRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

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

ActivationEntry ReluEntry() {
  return NewActivationEntry("relu", "(sqrt(1-rho^2) + (pi-acos(rho)) rho)/pi", {}, &Make<Relu>);
}

ActivationEntry StepEntry() {
  return NewActivationEntry("step", "1 - acos(rho)/pi", {}, &Make<Step>);
}

ActivationEntry ErfEntry() {
  return NewActivationEntry("erf", "asin(2 rho/3)/asin(2/3)", {}, &Make<Erf>);
}

ActivationEntry ExponentialActivationEntry() {
  return Entry<Terms::kAll>("exponential", "exp(s^2 (rho-1))");
}

ActivationEntry SineEntry() { return Entry<Terms::kOdd>("sine", "sinh(s^2 rho)/sinh(s^2)"); }

ActivationEntry CosineEntry() { return Entry<Terms::kEven>("cosine", "cosh(s^2 rho)/cosh(s^2)"); }

}  // namespace mercer
