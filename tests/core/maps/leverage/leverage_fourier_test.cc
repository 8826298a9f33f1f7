#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/leverage/leverage_law.h"
#include "tests/core/learners/process_memory.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

const ShiftInvariantKernel& AsLaw(const Kernel& kernel) {
  return dynamic_cast<const ShiftInvariantKernel&>(kernel);
}

// The diagonal of AᵀA(AᵀA + λn I)⁻¹, from the formula of the columns' side.
TEST(LeverageLaw, ProbabilitiesAreRidgeLeverageScores) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.7}});
  const Examples train = RowsInBall(40, 3, 1.5, 1, 5);
  for (const double lambda : {1e-3, 0.5}) {
    for (const Index s : {7, 60}) {  // fewer columns than rows, and more
      const LeverageLaw law = DrawLeverageLaw(AsLaw(*kernel), train, {s, lambda}, 11);
      ASSERT_EQ(law.frequencies.rows(), s);
      Eigen::MatrixXd a(40, 2 * s);
      for (Index i = 0; i < 40; ++i) {
        for (Index j = 0; j < s; ++j) {
          const double angle = law.frequencies.row(j).dot(train.dense().row(i));
          a(i, 2 * j) = std::cos(angle) / std::sqrt(static_cast<double>(s));
          a(i, 2 * j + 1) = std::sin(angle) / std::sqrt(static_cast<double>(s));
        }
      }
      const Eigen::MatrixXd m = a.transpose() * a;
      const Eigen::MatrixXd ridge = m + 40 * lambda * Eigen::MatrixXd::Identity(2 * s, 2 * s);
      const Vector diagonal = (m * ridge.inverse()).diagonal();
      EXPECT_NEAR(law.sum_of_scores, diagonal.sum(), 1e-9);
      for (Index j = 0; j < s; ++j) {
        const double score = diagonal[2 * j] + diagonal[2 * j + 1];
        EXPECT_NEAR(law.probabilities[j], score / diagonal.sum(), 1e-10);
        EXPECT_NEAR(law.Weight(j), std::sqrt(diagonal.sum() / (static_cast<double>(s) * score)),
                    1e-9);
        EXPECT_LE(law.Weight(j), std::sqrt(law.sum_of_scores * (1 + lambda)) * (1 + 1e-12));
      }
      EXPECT_NEAR(law.probabilities.sum(), 1, 1e-14);
      if (s > 40 && lambda < 0.1) {  // not all alike
        EXPECT_GT(law.probabilities.maxCoeff(), 1.2 * law.probabilities.minCoeff());
      }
    }
  }
}

TEST(LeverageLaw, ManyRowsAreSampledAndSparseOnesAreTheSame) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Examples train = RowsInBall(1200, 2, 2, 1, 5);
  const LeverageLaw some = DrawLeverageLaw(AsLaw(*kernel), train, {20, 1e-2}, 3);
  const LeverageLaw all =
      DrawLeverageLaw(AsLaw(*kernel), train.SelectRange(0, 1000), {20, 1e-2}, 3);
  EXPECT_EQ(some.frequencies, all.frequencies);
  EXPECT_NE(some.probabilities, all.probabilities);
  EXPECT_LE((some.probabilities - all.probabilities).cwiseAbs().maxCoeff(), 0.02);
  EXPECT_LE((DrawLeverageLaw(AsLaw(*kernel), ToSparse(train), {20, 1e-2}, 3).probabilities -
             some.probabilities)
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
}

// A Gram matrix of rank 4, beside which rounding leaves nothing of the ridge.
TEST(LeverageLaw, RefusesALambdaThatRoundingLoses) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Examples train = RowsInBall(200, 3, 1.5, 1, 5);
  EXPECT_THAT(Message([&] {
                DrawLeverageLaw(AsLaw(*kernel), train, {2, 1e-30}, 3);
              }),
              HasSubstr("lambda is 1e-30, which rounding loses"));
}

// 64 MB of rows, of which the draw copies 1000 (Linux only).
TEST(LeverageFourier, DoesNotCopyTheTrainingRows) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Examples train = Matrix(Matrix::Constant(2000000, 4, 0.5));
  const auto spec = MakeMapSpec("leverage_fourier", {{"pool", 10}});
  malloc_trim(0);
  const double before = StatusBytes("VmRSS:");
  if (!ResetPeak()) GTEST_SKIP() << "this system does not let a process reset its peak memory";
  spec->Draw({*kernel, 4, 4, 1, &train});
  EXPECT_LT(StatusBytes("VmHWM:") - before, 50e6);
}

