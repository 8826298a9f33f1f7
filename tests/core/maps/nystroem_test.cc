#include "core/maps/nystroem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/kernels/pivoted_cholesky.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<FeatureMap> Draw(const Kernel& kernel, const Examples& train, Index D,
                                 std::uint64_t seed = 1, const std::string& landmarks = "uniform") {
  return MakeMapSpec("nystroem", {{"landmarks", landmarks}})
      ->Draw({kernel, train.cols(), D, seed, &train});
}

double Error(const Kernel& kernel, const FeatureMap& map, const Examples& x) {
  const Matrix z = map.Transform(x);
  const Matrix exact = Gram(kernel, x, x);
  return (exact - z * z.transpose()).cwiseAbs().maxCoeff() / exact.cwiseAbs().maxCoeff();
}

// With every training row a landmark the Gram matrix is exact; also where its rank is lower than D.
TEST(Nystroem, IsExactOnTheLandmarks) {
  const Examples x = RowsInBall(60, 5, 0.9, 1, 3);
  for (const std::string kernel :
       {"linear", "polynomial", "exponential", "arc_cosine", "vovk_infinite", "composed"}) {
    const auto exact = MakeKernel(kernel, KernelParams(kernel));
    EXPECT_LE(Error(*exact, *Draw(*exact, x, 60), x), 60 * 1e-10) << kernel;
    EXPECT_LE(Error(*exact, *Draw(*exact, ToSparse(x), 60), x), 60 * 1e-10) << kernel;
  }
}

TEST(Nystroem, LandmarksAreTrainingRowsDrawnWithoutReplacement) {
  const Examples x = RowsInBall(40, 5, 0.9, 1, 3);
  const auto kernel = MakeKernel("arc_cosine", {{"order", 1}});
  const Matrix z = Draw(*kernel, x, 15, 7)->Transform(x);
  const Vector left = kernel->Diagonal(x) - z.rowwise().squaredNorm();
  // |z(x)|² = k(x, x) at a landmark, less elsewhere: exactly 15 of the 40.
  EXPECT_EQ((left.array() < 1e-9).count(), 15);
  EXPECT_GE(left.minCoeff(), -1e-9);
  EXPECT_NE(z, Draw(*kernel, x, 15, 8)->Transform(x));
}

double TraceLeft(const Kernel& kernel, const FeatureMap& map, const Examples& x) {
  return (kernel.Diagonal(x) - map.Transform(x).rowwise().squaredNorm()).sum();
}

TEST(Nystroem, PivotsOfACholeskyFactorAreTheLandmarks) {
  const Examples x = RowsInBall(80, 3, 0.9, 1, 5);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.3}});
  const auto factor = RandomlyPivotedCholesky(*kernel, x, 20, 4, StreamPurpose::kMap, 1);
  const auto map = Draw(*kernel, x, 20, 4, "rpcholesky");
  const Matrix z = map->Transform(x);
  for (const Index pivot : factor.pivots) EXPECT_NEAR(z.row(pivot).squaredNorm(), 1, 1e-9) << pivot;
  EXPECT_NEAR(TraceLeft(*kernel, *map, x), factor.residual_trace, 1e-8);
}

// One cluster of 190 rows and ten rows far away, which uniform landmarks rarely meet.
TEST(Nystroem, PivotsFindWhatUniformLandmarksMiss) {
  Matrix x = 0.01 * RowsInBall(200, 3, 0.9, 1, 6);
  for (Index i = 0; i < 10; ++i) x(i, 0) += 10 * static_cast<double>(i + 1);
  const Examples rows = x;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_LT(TraceLeft(*kernel, *Draw(*kernel, rows, 30, seed, "rpcholesky"), rows), 1e-3);
    EXPECT_GT(TraceLeft(*kernel, *Draw(*kernel, rows, 30, seed), rows), 3);
  }
}

TEST(Nystroem, PivotsOfFewDifferentRowsAreFilledUp) {
  Matrix x = RowsInBall(30, 4, 0.9, 1, 5);
  x.bottomRows(15) = x.topRows(15);
  const auto kernel = MakeKernel("arc_cosine", {{"order", 1}});
  const auto map = Draw(*kernel, x, 25, 1, "rpcholesky");
  EXPECT_EQ(map->output_dim(), 25);
  EXPECT_LE(Error(*kernel, *map, x), 30 * 1e-10);
}

TEST(Nystroem, ErrorFallsWithMoreLandmarks) {
  const Examples x = RowsInBall(200, 3, 0.9, 1, 5);
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  const double few = Error(*kernel, *Draw(*kernel, x, 5), x);
  const double more = Error(*kernel, *Draw(*kernel, x, 50), x);
  EXPECT_GT(few, 1e-3);
  EXPECT_LT(more, 0.01 * few);
}

TEST(Nystroem, EqualRowsLowerTheRankAndNothingElse) {
  Matrix x = RowsInBall(30, 4, 0.9, 1, 5);
  x.bottomRows(15) = x.topRows(15);
  const auto kernel = MakeKernel("arc_cosine", {{"order", 1}});
  const auto map = Draw(*kernel, x, 30);
  EXPECT_EQ(map->output_dim(), 30);
  EXPECT_LE(Error(*kernel, *map, x), 30 * 1e-10);
  const Matrix z = map->Transform(Examples(x));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(z.transpose() * z);
  EXPECT_EQ((solver.eigenvalues().array() > 1e-9).count(), 15);
}

TEST(Nystroem, OutlivesTheKernelAndTheRowsItWasDrawnFrom) {
  std::unique_ptr<FeatureMap> map;
  const Matrix x = RowsInBall(20, 4, 0.9, 1, 5);
  {
    const auto kernel = MakeKernel("sum", KernelParams("sum"));
    const Examples train(x);
    map = Draw(*kernel, train, 20);
  }
  EXPECT_LE(Error(*MakeKernel("sum", KernelParams("sum")), *map, x), 20 * 1e-10);
}

TEST(Nystroem, RefusesFewerRowsThanD) {
  const Examples x = RowsInBall(10, 4, 0.9, 1, 5);
  const auto kernel = MakeKernel("linear", {});
  const auto message = [&](Index D, const Examples* train) -> std::string {
    return Message([&] { MakeMapSpec("nystroem", {})->Draw({*kernel, 4, D, 1, train}); });
  };
  EXPECT_THAT(message(11, &x), HasSubstr("D is 11 and there are 10 training rows"));
  EXPECT_THAT(message(5, nullptr), HasSubstr("expected training rows"));
}

}  // namespace
}  // namespace mercer::testing
