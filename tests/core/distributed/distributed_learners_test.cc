// The distributed learners beside those of one process, on ranks that are threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <string>
#include <vector>

#include "core/distributed/feature_score.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/linear/ridge.h"
#include "core/learners/loss.h"
#include "core/maps/builtin_maps.h"
#include "core/metrics/classification.h"
#include "tests/core/distributed/rank_rows.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

constexpr Index kRows = 600, kColumns = 5;

const std::vector<double> kTwo = {-1, 1}, kThree = {2, 5, 9};

const LinearWeights& WeightsOf(const Model& model) {
  return dynamic_cast<const LinearModel&>(model).weights();
}

double Relative(const Matrix& a, const Matrix& b) { return (a - b).norm() / b.norm(); }

TEST(DistributedRidge, PredictsAsOneProcessDoesOnAnyNumberOfRanks) {
  const testing::Problem values = testing::MakeValues(kRows, kColumns, 1);
  const testing::Problem classes = testing::MakeProblem(kRows, kColumns, kThree, 2);
  for (const char* target : {"values", "classes"}) {
    const testing::Problem& problem = target == std::string("values") ? values : classes;
    for (const char* variant : {"cos_sin", "complex"}) {
      const auto map = testing::DrawMap(kColumns, 80, "random_fourier", {{"variant", variant}});
      const Matrix z = map->Transform(problem.x);
      const Params params = {{"lambda", 1e-4}, {"target", target}};
      const auto model =
          MakeLearner("ridge", params)
              ->Fit({.x = Examples(z), .y = problem.y, .complex_features = map->is_complex()});
      const LinearWeights& alone = WeightsOf(*model);
      for (int ranks = 1; ranks <= 4; ++ranks) {
        const DistributedFit fit = testing::FitOverRanks(problem, *map, "ridge", params, ranks);
        EXPECT_EQ(fit.weights.labels, alone.labels);
        EXPECT_LT(Relative(z * fit.weights.weights, z * alone.weights), 1e-8)
            << target << variant << ranks;
        EXPECT_EQ(fit.report.passes, 1);
      }
    }
  }
}

TEST(DistributedRidge, TheObjectiveIsThatOfTheWeights) {
  const testing::Problem problem = testing::MakeValues(kRows, kColumns, 1);
  for (const char* variant : {"cos_sin", "complex"}) {
    const auto map = testing::DrawMap(kColumns, 40, "random_fourier", {{"variant", variant}});
    const Matrix z = map->Transform(problem.x);
    const DistributedFit fit = testing::FitOverRanks(problem, *map, "ridge", {{"lambda", 0.01}}, 3);
    const Vector w = fit.weights.weights;
    const double residual = (z * w - problem.y).squaredNorm();
    const double regulariser = 0.01 * kRows * w.squaredNorm();
    // A complex residual is as long as its real part here only where the imaginary part is 0; the
    // objective of complex weights counts both.
    double imaginary = 0;
    if (map->is_complex()) {
      Matrix turned(z.rows(), z.cols());
      for (Index j = 0; j < z.cols(); j += 2) {
        turned.col(j) = z.col(j + 1);
        turned.col(j + 1) = -z.col(j);
      }
      imaginary = (turned * w).squaredNorm();
    }
    EXPECT_NEAR(fit.report.objective, residual + imaginary + regulariser,
                1e-9 * fit.report.objective)
        << variant;
  }
}

// Of targets that the features fit, rounding is all that |Y|² − <ZᵀY, w> leaves.
TEST(DistributedRidge, TheObjectiveIsNeverNegative) {
  testing::Problem problem = testing::MakeValues(kRows, kColumns, 1);
  const auto map = testing::DrawMap(kColumns, 10, "random_fourier");
  const Matrix z = map->Transform(problem.x);
  for (int k = 0; k < 20; ++k) {
    for (Index i = 0; i < kRows; ++i) problem.y[i] = z.row(i).sum() + (1 + k / 3.0) * z(i, k % 10);
    const DistributedFit fit =
        testing::FitOverRanks(problem, *map, "ridge", {{"lambda", 1e-20}}, 1);
    EXPECT_GE(fit.report.objective, 0) << k;
    EXPECT_LT(fit.report.objective, 1e-9 * problem.y.squaredNorm());
  }
}

