// The box discrepancy and its gradient (Yang et al. 2014, Theorem 9 and Proposition 11).

#include "core/sequences/box_discrepancy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/error.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

constexpr int kNodes = 64;

// Nodes and weights of Gauss-Legendre quadrature on [0, 1], by Newton's method on the Legendre
// polynomial.
void GaussLegendre(int count, std::vector<double>& nodes, std::vector<double>& weights) {
  nodes.resize(static_cast<std::size_t>(count));
  weights.resize(nodes.size());
  for (int k = 0; k < count; ++k) {
    double x = std::cos(std::numbers::pi * (k + 0.75) / (count + 0.5)), slope = 1;
    for (int step = 0; step < 8; ++step) {
      double previous = 1, value = x;
      for (int n = 2; n <= count; ++n) {
        const double next = ((2 * n - 1) * x * value - (n - 1) * previous) / n;
        previous = value;
        value = next;
      }
      slope = count * (x * value - previous) / (x * x - 1);
      x -= value / slope;
    }
    nodes[static_cast<std::size_t>(k)] = 0.5 * (1 - x);
    weights[static_cast<std::size_t>(k)] = 1 / ((1 - x * x) * slope * slope);
  }
}

constexpr Index kBlock = 64;
using Lane = std::array<double, kBlock>;

// One coordinate of a frequency: its angle b·w with sine and cosine.
struct Angle {
  double angle, sine, cosine;
};

// For a difference x of `own` and each of a run of other angles: sinc(x) and its derivative, from
// sines and cosines that are known (no transcendental function per pair), by their series where the
// quotients cancel. Without branches, so that it runs in vector registers. The series multiply by
// reciprocals: a division takes as long as ten products, and compilers keep q / 6 a division.
void SincOfDifferences(const Angle& own, const double* angles, const double* sines,
                       const double* cosines, Index count, double* values, double* slopes) {
  for (Index m = 0; m < count; ++m) {
    const double x = own.angle - angles[m], q = x * x;
    const double sine = own.sine * cosines[m] - own.cosine * sines[m];
    const double cosine = own.cosine * cosines[m] + own.sine * sines[m];
    const double near_value =
        1 - q * (1. / 6) * (1 - q * (1. / 20) * (1 - q * (1. / 42) * (1 - q * (1. / 72))));
    const double near_slope =
        x * (-1. / 3) *
        (1 - q * (1. / 10) * (1 - q * (1. / 28) * (1 - q * (1. / 54) * (1 - q * (1. / 88)))));
    const bool near = q < 0.02;
    const double inverse = 1 / (near ? 1.0 : x);
    const double far_value = sine * inverse;
    const double far_slope = (cosine - far_value) * inverse;
    values[m] = near ? near_value : far_value;
    slopes[m] = near ? near_slope : far_slope;
  }
}

// Given factors f_j and slopes f'_j, returns Π f_j and replaces slopes by f'_j Π_{q≠j} f_q. No
// division: a factor may be 0.
double ProductWithSlopes(const double* factors, double* slopes, Index d) {
  double before = 1;
  for (Index j = 0; j < d; ++j) {
    slopes[j] *= before;
    before *= factors[j];
  }
  double after = 1;
  for (Index j = d - 1; j >= 0; --j) {
    slopes[j] *= after;
    after *= factors[j];
  }
  return before;
}

// The same for `count` partners at once: row j of `values` holds coordinate j of each. Returns the
// sum of their products.
double SumOfProducts(const std::vector<Lane>& values, std::vector<Lane>& slopes, Index count) {
  Lane before, after;
  before.fill(1);
  after.fill(1);
  for (std::size_t j = 0; j < values.size(); ++j) {
    for (std::size_t m = 0; m < kBlock; ++m) {
      slopes[j][m] *= before[m];
      before[m] *= values[j][m];
    }
  }
  for (std::size_t j = values.size(); j-- > 0;) {
    for (std::size_t m = 0; m < kBlock; ++m) {
      slopes[j][m] *= after[m];
      after[m] *= values[j][m];
    }
  }
  return std::accumulate(before.begin(), before.begin() + count, 0.0);
}

double OperationsOf(double each_pair, double s, double d) {
  constexpr double kOfAnIntegral = 450;
  return (each_pair * s + kOfAnIntegral) * s * d;
}

}  // namespace

BoxDiscrepancy::BoxDiscrepancy(const Vector& half_widths, double sigma)
    : sigma_(sigma), box_(half_widths / sigma), h_product_(1) {
  MERCER_CHECK(sigma > 0 && half_widths.size() > 0 && (half_widths.array() > 0).all());
  for (const double b : box_) h_product_ *= std::sqrt(std::numbers::pi) / (2 * b) * std::erf(b);
  GaussLegendre(kNodes, nodes_, weights_);
}

