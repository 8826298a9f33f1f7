#include "core/sizing/feature_count.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/maps/fitting_kernels.h"
#include "core/metrics/gram_theory.h"
#include "tests/core/sizing/made_problem.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

double ExpectedAt(const MadeProblem& made, Index D) {
  const Matrix gram = Gram(*made.kernel, made.rows, made.rows);
  return ExpectedGramError(
             [&](const Vector& x, const Vector& y) {
               return made.spec->MeanSquaredError(*made.kernel, x, y, D);
             },
             made.rows, GramPairs::kAll, gram.norm(), 1)
      ->relative_frobenius;
}

std::string MessageOf(const GramProblem& problem, double target,
                      std::optional<Index> max = std::nullopt) {
  try {
    FeatureCountFinder(problem).Least(target, max);
  } catch (const InvalidInput& refused) {
    return refused.what();
  }
  return "";
}

void ExpectLeast(const MadeProblem& made, double target, Index step) {
  const FeatureCount count = FeatureCountFinder(made.Problem()).Least(target);
  const Index D = count.num_random_features;
  EXPECT_EQ(count.source, CountSource::kTheory);
  EXPECT_EQ(D % step, 0);
  EXPECT_NEAR(count.error, ExpectedAt(made, D), 1e-12);
  EXPECT_LE(count.error, target) << made.name;
  ASSERT_GT(D, step);
  EXPECT_GT(ExpectedAt(made, D - step), target) << made.name;
}

TEST(FeatureCountFinder, OneFewerWouldMissTheTarget) {
  const Params cubic{{"degree", 3}, {"offset", 1}}, gaussian{{"sigma", 0.8}};
  for (const double target : {0.2, 0.05, 0.0123}) {
    ExpectLeast({"random_maclaurin", {}, "polynomial", cubic}, target, 1);
    ExpectLeast({"random_maclaurin", {{"h01", true}}, "polynomial", cubic}, target, 1);
    ExpectLeast({"random_maclaurin", {{"constants", "exact"}}, "polynomial", cubic}, target, 1);
    ExpectLeast({"tensor_sketch", {}, "polynomial", cubic}, target, 1);
    ExpectLeast({"random_fourier", {}, "gaussian", gaussian}, target, 1);
    ExpectLeast({"random_fourier", {{"variant", "cos_sin"}}, "gaussian", gaussian}, target, 2);
    ExpectLeast({"random_fourier", {{"variant", "complex"}}, "gaussian", gaussian}, target, 1);
    ExpectLeast({"orthogonal_fourier", {{"variant", "cos_sin"}}, "gaussian", gaussian}, target, 2);
    ExpectLeast({"random_kernel", {}, "anova", {{"order", 2}}}, target, 1);
    ExpectLeast({"positive_features", {{"coupling", "simplex"}}, "gaussian", gaussian}, target, 1);
    if (target < 0.1) {
      ExpectLeast({"quadrature", {}, "gaussian", gaussian}, target, 14);
    }
  }
}

// Every map on every kernel that it takes finds a D that it can be drawn with, or says in one
// sentence why there is none.
TEST(FeatureCountFinder, EveryMapFindsADOrSaysWhyNot) {
  int by_theory = 0, by_drawing = 0;
  for (const MapEntry& map : MapRegistry().entries()) {
    for (const std::string& kernel : KernelsFitting(map)) {
      const MadeProblem made(map.name, ExampleParams(map.params), kernel,
                             ExampleParams(KernelRegistry().Get(kernel).params), 12);
      try {
        const FeatureCount count = FeatureCountFinder(made.Problem()).Least(0.3, 4096);
        EXPECT_LE(count.error, 0.3) << map.name << " " << kernel;
        CostOf(made.Problem(), count.num_random_features);
        ++(count.source == CountSource::kTheory ? by_theory : by_drawing);
      } catch (const InvalidInput& refused) {
        const std::string what = refused.what();
        EXPECT_FALSE(what.empty());
        EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      }
    }
  }
  EXPECT_GE(by_theory, 20);
  EXPECT_GE(by_drawing, 10);
}

double ErrorOfDrawings(const MadeProblem& made, Index D, std::uint64_t drawings = kDrawings) {
  double squares = 0;
  for (std::uint64_t draw = 0; draw < drawings; ++draw) {
    const double error = DrawnGramError(made.Problem(), D, DeriveSeed(3, {draw}));
    squares += error * error / static_cast<double>(drawings);
  }
  return std::sqrt(squares);
}

TEST(FeatureCountFinder, DrawingsAreMarkedAndTheSameAgain) {
  const MadeProblem made("fastfood", {}, "gaussian", {{"sigma", 0.8}});
  const FeatureCount count = FeatureCountFinder(made.Problem()).Least(0.1);
  EXPECT_EQ(count.source, CountSource::kDrawing);
  EXPECT_EQ(count.pairs, 0);
  EXPECT_LE(count.error, 0.1);
  EXPECT_EQ(count.error, ErrorOfDrawings(made, count.num_random_features));
  EXPECT_GT(ErrorOfDrawings(made, count.num_random_features - 1), 0.1);
  EXPECT_EQ(FeatureCountFinder(made.Problem()).Least(0.1).num_random_features,
            count.num_random_features);
}

