// The numbers of features of each order that minimise variance and bias (Wacker, Kanagawa &
// Filippone 2024, section 5).

#include "core/maps/maclaurin/optimal_orders.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/kernels/profile.h"
#include "core/linalg/walsh_hadamard.h"

namespace mercer {
namespace {

// The highest order of a series without end.
constexpr Index kHighest = 10;

// Ordered pairs of different features in the same block.
double PairsInBlocks(Index count, Index block) {
  const auto size = static_cast<double>(block), full = static_cast<double>(count / block),
             rest = static_cast<double>(count % block);
  return full * size * (size - 1) + rest * (rest - 1);
}

// E c c̃* for M = E|c|², or E c c̃ for M = E c², of the factors c and c̃ of two rows of one block:
// t² − (M − t²)/(block − 1).
double PairMoment(double moment, double t_squared, Index block) {
  return block > 1 ? t_squared - (moment - t_squared) / static_cast<double>(block - 1) : t_squared;
}

// Of `count` features of order n, for one of the moments.
double PartOfVariance(double moment, double t_squared, Index n, Index count, Index block) {
  const auto D = static_cast<double>(count);
  const double mean = IntegerPower(t_squared, n);
  const double pairs = PairsInBlocks(count, block);
  return (IntegerPower(moment, n) - mean) / D +
         pairs / (D * D) * (IntegerPower(PairMoment(moment, t_squared, block), n) - mean);
}

// The variance of `count` features as the counts are chosen by it.
double ConvexVariance(double variance, double covariance, Index count, Index block) {
  const auto D = static_cast<double>(count);
  if (covariance <= 0 && count <= block)
    return variance / D + PairsInBlocks(count, block) / (D * D) * covariance;
  return (variance + static_cast<double>(block - 1) * covariance) / D;
}

}  // namespace

Index HighestOrder(const MaclaurinSeries& series, const OptimalLaw& law) {
  const Index of_kernel = series.profile().MaxOrder();
  if (!law.max_order) return of_kernel >= 0 ? of_kernel : std::max(kHighest, law.min_order);
  return of_kernel >= 0 ? std::min(of_kernel, *law.max_order) : *law.max_order;
}

Index BlockSize(const OptimalLaw& law, Index input_dim) {
  return law.projection == MaclaurinProjection::kSrht
             ? NextPowerOfTwo(std::max<Index>(input_dim, 1))
             : 1;
}

OrderCounts OptimalCounts(const OrderStatistics& statistics, const OptimalLaw& law, Index input_dim,
                          Index features) {
  const Index block = BlockSize(law, input_dim);
  const auto variance = [&](Index k, Index count) {
    return ConvexVariance(statistics.variance[k], statistics.covariance[k], count, block);
  };
  // Σ over the first `cut` orders, one feature more at a time.
  const auto counts_of = [&](Index cut) {
    std::vector<Index> counts(static_cast<std::size_t>(cut), 1);
    std::vector<double> gains;
    const auto gain = [&](Index k, Index count) {
      return variance(k, count) - variance(k, count + 1);
    };
    for (Index k = 0; k < cut; ++k) gains.push_back(gain(k, 1));
    for (Index left = features - cut; left > 0; --left) {
      std::size_t best = 0;
      double most = 0;
      for (std::size_t k = 0; k < gains.size(); ++k)
        if (gains[k] >= most) most = gains[k], best = k;
      gains[best] = gain(static_cast<Index>(best), ++counts[best]);
    }
    return counts;
  };

  const auto num_orders = static_cast<Index>(statistics.orders.size());
  const Index last = std::min(num_orders, features);
  // The kernel may have no order below min_order: one is taken.
  const Index wanted = std::max<Index>(
      1, std::upper_bound(statistics.orders.begin(), statistics.orders.end(), law.min_order) -
             statistics.orders.begin());
  OrderCounts best;
  best.squared_bias = statistics.bias[0];
  for (Index cut = std::min(wanted, last); cut <= last && cut >= 1; ++cut) {
    OrderCounts next;
    next.counts = counts_of(cut);
    next.orders.assign(statistics.orders.begin(), statistics.orders.begin() + cut);
    for (Index k = 0; k < cut; ++k)
      next.variance += variance(k, next.counts[static_cast<std::size_t>(k)]);
    next.squared_bias = statistics.bias[cut];
    if (best.orders.empty() ||
        next.variance + next.squared_bias <= best.variance + best.squared_bias)
      best = std::move(next);
  }
  return best;
}

double VarianceOfCounts(const MaclaurinSeries& series, const OptimalLaw& law,
                        const OrderCounts& counts, const Vector& x, const Vector& y) {
  MERCER_CHECK(x.size() == y.size());
  const double t = x.dot(y), t_squared = t * t, q = x.cwiseAbs2().dot(y.cwiseAbs2());
  const FactorMoments<double> moments =
      MomentsOfFactor(law.field, t_squared, x.squaredNorm() * y.squaredNorm(), q);
  const Index block = BlockSize(law, x.size());
  double sum = 0;
  for (std::size_t k = 0; k < counts.orders.size(); ++k) {
    const Index n = counts.orders[k];
    const auto part = [&](double moment) {
      return PartOfVariance(moment, t_squared, n, counts.counts[k], block);
    };
    const double variance = law.field == MaclaurinField::kComplexToReal
                                ? (part(moments.absolute) + part(moments.square)) / 2
                                : part(moments.absolute);
    sum += std::exp(2 * series.profile().LogMaclaurinCoefficient(n)) * variance;
  }
  return std::exp(-2 * series.gamma() * (x.squaredNorm() + y.squaredNorm())) * sum;
}

}  // namespace mercer
