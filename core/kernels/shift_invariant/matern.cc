#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/kernel.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

/// The Matérn kernel of r = |x − y|, sigma > 0 (Rasmussen & Williams 2006, equation 4.17):
///
///   nu = 1/2: exp(−r/sigma);  nu = 3/2: (1 + a) exp(−a), a = √3 r/sigma;
///   nu = 5/2: (1 + a + a²/3) exp(−a), a = √5 r/sigma.
///
/// Frequencies follow the multivariate t law with 2 nu degrees of freedom and scale 1/sigma:
/// w = g·√(2 nu/c)/sigma with c of the chi-square law with 2 nu degrees.
class MaternKernel : public RadialKernel {
 public:
  /// Throws InvalidInput where nu is not 1/2, 3/2 or 5/2, or sigma² or 1/sigma² is 0 or infinite as
  /// a double.
  MaternKernel(double nu, double sigma);

  double nu() const { return nu_; }
  double sigma() const { return sigma_; }

  /// From 2 nu of the stream's Gaussians, the sum of whose squares is c.
  double SampleScale(RandomStream& stream) const override;
  std::string Describe() const override;

 protected:
  void ApplyProfile(double* squared_distances, Index n) const override;

 private:
  double nu_;
  double sigma_;
};

MaternKernel::MaternKernel(double nu, double sigma)
    : nu_(nu), sigma_(CheckedBandwidth("matern", sigma)) {
  if (nu == 0.5 || nu == 1.5 || nu == 2.5) return;
  throw InvalidInput("kernel 'matern': nu is " + FormatNumber(nu) + "; expected 0.5, 1.5 or 2.5");
}

double MaternKernel::SampleScale(RandomStream& stream) const {
  double chi_square = 0;
  for (int i = 0; i < static_cast<int>(2 * nu_); ++i) {
    const double g = stream.Gaussian();
    chi_square += g * g;
  }
  // A scale beyond any double's use, but finite, where the sum underflows.
  return std::sqrt(2 * nu_ / std::max(chi_square, 1e-300)) / sigma_;
}

std::string MaternKernel::Describe() const {
  return "matern(nu=" + FormatNumber(nu_) + ",sigma=" + FormatNumber(sigma_) + ")";
}

void MaternKernel::ApplyProfile(double* squared_distances, Index n) const {
  constexpr Index kChunk = 512;
  // 1 + a + a²/3 with the terms that nu has.
  const double rate = std::sqrt(2 * nu_) / sigma_;
  const double linear = nu_ > 1 ? 1 : 0, quadratic = nu_ > 2 ? 1.0 / 3 : 0;
  std::array<double, kChunk> exponential;
  for (Index begin = 0; begin < n; begin += kChunk) {
    double* values = squared_distances + begin;
    const Index size = std::min(kChunk, n - begin);
    for (Index i = 0; i < size; ++i) {
      // Beyond 800 the exponential is 0, and a² must not be infinite beside it.
      values[i] = std::min(rate * std::sqrt(values[i]), 800.0);
      exponential[static_cast<std::size_t>(i)] = -values[i];
    }
    VectorExp(exponential.data(), size);
    for (Index i = 0; i < size; ++i) {
      const double a = values[i];
      values[i] = (1 + a * (linear + a * quadratic)) * exponential[static_cast<std::size_t>(i)];
    }
  }
}

}  // namespace

KernelEntry MaternEntry() {
  KernelEntry entry;
  entry.name = "matern";
  entry.summary =
      "exp(-a) times 1, 1+a or 1+a+a^2/3 for nu 0.5, 1.5, 2.5, with a = sqrt(2 nu) |x-y| / sigma";
  entry.citation = "Rasmussen & Williams 2006, equation 4.17";
  entry.params = {{.name = "nu",
                   .kind = ParamKind::kNumber,
                   .help = "smoothness: 0.5, 1.5 or 2.5",
                   .min = 0.5,
                   .max = 2.5,
                   .example = 1.5},
                  SigmaSpec()};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<MaternKernel>(params.Get("nu").AsNumber(),
                                          BandwidthOf("matern", params));
  };
  return entry;
}

}  // namespace mercer