BoxDiscrepancy::ValueAndSlope BoxDiscrepancy::CharacteristicMean(Index j, double w) const {
  // exp(−t²/2) is below 1e-19 from 9.5 on.
  const double b = box_(j), end = std::min(b, 9.5);
  // 64 nodes integrate 13 periods of the cosine to rounding.
  const int panels = 1 + static_cast<int>(std::abs(w) * end / 80);
  const double width = end / panels;
  std::array<double, kNodes> cosines, densities;
  double sum = 0;
  for (int panel = 0; panel < panels; ++panel) {
    for (std::size_t k = 0; k < kNodes; ++k) {
      const double t = width * (panel + nodes_[k]);
      cosines[k] = w * t;
      densities[k] = -0.5 * t * t;
    }
    VectorCos(cosines.data(), kNodes);
    VectorExp(densities.data(), kNodes);
    const auto at_nodes = [](const auto& values) {
      return Eigen::Map<const Eigen::Array<double, kNodes, 1>>(values.data());
    };
    sum += (at_nodes(weights_) * at_nodes(densities) * at_nodes(cosines)).sum();
  }
  const double value = sum * width / b;
  return {value, -w * value + std::exp(-0.5 * b * b) * std::sin(b * w) / b};
}

double BoxDiscrepancy::SingleSum(const Matrix& scaled, Matrix* gradient) const {
  const Index s = scaled.rows(), d = dim();
  Vector factors(d), slopes(d);
  double total = 0;
  for (Index l = 0; l < s; ++l) {
    for (Index j = 0; j < d; ++j) {
      const ValueAndSlope g = CharacteristicMean(j, scaled(l, j));
      factors(j) = g.value;
      slopes(j) = g.slope;
    }
    total += ProductWithSlopes(factors.data(), slopes.data(), d);
    if (gradient != nullptr) gradient->row(l) -= 2.0 / static_cast<double>(s) * slopes.transpose();
  }
  return total / static_cast<double>(s);
}

double BoxDiscrepancy::PairSum(const Matrix& scaled, Matrix* gradient) const {
  const Index s = scaled.rows(), d = dim();
  const double weight = 2.0 / (static_cast<double>(s) * static_cast<double>(s));
  // One coordinate per row, so that the partners of a frequency are next to each other.
  const Matrix angles = (scaled * box_.asDiagonal()).transpose();
  const Matrix sines = angles.array().sin(), cosines = angles.array().cos();
  Matrix slope_sums = Matrix::Zero(d, s);
  std::vector<Lane> values(static_cast<std::size_t>(d), Lane{}), slopes = values;
  double total = 0;
  for (Index l = 1; l < s; ++l) {
    for (Index first = 0; first < l; first += kBlock) {
      const Index count = std::min(kBlock, l - first);
      for (Index j = 0; j < d; ++j) {
        const auto row = static_cast<std::size_t>(j);
        SincOfDifferences({angles(j, l), sines(j, l), cosines(j, l)}, &angles(j, first),
                          &sines(j, first), &cosines(j, first), count, values[row].data(),
                          slopes[row].data());
      }
      total += SumOfProducts(values, slopes, count);
      if (gradient == nullptr) continue;
      for (Index j = 0; j < d; ++j) {
        const double* row = slopes[static_cast<std::size_t>(j)].data();
        double sum = 0;
        for (Index m = 0; m < count; ++m) {
          sum += row[m];
          slope_sums(j, first + m) -= row[m];
        }
        slope_sums(j, l) += sum;
      }
    }
  }
  if (gradient != nullptr) *gradient += weight * slope_sums.transpose() * box_.asDiagonal();
  return 1.0 / static_cast<double>(s) + weight * total;
}

double BoxDiscrepancy::SquaredOfScaled(const Matrix& scaled, Matrix* gradient) const {
  MERCER_CHECK(scaled.cols() == dim() && scaled.rows() > 0);
  if (gradient != nullptr) gradient->setZero(scaled.rows(), scaled.cols());
  const double pairs = PairSum(scaled, gradient);
  return pairs - 2 * SingleSum(scaled, gradient) + h_product_;
}

double BoxDiscrepancy::Squared(const Matrix& frequencies) const {
  return SquaredOfScaled(sigma_ * frequencies, nullptr);
}

double BoxDiscrepancy::SquaredWithGradient(const Matrix& frequencies, Matrix& gradient) const {
  const double value = SquaredOfScaled(sigma_ * frequencies, &gradient);
  gradient *= sigma_;
  return value;
}

double BoxDiscrepancy::Operations(Index s, Index d) {
  return OperationsOf(1.3, static_cast<double>(s), static_cast<double>(d));
}

double BoxDiscrepancy::OperationsWithGradient(Index s, Index d) {
  return OperationsOf(4, static_cast<double>(s), static_cast<double>(d));
}

double BoxDiscrepancy::MonteCarloExpectation(Index s) const {
  return (1 - h_product_) / static_cast<double>(s);
}

}  // namespace mercer
