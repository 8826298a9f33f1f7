// The kernels that the deterministic maps span: K = ZZᵀ.

#include "core/kernels/shift_invariant/taylor_gaussian.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/kernels/profile.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Message;
using testing::RowsInBall;

std::unique_ptr<Kernel> TaylorKernel(int degree, double sigma) {
  return MakeKernel("taylor_gaussian", {{"degree", degree}, {"sigma", sigma}});
}

TEST(TaylorGaussian, IsTheGramMatrixOfTheTaylorFeatures) {
  const Examples x = RowsInBall(20, 7, 1.6, 0.6, 5), y = RowsInBall(9, 7, 1.2, 0.8, 6);
  for (const double sigma : {0.6, 1.0, 2.5}) {
    const auto gaussian = MakeKernel("gaussian", {{"sigma", sigma}});
    for (int degree = 1; degree <= 6; ++degree) {
      SCOPED_TRACE("degree " + std::to_string(degree));
      const auto kernel = TaylorKernel(degree, sigma);
      const auto map =
          MakeMapSpec("taylor", {{"degree", degree}})->Draw({*gaussian, x.cols(), 1, 1, nullptr});
      const Matrix zx = map->Transform(x), zy = map->Transform(y);
      EXPECT_EQ(MakeMapSpec("taylor", {{"degree", degree}})
                    ->Draw({*kernel, x.cols(), 1, 1, nullptr})
                    ->Transform(x),
                zx);
      const Matrix expected = zx * zy.transpose();
      EXPECT_LE((Gram(*kernel, x, y) - expected).cwiseAbs().maxCoeff(), 1e-12);
      EXPECT_LE((Gram(*kernel, ToSparse(x), ToSparse(y), 2) - expected).cwiseAbs().maxCoeff(),
                1e-12);
      EXPECT_LE((kernel->Diagonal(x) - zx.rowwise().squaredNorm()).cwiseAbs().maxCoeff(), 1e-12);
      // A degree more or less is another kernel: the bound tells them apart.
      const Matrix next = Gram(*TaylorKernel(degree + 1, sigma), x, y);
      EXPECT_GT((next - expected).cwiseAbs().maxCoeff(), 1e-10);
    }
  }
}

// The odd terms of opposite rows are negative.
TEST(TaylorGaussian, TakesNegativeInnerProducts) {
  Matrix rows(2, 2);
  rows << 0.8, -0.4, -0.6, 0.3;
  const double t = -0.6 / 0.49, decay = std::exp(-(0.8 + 0.45) / (2 * 0.49));
  const Matrix gram = Gram(*TaylorKernel(3, 0.7), Examples(rows), Examples(rows));
  EXPECT_NEAR(gram(0, 1), decay * (1 + t + t * t / 2 + t * t * t / 6), 1e-15);
}

TEST(TaylorGaussian, FloatsFromInnerProductsAgree) {
  const auto kernel = TaylorKernel(4, 0.5);
  const auto& form = dynamic_cast<const InnerProductForm&>(*kernel);
  const Index n = 1200;  // more than a piece
  RandomStream stream(3, StreamPurpose::kTest, 0);
  for (const float x_squared : {1.3F, 60.0F}) {  // 60/(2·0.25) is above what a float can hold
    std::vector<float> squared(n), values(n);
    std::vector<double> squared_doubles(n), doubles(n);
    for (std::size_t i = 0; i < n; ++i) {
      squared[i] = static_cast<float>(2 * stream.Uniform());
      values[i] =
          static_cast<float>((2 * stream.Uniform() - 1) * std::sqrt(x_squared * squared[i]));
      squared_doubles[i] = squared[i], doubles[i] = values[i];
    }
    form.FromFloatInnerProducts(x_squared, squared.data(), values.data(), n);
    form.FromInnerProducts(x_squared, squared_doubles.data(), doubles.data(), n);
    for (std::size_t i = 0; i < n; ++i) {
      const double t = doubles[i];
      EXPECT_NEAR(values[i], t, 3e-6 * (std::abs(t) + 1e-30)) << i;
    }
  }
}

// Long rows and high degrees, where exp(−s) is 0 and the series alone is no double.
TEST(TaylorGaussian, LeavesNoRangeOfDoubles) {
  Matrix rows(2, 1);
  rows << 40, 38;  // s = (1600 + 1444)/2 = 1522, t = 1520
  const auto kernel = TaylorKernel(170, 1);
  const Matrix gram = Gram(*kernel, Examples(rows), Examples(rows));
  double expected = 0;
  for (Index k = 0; k <= 170; ++k)
    expected += std::exp(static_cast<double>(k) * std::log(1520.0) - LogFactorial(k) - 1522);
  EXPECT_NEAR(gram(0, 1), expected, 1e-10 * expected);
  EXPECT_EQ(Gram(*TaylorKernel(3, 1), Examples(rows), Examples(rows))(0, 1), 0);
}

TEST(TaylorGaussian, SaysWhatIsWrong) {
  EXPECT_THAT(Message([] { TaylorKernel(0, 1); }), HasSubstr("degree is 0"));
  EXPECT_THAT(Message([] { TaylorKernel(171, 1); }), HasSubstr("degree is 171"));
  EXPECT_THAT(Message([] { TaylorKernel(2, 0); }), HasSubstr("sigma is 0"));
  EXPECT_THAT(Message([] { TaylorKernel(2, 1e-200); }), HasSubstr("sigma"));
  EXPECT_THAT(Message([] {
                MakeKernel("taylor_gaussian", {{"degree", 2}, {"sigma", "mean_distance"}});
              }),
              HasSubstr("mean_distance"));
  const auto kernel = TaylorKernel(2, 1);
  EXPECT_THAT(Message([&] {
                MakeMapSpec("taylor", {{"degree", 3}})->CheckKernel(*kernel);
              }),
              HasSubstr("expected the Gaussian or the exponential kernel, or taylor_gaussian of "
                        "degree 3"));
  EXPECT_EQ(kernel->Describe(), "taylor_gaussian(degree=2,sigma=1)");
  const Examples x = RowsInBall(3, 4, 1, 1, 1), y = RowsInBall(3, 5, 1, 1, 1);
  EXPECT_THAT(Message([&] { Gram(*kernel, x, y); }), HasSubstr("columns"));
  Matrix bad = Matrix::Zero(2, 4);
  bad(1, 2) = std::nan("");
  EXPECT_THAT(Message([&] { Gram(*kernel, Examples(bad), x); }), HasSubstr("row"));
  EXPECT_THAT(Message([&] { kernel->Diagonal(Examples(bad)); }), HasSubstr("1"));
}

}  // namespace
}  // namespace mercer