// With the law of its pool: the mean of D features is the pool's kernel within five standard errors
// of the exact variance Σ_j q_j (c_j/(s q_j))² − k_s² of one, for each variant; and the variance is
// that one.
TEST(LeverageFourier, GivenThePoolItsMeanAndVarianceAreExact) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.6}});
  const Examples train = RowsInBall(30, 3, 1.5, 1, 5);
  constexpr Index kPool = 6, kFeatures = 40000;
  const LeverageLaw law = DrawLeverageLaw(AsLaw(*kernel), train, {kPool, 1e-2}, 9);
  const Matrix x = RowsInBall(2, 3, 0.7, 1, 6);
  const Vector difference = (x.row(0) - x.row(1)).transpose();
  double mean = 0, square = 0, square_of_offsets = 0;
  for (Index j = 0; j < kPool; ++j) {
    const double q = law.probabilities[j],
                 cosine = std::cos(law.frequencies.row(j).dot(difference));
    mean += cosine / kPool;
    square += cosine * cosine / (kPool * kPool * q);
    // E (2 cos(a + b) cos(c + b))² = cos²(a − c) + 1/2 over the offset b.
    square_of_offsets += (cosine * cosine + 0.5) / (kPool * kPool * q);
  }
  for (const char* variant : {"cos_sin", "complex", "cos_offset"}) {
    const Params params = {{"variant", variant}, {"pool", kPool}, {"lambda", 1e-2}};
    const auto map =
        MakeMapSpec("leverage_fourier", params)->Draw({*kernel, 3, 2 * kFeatures, 9, &train});
    const Matrix z = map->Transform(x);
    const bool offsets = std::string(variant) == "cos_offset";
    // cos_sin has half as many frequencies.
    const Index count = std::string(variant) == "cos_sin" ? kFeatures : 2 * kFeatures;
    const double variance = (offsets ? square_of_offsets : square) - mean * mean;
    EXPECT_NEAR(z.row(0).dot(z.row(1)), mean, 5 * std::sqrt(variance / static_cast<double>(count)))
        << variant;
    EXPECT_LT(5 * std::sqrt(variance / kFeatures), 0.1 * std::abs(mean)) << "the band is no test";
    Eigen::ArrayXd products(count);
    const Index each = z.cols() / count;
    for (Index i = 0; i < count; ++i) {
      products[i] = static_cast<double>(count) *
                    z.row(0).segment(each * i, each).dot(z.row(1).segment(each * i, each));
    }
    EXPECT_NEAR((products - products.mean()).square().mean() / variance, 1, 0.05) << variant;
  }
}

// Over pools of one frequency, drawn from few rows, the mean is the kernel's: the weights are 1 and
// the estimate a cosine. Of several it stays so, although scores depend on all of them.
TEST(LeverageFourier, IsUnbiasedOverThePools) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.8}});
  const Examples train = RowsInBall(6, 2, 2, 2, 7);
  const Matrix x = RowsInBall(2, 2, 0.6, 1, 8);
  const double k = KernelValue(*kernel, x.row(0).transpose(), x.row(1).transpose());
  constexpr int kDraws = 20000;
  for (const Index pool : {1, 4}) {
    const auto spec = MakeMapSpec("leverage_fourier", {{"pool", pool}, {"lambda", 0.1}});
    Eigen::ArrayXd estimates(kDraws);
    for (int draw = 0; draw < kDraws; ++draw) {
      const Matrix z =
          spec->Draw({*kernel, 2, 2, static_cast<std::uint64_t>(draw), &train})->Transform(x);
      estimates[draw] = z.row(0).dot(z.row(1));
    }
    const double error = std::sqrt((estimates - estimates.mean()).square().mean() / kDraws);
    EXPECT_NEAR(estimates.mean(), k, 5 * error) << pool;
    EXPECT_LT(5 * error, 0.1 * k);
  }
}

TEST(LeverageFourier, SaysWhatItNeeds) {
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 1}});
  const auto spec = MakeMapSpec("leverage_fourier", {});
  EXPECT_THAT(Message([&] {
                spec->Draw({*gaussian, 2, 4, 1, nullptr});
              }),
              HasSubstr("expected training rows"));
  Matrix bad = Matrix::Ones(3, 2);
  bad(1, 1) = std::numeric_limits<double>::infinity();
  const Examples train = bad;
  EXPECT_THAT(Message([&] {
                spec->Draw({*gaussian, 2, 4, 1, &train});
              }),
              HasSubstr("leverage_fourier"));
  const auto linear = MakeKernel("linear", {});
  EXPECT_THAT(Message([&] { spec->CheckKernel(*linear); }), HasSubstr("shift-invariant"));
  EXPECT_THAT(spec->NoVarianceReason(*gaussian), HasSubstr("training rows"));
}

}  // namespace
}  // namespace mercer::testing
