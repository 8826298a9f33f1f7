// Gaussian, Laplacian, Cauchy and Matérn kernels: closed forms, equal and distant rows, what they
// refuse, and their spectral laws.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/error.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"
#include "core/linalg/inner_products.h"
#include "tests/core/kernels/cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::KernelCase;
using testing::Message;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<KernelCase> Cases() {
  std::vector<KernelCase> cases;
  for (const KernelCase& c : testing::KernelCases())
    if (dynamic_cast<const ShiftInvariantKernel*>(MakeKernel(c.name, c.params).get()) != nullptr)
      cases.push_back(c);
  return cases;
}

double Value(const std::string& name, const Params& params, const Matrix& x, const Matrix& y) {
  return Gram(*MakeKernel(name, params), x, y)(0, 0);
}

// |x − y|² = 1.38, |x − y|_1 = 1.6, differences 0.1, −0.4, −1.1.
Matrix X() { return (Matrix(1, 3) << 0.3, 0.1, -0.4).finished(); }
Matrix Y() { return (Matrix(1, 3) << 0.2, 0.5, 0.7).finished(); }

TEST(ShiftInvariantKernels, ClosedForms) {
  EXPECT_NEAR(Value("gaussian", {{"sigma", std::sqrt(0.7)}}, X(), Y()), 0.3731725798741369, 1e-15);
  EXPECT_NEAR(Value("gaussian", {{"gamma", 2.0}}, X(), Y()), std::exp(-2.76), 1e-16);
  EXPECT_NEAR(Value("laplacian", {{"sigma", 0.8}}, X(), Y()), std::exp(-2.0), 1e-15);
  EXPECT_NEAR(Value("cauchy", {{"sigma", 0.5}}, X(), Y()), 1 / (1.04 * 1.64 * 5.84), 1e-15);
  const double r = std::sqrt(1.38) / 0.8;
  const auto matern = [&](double nu) {
    return Value("matern", {{"nu", nu}, {"sigma", 0.8}}, X(), Y());
  };
  EXPECT_NEAR(matern(0.5), std::exp(-r), 1e-15);
  const double a = std::sqrt(3.0) * r, b = std::sqrt(5.0) * r;
  EXPECT_NEAR(matern(1.5), (1 + a) * std::exp(-a), 1e-15);
  EXPECT_NEAR(matern(2.5), (1 + b + b * b / 3) * std::exp(-b), 1e-15);
}

TEST(ShiftInvariantKernels, GaussianTakesExactlyOneOfSigmaAndGamma) {
  EXPECT_EQ(Message([] { MakeKernel("gaussian", {}); }),
            "kernel 'gaussian' was given neither sigma nor gamma; expected exactly one of them");
  EXPECT_EQ(Message([] {
              MakeKernel("gaussian", {{"sigma", 1.0}, {"gamma", 0.5}});
            }),
            "kernel 'gaussian' was given both sigma and gamma; expected exactly one of them");
  EXPECT_THAT(Message([] { MakeKernel("gaussian", {{"sigma", 0.0}}); }), HasSubstr("sigma is 0"));
  EXPECT_THAT(Message([] { MakeKernel("gaussian", {{"gamma", -1.0}}); }), HasSubstr("gamma is -1"));
  EXPECT_THAT(Message([] { MakeKernel("gaussian", {{"sigma", 1e200}}); }), HasSubstr("1e+200"));
  EXPECT_THAT(Message([] {
                MakeKernel("gaussian", {{"sigma", "mean_distance"}});
              }),
              HasSubstr("training rows"));
  EXPECT_THAT(Message([] {
                MakeKernel("matern", {{"nu", 1.0}, {"sigma", 1.0}});
              }),
              HasSubstr("nu is 1; expected 0.5, 1.5 or 2.5"));
  EXPECT_EQ(MakeKernel("gaussian", {{"gamma", 0.5}})->Describe(), "gaussian(sigma=1)");
  EXPECT_EQ(MakeKernel("matern", {{"nu", 1.5}, {"sigma", 2}})->Describe(),
            "matern(nu=1.5,sigma=2)");
}

TEST(ShiftInvariantKernels, TheBandwidthMayBeARule) {
  const Matrix x = (Matrix(2, 2) << 0, 0, 3, 4).finished();
  const Params rule = {{"sigma", "mean_distance"}};
  EXPECT_NEAR(Value("gaussian", ResolveBandwidth(rule, x, 1), x.topRows(1), x.bottomRows(1)),
              std::exp(-0.5), 1e-15);
}