// The columns of a small map: 1.4e15 bytes of a matrix, and the targets.
TEST(DistributedRidge, AMatrixBeyondMemoryIsRefused) {
  const testing::Problem problem = testing::MakeValues(kRows, kColumns, 1);
  const auto kernel = MakeKernel("laplacian", {{"sigma", 1}});
  const auto map = MakeMapSpec("random_binning", {{"buckets", 65536}})
                       ->Draw({*kernel, kColumns, 200, 1, nullptr});
  EXPECT_THAT(testing::Message([&] { testing::FitOverRanks(problem, *map, "ridge", {}, 1); }),
              HasSubstr("learner 'ridge' with 13107200 features needs"));
}

TEST(NormalEquations, SumsOfPartsAreThoseOfTheWholeTo1e12) {
  const testing::Problem problem = testing::MakeValues(kRows, kColumns, 1);
  const auto map = testing::DrawMap(kColumns, 80, "random_fourier");
  const Matrix z = map->Transform(problem.x);
  NormalEquations<double> whole("ridge", 80, 1);
  whole.Add(z, problem.y, 1);
  for (int ranks = 1; ranks <= 4; ++ranks) {
    const auto cuts = testing::Cuts(kRows, ranks);
    RunThreadRanks(ranks, [&](Communicator& communicator) {
      const auto r = static_cast<std::size_t>(communicator.rank());
      const Index begin = cuts[r], count = cuts[r + 1] - begin;
      NormalEquations<double> part("ridge", 80, 1);
      part.Add(z.middleRows(begin, count), problem.y.segment(begin, count), 1);
      for (Index i = 0; i < 80; ++i) communicator.Sum(part.ProductsRow(i).first(i + 1));
      for (Index i = 0; i < 80; ++i) {
        for (Index j = 0; j <= i; ++j) {
          const auto at = static_cast<std::size_t>(j);
          EXPECT_NEAR(part.ProductsRow(i)[at], whole.ProductsRow(i)[at],
                      1e-12 * kRows / 40.0);  // a diagonal value is n/D
        }
      }
      const Matrix exact = z.transpose() * z;
      for (Index i = 0; i < 80; ++i)
        EXPECT_NEAR(part.ProductsRow(i)[static_cast<std::size_t>(i / 2)], exact(i, i / 2), 1e-11);
    });
  }
}

struct Liblinear {
  const char* loss;
  const char* solver;
};

TEST(DistributedNewton, ReachesTheObjectiveOfLiblinearToTheTolerance) {
  for (const Liblinear& pair :
       {Liblinear{"squared_hinge", "l2r_l2loss_svc"}, Liblinear{"logistic", "l2r_lr"}}) {
    for (const auto& labels : {kTwo, kThree}) {
      for (const double bias : {-1.0, 2.0}) {
        const testing::Problem problem = testing::MakeProblem(kRows, kColumns, labels, 3);
        const auto map = testing::DrawMap(kColumns, 60, "random_fourier");
        const Matrix z = map->Transform(problem.x);
        const double cost = 3;
        const auto model =
            MakeLearner("liblinear",
                        {{"solver", pair.solver}, {"cost", cost}, {"eps", 1e-6}, {"bias", bias}})
                ->Fit({.x = Examples(z), .y = problem.y});
        // f of any weights, from its definition.
        const Loss loss = ParseLoss(pair.loss);
        const auto objective = [&](const LinearWeights& weights) {
          double sum = 0.5 * weights.SquaredNorm();
          return sum + SumOfLosses(weights, z, 1, [&](Index i, Index k, double score) {
                   return cost * LossValue(loss, score, problem.y[i] == weights.labels[k] ? 1 : -1);
                 });
        };
        const double least = objective(WeightsOf(*model));
        const Params params = {{"loss", pair.loss}, {"cost", cost}, {"bias", bias}, {"eps", 1e-4}};
        for (int ranks = 1; ranks <= 4; ++ranks) {
          const DistributedFit fit = testing::FitOverRanks(problem, *map, "newton", params, ranks);
          EXPECT_NEAR(objective(fit.weights), fit.report.objective, 1e-9 * least);
          EXPECT_NEAR(fit.report.objective, least, 1e-5 * least)
              << pair.loss << labels.size() << bias << ranks;
          const Vector predicted = LinearModel("test", fit.weights, {}).Predict(z, 1);
          EXPECT_GT(Accuracy(predicted, model->Predict(z)), 0.995);
          EXPECT_TRUE(fit.report.warnings.empty());
          EXPECT_EQ(fit.report.bytes_sent > 0, ranks > 1);
        }
      }
    }
  }
}

