// Means over the pairs of rows, a block of their inner products at a time.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/maps/maclaurin/optimal_orders.h"

namespace mercer {
namespace {

// Inner products of so many operations are as good in floats, which take half the time.
constexpr double kManyOperations = 1 << 28;

// Rows of a block of inner products; their powers stay in the first-level cache.
constexpr Index kBlockRows = 256, kBlockColumns = 1024, kChunk = 256;

using Values = Eigen::Array<double, Eigen::Dynamic, 1, 0, kChunk, 1>;

// Sums over pairs of rows. Rows are divided by the length of the longest, and a_n multiplied by its
// power: then nothing leaves the range of a float.
class PairSums {
 public:
  PairSums(const MaclaurinSeries& series, const OptimalLaw& law, double longest_squared,
           Index block)
      : profile_(series.profile()),
        law_(law),
        longest_squared_(longest_squared),
        share_(block > 1 ? 1 / static_cast<double>(block - 1) : 0) {
    const Index highest = HighestOrder(series, law);
    for (Index n = 0; n <= highest; ++n) {
      const double logarithm = profile_.LogMaclaurinCoefficient(n);
      coefficients_.push_back(
          std::isfinite(logarithm)
              ? std::exp(logarithm + static_cast<double>(n) * std::log(longest_squared))
              : 0.0);
    }
    variance_ = covariance_ = bias_ = Vector::Zero(highest + 1);
  }

  const std::vector<double>& coefficients() const { return coefficients_; }
  const Vector& variance() const { return variance_; }
  const Vector& covariance() const { return covariance_; }
  const Vector& bias() const { return bias_; }

  // Pairs with inner products t, Σ x_i² y_i² = q, N = |x|²|y|² and g(x)g(y), each with its mirror
  // image in the sums of the bias.
  void AddPairs(const Values& t, const Values& q, const Values& norms, const Values& factors) {
    const Values t_squared = t.square(), weights = factors.square();
    const FactorMoments<Values> moments = MomentsOfFactor(law_.field, t_squared, norms, q);
    std::array<Moment, 2> parts{Moment(moments.absolute, t_squared, share_),
                                Moment(moments.square, t_squared, share_)};
    const bool halves = law_.field == MaclaurinField::kComplexToReal;
    const double weight = halves ? 0.5 : 1;
    Values rest = t * longest_squared_;
    ApplyProfile(rest);
    rest -= coefficients_[0];
    bias_[0] += 2 * (rest.square() * weights).sum();
    Values power = t, mean = t_squared;
    for (std::size_t n = 1; n < coefficients_.size(); ++n) {
      if (n > 1) power *= t, mean *= t_squared;
      rest -= coefficients_[n] * power;
      const auto at = static_cast<Index>(n);
      bias_[at] += 2 * (rest.square() * weights).sum();
      for (std::size_t p = 0; p < (halves ? 2 : 1); ++p) {
        if (n > 1) parts[p].power *= parts[p].moment;
        variance_[at] += weight * ((parts[p].power - mean) * weights).sum();
        if (law_.projection == MaclaurinProjection::kRademacher) continue;
        if (n > 1) parts[p].pair_power *= parts[p].pair_moment;
        covariance_[at] += weight * ((parts[p].pair_power - mean) * weights).sum();
      }
    }
  }

  // The pair of a row with itself, g(x)² = factor.
  void AddSelf(double squared_norm, double factor) {
    Values rest = Values::Constant(1, squared_norm * longest_squared_);
    ApplyProfile(rest);
    double power = 1;
    for (std::size_t n = 0; n < coefficients_.size(); ++n, power *= squared_norm) {
      rest -= coefficients_[n] * power;
      bias_[static_cast<Index>(n)] += rest[0] * rest[0] * factor * factor;
    }
  }

 private:
  struct Moment {
    Moment(const Values& of_factor, const Values& t_squared, double share)
        : moment(of_factor),
          pair_moment(t_squared - share * (of_factor - t_squared)),
          power(moment),
          pair_power(pair_moment) {}

    Values moment, pair_moment;
    Values power, pair_power;
  };

  void ApplyProfile(Values& t) const {
    profile_.ProfileInPlace(MatrixRef(Eigen::Map<Matrix, 0, Eigen::OuterStride<>>(
        t.data(), 1, t.size(), Eigen::OuterStride<>(t.size()))));
  }