class ShiftInvariant : public ::testing::TestWithParam<KernelCase> {
 protected:
  std::unique_ptr<Kernel> kernel_ = MakeKernel(GetParam().name, GetParam().params);
  const ShiftInvariantKernel& law_ = dynamic_cast<const ShiftInvariantKernel&>(*kernel_);
};

INSTANTIATE_TEST_SUITE_P(All, ShiftInvariant, ::testing::ValuesIn(Cases()), [](const auto& c) {
  return c.param.name + "_" + std::to_string(c.index);
});

// Those whose frequencies have independent coordinates.
std::vector<KernelCase> ProductLawCases() {
  std::vector<KernelCase> cases;
  for (const KernelCase& c : Cases()) {
    const auto kernel = MakeKernel(c.name, c.params);
    if (dynamic_cast<const ShiftInvariantKernel&>(*kernel).IsProduct()) cases.push_back(c);
  }
  return cases;
}

class ProductLaw : public ShiftInvariant {};

INSTANTIATE_TEST_SUITE_P(All, ProductLaw, ::testing::ValuesIn(ProductLawCases()),
                         [](const auto& c) {
                           return c.param.name + "_" + std::to_string(c.index);
                         });

TEST_P(ShiftInvariant, GramIsTheValueOfTheDifference) {
  const Matrix x = testing::RowsInBall(37, 23, 1), y = testing::RowsInBall(70, 23, 2);
  const Matrix gram = Gram(*kernel_, x, y);
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < y.rows(); ++j)
      ASSERT_NEAR(gram(i, j), law_.Value((x.row(i) - y.row(j)).transpose()), 2e-14);
  }
}