TEST(DistributedNewton, IsTheSameOnAnyNumberOfRanksUpToRounding) {
  const testing::Problem problem = testing::MakeProblem(kRows, kColumns, kThree, 4);
  const auto map = testing::DrawMap(kColumns, 60, "random_fourier");
  const DistributedFit one = testing::FitOverRanks(problem, *map, "newton", {{"cost", 1.0}}, 1);
  for (int ranks = 2; ranks <= 4; ++ranks) {
    const DistributedFit fit =
        testing::FitOverRanks(problem, *map, "newton", {{"cost", 1.0}}, ranks);
    EXPECT_LT(Relative(fit.weights.weights, one.weights.weights), 1e-6) << ranks;
    // Conjugate gradients make 1e-8 of a rounding, and where eps = 0.01 ends the steps the
    // objective still has a slope of a hundredth of the first one.
    EXPECT_NEAR(fit.report.objective, one.report.objective, 1e-9 * one.report.objective);
    EXPECT_EQ(fit.report.passes, one.report.passes);
    EXPECT_EQ(fit.report.iterations, one.report.iterations);
  }
}

TEST(DistributedNewton, SaysWhereItsStepsWereTooFew) {
  const testing::Problem problem = testing::MakeProblem(kRows, kColumns, kTwo, 4);
  const auto map = testing::DrawMap(kColumns, 60, "random_fourier");
  const DistributedFit fit = testing::FitOverRanks(
      problem, *map, "newton", {{"cost", 100.0}, {"eps", 1e-6}, {"max_iterations", 1}}, 2);
  ASSERT_EQ(fit.report.warnings.size(), 1U);
  EXPECT_THAT(fit.report.warnings[0], HasSubstr("stopped after 1 Newton steps"));
}

TEST(DistributedCocoa, ReachesTheObjectiveOfDenseDualToItsGap) {
  for (const auto& labels : {kTwo, kThree}) {
    for (const double bias : {-1.0, 1.0}) {
      const testing::Problem problem = testing::MakeProblem(300, kColumns, labels, 5);
      const auto map = testing::DrawMap(kColumns, 60, "random_fourier");
      const Matrix z = map->Transform(problem.x);
      const auto model =
          MakeLearner("dense_dual",
                      {{"loss", "hinge"}, {"cost", 0.1}, {"eps", 1e-5}, {"bias", bias}})
              ->Fit({.x = Examples(z), .y = problem.y});
      const double least = *model->report().primal_objective;
      for (int ranks = 1; ranks <= 4; ++ranks) {
        const DistributedFit fit = testing::FitOverRanks(
            problem, *map, "cocoa",
            {{"cost", 0.1}, {"eps", 1e-4}, {"max_rounds", 10000}, {"bias", bias}}, ranks);
        EXPECT_TRUE(fit.report.warnings.empty());
        EXPECT_NEAR(fit.report.objective, least, 1e-4 * least) << labels.size() << bias << ranks;
        // The objective that is told is that of the weights that are told.
        const double sum =
            0.5 * fit.weights.SquaredNorm() +
            0.1 * SumOfLosses(fit.weights, z, 1, [&](Index i, Index k, double score) {
              return LossValue(Loss::kHinge, score, problem.y[i] == fit.weights.labels[k] ? 1 : -1);
            });
        EXPECT_NEAR(sum, fit.report.objective, 1e-9 * least);
        EXPECT_LE(*fit.report.dual_objective, least * (1 + 1e-9));
      }
    }
  }
}

