// Exact variances of polynomial sketches (Wacker, Kanagawa & Filippone 2024; Wacker, Ohana &
// Filippone 2023, Table 1).

#include "core/maps/sketch/sketch_moments.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/profile.h"
#include "core/linalg/walsh_hadamard.h"

namespace mercer {
namespace {

// (base + difference)^power − base^power, without the cancellation of the two.
double PowerDifference(double base, double difference, Index power) {
  double sum = 0;
  for (Index i = 0; i < power; ++i)
    sum += IntegerPower(base + difference, power - 1 - i) * IntegerPower(base, i);
  return difference * sum;
}

}  // namespace

SketchPair SketchPairOf(const PolynomialForm& form, const Vector& x, const Vector& y) {
  const double c = form.offset, s = form.scale;
  return {c + s * x.dot(y), (c + s * x.squaredNorm()) * (c + s * y.squaredNorm()),
          c * c + s * s * x.cwiseAbs2().dot(y.cwiseAbs2())};
}

FactorVariance FactorVarianceOf(const SketchLaw& law, const SketchPair& pair) {
  const double t2 = pair.t * pair.t;
  FactorVariance variance;
  if (law.projection == Projection::kGaussian) {
    variance = {pair.norms, t2};
  } else {
    // Σ is at most the product of the norms, but for rounding.
    variance = {std::max(0.0, pair.norms - pair.squares), t2 - pair.squares};
  }
  if (!law.has_complex_vectors()) {
    const double real = std::max(0.0, variance.absolute + variance.square);
    variance = {real, real};
  }
  return variance;
}

SketchMoments::SketchMoments(const SketchLaw& law, const PolynomialForm& form, const Vector& x,
                             const Vector& y)
    : law_(law),
      degree_(form.degree),
      padded_dim_(NextPowerOfTwo(std::max<Index>(1, SketchedDim(form, x.size())))),
      pair_(SketchPairOf(form, x, y)),
      factor_(FactorVarianceOf(law, pair_)) {}

double SketchMoments::Mean() const { return IntegerPower(pair_.t, degree_); }

double SketchMoments::AbsoluteMoment() const {
  return IntegerPower(pair_.t * pair_.t + factor_.absolute, degree_);
}

double SketchMoments::SquareMoment() const {
  return IntegerPower(pair_.t * pair_.t + factor_.square, degree_);
}

SketchMoments::Pool SketchMoments::PoolOf(Index rows) const {
  const auto n = static_cast<double>(padded_dim_), R = static_cast<double>(rows);
  const Index blocks = rows / padded_dim_, rest = rows % padded_dim_;
  switch (law_.projection) {
    case Projection::kSrht:
      return {n, static_cast<double>(blocks) * n * (n - 1) +
                     static_cast<double>(rest) * static_cast<double>(rest - 1)};
    case Projection::kSrhtJoint:
      return {n * static_cast<double>(blocks + (rest > 0 ? 1 : 0)), R * (R - 1)};
    default:
      return {};
  }
}

double SketchMoments::Variance(double factor_variance, Index rows) const {
  const double t2 = pair_.t * pair_.t;
  const auto R = static_cast<double>(rows);
  const Pool pool = PoolOf(rows);
  double variance = PowerDifference(t2, factor_variance, degree_) / R;
  if (pool.pairs > 0) {
    variance +=
        pool.pairs / R / R * PowerDifference(t2, -factor_variance / (pool.size - 1), degree_);
  }
  return variance;
}

double SketchMoments::VarianceLimit(double factor_variance) const {
  const double t2 = pair_.t * pair_.t;
  const double variance = PowerDifference(t2, factor_variance, degree_);
  const auto others = static_cast<double>(padded_dim_ - 1);
  switch (law_.projection) {
    case Projection::kSrht:
      if (others == 0) return variance;
      return variance + others * PowerDifference(t2, -factor_variance / others, degree_);
    case Projection::kSrhtJoint:  // R pairs of a row, each with −V/R: the derivative
      return variance -
             static_cast<double>(degree_) * IntegerPower(t2, degree_ - 1) * factor_variance;
    default:
      return variance;
  }
}

double SketchMoments::AbsoluteVariance(Index rows) const {
  return std::max(0.0, Variance(factor_.absolute, rows));
}

double SketchMoments::RealVariance(Index rows) const {
  return std::max(0.0, (Variance(factor_.absolute, rows) + Variance(factor_.square, rows)) / 2);
}

double SketchMoments::RealVarianceLimit() const {
  return std::max(0.0, (VarianceLimit(factor_.absolute) + VarianceLimit(factor_.square)) / 2);
}

// Of two rows of a pool E |<w, x'>|²|<w̃, y'>|² = (nN − M)/(n − 1): the sum over all pairs of rows
// of Walsh-Hadamard is n²N, and over the rows with themselves n times their moment M.
double SketchMoments::NormProduct(Index rows) const {
  const auto R = static_cast<double>(rows);
  const Pool pool = PoolOf(rows);
  double sum =
      R * AbsoluteMoment() + (R * (R - 1) - pool.pairs) * IntegerPower(pair_.norms, degree_);
  if (pool.pairs > 0) {
    const double moment = pair_.t * pair_.t + factor_.absolute;
    const double other = pair_.norms - (moment - pair_.norms) / (pool.size - 1);
    sum += pool.pairs * IntegerPower(other, degree_);
  }
  return sum / R / R;
}

// With a = z(x), b = z(y) complex: (Re a)²(Re b)² + (Im a)²(Im b)² = (|ab|² + Re(a²)Re(b²))/2, and
// 2 Re(a²)Re(b²) = Re(a²b²) + Re((ab*)²). Of one factor E <w, x'>²<w, y'>² is 0 for Gaussian
// vectors; for the others only the fourth power of an entry has a mean, 1.
double SketchMoments::SquaresProduct(Index rows) const {
  const auto R = static_cast<double>(rows);
  if (!law_.has_complex_vectors()) return AbsoluteMoment() / R;
  const double square =
      law_.projection == Projection::kGaussian ? 0 : IntegerPower(pair_.squares, degree_);
  return (AbsoluteMoment() + (SquareMoment() + square) / 2) / (2 * R);
}

}  // namespace mercer
