#include "core/maps/maclaurin/random_maclaurin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/maclaurin/sign_products.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::AllSigns;
using testing::DrawRandomMaclaurin;
using ::testing::HasSubstr;
using testing::kPoly10;
using testing::Message;
using testing::RowsInBall;
using testing::SignMoment;
using testing::TheKernel;

Vector Column(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

// The pair of the golden values.
const Vector kX = Column({.3, .1, -.4});
const Vector kY = Column({.2, .5, .7});

// Made by an independent program that sums the series with 50 digits.
TEST(RandomMaclaurinVariance, GoldenValues) {
  const TheKernel exponential("exponential", {{"sigma", 1.0}}), poly("polynomial", kPoly10);
  const auto variance = [](const TheKernel& kernel, const RandomMaclaurinOptions& options) {
    return RandomMaclaurinVariance(*kernel, options, kX, kY);
  };
  EXPECT_NEAR(variance(exponential, {}) / 1.6717563262597517, 1, 1e-12);
  EXPECT_NEAR(variance(exponential, {.h01 = true}) / 0.0040949350429774324, 1, 1e-11);
  EXPECT_NEAR(variance(poly, {}) / 480.7218999854678, 1, 1e-12);
  EXPECT_NEAR(variance(poly, {.h01 = true}) / 109.79519435468681, 1, 1e-12);
  EXPECT_NEAR(variance(poly, {.max_order = 10}) / 480.48716073998895, 1, 1e-12);
  EXPECT_NEAR(variance(poly, {.h01 = true, .max_order = 10}) / 109.57932229670865, 1, 1e-12);
}

TEST(RandomMaclaurinVariance, OfAHomogeneousKernelIsThatOfItsOrder) {
  const double m = SignMoment(kX, kY, 2), t = kX.dot(kY);
  EXPECT_NEAR(m, 0.0916, 1e-15);
  const TheKernel cubic("homogeneous_polynomial", {{"degree", 3}});
  EXPECT_NEAR(RandomMaclaurinVariance(*cubic, {}, kX, kY), m * m * m - std::pow(t, 6), 1e-16);
}

TEST(RandomMaclaurinVariance, IsInfiniteWhereTheSeriesDiverges) {
  const TheKernel vovk("vovk_infinite", {});
  // M of a row with itself is about 3|x|⁴; the series needs 2M < 1.
  const Vector near = Vector::Constant(20, 0.5 / std::sqrt(20.0));
  const Vector far = Vector::Constant(20, 0.9 / std::sqrt(20.0));
  EXPECT_TRUE(std::isfinite(RandomMaclaurinVariance(*vovk, {}, near, near)));
  EXPECT_TRUE(std::isinf(RandomMaclaurinVariance(*vovk, {}, far, far)));
}

// Averages over all orders and all sign vectors: no randomness, so the equality is exact.
TEST(RandomMaclaurin, EnumerationGivesKernelAndVariance) {
  const std::vector<std::pair<std::string, Params>> kernels = {
      {"polynomial", {{"degree", 3}, {"offset", 0.7}, {"scale", 1.3}}},
      {"polynomial", {{"degree", 2}, {"offset", 1}}},
      {"homogeneous_polynomial", {{"degree", 3}}},
      {"vovk", {{"degree", 4}}},
      {"linear", {}}};
  const Vector x = Column({.5, -.2, .4, .3}), y = Column({.1, .6, .35, -.2});
  for (const auto& [name, params] : kernels) {
    const TheKernel kernel(name, params);
    for (const double measure : {2.0, 3.0}) {
      const RandomMaclaurinOptions options{.measure = measure};
      const MaclaurinLaw law(*kernel, options);
      double mean = 0, square = 0;
      for (Index n = 0; n <= kernel->MaxOrder(); ++n) {
        const double q = std::exp(law.LogProbability(n));
        const double weight = q > 0 ? std::exp(2 * law.LogWeight(n)) : 0;
        // Independent vectors: the average of the product is the product of the averages.
        mean += q * weight * std::pow(SignMoment(x, y, 1), n);
        square += q * weight * weight * std::pow(SignMoment(x, y, 2), n);
      }
      EXPECT_NEAR(mean, kernel->Profile(x.dot(y)), 1e-12) << name;
      EXPECT_NEAR(square - mean * mean, RandomMaclaurinVariance(*kernel, options, x, y), 1e-12)
          << name;
    }
  }
}

// The law of Wacker, Kanagawa & Filippone 2024. On x = (1, 2), y = (3, 1), t = 5 and M = 74,
// (1 + t)³/8 has the variance 9/64·M·7/4 + 9/64·M²·7/2 + 1/64·M³·7 − (27 − 1/8)², over the D − 1
// features drawn.
TEST(RandomMaclaurin, ExactConstantsDrawOrdersFromOneOn) {
  const TheKernel kernel("polynomial", {{"degree", 3}, {"offset", .5}, {"scale", .5}});
  const Vector x = Column({1, 2}), y = Column({3, 1});
  const RandomMaclaurinOptions options{.constants = Constants::kExact};
  const MaclaurinLaw law(*kernel, options);
  double mean = 0;
  for (Index n = 1; n <= 3; ++n) {
    EXPECT_NEAR(std::exp(law.LogProbability(n)), std::pow(2, 3 - n) / 7, 1e-15) << n;
    mean += std::exp(law.LogProbability(n) + 2 * law.LogWeight(n)) * std::pow(5, n);
  }
  EXPECT_EQ(law.LogProbability(0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(law.LogProbability(4), -std::numeric_limits<double>::infinity());
  EXPECT_NEAR(mean + .125, 27, 1e-12);
  EXPECT_NEAR(RandomMaclaurinVariance(*kernel, options, x, y), 46312.5390625, 1e-9);
  // Made by an independent program.
  EXPECT_NEAR(
      RandomMaclaurinVariance(*kernel, options, Column({.6, .8, 0, 0}), Column({.5, .5, .5, .5})),
      1.557633984, 1e-9);
  const auto spec = MakeMapSpec("random_maclaurin", {{"constants", "exact"}});
  EXPECT_NEAR(spec->EstimateVariance(kernel.any(), x, y, 3).value_or(0), 23156.26953125, 1e-9);
}

TEST(RandomMaclaurin, TheExactConstantIsTheFirstOfTheColumns) {
  const TheKernel kernel("polynomial", {{"degree", 3}, {"offset", 2}});  // 8 + 12t + 6t² + t³
  const Matrix x = Matrix::Ones(1, 1);
  const auto map = DrawRandomMaclaurin(kernel, {{"constants", "exact"}}, 1, 50);
  const Matrix z = map->Transform(x);
  ASSERT_EQ(z.cols(), 50);
  EXPECT_EQ(map->num_random_features(), 50);
  EXPECT_NEAR(z(0, 0), std::sqrt(8.0), 1e-14);
  // With one value of a row a feature of order n is ± sqrt(a_n/(q_n·49)), q = 4/7, 2/7, 1/7.
  for (Index i = 1; i < 50; ++i) {
    const double square = 49 * z(0, i) * z(0, i);
    EXPECT_LE(std::min(std::abs(square - 21), std::abs(square - 7)), 1e-12) << square;
  }
  // Without a constant all of them are drawn.
  const TheKernel square("homogeneous_polynomial", {{"degree", 2}});
  const Matrix all = DrawRandomMaclaurin(square, {{"constants", "exact"}}, 1, 50)->Transform(x);
  EXPECT_LE((50 * all.cwiseAbs2().array() - 1).abs().maxCoeff(), 1e-12);
}

// The law that wastes draws: q_n = (1 − 1/p) p^−n also under H0/1, orders 0 and 1 weigh nothing.
TEST(RandomMaclaurin, WastedDrawsKeepTheMean) {
  const TheKernel kernel("polynomial", {{"degree", 3}, {"offset", 0.7}, {"scale", 1.3}});
  const Vector x = Column({.5, -.2, .4, .3}), y = Column({.1, .6, .35, -.2});
  for (const double measure : {2.0, 3.0}) {
    const RandomMaclaurinOptions options{.measure = measure, .h01 = true, .unconditioned = true};
    const MaclaurinLaw law(*kernel, options);
    EXPECT_EQ(std::exp(law.LogWeight(0)), 0);
    EXPECT_EQ(std::exp(law.LogWeight(1)), 0);
    double mean = 0, square = 0, all = 0;
    for (Index n = 2; n <= 3; ++n) {
      const double q = (1 - 1 / measure) * std::pow(measure, -n);
      EXPECT_NEAR(std::exp(law.LogProbability(n)) / q, 1, 1e-12);
      const double weight = std::exp(2 * law.LogWeight(n));
      mean += q * weight * std::pow(SignMoment(x, y, 1), n);
      square += q * weight * weight * std::pow(SignMoment(x, y, 2), n);
      all += q;
    }
    EXPECT_LT(all, 0.25);  // the rest of the draws, those above order 3 among them, make zeros
    const double a0 = std::exp(kernel->LogMaclaurinCoefficient(0));
    const double a1 = std::exp(kernel->LogMaclaurinCoefficient(1));
    EXPECT_NEAR(mean, kernel->Profile(x.dot(y)) - a0 - a1 * x.dot(y), 1e-12);
    EXPECT_NEAR(square - mean * mean, RandomMaclaurinVariance(*kernel, options, x, y), 1e-12);
    // The second moment is measure² times that of the law over n ≥ 2.
    const double conditioned =
        RandomMaclaurinVariance(*kernel, {.measure = measure, .h01 = true}, x, y);
    EXPECT_NEAR((RandomMaclaurinVariance(*kernel, options, x, y) + mean * mean) /
                    (conditioned + mean * mean),
                measure * measure, 1e-12);
  }
}

TEST(RandomMaclaurin, WastedDrawsAreZeroColumns) {
  const TheKernel kernel("exponential", {{"sigma", 1.0}});
  const Params wasted{{"h01", true}, {"law", "unconditioned"}};
  constexpr Index kFeatures = 4000;
  const Examples x = RowsInBall(3, 4, 0.8, 1, 5);
  const Matrix z = DrawRandomMaclaurin(kernel, wasted, 4, kFeatures)->Transform(x);
  ASSERT_EQ(z.cols(), 5 + kFeatures);
  EXPECT_EQ(z.leftCols(5),
            DrawRandomMaclaurin(kernel, {{"h01", true}}, 4, 1)->Transform(x).leftCols(5));
  // Three of four draws are wasted: 4000·3/4 ± 27.4, five standard deviations, false alarm 6e-7.
  const Matrix random = z.rightCols(kFeatures);
  Index zeros = 0;
  for (Index i = 0; i < kFeatures; ++i) zeros += random.col(i).isZero(0) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(zeros), 3000, 137);
  // The others are the features of the same streams without H0/1: the same orders, weights and
  // signs.
  const Matrix plain = DrawRandomMaclaurin(kernel, {}, 4, kFeatures)->Transform(x);
  for (Index i = 0; i < kFeatures; ++i) {
    if (random.col(i).isZero(0)) continue;
    EXPECT_EQ(random.col(i), plain.col(i)) << i;
  }
  EXPECT_EQ(
      DrawRandomMaclaurin(kernel, {{"h01", true}, {"law", "conditioned"}}, 4, 9)->Transform(x),
      DrawRandomMaclaurin(kernel, {{"h01", true}}, 4, 9)->Transform(x));
}

TEST(RandomMaclaurin, OnlyH01WastesDraws) {
  EXPECT_THAT(Message([] {
                MakeMapSpec("random_maclaurin", {{"law", "unconditioned"}});
              }),
              HasSubstr("law is unconditioned and h01 is false, where no order is left out; "
                        "expected h01=true, or no law"));
}

// All tuples of two and three vectors one by one, without the independence used above.
TEST(RandomMaclaurin, EnumerationOfTuples) {
  const Vector x = Column({.5, -.2, .4}), y = Column({.1, .6, .35});
  const std::vector<Vector> all = AllSigns(3);
  double two = 0, three = 0;
  for (const Vector& u : all) {
    for (const Vector& v : all) {
      const double pair = u.dot(x) * v.dot(x) * u.dot(y) * v.dot(y);
      two += pair / 64;
      for (const Vector& w : all) three += pair * w.dot(x) * w.dot(y) / 512;
    }
  }
  EXPECT_NEAR(two, std::pow(x.dot(y), 2), 1e-12);
  EXPECT_NEAR(three, std::pow(x.dot(y), 3), 1e-12);
}

// The documented layout, feature by feature: order, weight, signs, column. Every later result rests
// on it.
TEST(RandomMaclaurin, EveryFeatureIsTheFormulaOnItsStream) {
  constexpr Index kDim = 37, kFeatures = 1500;  // two words of signs for a vector, several runs
  constexpr std::uint64_t kSeed = 2012;
  const Matrix x = RowsInBall(8, kDim, 1, 1, 3);
  const TheKernel kernel("polynomial", kPoly10);
  for (const bool h01 : {false, true}) {
    const MaclaurinLaw law(*kernel, {.h01 = h01});
    const Matrix z =
        DrawRandomMaclaurin(kernel, {{"h01", h01}}, kDim, kFeatures, kSeed)->Transform(x);
    const Index exact = h01 ? 1 + kDim : 0;
    ASSERT_EQ(z.cols(), exact + kFeatures);
    for (Index i = 0; i < kFeatures; ++i) {
      RandomStream stream(kSeed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
      const Index order = law.Sample(stream);
      Vector expected = Vector::Constant(
          x.rows(), std::exp(law.LogWeight(order)) / std::sqrt(static_cast<double>(kFeatures)));
      for (Index j = 0; j < order && order <= 10; ++j) {
        Vector w(kDim);
        std::uint32_t bits = 0;
        for (Index k = 0; k < kDim; ++k) {
          if (k % 32 == 0) bits = stream.Bits32();
          w[k] = ((bits >> (k % 32)) & 1U) != 0 ? 1 : -1;
        }
        expected = expected.cwiseProduct(x * w);
      }
      ASSERT_LE((z.col(exact + i) - expected).cwiseAbs().maxCoeff(),
                1e-12 * (1 + expected.cwiseAbs().maxCoeff()))
          << "feature " << i << " of order " << order;
    }
  }
}

// Made by an independent program, Philox included.
TEST(RandomMaclaurin, FixedDrawNeverChanges) {
  Matrix x(1, 3);
  x << .5, .2, -.4;
  const TheKernel kernel("polynomial", {{"degree", 4}, {"offset", 1}});
  const Matrix z = DrawRandomMaclaurin(kernel, {{"h01", true}}, 3, 8, 7)->Transform(x);
  Matrix expected(1, 8);
  expected << -0.31176914536239775, -1.1431535329954587, -2.667358243656071, 0, -1.1431535329954587,
      -0.7274613391789282, 0.31176914536239775, -2.156;
  EXPECT_LE((z.rightCols(8) * std::sqrt(8.0) - expected).cwiseAbs().maxCoeff(), 1e-14) << z;
}

TEST(RandomMaclaurin, ZeroOneColumnsAreExact) {
  const Matrix x = RowsInBall(6, 4, 1, 1, 3);
  const TheKernel kernel("polynomial", {{"degree", 3}, {"offset", 2}});  // 8 + 12t + 6t² + t³
  for (const bool sparse : {false, true}) {
    const Examples rows = sparse ? ToSparse(x) : Examples(x);
    const Matrix z = DrawRandomMaclaurin(kernel, {{"h01", true}}, 4, 10)->Transform(rows);
    EXPECT_LE((z.col(0).array() - std::sqrt(8.0)).abs().maxCoeff(), 1e-14);
    EXPECT_LE((z.middleCols(1, 4) - std::sqrt(12.0) * x).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(RandomMaclaurin, DegreeOneKernelsHaveNoErrorUnderZeroOne) {
  const Matrix x = RowsInBall(20, 6, 2, 0.5, 4);
  for (const TheKernel& kernel :
       {TheKernel("polynomial", {{"degree", 1}, {"offset", 0.4}, {"scale", 3}}),
        TheKernel("linear", {}), TheKernel("vovk", {{"degree", 2}})}) {
    const Matrix z = DrawRandomMaclaurin(kernel, {{"h01", true}}, 6, 5)->Transform(x);
    const Matrix error = Gram(kernel.any(), Examples(x), Examples(x)) - z * z.transpose();
    EXPECT_LE(error.cwiseAbs().maxCoeff(), 1e-12) << kernel->Describe();
  }
}

TEST(RandomMaclaurin, MergedConstantsGiveTheSameKernelEstimate) {
  const Matrix x = RowsInBall(20, 6, 1, 1, 4);
  const TheKernel kernel("polynomial", kPoly10);
  const Matrix kept = DrawRandomMaclaurin(kernel, {}, 6, 300)->Transform(x);
  const auto map = DrawRandomMaclaurin(kernel, {{"constants", "merge"}}, 6, 300);
  const Matrix merged = map->Transform(x);
  EXPECT_EQ(map->num_random_features(), 300);
  EXPECT_LT(merged.cols(), 200);
  EXPECT_GT(merged.cols(), 100);
  EXPECT_EQ(merged.col(0), Vector::Constant(20, merged(0, 0)));
  EXPECT_LE((kept * kept.transpose() - merged * merged.transpose()).cwiseAbs().maxCoeff(), 1e-10);
  // The others are the kept ones that are not that constant, in their order.
  Index column = 1;
  for (Index i = 0; i < 300; ++i) {
    const bool constant = kept(0, i) == kept(1, i) && kept(0, i) != 0;
    if (constant) continue;
    EXPECT_EQ(kept.col(i), merged.col(column)) << i;
    ++column;
  }
  EXPECT_EQ(column, merged.cols());
}

TEST(RandomMaclaurin, OrdersWithoutATermGiveZeroFeatures) {
  const Matrix x = RowsInBall(3, 6, 1, 1, 4);
  const TheKernel kernel("vovk", {{"degree", 2}});  // 1 + t
  const Matrix z = DrawRandomMaclaurin(kernel, {}, 6, 4000)->Transform(x);
  const double zeros =
      static_cast<double>((z.cwiseAbs().colwise().maxCoeff().array() == 0).count());
  // P[N ≥ 2] = 1/4: 1000 ± 5·27.4, false alarm 6e-7.
  EXPECT_NEAR(zeros, 1000, 137);
  const Matrix truncated = DrawRandomMaclaurin(kernel, {{"max_order", 1}}, 6, 4000)->Transform(x);
  EXPECT_EQ((truncated.cwiseAbs().colwise().maxCoeff().array() == 0).count(), 0);
}

TEST(RandomMaclaurin, CountsVectorsAndOperations) {
  const TheKernel cubic("homogeneous_polynomial", {{"degree", 3}});
  const auto map = DrawRandomMaclaurin(cubic, {}, 22, 64);
  EXPECT_EQ(map->OperationsPerRow(22), 64 * 3 * (2 * 22 + 1));
  EXPECT_EQ(map->OperationsPerRow(5), 64 * 3 * (2 * 5 + 1));
  EXPECT_GE(map->bytes(), 64U * 3 * 22 * sizeof(double));
  EXPECT_LE(map->bytes(), 2U * 64 * 3 * 23 * sizeof(double));
}

// Few products of a high order may be most of a row's features, the more the longer it is.
TEST(RandomMaclaurin, FloatsAreAccurateForRowsOfAnyLength) {
  const auto kernel = MakeKernel("polynomial", {{"degree", 10}, {"offset", 1}});
  for (const bool h01 : {false, true}) {
    const auto map =
        MakeMapSpec("random_maclaurin", {{"h01", h01}})->Draw({*kernel, 22, 1000, 1, nullptr});
    for (const double norm : {0.3, 1.0, 1.5, 2.0, 3.0, 10.0}) {
      const Examples x = testing::RowsInBall(400, 22, norm, 1, 3);
      const Matrix z = map->Transform(x);
      const FloatMatrix floats = map->TransformFloats(x);
      const Vector errors = (floats.cast<double>() - z).rowwise().norm();
      EXPECT_LE(errors.cwiseQuotient(z.rowwise().norm()).maxCoeff(), kFloatAccuracy) << norm;
      if (norm <= 1) {
        EXPECT_TRUE(floats != z.cast<float>()) << "computed in doubles";
      }
    }
  }
}

}  // namespace
}  // namespace mercer