// The dual objective is measured at the beginning of the second round, after one round of ascent.
TEST(DistributedCocoa, MoreLocalPassesAscendFurtherInARound) {
  const testing::Problem problem = testing::MakeProblem(kRows, kColumns, kTwo, 5);
  const auto map = testing::DrawMap(kColumns, 60, "random_fourier");
  const auto dual_after_a_round = [&](int local_passes) {
    const DistributedFit fit = testing::FitOverRanks(
        problem, *map, "cocoa", {{"cost", 1.0}, {"max_rounds", 2}, {"local_passes", local_passes}},
        1);
    return *fit.report.dual_objective;
  };
  EXPECT_GT(dual_after_a_round(1), 0);
  EXPECT_GT(dual_after_a_round(10), dual_after_a_round(1));
}

TEST(DistributedCocoa, SaysWhereItsRoundsWereTooFew) {
  const testing::Problem problem = testing::MakeProblem(kRows, kColumns, kTwo, 5);
  const auto map = testing::DrawMap(kColumns, 60, "random_fourier");
  const DistributedFit fit =
      testing::FitOverRanks(problem, *map, "cocoa", {{"cost", 1.0}, {"max_rounds", 2}}, 2);
  ASSERT_EQ(fit.report.warnings.size(), 1U);
  EXPECT_THAT(fit.report.warnings[0], HasSubstr("limit of 2 rounds"));
}

TEST(FeatureScore, IsTheSameOnAnyNumberOfRanks) {
  const testing::Problem problem = testing::MakeProblem(kRows, kColumns, kThree, 6);
  const auto map = testing::DrawMap(kColumns, 60, "random_fourier");
  const Matrix z = map->Transform(problem.x);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1.5}});
  const DistributedFit fit = testing::FitOverRanks(problem, *map, "newton", {{"cost", 1.0}}, 1);
  const double accuracy = Accuracy(LinearModel("test", fit.weights, {}).Predict(z, 1), problem.y);
  Matrix sample;
  for (int ranks = 1; ranks <= 4; ++ranks) {
    const auto cuts = testing::Cuts(kRows, ranks);
    RunThreadRanks(ranks, [&](Communicator& communicator) {
      const auto r = static_cast<std::size_t>(communicator.rank());
      testing::RowsOfProblem rows(problem, cuts[r], cuts[r + 1]);
      const PredictionScore score = ScorePredictions(rows, *map, fit.weights, communicator);
      EXPECT_EQ(score.rows, kRows);
      EXPECT_EQ(score.accuracy, accuracy);
      const Examples sampled = SampleOfAll(rows, kColumns, cuts[r], 50, 9, communicator);
      const Matrix dense = sampled.DenseRows(0, sampled.rows());
      ASSERT_EQ(dense.rows(), 50);
      if (ranks == 1) sample = dense;
      EXPECT_EQ(dense, sample);
      const GramError error =
          MeasureGramErrorOverRanks(*kernel, sampled, *map, GramPairs::kUpper, communicator);
      const Matrix features = map->Transform(sampled);
      const GramError alone =
          MeasureGramError(*kernel, sampled, {features, false}, GramPairs::kUpper);
      EXPECT_EQ(error.pairs, alone.pairs);
      EXPECT_NEAR(error.relative_frobenius, alone.relative_frobenius, 1e-13);
      EXPECT_NEAR(error.mean_absolute, alone.mean_absolute, 1e-13);
      EXPECT_EQ(error.max_absolute, alone.max_absolute);
    });
  }
}

