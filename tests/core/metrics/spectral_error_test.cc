// The spectral Gram error, complex features and sampled pairs, against dense complex algebra.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/metrics/gram_error.h"

namespace mercer {
namespace {

using Complex = Eigen::MatrixXcd;

Matrix Random(Index rows, Index cols, std::uint64_t index) {
  RandomStream stream(4, StreamPurpose::kTest, index);
  Matrix m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = stream.Gaussian();
  return m;
}

struct Setting {
  Index n, features;
  bool is_complex;
  double offset = 0;
};

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.n << " rows, " << setting.features
       << (setting.is_complex ? " complex features" : " features") << ", offset " << setting.offset;
}

class Dense : public ::testing::TestWithParam<Setting> {
 protected:
  const std::unique_ptr<Kernel> kernel_ = MakeKernel("gaussian", {{"sigma", 2}});
  const Examples x_ = Random(GetParam().n, 3, 1);
  const Matrix z_ = Random(GetParam().n, GetParam().features*(GetParam().is_complex ? 2 : 1), 2) /
                    std::sqrt(static_cast<double>(GetParam().features));

  Complex Exact() const { return Gram(*kernel_, x_, x_).cast<std::complex<double>>(); }

  FeatureRows Features() const { return {z_, GetParam().is_complex, GetParam().offset}; }

  Complex Estimate() const { return Products().array() + GetParam().offset; }

  Complex Products() const {
    if (!GetParam().is_complex) return (z_ * z_.transpose()).cast<std::complex<double>>();
    Complex z(z_.rows(), GetParam().features);
    for (Index j = 0; j < z.cols(); ++j)
      for (Index i = 0; i < z.rows(); ++i) z(i, j) = {z_(i, 2 * j), z_(i, 2 * j + 1)};
    return z * z.adjoint();
  }

  static double Norm(const Complex& m) {
    return Eigen::SelfAdjointEigenSolver<Complex>(m).eigenvalues().cwiseAbs().maxCoeff();
  }
};

TEST_P(Dense, SpectralError) {
  const double expected = Norm(Exact() - Estimate()) / Norm(Exact());
  const FeatureRows features = Features();
  EXPECT_NEAR(MeasureSpectralError(*kernel_, x_, features), expected, 1e-6 * expected);
  // With K computed again for every product.
  EXPECT_NEAR(MeasureSpectralError(*kernel_, x_, features, 1, 0), expected, 1e-6 * expected);
}

TEST_P(Dense, EntrywiseErrors) {
  const Complex error = Exact() - Estimate();
  const GramError measured = MeasureGramError(*kernel_, x_, Features(), GramPairs::kAll);
  EXPECT_NEAR(measured.relative_frobenius, error.norm() / Exact().norm(), 1e-12);
  EXPECT_NEAR(measured.mean_absolute, error.cwiseAbs().mean(), 1e-12);
  EXPECT_NEAR(measured.max_absolute, error.cwiseAbs().maxCoeff(), 1e-12);
}

// Many pairs of a few rows are all pairs.
TEST_P(Dense, SampledPairs) {
  const Index count = 40000;
  const FeatureRows features = Features();
  const GramError measured = MeasureSampledGramError(*kernel_, x_, features, count, 5);
  const GramError all = MeasureGramError(*kernel_, x_, features, GramPairs::kStrictlyUpper);
  EXPECT_EQ(measured.pairs, count);
  EXPECT_NEAR(measured.mean_absolute, all.mean_absolute, 0.03 * all.mean_absolute);
  EXPECT_NEAR(measured.relative_frobenius, all.relative_frobenius, 0.03 * all.relative_frobenius);
  EXPECT_LE(measured.max_absolute, all.max_absolute * (1 + 1e-12));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Dense,
                         ::testing::Values(Setting{5, 2, false}, Setting{5, 3, true},
                                           Setting{40, 3, true}, Setting{300, 7, false},
                                           Setting{300, 400, false}, Setting{300, 7, true},
                                           Setting{300, 400, true}, Setting{5, 2, false, -0.7},
                                           Setting{300, 7, false, 0.4},
                                           Setting{300, 7, true, -0.2}));

TEST(SpectralError, ExactFeaturesHaveNone) {
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = Random(100, 4, 3);
  EXPECT_LE(MeasureSpectralError(*kernel, x, {x}), 1e-14);
  const Matrix half = x / 2;
  EXPECT_NEAR(MeasureSpectralError(*kernel, x, {half}), 0.75, 1e-6);
  const Matrix zero = Matrix::Zero(100, 4);
  EXPECT_EQ(MeasureSpectralError(*kernel, zero, {zero}), 0);
  EXPECT_TRUE(std::isinf(MeasureSpectralError(*kernel, zero, {x})));
}

TEST(SampledGramError, NeedsTwoRows) {
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = Random(1, 4, 3);
  EXPECT_THROW(MeasureSampledGramError(*kernel, x, {x}, 10, 1), InvalidInput);
}

TEST(GramErrors, SameBitsForAnyNumberOfThreads) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const Examples x = Random(1300, 3, 5);
  const Matrix z = Random(1300, 8, 6) / 2;
  for (const bool is_complex : {false, true}) {
    const FeatureRows features{z, is_complex};
    for (const GramPairs pairs : {GramPairs::kAll, GramPairs::kUpper}) {
      const GramError one = MeasureGramError(*kernel, x, features, pairs, 1);
      const GramError three = MeasureGramError(*kernel, x, features, pairs, 3);
      EXPECT_EQ(one.pairs, three.pairs);
      EXPECT_EQ(one.relative_frobenius, three.relative_frobenius);
      EXPECT_EQ(one.mean_absolute, three.mean_absolute);
      EXPECT_EQ(one.max_absolute, three.max_absolute);
      EXPECT_EQ(one.mean_absolute_nonzero, three.mean_absolute_nonzero);
    }
    EXPECT_EQ(MeasureSampledGramError(*kernel, x, features, 1001, 3, 1).relative_frobenius,
              MeasureSampledGramError(*kernel, x, features, 1001, 3, 3).relative_frobenius);
    for (const double gram_bytes : {0.0, 1e9})
      EXPECT_EQ(MeasureSpectralError(*kernel, x, features, 1, gram_bytes),
                MeasureSpectralError(*kernel, x, features, 3, gram_bytes));
  }
}

// More rows than a block and more columns than a piece of it, against both whole matrices.
TEST(GramErrors, OfManyBlocksAreThoseOfTheWholeMatrices) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const Examples x = Random(1300, 3, 7);
  const Matrix z = Random(1300, 8, 8) / 2;
  const Matrix exact = Gram(*kernel, x, x), error = exact - z * z.transpose();
  const GramError all = MeasureGramError(*kernel, x, {z}, GramPairs::kAll, 2);
  EXPECT_EQ(all.pairs, 1300 * 1300);
  EXPECT_NEAR(all.relative_frobenius, error.norm() / exact.norm(), 1e-12);
  EXPECT_NEAR(all.mean_absolute, error.cwiseAbs().mean(), 1e-12);
  EXPECT_NEAR(all.max_absolute, error.cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace mercer
