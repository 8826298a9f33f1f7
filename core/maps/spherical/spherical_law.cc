#include "core/maps/spherical/spherical_law.h"

#include <algorithm>
#include <array>
#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <cmath>
#include <cstddef>

#include "core/base/error.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/profile.h"

namespace mercer {
namespace {

constexpr Index kPoints = 5000;

struct Weights {
  double a = 0;
  Index degree = 0;
  Index dim = 0;
  std::array<double, 10> factors{};
  std::array<double, 10> scales{};
};

// By a, p and n.
const std::vector<Weights>& ReleasedWeights() {
  // clang-format off
  static const std::vector<Weights> released = {
      {2, 3, 8,
       {-0.04797, 0.51626, -0.9161, -0.05828, -0.13103, -0.29009, -0.09581, 0.16833,
        -0.26972, -0.19507},
       {0.11152, 0.64817, 0.59074, 0.04949, 0.0032, 0.14229, 0.00695, 0.67487, 0.06614, 0.00323}},
      {2, 3, 64,
       {0.41217, -0.07336, -0.16914, -0.56585, -0.47615, -0.06137, -0.29522, 1.6672,
        -0.87798, 0.54692},
       {0.31673, 0.13238, 0.34435, 0.30475, 0.48054, 0.07489, 0.79887, 0.94196, 0.61945, 0.94265}},
      {2, 3, 1024,
       {-0.31644, -0.10885, 0.94569, -0.11518, -0.29281, -0.03328, -0.08011, -0.02225,
        -0.00592, -0.22963},
       {0.39879, 0.17755, 0.95783, 0.23018, 0.20451, 0.08873, 0.17541, 0.11058, 0.06985, 0.16877}},
      {2, 5, 8,
       {0.74527, -0.35891, -0.30117, -0.05275, -0.44748, -0.49335, -0.48228, -0.32503,
        0.46717, -0.38521},
       {1.04123, 0.44444, 0.72807, 0.04819, 0.2851, 0.27537, 0.08292, 0.20877, 1.04533, 0.63269}},
      {2, 5, 64,
       {-0.19861, -0.08481, 0.71004, 0.02611, -0.5349, -0.32886, 1.09127, -0.93881,
        -0.29809, -0.65276},
       {0.11199, 0.12944, 1.15562, 0.10623, 1.00855, 0.30837, 1.15564, 0.18476, 0.38112, 0.25349}},
      {2, 5, 128,
       {-0.24021, -1.40882, -0.67611, -0.00613, -0.93377, -0.19467, 1.09991, -0.12284,
        1.32499, -0.12808},
       {0.29593, 0.01434, 0.19914, 0.05512, 0.50306, 1.02277, 1.18075, 0.29048, 1.18059, 0.0577}},
      {2, 5, 1024,
       {-0.39081, -0.0172, -0.25895, -0.00966, -0.03185, -0.25786, -0.08437, 1.04033,
        -0.17535, -0.39786},
       {0.58551, 0.02662, 0.06819, 0.03366, 0.11934, 0.11083, 0.16612, 1.18984, 0.08797, 0.58397}},
      {2, 7, 8,
       {-0.49133, -0.44629, -0.0448, -1.00321, -0.11314, 0.64268, -0.58754, -0.83125,
        -0.43304, 0.51182},
       {0.52423, 0.16741, 0.01366, 0.21896, 0.09467, 1.28973, 0.42493, 0.1438, 0.64676, 1.28984}},
      {2, 7, 64,
       {-0.23395, -0.02601, -0.08046, -0.26081, -0.10564, -0.12614, -0.32508, -0.06438,
        -0.11714, 1.1901},
       {0.39636, 0.04128, 0.09753, 0.38192, 0.0473, 0.16028, 0.07542, 0.4826, 0.16047, 1.38277}},
      {2, 7, 128,
       {-0.00512, 0.0186, -1.21695, -0.62126, -0.03446, -1.12291, -0.15606, 1.3061,
        -0.366, -0.78997},
       {0.01641, 0.15027, 0.22008, 0.41784, 0.47083, 0.24543, 0.14831, 1.35721, 1.22413, 0.73254}},
      {2, 7, 1024,
       {-0.30521, -0.12267, -0.00646, -0.28897, -0.19959, 1.14849, -0.24609, -0.27993,
        -0.35665, -0.37171},
       {0.2695, 0.16116, 0.76376, 0.10981, 0.30572, 1.38357, 0.15296, 0.07862, 0.02214, 0.0391}},
      {2, 10, 8,
       {-0.33769, -0.30793, -0.34714, -0.2141, 1.04241, -0.07656, -0.48307, -0.18301,
        -0.37556, -0.23723},
       {0.48944, 0.14693, 0.64142, 0.01197, 1.57241, 0.06107, 0.00532, 0.03417, 0.27339, 0.17047}},
      {2, 10, 64,
       {-0.47426, -0.40301, -0.17973, 0.07245, -0.19291, 0.35118, 0.35338, -0.03546,
        -0.12468, -0.15929},
       {0.24348, 1.39013, 0.23917, 0.14459, 0.25248, 1.5541, 1.55405, 0.0251, 0.10536, 0.14661}},
      {2, 10, 128,
       {-0.11919, -0.06517, -0.72174, -0.29465, -0.39206, -0.56214, -0.6401, -0.00033,
        0.49355, 1.37054},
       {0.30169, 0.12619, 0.1689, 0.1054, 0.23192, 0.18624, 0.16259, 0.03942, 1.62899, 1.63176}},
      {2, 10, 1024,
       {1.56331, -0.28557, -0.01228, -0.55619, -0.57864, -0.15816, -0.17188, -0.01979,
        -0.74735, -0.00275},
       {1.63204, 0.09214, 0.00514, 0.2035, 0.20045, 0.12047, 0.11204, 0.72359, 0.38018, 1.1781}},
      {2, 20, 1024,
       {-0.0716, -0.14366, -0.21542, -0.29993, -0.17042, -0.15322, -0.22033, -0.22921,
        -0.48959, 1.21049},
       {0.12353, 0.69076, 0.06379, 0.60954, 0.13103, 0.21144, 0.22015, 0.17784, 0.06837, 2.27249}},
      {4, 3, 1024,
       {-0.11751, -0.03409, -0.02857, -0.0846, 0.38727, -0.06996, -0.03595, -0.09448,
        -0.08534, 0.51432},
       {0.05997, 0.11183, 0.09181, 0.16141, 0.45042, 0.00995, 0.23119, 0.06215, 0.06143, 0.45349}},
      {4, 7, 1024,
       {-0.04957, -0.14433, -0.41561, -0.09492, -0.24851, 0.58322, -0.01611, -0.04216,
        0.49486, -0.15538},
       {0.25768, 0.13503, 0.0968, 0.12622, 0.20557, 0.6856, 0.05434, 0.0284, 0.6837, 0.07804}},
      {4, 10, 1024,
       {-0.09505, -0.0177, -0.00282, -0.00408, -0.23494, -0.062, -0.07597, -0.10372,
        0.69388, -0.09689},
       {0.07548, 0.06368, 0.03175, 0.05236, 0.24069, 0.30118, 0.14289, 0.28459, 0.8135, 0.07109}},
      {4, 20, 8,
       {-0.44394, -0.61195, -0.37062, 0.89089, -0.50575, -0.36455, -0.75051, -0.13684,
        0.70178, -0.21852},
       {0.37085, 0.27689, 0.22502, 1.1404, 0.34473, 0.12514, 0.018, 0.07045, 1.07998, 0.08221}},
      {4, 20, 64,
       {-0.17203, -0.95304, -0.00203, -0.60539, -0.61355, -0.20907, 0.88725, 0.8207,
        -0.32243, -0.31217},
       {0.35145, 0.27471, 0.01382, 0.216, 0.10371, 0.15015, 1.13279, 1.13851, 0.15894, 0.36263}},
      {4, 20, 128,
       {-0.27574, -0.11215, 1.22464, -0.43425, -0.10831, -0.09788, -0.46851, -0.36134,
        -0.25806, 0.6459},
       {0.35417, 0.17452, 1.13806, 0.06548, 0.13993, 0.04813, 0.29288, 0.05848, 0.35683, 1.13118}},
      {4, 20, 1024,
       {-0.39838, 0.59131, -0.20306, -0.10259, -0.11259, -0.00008, -0.01429, 0.08243,
        -0.36586, 0.8811},
       {0.25359, 1.13918, 0.30604, 0.19222, 0.33302, 0.10755, 0.71437, 1.08614, 0.14145, 1.13894}},
  };
  // clang-format on
  return released;
}

// For n dimensions: the least n above, or the largest. nullptr where a and p have none.
const Weights* WeightsFor(double a, Index degree, Index dim) {
  const Weights* found = nullptr;
  for (const Weights& weights : ReleasedWeights()) {
    if (std::abs(weights.a - a) > 1e-9 * a || weights.degree != degree) continue;
    if (found == nullptr || found->dim < dim) found = &weights;
  }
  return found;
}

double DensityAt(const Weights& weights, Index dim, double w) {
  const auto power = static_cast<double>(dim - 1);
  // Divided by the largest u^(n−1)·exp(−u²), which may be beyond all doubles.
  const double largest = power > 0 ? power / 2 * (std::log(power / 2) - 1) : 0;
  double density = 0;
  for (std::size_t i = 0; i < weights.factors.size(); ++i) {
    const double u = w / (2 * weights.scales[i]);
    if (u * u > static_cast<double>(dim) + 800) continue;  // exp would be 0
    density +=
        weights.factors[i] / weights.scales[i] * std::exp(power * std::log(u) - u * u - largest);
  }
  return std::max(0.0, density);
}

// ₀F₁(; n/2; −r²/4) = E cos(r u_1) for u uniform on the unit sphere of n dimensions, with an
// absolute error below 1e-9: by its series, unless terms are so large that they cancel; then, with
// ν = n/2 − 1, as Γ(ν + 1)(2/r)^ν J_ν(r), or in many dimensions, where J_ν(r) may be too small for
// a double, by the first terms of the series of its logarithm.
double SphereMean(Index dim, double r) {
  const auto n = static_cast<double>(dim);
  double sum = 1, term = 1;
  const double half = n / 2;
  bool cancels = false;
  for (int k = 1; k < 10000 && !cancels; ++k) {
    term *= -r * r / 4 / (k * (half + k - 1));
    sum += term;
    // Terms grow at first.
    if (k * (half + k) > r * r / 4 && std::abs(term) < 1e-17) break;
    cancels = std::abs(term) > 1e5;
  }
  if (!cancels) return sum;
  if (dim > 1024) {
    const double t = r * r / (2 * n);
    return std::exp(-t - t * t / (n + 2) - 8.0 / 3 * t * t * t / ((n + 2) * (n + 4)));
  }
  using DoublesOnly = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  const double order = half - 1;
  return std::exp(LogGamma(half) + order * std::log(2 / r)) *
         boost::math::cyl_bessel_j(order, r, DoublesOnly());
}

}  // namespace

std::optional<SphericalForm> SphericalLaw::FormOf(const Kernel& kernel) {
  const std::optional<PolynomialForm> form = PolynomialFormOf(kernel);
  if (!form) return std::nullopt;
  const double size = form->offset + form->scale, a = std::sqrt(2 * size / form->scale);
  const Weights* weights = WeightsFor(a, form->degree, 1);
  if (weights == nullptr) return std::nullopt;
  return SphericalForm{weights->a, form->degree, size};
}

SphericalLaw::SphericalLaw(const SphericalForm& form, Index dim) : dim_(dim) {
  const Weights* weights = WeightsFor(form.a, form.degree, dim);
  MERCER_CHECK(weights != nullptr);
  fitted_dim_ = weights->dim;
  // A component's radius is σ√2 times the length of a standard normal vector, √n ± 1/√2.
  const double largest = *std::max_element(weights->scales.begin(), weights->scales.end());
  const double end = largest * (std::sqrt(2 * static_cast<double>(dim)) + 12);
  constexpr double kBegin = 1e-9;
  double before = 0;
  for (Index i = 0; i < kPoints; ++i) {
    points_.push_back(kBegin + (end - kBegin) * static_cast<double>(i) / (kPoints - 1));
    const double density = DensityAt(*weights, dim, points_.back());
    below_.push_back(i == 0 ? 0 : below_.back() + (before + density) / 2);
    before = density;
  }
  MERCER_CHECK(below_.back() > 0);
  for (double& mass : below_) mass /= below_.back();
}

double SphericalLaw::Radius(double u) const {
  const auto above = std::upper_bound(below_.begin(), below_.end() - 1, u);
  const auto i = static_cast<std::size_t>(above - below_.begin());
  const double share = (u - below_[i - 1]) / (below_[i] - below_[i - 1]);
  return points_[i - 1] + share * (points_[i] - points_[i - 1]);
}

double SphericalLaw::Value(double z) const {
  double sum = 0;
  for (std::size_t i = 1; i < points_.size(); ++i) {
    const double mass = below_[i] - below_[i - 1];
    if (mass < 1e-16) continue;
    sum += mass * SphereMean(dim_, z * (points_[i - 1] + points_[i]) / 2);
  }
  return sum;
}

}  // namespace mercer