TEST(FeatureScore, TakesFeaturesInFloatsAsTheDoublesThatTheyAre) {
  const testing::Problem problem = testing::MakeProblem(kRows, kColumns, kThree, 6);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1.5}});
  const auto map = MakeMapSpec("random_fourier", {{"storage", "float32"}})
                       ->Draw({*kernel, kColumns, 60, 1, nullptr});
  const Matrix z = map->TransformFloats(problem.x).cast<double>();
  const DistributedFit fit = testing::FitOverRanks(problem, *map, "newton", {{"cost", 1.0}}, 2);
  const double accuracy = Accuracy(LinearModel("test", fit.weights, {}).Predict(z, 1), problem.y);
  EXPECT_GT(accuracy, 0.5);
  const GramError alone = MeasureGramError(*kernel, problem.x, {z, false}, GramPairs::kUpper);
  for (const int ranks : {1, 3}) {
    const auto cuts = testing::Cuts(kRows, ranks);
    RunThreadRanks(ranks, [&](Communicator& communicator) {
      const auto r = static_cast<std::size_t>(communicator.rank());
      testing::RowsOfProblem rows(problem, cuts[r], cuts[r + 1]);
      EXPECT_EQ(ScorePredictions(rows, *map, fit.weights, communicator).accuracy, accuracy);
      const GramError error =
          MeasureGramErrorOverRanks(*kernel, problem.x, *map, GramPairs::kUpper, communicator);
      EXPECT_NEAR(error.relative_frobenius, alone.relative_frobenius, 1e-13);
      EXPECT_EQ(error.max_absolute, alone.max_absolute);
    });
  }
}

TEST(DataSummary, IsTheUnionOverRanks) {
  testing::Problem problem = testing::MakeProblem(200, 3, kThree, 7);
  for (int ranks = 1; ranks <= 4; ++ranks) {
    const auto cuts = testing::Cuts(200, ranks);
    RunThreadRanks(ranks, [&](Communicator& communicator) {
      const auto r = static_cast<std::size_t>(communicator.rank());
      testing::RowsOfProblem rows(problem, cuts[r], cuts[r + 1]);
      const DataSummary summary = Summarise(rows, communicator);
      EXPECT_EQ(summary.rows, 200);
      EXPECT_EQ(summary.input_dim, 3);
      EXPECT_EQ(summary.FirstRow(communicator.rank()), cuts[r]);
      ASSERT_EQ(summary.labels.size(), 3);
      for (Index k = 0; k < 3; ++k) {
        EXPECT_EQ(summary.labels[k], kThree[static_cast<std::size_t>(k)]);
        EXPECT_EQ(summary.label_rows[static_cast<std::size_t>(k)],
                  (problem.y.array() == summary.labels[k]).count());
      }
    });
  }
  problem.y.setConstant(3);
  SingleProcess alone;
  testing::RowsOfProblem rows(problem, 0, 200);
  EXPECT_THAT(testing::Message([&] { ClassesOf("newton", Summarise(rows, alone)); }),
              HasSubstr("learner 'newton': all 200 rows have the label 3"));
  testing::RowsOfProblem none(problem, 0, 0);
  EXPECT_THAT(testing::Message([&] { Summarise(none, alone); }), HasSubstr("has no rows"));
}

TEST(FeatureScoreDeathTest, ASampleHasARow) {
  const testing::Problem problem = testing::MakeProblem(20, kColumns, kTwo, 7);
  testing::RowsOfProblem rows(problem, 0, 20);
  SingleProcess alone;
  EXPECT_DEATH(SampleOfAll(rows, kColumns, 0, 0, 1, alone), "count >= 1");
}

TEST(DistributedLearners, MemoryIsRefusedBeforeItIsTaken) {
  EXPECT_THAT(testing::Message([] { NormalEquations<double>("ridge", 10'000'000, 1); }),
              HasSubstr("learner 'ridge' with 10000000 features needs"));
  EXPECT_EQ(MakeDistributedLearner("ridge", {})->EstimatedBytes(1, 1000, 1), 8e6 + 32e3);
}

}  // namespace
}  // namespace mercer