TEST(FeatureCountFinder, OneDrawingTellsTheErrorOfPointsThatAreNotRandom) {
  const MadeProblem made("quasi_fourier", {{"sequence", "halton"}}, "gaussian", {{"sigma", 0.8}});
  ASSERT_TRUE(made.Problem().traits.deterministic);
  const FeatureCount count = FeatureCountFinder(made.Problem()).Least(0.1);
  EXPECT_EQ(count.source, CountSource::kDrawing);
  EXPECT_EQ(count.error, ErrorOfDrawings(made, count.num_random_features, 1));
}

TEST(FeatureCountFinder, DrawingsOfManyRowsTakeSome) {
  const MadeProblem made("fastfood", {}, "gaussian", {{"sigma", 0.8}}, kDrawnRows + 1);
  const FeatureCount count = FeatureCountFinder(made.Problem()).Least(0.1);
  EXPECT_LE(count.error, 0.1);
  EXPECT_NE(count.error, ErrorOfDrawings(made, count.num_random_features));
}

TEST(FeatureCountFinder, LandmarksAreNoMoreThanTheTrainingRows) {
  const MadeProblem made("nystroem", {}, "gaussian", {{"sigma", 0.4}});
  EXPECT_LE(FeatureCountFinder(made.Problem()).Least(0.01).num_random_features, 30);
  EXPECT_THAT(MessageOf(made.Problem(), 1e-300), HasSubstr("no D up to 30 brings"));
}

// Training rows that decide a law, not columns, bound no D.
TEST(FeatureCountFinder, ALawFromTrainingRowsMayHaveMoreFeaturesThanTheyAre) {
  const MadeProblem made("positive_features", {{"variance", "optimal"}}, "gaussian",
                         {{"sigma", 0.8}});
  EXPECT_GT(FeatureCountFinder(made.Problem()).Least(0.05).num_random_features, 30);
}

TEST(FeatureCountFinder, AMapWithoutDHasNoneAndMayMissTheTarget) {
  const MadeProblem made("taylor", {{"degree", 2}}, "gaussian", {{"sigma", 1.0}});
  EXPECT_EQ(FeatureCountFinder(made.Problem()).Least(0.5).num_random_features, 0);
  EXPECT_THAT(MessageOf(made.Problem(), 1e-6), HasSubstr("it takes no D, and its relative Gram"));
}

TEST(FeatureCountFinder, SaysInOneSentenceWhyThereIsNone) {
  const MadeProblem fourier("random_fourier", {}, "gaussian", {{"sigma", 0.8}});
  EXPECT_THAT(MessageOf(fourier.Problem(), 0.001, 500),
              HasSubstr("no D up to 500 brings the relative Gram error to 0.001; there it is 0.0"));
  const MadeProblem pairs("random_fourier", {{"variant", "cos_sin"}}, "gaussian", {{"sigma", 0.8}});
  EXPECT_THAT(MessageOf(pairs.Problem(), 0.001, 501), HasSubstr("no D up to 500"));
  EXPECT_THAT(MessageOf(pairs.Problem(), 0.001, 1),
              HasSubstr("the largest D is 1; expected at least 2"));
  for (const double target : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THAT(MessageOf(fourier.Problem(), target), HasSubstr("the target is"));
  MadeProblem infinite("random_maclaurin", {}, "vovk_infinite", {});
  infinite.rows.dense() *= 0.99 / std::sqrt(infinite.rows.SquaredNorms().maxCoeff());
  EXPECT_THAT(MessageOf(infinite.Problem(), 0.1), HasSubstr("variance of some pair is infinite"));
}

// Draws at the D err as theory expects of them.
TEST(FeatureCountFinder, DrawsAtTheDErrAsMuch) {
  const MadeProblem made("random_fourier", {}, "gaussian", {{"sigma", 0.8}});
  const FeatureCount count = FeatureCountFinder(made.Problem()).Least(0.05);
  constexpr int kDraws = 50;
  double squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const double error = DrawnGramError(made.Problem(), count.num_random_features,
                                        static_cast<std::uint64_t>(100 + draw));
    squares += error * error / kDraws;
  }
  EXPECT_NEAR(std::sqrt(squares), 0.05, 0.005);
}

TEST(CostOf, TellsWhatTheDrawnMapSays) {
  const MadeProblem made("random_fourier", {}, "gaussian", {{"sigma", 0.8}});
  const MapCost cost = CostOf(made.Problem(), 100);
  const auto map = made.spec->Draw({*made.kernel, 6, 100, 1, nullptr});
  EXPECT_EQ(cost.columns, 100);
  EXPECT_EQ(cost.bytes, static_cast<double>(map->bytes()));
  EXPECT_EQ(cost.operations_per_row, map->OperationsPerRow(6));
}

// Six million features are not drawn.
TEST(CostOf, OfVeryManyFeaturesIsThatOfFewerAndLinear) {
  const MadeProblem made("random_fourier", {}, "gaussian", {{"sigma", 0.8}});
  const Index D = 6000000;
  const MapCost cost = CostOf(made.Problem(), D), few = CostOf(made.Problem(), 1200);
  EXPECT_EQ(cost.columns, D);
  EXPECT_GT(cost.bytes, 2.5e8);
  EXPECT_NEAR(cost.operations_per_row, 5e3 * few.operations_per_row,
              1e-6 * cost.operations_per_row);
}

}  // namespace
}  // namespace mercer::testing
