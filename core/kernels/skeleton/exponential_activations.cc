#include <cmath>

#include "core/kernels/shift_invariant/profile.h"
#include "core/kernels/skeleton/conjugate_activation.h"

namespace mercer {
namespace {

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

ActivationEntry ExponentialActivationEntry() {
  return Entry<Terms::kAll>("exponential", "exp(s^2 (rho-1))");
}

ActivationEntry SineEntry() { return Entry<Terms::kOdd>("sine", "sinh(s^2 rho)/sinh(s^2)"); }

ActivationEntry CosineEntry() { return Entry<Terms::kEven>("cosine", "cosh(s^2 rho)/cosh(s^2)"); }

}  // namespace mercer
