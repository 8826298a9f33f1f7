#include "core/maps/maclaurin/optimal_orders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "core/base/error.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/core/maps/maclaurin/optimal_laws.h"
#include "tests/core/maps/map_cases.h"

namespace mercer {
namespace {

using testing::AllLaws;
using ::testing::ElementsAre;
using testing::FourPoints;
using testing::kHalfCubed;
using testing::kHalfSeventh;
using testing::NameOf;
using testing::RowsInBall;
using testing::TheKernel;

using Field = MaclaurinField;
using Projection = MaclaurinProjection;
using Complex = std::complex<double>;

OrderStatistics StatisticsOf(const Kernel& kernel, const OptimalLaw& law) {
  return StatisticsOfOrders(MaclaurinSeries("test", kernel), law, FourPoints());
}

TEST(OrderStatistics, GoldenValues) {
  const TheKernel kernel("polynomial", kHalfCubed);
  // The statistics hold a_n² of x/√2.
  const double a[] = {.75, 1.5, 1};
  struct Case {
    OptimalLaw law;
    double variance[3];
    double covariance[3];
  };
  const std::vector<Case> cases = {
      {AllLaws()[0], {.21415, .07974391, .0264942}, {}},
      {AllLaws()[1], {.21415, .07974391, .0264942}, {-.07138333, -.00563416, -.00087374}},
      {AllLaws()[2], {.19415, .06614391, .0195402}, {}},
      {AllLaws()[3], {.19415, .06614391, .0195402}, {-.06471667, -.00496749, -.00082308}},
      {AllLaws()[4], {.107075, .03612196, .01047679}, {}},
      {AllLaws()[5], {.107075, .03612196, .01047679}, {-.03569167, -.00323374, -.00053843}}};
  const double bias[] = {.290770723, .08137119, .00451135, 0};
  for (const Case& each : cases) {
    const OrderStatistics found = StatisticsOf(kernel.any(), each.law);
    ASSERT_THAT(found.orders, ElementsAre(1, 2, 3));
    for (Index k = 0; k < 3; ++k) {
      EXPECT_NEAR(found.variance[k] / (a[k] * a[k]), each.variance[k], 6e-9) << NameOf(each.law);
      EXPECT_NEAR(found.covariance[k] / (a[k] * a[k]), each.covariance[k], 6e-9)
          << NameOf(each.law);
    }
    for (Index k = 0; k < 4; ++k) EXPECT_NEAR(found.bias[k], bias[k], 6e-9);
  }
}

struct GoldenCounts {
  Index law;  // of AllLaws
  Index features;
  std::vector<Index> counts;
  double score;
};

void ExpectCounts(const Kernel& kernel, const std::vector<GoldenCounts>& all) {
  for (const GoldenCounts& golden : all) {
    const OptimalLaw& law = AllLaws()[static_cast<std::size_t>(golden.law)];
    const OrderCounts found = OptimalCounts(StatisticsOf(kernel, law), law, 4, golden.features);
    EXPECT_EQ(found.counts, golden.counts) << NameOf(law) << " " << golden.features;
    EXPECT_NEAR(found.variance + found.squared_bias, golden.score, 6e-10) << NameOf(law);
  }
}

TEST(OptimalCounts, GoldenValues) {
  ExpectCounts(TheKernel("polynomial", kHalfCubed).any(), {{0, 7, {3, 4}, .089520424},
                                                           {0, 15, {7, 8}, .044147805},
                                                           {0, 31, {14, 17}, .023669930},
                                                           {2, 7, {3, 4}, .078120424},
                                                           {2, 15, {7, 8}, .038715662},
                                                           {2, 31, {14, 17}, .021066358},
                                                           {1, 7, {3, 4}, .053244036},
                                                           {1, 15, {4, 11}, .017365279},
                                                           {1, 31, {4, 27}, .009748134},
                                                           {3, 7, {3, 4}, .045469036},
                                                           {3, 15, {4, 11}, .014992552},
                                                           {3, 31, {4, 19, 8}, .008201938},
                                                           {4, 31, {12, 14, 5}, .012919813},
                                                           {5, 31, {4, 19, 8}, .004236456}});
  ExpectCounts(TheKernel("polynomial", kHalfSeventh).any(),
               {{0, 31, {2, 6, 11, 12}, .045674849}, {1, 31, {2, 5, 11, 13}, .042362973}});
}

TEST(OptimalCounts, GoldenValuesOfTheGaussianKernel) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  ExpectCounts(*kernel, {{0, 7, {4, 3}, .045190515},
                         {2, 7, {4, 3}, .040029729},
                         {1, 7, {4, 3}, .014175130},
                         {3, 7, {4, 3}, .011961646},
                         {0, 31, {19, 12}, .011517783},
                         {2, 31, {20, 11}, .010329108},
                         {1, 31, {4, 19, 8}, .002603978},
                         {3, 31, {4, 19, 8}, .002068909},
                         {4, 31, {17, 10, 4}, .006090806},
                         {5, 31, {4, 19, 8}, .001114829}});
}

// No counts of as many features have a smaller sum: all of them are tried.
TEST(OptimalCounts, NoOtherCountsAreBetter) {
  const TheKernel kernel("polynomial", kHalfCubed);
  for (const OptimalLaw& law : AllLaws()) {
    const OrderStatistics statistics = StatisticsOf(kernel.any(), law);
    const Index block = BlockSize(law, 4);
    constexpr Index kFeatures = 12;
    const auto variance = [&](Index k, Index count) {
      const auto D = static_cast<double>(count), rest = static_cast<double>(count % block);
      const double pairs =
          static_cast<double>(count / block * block * (block - 1)) + rest * (rest - 1);
      return statistics.variance[k] / D +
             (count <= block ? pairs / (D * D) : static_cast<double>(block - 1) / D) *
                 statistics.covariance[k];
    };
    double least = 1e300;
    for (Index a = 1; a < kFeatures; ++a) {
      const double two = variance(0, a) + variance(1, kFeatures - a) + statistics.bias[2];
      least = std::min(least, two);
      for (Index b = 1; a + b < kFeatures; ++b)
        least = std::min(least, variance(0, a) + variance(1, b) + variance(2, kFeatures - a - b));
    }
    const OrderCounts found = OptimalCounts(statistics, law, 4, kFeatures);
    EXPECT_NEAR(found.variance + found.squared_bias, least, 1e-15) << NameOf(law);
    Index sum = 0;
    for (const Index count : found.counts) sum += count;
    EXPECT_EQ(sum, kFeatures);
  }
}

OrderStatistics Given(std::vector<Index> orders, std::initializer_list<double> variance,
                      std::initializer_list<double> bias) {
  OrderStatistics statistics;
  statistics.orders = std::move(orders);
  const auto vector = [](std::initializer_list<double> values) {
    Vector v(static_cast<Index>(values.size()));
    std::copy(values.begin(), values.end(), v.data());
    return v;
  };
  statistics.variance = vector(variance);
  statistics.covariance = Vector::Zero(statistics.variance.size());
  statistics.bias = vector(bias);
  return statistics;
}

TEST(OptimalCounts, TiesGoToHigherOrders) {
  const OrderStatistics alike = Given({1, 2, 3}, {1, 1, 1}, {9, 9, 9, 0});
  EXPECT_THAT(OptimalCounts(alike, {}, 4, 4).counts, ElementsAre(1, 1, 2));
  EXPECT_THAT(OptimalCounts(alike, {}, 4, 5).counts, ElementsAre(1, 2, 2));
  // Nothing to gain: the last takes all. Two cuts that are as good: the later one.
  EXPECT_THAT(OptimalCounts(Given({1, 2, 3}, {0, 0, 0}, {1, 0, 0, 0}), {}, 4, 9).counts,
              ElementsAre(1, 1, 7));
}

TEST(OptimalCounts, TheSeriesIsCutFromTheLeastOrderOn) {
  // The second order adds more variance than it takes bias away.
  const OrderStatistics costly = Given({1, 2, 3}, {1, 100, 100}, {3, 2, 1, 0});
  EXPECT_THAT(OptimalCounts(costly, {.min_order = 1}, 4, 10).orders, ElementsAre(1));
  EXPECT_THAT(OptimalCounts(costly, {.min_order = 2}, 4, 10).orders, ElementsAre(1, 2));
  EXPECT_THAT(OptimalCounts(costly, {.min_order = 3}, 4, 10).orders, ElementsAre(1, 2, 3));
  // As far as there are features, and orders.
  EXPECT_THAT(OptimalCounts(costly, {.min_order = 3}, 4, 2).counts, ElementsAre(1, 1));
  EXPECT_THAT(OptimalCounts(costly, {.min_order = 3}, 4, 0).counts, ElementsAre());
  EXPECT_EQ(OptimalCounts(costly, {}, 4, 0).squared_bias, 3);
  // Orders without a coefficient are none: the only one is taken, though above min_order.
  EXPECT_THAT(OptimalCounts(Given({5}, {1}, {0, 0}), {}, 4, 3).counts, ElementsAre(3));
  EXPECT_THAT(OptimalCounts(Given({1, 3}, {1, 100}, {3, 2, 1}), {}, 4, 10).orders, ElementsAre(1));
}

const Vector kX = FourPoints().dense().row(1).transpose();
const Vector kY = FourPoints().dense().row(2).transpose();

double VarianceOf(const TheKernel& kernel, const OptimalLaw& law, std::vector<Index> orders,
                  std::vector<Index> counts, const Vector& x, const Vector& y) {
  return VarianceOfCounts(MaclaurinSeries("test", kernel.any()), law,
                          {.orders = std::move(orders), .counts = std::move(counts)}, x, y);
}

TEST(VarianceOfCounts, GoldenValues) {
  const TheKernel kernel("polynomial", kHalfCubed);
  const auto of = [&](Index law, std::vector<Index> counts) {
    return VarianceOf(kernel, AllLaws()[static_cast<std::size_t>(law)], {1, 2, 3},
                      std::move(counts), kX, kY);
  };
  EXPECT_NEAR(of(0, {2, 3, 2}), .185437055, 6e-10);
  EXPECT_NEAR(of(2, {2, 3, 2}), .127531055, 6e-10);
  EXPECT_NEAR(of(1, {4, 3, 2}), .094831172, 6e-10);
  EXPECT_NEAR(of(3, {4, 3, 2}), .056876172, 6e-10);
}

TEST(VarianceOfCounts, GoldenValuesOfOneOrder) {
  Vector x(2), y(2);
  x << 1, 2;
  y << 3, 1;
  const auto of = [&](Index order, Index law, Index count) {
    const TheKernel kernel("homogeneous_polynomial", {{"degree", order}});
    return VarianceOf(kernel, AllLaws()[static_cast<std::size_t>(law)], {order}, {count}, x, y);
  };
  EXPECT_NEAR(of(1, 0, 1), 49, 1e-12);
  EXPECT_NEAR(of(2, 0, 1), 4851, 1e-9);
  EXPECT_NEAR(of(3, 0, 1), 389599, 1e-7);
  EXPECT_NEAR(of(1, 2, 1), 37, 1e-12);
  EXPECT_NEAR(of(2, 2, 1), 3219, 1e-9);
  EXPECT_NEAR(of(3, 2, 1), 222703, 1e-7);
  EXPECT_NEAR(of(1, 4, 1), 24.5, 1e-12);
  EXPECT_NEAR(of(2, 4, 1), 1981.5, 1e-9);
  EXPECT_NEAR(of(3, 4, 1), 128865.5, 1e-7);
  EXPECT_NEAR(of(2, 1, 1), 4851, 1e-9);
  EXPECT_NEAR(of(2, 1, 2), 2401, 1e-9);
  EXPECT_NEAR(of(2, 1, 3), 14455.0 / 9, 1e-9);
  EXPECT_NEAR(of(2, 1, 4), 1200.5, 1e-9);
  EXPECT_NEAR(of(3, 1, 2), 180075, 1e-7);
  EXPECT_NEAR(of(3, 1, 3), 123322.1111111111, 1e-7);
  EXPECT_NEAR(of(2, 3, 2), 1369, 1e-9);
  EXPECT_NEAR(of(2, 5, 2), 756.5, 1e-9);
  EXPECT_NEAR(of(2, 3, 3), 966.1111111111, 1e-9);
  EXPECT_NEAR(of(2, 5, 3), 556.3888888889, 1e-9);
}

// One state of the random vectors of a factor: its products with x and y, of `count` features.
struct FactorState {
  std::vector<Complex> x, y;
};

Complex Entry(Field field, int which) {
  static const Complex entries[] = {1, -1, Complex(0, 1), Complex(0, -1)};
  MERCER_CHECK(which < (field == Field::kReal ? 2 : 4));
  return entries[which];
}

// All states of a factor in two dimensions: two features with independent vectors, or the rows of
// one Hadamard block.
std::vector<FactorState> AllStates(const OptimalLaw& law, const Vector& x, const Vector& y) {
  const int kinds = law.field == Field::kReal ? 2 : 4;
  std::vector<FactorState> one;
  for (int a = 0; a < kinds; ++a) {
    for (int b = 0; b < kinds; ++b) {
      const Complex u = Entry(law.field, a), v = Entry(law.field, b);
      const auto rows = [&](const Vector& z) {
        return std::vector<Complex>{u * z[0] + v * z[1], u * z[0] - v * z[1]};
      };
      one.push_back({rows(x), rows(y)});
    }
  }
  std::vector<FactorState> all;
  for (const FactorState& state : one) {
    if (law.projection == Projection::kSrht) {
      all.push_back(state);
      all.push_back({{state.x[1], state.x[0]}, {state.y[1], state.y[0]}});
      continue;
    }
    for (const FactorState& other : one)
      all.push_back({{state.x[0], other.x[0]}, {state.y[0], other.y[0]}});
  }
  return all;
}

// Two features of order 2 in two dimensions, over every draw of both factors.
TEST(VarianceOfCounts, IsThatOfAllDraws) {
  Vector x(2), y(2);
  x << .7, -.4;
  y << .3, .8;
  const TheKernel kernel("homogeneous_polynomial", {{"degree", 2}});
  for (const OptimalLaw& law : AllLaws()) {
    const std::vector<FactorState> states = AllStates(law, x, y);
    double squares = 0;
    Complex sum = 0;
    for (const FactorState& first : states) {
      for (const FactorState& second : states) {
        Complex estimate = 0;
        for (std::size_t i = 0; i < 2; ++i)
          estimate += first.x[i] * second.x[i] * std::conj(first.y[i] * second.y[i]) / 2.0;
        if (law.field == Field::kComplexToReal) estimate = estimate.real();
        sum += estimate;
        squares += std::norm(estimate);
      }
    }
    const auto draws = static_cast<double>(states.size() * states.size());
    const double mean = std::pow(x.dot(y), 2);
    EXPECT_NEAR(std::abs(sum / draws - mean), 0, 1e-12) << NameOf(law);
    EXPECT_NEAR(squares / draws - mean * mean, VarianceOf(kernel, law, {2}, {2}, x, y), 1e-12)
        << NameOf(law);
  }
}

// Above 2^28 operations inner products are floats; here they are formed once more in doubles.
TEST(OrderStatistics, OfManyRowsAreThoseOfTheirPairs) {
  constexpr Index kRows = 700, kDim = 600;
  const Examples rows = RowsInBall(kRows, kDim, 1.3, 1, 12);
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 1.1}});
  const OptimalLaw law{
      .field = Field::kComplexToReal, .projection = Projection::kSrht, .max_order = 4};
  const OrderStatistics found = StatisticsOfOrders(MaclaurinSeries("test", *gaussian), law, rows);
  const Eigen::ArrayXXd t = (rows.dense() * rows.dense().transpose()).array() / 1.21;
  const Eigen::ArrayXXd q =
      (rows.dense().cwiseAbs2() * rows.dense().cwiseAbs2().transpose()).array() / 1.4641;
  const Eigen::ArrayXd g = (t.matrix().diagonal().array() / -2).exp();
  double bias[5] = {}, variance[5] = {}, covariance[5] = {};
  for (Index i = 0; i < kRows; ++i) {
    for (Index j = 0; j < kRows; ++j) {
      const double both = g[i] * g[j], s = t(i, j), m = t(i, i) * t(j, j) + s * s - q(i, j),
                   p = 2 * s * s - q(i, j);
      double rest = both * std::exp(s), a = 1;
      for (Index n = 0; n <= 4; ++n) {
        if (n > 0) a /= static_cast<double>(n);
        rest -= both * a * std::pow(s, n);
        bias[n] += rest * rest / (kRows * kRows);
        if (i >= j) continue;
        const double pairs = kRows * (kRows - 1) / 2.0, square = std::pow(s, 2 * n);
        const double weight = both * both * a * a / pairs;
        const auto pair = [&](double moment) {
          return std::pow(s * s - (moment - s * s) / 1023, n) - square;
        };
        variance[n] += weight * (std::pow(m, n) + std::pow(p, n) - 2 * square) / 2;
        covariance[n] += weight * (pair(m) + pair(p)) / 2;
      }
    }
  }
  ASSERT_THAT(found.orders, ElementsAre(1, 2, 3, 4));
  for (Index n = 1; n <= 4; ++n) {
    EXPECT_NEAR(found.variance[n - 1] / variance[n], 1, 1e-6) << n;
    EXPECT_NEAR(found.covariance[n - 1] / covariance[n], 1, 1e-6) << n;
  }
  for (Index n = 0; n <= 4; ++n) EXPECT_NEAR(found.bias[n] / bias[n], 1, 1e-6) << n;
}

}  // namespace
}  // namespace mercer
