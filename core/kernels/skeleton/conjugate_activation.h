#ifndef MERCER_CORE_KERNELS_SKELETON_CONJUGATE_ACTIVATION_H_
#define MERCER_CORE_KERNELS_SKELETON_CONJUGATE_ACTIVATION_H_

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/base/types.h"

namespace mercer {

/// The conjugate ŝ(ρ) = E[s(X)s(Y)] of an activation s with E[s(X)²] = 1, for standard normal X, Y
/// of correlation ρ (Daniely et al. 2017, section 5): ŝ(ρ) = Σ a_n ρⁿ with a_n ≥ 0 and Σ a_n = 1.
/// Immutable.
///
///   identity        s(x) = x               ŝ(ρ) = ρ
///   relu            √2 max(0, x)           (√(1−ρ²) + (π − acos ρ)ρ)/π
///   step            √2 [x ≥ 0]             1 − acos(ρ)/π
///   exponential(s)  exp(sx − s²)           exp(s²(ρ − 1))
///   sine(s)         c sin(sx)              sinh(s²ρ)/sinh(s²)
///   cosine(s)       c cos(sx)              cosh(s²ρ)/cosh(s²)
///   erf             c erf(x)               asin(2ρ/3)/asin(2/3)
///   hermite(h)      Σ h_i H_i(x)           Σ h_i² ρⁱ, H_i the normalised Hermite polynomials
///
/// The constant c makes E[s(X)²] = 1.
class ConjugateActivation {
 public:
  virtual ~ConjugateActivation() = default;

  /// ŝ(t) = Σ a_n tⁿ; infinite for |t| > ConvergenceRadius(). Exactly 1 at t = 1. O(1) or
  /// O(degree).
  virtual double Value(double t) const = 0;

  /// Applies ŝ in place to n values, each first clipped to [−1, 1]. O(n).
  virtual void Apply(double* values, Index n) const;

  /// Applies the activation s itself in place to n values; nan stays nan unless s is constant.
  /// O(n), O(n·degree) for hermite.
  virtual void Activate(double* values, Index n) const = 0;

  /// a_n for n ≥ 0, to a relative error of about 1e-12. O(1).
  virtual double Coefficient(Index n) const = 0;

  /// The largest n with a_n > 0, or -1 if there is no largest.
  virtual Index MaxDegree() const { return -1; }

  /// E[s(X)²s(Y)²] for |ρ| ≤ 1; empty for every ρ if no closed form is known (erf). O(1) or
  /// O(degree³).
  virtual std::optional<double> SquareValue(double /*rho*/) const { return std::nullopt; }

  /// ŝ'(1) = Σ n·a_n: the mean number of factors in a node's random feature. Infinite for step.
  virtual double Slope() const = 0;

  /// The series converges for |t| ≤ ConvergenceRadius().
  virtual double ConvergenceRadius() const { return std::numeric_limits<double>::infinity(); }
};

/// The registry entry of an activation.
struct ActivationEntry : RegistryInfo {
  /// `params` are resolved. Throws InvalidInput for hermite if Σ h_i² is not 1 within 1e-9.
  std::unique_ptr<ConjugateActivation> (*make)(const Params& params) = nullptr;
};

const Registry<ActivationEntry>& ActivationRegistry();

/// Checks the parameters and makes the activation. Throws InvalidInput; for an unknown name, the
/// message has the nearest known one.
std::unique_ptr<ConjugateActivation> MakeActivation(const std::string& name, const Params& params);

/// A registry entry for an activation of Daniely et al. (2017), section 5.
ActivationEntry NewActivationEntry(const std::string& name, const std::string& summary,
                                   const std::vector<ParamSpec>& params,
                                   std::unique_ptr<ConjugateActivation> (*make)(const Params&));

// Each source file defines its own.
ActivationEntry IdentityEntry();
ActivationEntry ReluEntry();
ActivationEntry StepEntry();
ActivationEntry ExponentialActivationEntry();
ActivationEntry SineEntry();
ActivationEntry CosineEntry();
ActivationEntry ErfEntry();
ActivationEntry HermiteEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_CONJUGATE_ACTIVATION_H_