  const DotProductKernel& profile_;
  OptimalLaw law_;
  double longest_squared_;
  double share_;  // 1/(d − 1)
  std::vector<double> coefficients_{};
  Vector variance_, covariance_, bias_;
};

// The pairs i < j, in blocks of inner products of Reals.
template <class Real>
void AddAllPairs(const Matrix& x, const Vector& norms, const Vector& factors, PairSums& sums) {
  using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Index m = x.rows();
  const Rows rows = x.cast<Real>(), squares = rows.cwiseAbs2();
  Rows products, squared_products;
  for (Index i0 = 0; i0 < m; i0 += kBlockRows) {
    const Index height = std::min(kBlockRows, m - i0);
    for (Index j0 = i0; j0 < m; j0 += kBlockColumns) {
      const Index width = std::min(kBlockColumns, m - j0);
      products.noalias() = rows.middleRows(i0, height) * rows.middleRows(j0, width).transpose();
      squared_products.noalias() =
          squares.middleRows(i0, height) * squares.middleRows(j0, width).transpose();
      for (Index i = i0; i < i0 + height; ++i) {
        for (Index j = std::max(j0, i + 1); j < j0 + width; j += kChunk) {
          const Index count = std::min(kChunk, j0 + width - j);
          const auto of = [&](const Rows& block) -> Values {
            return block.row(i - i0)
                .segment(j - j0, count)
                .transpose()
                .array()
                .template cast<double>();
          };
          sums.AddPairs(of(products), of(squared_products),
                        norms[i] * norms.segment(j, count).array(),
                        factors[i] * factors.segment(j, count).array());
        }
      }
    }
  }
}

// Columns that are 0 in all rows, as the rims of images are, add nothing to an inner product.
Matrix WithoutZeroColumns(const Matrix& x) {
  std::vector<Index> columns;
  for (Index j = 0; j < x.cols(); ++j)
    if (!x.col(j).isZero(0)) columns.push_back(j);
  return x(Eigen::all, columns);
}

}  // namespace

OrderStatistics StatisticsOfOrders(const MaclaurinSeries& series, const OptimalLaw& law,
                                   const Examples& rows) {
  const Index m = rows.rows();
  MERCER_CHECK(m >= 2);
  CheckFitsInMemory("choosing the orders of map 'random_maclaurin' from training rows",
                    24 * static_cast<double>(m) * static_cast<double>(rows.cols()));
  series.profile().Diagonal(rows);  // looks at the domain
  Matrix x = WithoutZeroColumns(rows.DenseRows(0, m));
  Vector norms = x.rowwise().squaredNorm();
  const Vector factors = (-series.gamma() * norms.array()).exp();
  const double longest_squared = norms.maxCoeff() > 0 ? norms.maxCoeff() : 1;
  x /= std::sqrt(longest_squared);
  norms /= longest_squared;

  PairSums sums(series, law, longest_squared, BlockSize(law, rows.cols()));
  const auto count = static_cast<double>(m);
  const bool many = count * count * static_cast<double>(rows.cols()) > kManyOperations;
  many ? AddAllPairs<float>(x, norms, factors, sums) : AddAllPairs<double>(x, norms, factors, sums);
  for (Index i = 0; i < m; ++i) sums.AddSelf(norms[i], factors[i] * factors[i]);

  OrderStatistics statistics;
  std::vector<double> variance, covariance, bias{sums.bias()[0]};
  for (std::size_t n = 1; n < sums.coefficients().size(); ++n) {
    const double a = sums.coefficients()[n];
    if (a == 0) continue;
    const auto at = static_cast<Index>(n);
    statistics.orders.push_back(at);
    variance.push_back(a * a * std::max(0.0, sums.variance()[at]));
    covariance.push_back(a * a * sums.covariance()[at]);
    bias.push_back(at == series.profile().MaxOrder() ? 0.0 : sums.bias()[at]);
  }
  const auto mean = [](const std::vector<double>& values, double number) -> Vector {
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size())) / number;
  };
  statistics.variance = mean(variance, count * (count - 1) / 2);
  statistics.covariance = mean(covariance, count * (count - 1) / 2);
  statistics.bias = mean(bias, count * count);
  if (!statistics.variance.allFinite() || !statistics.covariance.allFinite() ||
      !statistics.bias.allFinite()) {
    throw InvalidInput(
        "map 'random_maclaurin' with law=optimal: the kernel or a term of its series is not finite "
        "on the training rows; expected finite values: scale the rows down, or lower max_order");
  }
  return statistics;
}

}  // namespace mercer
