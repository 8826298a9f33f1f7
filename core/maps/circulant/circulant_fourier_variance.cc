#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/error.h"
#include "core/maps/circulant/signed_circulant_fourier.h"

namespace mercer {
namespace {

// log cosh a without overflow.
double LogCosh(double a) {
  const double size = std::abs(a);
  return size + std::log1p(std::exp(-2 * size)) - std::numbers::ln2;
}

// exp(−|δ|²)·E cosh(Σ_j s_j a_j), a_j = δ_j δ_{j + lag}, over signs s whose product along each
// cycle is 1: along a cycle E exp(Σ s a) is Π cosh a + Π sinh a.
double MeanOverSigns(const Vector& scaled, Index lag) {
  const Index d = scaled.size(), cycles = std::gcd(d, lag);
  const bool odd = d / cycles % 2 == 1;
  double log_size = -scaled.squaredNorm(), plus = 1, minus = 1;
  for (Index start = 0; start < cycles; ++start) {
    double tanh = 1;
    Index j = start;
    do {
      const Index next = (j + lag) % d;
      const double a = scaled[j] * scaled[next];
      log_size += LogCosh(a);
      tanh *= std::tanh(a);
      j = next;
    } while (j != start);
    plus *= 1 + tanh;
    minus *= odd ? 1 - tanh : 1 + tanh;
  }
  return 0.5 * std::exp(log_size) * (plus + minus);
}

}  // namespace

double CirculantFourierCovariance(CirculantSigns signs, const Vector& scaled, Index lag) {
  const Index d = scaled.size();
  MERCER_CHECK(lag >= 1 && lag < d);
  const double square = scaled.squaredNorm();
  if (signs == CirculantSigns::kColumns) return MeanOverSigns(scaled, lag) - std::exp(-square);
  const double rho =
      scaled.head(d - lag).dot(scaled.tail(d - lag)) + scaled.head(lag).dot(scaled.tail(lag));
  return 0.5 * (std::exp(rho - square) + std::exp(-rho - square)) - std::exp(-square);
}

}  // namespace mercer
