// Means over the pairs of rows, a block of their inner products at a time.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/linalg/tile_product.h"
#include "core/maps/maclaurin/optimal_orders.h"
#include "core/maps/row_tiles.h"

namespace mercer {
namespace {

// Inner products of so many operations are as good in floats, which take half the time.
constexpr double kManyOperations = 1 << 28;

// Rows of a block of inner products, and with how many rows: the powers of these stay in the
// first-level cache.
constexpr Index kBlockRows = 96, kChunk = 192;

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
    const bool halves = law_.field == MaclaurinField::kComplexToReal;
    const bool in_blocks = law_.projection == MaclaurinProjection::kSrht;
    std::array<Moment, 2> all;
    const std::span<Moment> parts(all.data(), halves ? 2 : 1);
    for (Moment& part : parts) {
      part.moment = part.power = &part == all.data() ? moments.absolute : moments.square;
      if (in_blocks)
        part.pair_moment = part.pair_power = t_squared - share_ * (part.moment - t_squared);
    }
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
      for (Moment& part : parts) {
        if (n > 1) part.power *= part.moment;
        variance_[at] += weight * ((part.power - mean) * weights).sum();
        if (!in_blocks) continue;
        if (n > 1) part.pair_power *= part.pair_moment;
        covariance_[at] += weight * ((part.pair_power - mean) * weights).sum();
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

// The inner products of blocks of rows with kChunk rows at a time, in Reals.
template <class Real>
class ProductsOfRows {
 public:
  explicit ProductsOfRows(Matrix x)
      : rows_(std::move(x)),
        panel_(ProductTileShape<Real>().panel),
        columns_(rows_.dense().cols() * kChunk),
        zeros_(Eigen::VectorX<Real>::Zero(panel_)),
        out_((kBlockRows + ProductTileShape<Real>().rows) * kChunk) {
    MERCER_CHECK(kChunk % panel_ == 0);
    for (Index i = 0; i < rows_.rows(); i += kBlockRows)
      tiles_.push_back(
          std::make_unique<RowTilesOf<Real>>(rows_, i, std::min(kBlockRows, rows_.rows() - i)));
  }

  // Rows first … first + kChunk − 1, zeros behind the last, are those that follow are multiplied
  // by.
  void TakeColumns(Index first) {
    const Matrix& x = rows_.dense();
    const Index count = std::min(kChunk, x.rows() - first), d = x.cols();
    columns_.setZero();
    for (Index c = 0; c < count; ++c) {
      Real* to = columns_.data() + c / panel_ * d * panel_ + c % panel_;
      for (Index k = 0; k < d; ++k) to[k * panel_] = static_cast<Real>(x(first + c, k));
    }
  }

  // The products of a block; row r of them is row sources()[r] of the block.
  const std::vector<Index>& Multiply(Index block) {
    const RowTilesOf<Real>& tiles = *tiles_[static_cast<std::size_t>(block)];
    for (Index c = 0; c < kChunk; c += panel_)
      tiles.Multiply(columns_.data() + c * rows_.cols(), panel_, zeros_.data(),
                     {out_.data() + c, kChunk, false});
    return tiles.sources();
  }

  // Values of row r from a column on.
  Values Row(Index r, Index first, Index count) const {
    return Eigen::Map<const Eigen::ArrayX<Real>>(out_.data() + r * kChunk + first, count)
        .template cast<double>();
  }

 private:
  Examples rows_;
  Index panel_;
  Eigen::VectorX<Real> columns_, zeros_, out_;
  std::vector<std::unique_ptr<RowTilesOf<Real>>> tiles_{};
};

// The pairs i < j.
template <class Real>
void AddAllPairs(const Matrix& x, const Vector& norms, const Vector& factors, PairSums& sums) {
  const Index m = x.rows();
  ProductsOfRows<Real> products(x), squared_products(x.cwiseAbs2());
  for (Index j0 = 0; j0 < m; j0 += kChunk) {
    const Index end = std::min(m, j0 + kChunk);
    products.TakeColumns(j0);
    squared_products.TakeColumns(j0);
    for (Index i0 = 0; i0 < end; i0 += kBlockRows) {
      const std::vector<Index>& sources = products.Multiply(i0 / kBlockRows);
      squared_products.Multiply(i0 / kBlockRows);
      for (std::size_t at = 0; at < sources.size(); ++at) {
        const Index i = i0 + sources[at], begin = std::max(j0, i + 1), count = end - begin;
        if (sources[at] < 0 || count <= 0) continue;
        const auto r = static_cast<Index>(at);
        sums.AddPairs(products.Row(r, begin - j0, count),
                      squared_products.Row(r, begin - j0, count),
                      norms[i] * norms.segment(begin, count).array(),
                      factors[i] * factors.segment(begin, count).array());
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
                    40 * static_cast<double>(m) * static_cast<double>(rows.cols()));
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