TEST_P(ShiftInvariant, MostlyZeroRowsInManyColumns) {
  Matrix x = Matrix::Zero(12, 900), y = Matrix::Zero(9, 900);
  RandomStream stream(3, StreamPurpose::kTest, 0);
  for (int i = 0; i < 60; ++i) {
    x(static_cast<Index>(stream.Below(12)), static_cast<Index>(stream.Below(20)) * 45) = 0.3;
    y(static_cast<Index>(stream.Below(9)), static_cast<Index>(stream.Below(20)) * 45) = -0.2;
  }
  y.row(4) = x.row(7);
  const Matrix dense = Gram(*kernel_, x, y);
  const Matrix sparse = Gram(*kernel_, ToSparse(x), ToSparse(y));
  EXPECT_LE((dense - sparse).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(sparse(7, 4), 1);
}

// Inner products of such rows have lost every digit of the distance.
TEST_P(ShiftInvariant, EqualAndNearRowsFarFromTheOrigin) {
  Matrix x = testing::RowsInBall(50, 7, 3) + Matrix::Constant(50, 7, 1e8);
  x.row(20) = x.row(10);
  Matrix near = x;
  near.array() += 0x1.0p-10;  // exact at this size
  const Vector step = Vector::Constant(7, 0x1.0p-10);
  for (const bool sparse : {false, true}) {
    const Examples rows = sparse ? ToSparse(x) : Examples(x);
    const Matrix gram = Gram(*kernel_, rows, rows);
    EXPECT_EQ(gram.diagonal(), Vector::Ones(50));
    EXPECT_EQ(gram(10, 20), 1);
    EXPECT_LE(gram.maxCoeff(), 1);
    EXPECT_GE(gram.minCoeff(), 0);
    const Matrix shifted = Gram(*kernel_, rows, near);
    for (Index i = 0; i < 50; ++i)
      ASSERT_NEAR(shifted(i, i), law_.Value(((near.row(i) - x.row(i)).transpose())), 1e-14);
    EXPECT_NEAR(law_.Value((near.row(0) - x.row(0)).transpose()), law_.Value(step), 1e-14);
  }
}

TEST_P(ShiftInvariant, HugeRowsAreFarApartAndNotAnError) {
  const Matrix x = (Matrix(2, 2) << 1e300, 0, -1e300, 1e300).finished();
  const Matrix gram = Gram(*kernel_, x, x);
  EXPECT_EQ(gram, Matrix(Matrix::Identity(2, 2)));
}

TEST_P(ShiftInvariant, NamesTheRowThatIsNotFinite) {
  for (const double bad : {kInfinity, std::nan("")}) {
    Matrix x = testing::RowsInBall(300, 5, 4);
    x(270, 2) = bad;
    const Matrix y = testing::RowsInBall(20, 5, 5);
    EXPECT_THROW(Gram(*kernel_, x, y), InvalidRow);
    EXPECT_THAT(Message([&] { Gram(*kernel_, x, y, 2); }), HasSubstr("row 270"));
    EXPECT_THAT(Message([&] { Gram(*kernel_, y, ToSparse(x)); }), HasSubstr("row 270"));
    EXPECT_THAT(Message([&] { kernel_->Diagonal(ToSparse(x)); }), HasSubstr("row 270"));
  }
}

// Midpoint rule on E cos(t Q(u)) with n points. Where the law has tails like 1/w² the points beyond
// w = √(n/t) no longer follow the cosine: a share of about √(t/n) = 2e-3 with as good as random
// phases, that leaves 2e-3/√(2e-3·n) = 6e-5. A scale that is one per cent off shows as 1e-3.
TEST_P(ProductLaw, QuantilesGiveTheCharacteristicFunction) {
  constexpr int kPoints = 500000;
  for (const double t : {0.1, 0.7, 2.0}) {
    double sum = 0;
    for (int i = 0; i < kPoints; ++i) sum += std::cos(t * law_.Quantile((i + 0.5) / kPoints));
    EXPECT_NEAR(sum / kPoints, law_.CharacteristicFunction(t), 2e-4) << t;
    EXPECT_NEAR(law_.Value(Vector::Constant(1, t)), law_.CharacteristicFunction(t), 1e-15);
  }
  EXPECT_EQ(law_.Quantile(0.5), 0);
  for (const double u : {1e-12, 0.1, 0.2, 0.26, 0.49}) {
    EXPECT_NEAR(law_.Quantile(1 - u) / law_.Quantile(u), -1, 1e-3);
    EXPECT_LT(law_.Quantile(u), law_.Quantile(u * 1.01));
  }
}

// 5 standard errors of 200,000 frequencies, false-alarm rate 6e-7 for each of 6 averages; half the
// bandwidth, or a law one degree of freedom off, is far outside.
TEST_P(ShiftInvariant, FrequenciesFollowTheSpectralLaw) {
  constexpr int kDraws = 200000;
  for (const double r : {0.3, 1.0, 2.5}) {
    const Vector difference = r * (Vector(3) << 0.6, -0.5, 0.3).finished();
    double sum = 0, mixture = 0, mixture_square = 0;
    for (int i = 0; i < kDraws; ++i) {
      Vector w(3);
      RandomStream stream(9, StreamPurpose::kTest, static_cast<std::uint64_t>(i));
      law_.SampleFrequency(stream, 3, w.data());
      sum += std::cos(w.dot(difference));
      if (!law_.IsRadial()) continue;
      RandomStream again(8, StreamPurpose::kTest, static_cast<std::uint64_t>(i));
      const double s = law_.SampleScale(again);
      const double term = std::exp(-0.5 * s * s * difference.squaredNorm());
      mixture += term, mixture_square += term * term;
    }
    const double k = law_.Value(difference);
    const double variance = 0.5 + 0.5 * law_.Value(2 * difference) - k * k;
    EXPECT_NEAR(sum / kDraws, k, 5 * std::sqrt(variance / kDraws)) << r;
    if (!law_.IsRadial()) continue;
    const double mean = mixture / kDraws;
    const double spread = std::max(0.0, mixture_square / kDraws - mean * mean);
    EXPECT_NEAR(mean, k, 5 * std::sqrt(spread / kDraws) + 1e-10) << r;
  }
}

TEST(SquaredDistances, AreRightWhereProductsCancel) {
  Matrix x = testing::RowsInBall(30, 11, 6);
  x.topRows(10).array() += 1000;
  x.row(3) = x.row(2) * (1 + 1e-13);
  Matrix out(30, 30);
  for (const int form : {0, 1, 2, 3}) {
    const Examples a = (form & 1) != 0 ? ToSparse(x) : Examples(x);
    const Examples b = (form & 2) != 0 ? ToSparse(x) : Examples(x);
    SquaredDistances(a, 0, 30, b, out);
    for (Index i = 0; i < 30; ++i) {
      for (Index j = 0; j < 30; ++j) {
        const double expected = (x.row(i) - x.row(j)).squaredNorm();
        ASSERT_NEAR(out(i, j), expected, 1e-12 * expected) << i << " " << j;
      }
    }
  }
}

}  // namespace
}  // namespace mercer
