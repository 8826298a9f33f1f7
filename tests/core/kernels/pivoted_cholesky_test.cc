// Randomly pivoted Cholesky factors: what every draw satisfies, and the law of the pivots against
// its enumeration.

#include "core/kernels/pivoted_cholesky.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/kernels/builtin_kernels.h"

namespace mercer {
namespace {

using ::testing::SizeIs;

constexpr StreamPurpose kPurpose = StreamPurpose::kTest;

std::unique_ptr<Kernel> Gaussian(double sigma = 1) {
  return MakeKernel("gaussian", {{"sigma", sigma}});
}

Examples FivePoints() {
  Matrix points(5, 1);
  points << 0, 0.3, 0.7, 1.5, 3;
  return points;
}

Examples RandomRows(Index n, Index d, std::uint64_t index) {
  RandomStream stream(3, StreamPurpose::kTest, index);
  Matrix rows(n, d);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = stream.Gaussian();
  return rows;
}

TEST(PivotedCholesky, LeavesAPositiveSemidefiniteRestThatIsZeroAtThePivots) {
  const Examples x = RandomRows(60, 3, 1);
  for (const char* name : {"gaussian", "polynomial"}) {
    const auto kernel = MakeKernel(
        name, name[0] == 'g' ? Params{{"sigma", 1.5}} : Params{{"degree", 3}, {"offset", 1}});
    const Matrix gram = Gram(*kernel, x, x);
    const PivotedCholesky factor = RandomlyPivotedCholesky(*kernel, x, 15, 1, kPurpose, 1);
    ASSERT_THAT(factor.pivots, SizeIs(15)) << name;
    const Matrix rest = gram - factor.factor * factor.factor.transpose();
    const double size = gram.norm();
    EXPECT_NEAR(factor.trace, gram.trace(), 1e-12 * size);
    EXPECT_NEAR(factor.residual_trace, rest.trace(), 1e-11 * size);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(rest);
    EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-12 * size);
    EXPECT_GT(solver.eigenvalues().maxCoeff(), 1e-6 * size) << "something is left";
    for (std::size_t k = 0; k < factor.pivots.size(); ++k) {
      const Index pivot = factor.pivots[k];
      EXPECT_LT(rest.row(pivot).cwiseAbs().maxCoeff(), 1e-12 * size);
      for (Index j = static_cast<Index>(k) + 1; j < 15; ++j)
        EXPECT_NEAR(factor.factor(pivot, j), 0, 1e-12 * std::sqrt(size));
    }
  }
}

TEST(PivotedCholesky, OfFullRankIsTheMatrix) {
  const Examples x = RandomRows(30, 4, 2);
  const auto kernel = Gaussian();
  const PivotedCholesky factor = RandomlyPivotedCholesky(*kernel, x, 30, 1, kPurpose, 1);
  EXPECT_LT((Gram(*kernel, x, x) - factor.factor * factor.factor.transpose()).norm(), 1e-12);
}

TEST(PivotedCholesky, FirstColumnsDoNotDependOnTheRankNorBitsOnThreads) {
  const Examples x = RandomRows(3000, 5, 3);
  const auto kernel = Gaussian(2);
  const PivotedCholesky whole = RandomlyPivotedCholesky(*kernel, x, 40, 7, kPurpose, 1);
  const PivotedCholesky part = RandomlyPivotedCholesky(*kernel, x, 12, 7, kPurpose, 1);
  EXPECT_TRUE(std::equal(part.pivots.begin(), part.pivots.end(), whole.pivots.begin()));
  EXPECT_EQ(part.factor, whole.factor.leftCols(12));
  const PivotedCholesky threads = RandomlyPivotedCholesky(*kernel, x, 40, 7, kPurpose, 3);
  EXPECT_EQ(threads.pivots, whole.pivots);
  EXPECT_EQ(threads.factor, whole.factor);
  EXPECT_NE(RandomlyPivotedCholesky(*kernel, x, 12, 8, kPurpose, 1).pivots, part.pivots);
}

// Three points twice: nothing is left after three pivots.
TEST(PivotedCholesky, EndsWhereNothingIsLeft) {
  Matrix points(6, 1);
  points << 0, 1, 3, 0, 1, 3;
  const PivotedCholesky factor =
      RandomlyPivotedCholesky(*Gaussian(), Examples(points), 6, 1, kPurpose, 1);
  EXPECT_THAT(factor.pivots, SizeIs(3));
  EXPECT_LT(factor.residual_trace, 1e-13);
  EXPECT_EQ(factor.factor.rightCols(3), Matrix(Matrix::Zero(6, 3)));
}

// Over all sequences of pivots, by hand in exact arithmetic with 30 digits.
TEST(PivotedCholesky, TracesLeftAreThoseOfTheEnumeration) {
  const Examples x = FivePoints();
  const auto kernel = Gaussian();
  constexpr int kDraws = 20000;
  const double expected[] = {2.6561730006450848, 1.1818488231904085, 0.26098073404074024};
  for (Index rank = 1; rank <= 3; ++rank) {
    double sum = 0, squares = 0;
    for (int seed = 0; seed < kDraws; ++seed) {
      const double left =
          RandomlyPivotedCholesky(*kernel, x, rank, static_cast<std::uint64_t>(seed), kPurpose, 1)
              .residual_trace;
      sum += left;
      squares += left * left;
    }
    const double mean = sum / kDraws;
    const double error = std::sqrt((squares / kDraws - mean * mean) / kDraws);
    EXPECT_NEAR(mean, expected[rank - 1], 4 * error) << rank;
    EXPECT_LT(error, 0.01);
  }
}

TEST(PivotedCholesky, PairsOfPivotsHaveTheirProbabilities) {
  const Examples x = FivePoints();
  const auto kernel = Gaussian();
  constexpr int kDraws = 20000;
  std::map<std::pair<Index, Index>, int> counts;
  for (int seed = 0; seed < kDraws; ++seed) {
    auto pivots =
        RandomlyPivotedCholesky(*kernel, x, 2, static_cast<std::uint64_t>(seed), kPurpose, 1)
            .pivots;
    std::sort(pivots.begin(), pivots.end());
    ++counts[{pivots[0], pivots[1]}];
  }
  const std::map<std::pair<Index, Index>, double> expected = {{{0, 1}, 0.015892341006},
                                                              {{1, 4}, 0.151511506913},
                                                              {{2, 4}, 0.150523045875},
                                                              {{0, 2}, 0.071399830748}};
  for (const auto& [pair, p] : expected) {
    const double share = static_cast<double>(counts[pair]) / kDraws;
    EXPECT_NEAR(share, p, 4 * std::sqrt(p * (1 - p) / kDraws)) << pair.first << " " << pair.second;
  }
}

// A spiral of 10,000 points, figure 1 of Chen et al.: the share of the trace that is left, means of
// an independent program over 20 runs.
TEST(PivotedCholesky, LeavesOfTheSpiralWhatAnIndependentProgramDoes) {
  constexpr Index kPoints = 10000;
  Matrix points(kPoints, 2);
  for (Index i = 0; i < kPoints; ++i) {
    const double t = std::pow(2.0 * static_cast<double>(kPoints - 1 - i) / (kPoints - 1), 6);
    points(i, 0) = std::exp(0.2 * t) * std::cos(t);
    points(i, 1) = std::exp(0.2 * t) * std::sin(t);
  }
  const Examples x = points;
  const auto kernel = Gaussian(1000);
  for (const auto& [rank, expected] :
       std::map<Index, double>{{10, 0.093}, {20, 0.083}, {50, 0.065}}) {
    double sum = 0;
    constexpr int kRuns = 20;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
      const auto factor = RandomlyPivotedCholesky(*kernel, x, rank, seed, kPurpose, 1);
      sum += factor.residual_trace / factor.trace;
    }
    EXPECT_NEAR(sum / kRuns, expected, 0.03 * expected) << rank;
  }
}

}  // namespace
}  // namespace mercer
