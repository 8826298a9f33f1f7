// Each kernel against its closed form, and everything it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/profile.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Message;

// <x, y> = −0.17.
Matrix X() { return (Matrix(1, 3) << 0.3, 0.1, -0.4).finished(); }
Matrix Y() { return (Matrix(1, 3) << 0.2, 0.5, 0.7).finished(); }

double Value(const std::string& name, const Params& params) {
  return Gram(*MakeKernel(name, params), X(), Y())(0, 0);
}

const DotProductKernel& AsDotProduct(const std::unique_ptr<Kernel>& kernel) {
  return dynamic_cast<const DotProductKernel&>(*kernel);
}

std::string MakeError(const std::string& name, const Params& params) {
  return Message([&] { MakeKernel(name, params); });
}

TEST(Kernels, ClosedForms) {
  const double t = -0.17;
  EXPECT_NEAR(Value("linear", {}), t, 1e-16);
  EXPECT_NEAR(Value("polynomial", {{"degree", 10}, {"offset", 1}}), 0.15516041187205867, 1e-15);
  EXPECT_NEAR(Value("polynomial", {{"degree", 3}, {"offset", 0.5}, {"scale", 2.0}}),
              0.16 * 0.16 * 0.16, 1e-16);
  EXPECT_NEAR(Value("homogeneous_polynomial", {{"degree", 3}}), t * t * t, 1e-17);
  EXPECT_NEAR(Value("homogeneous_polynomial", {{"degree", 10}}), std::pow(t, 10), 1e-21);
  EXPECT_NEAR(Value("exponential", {{"sigma", 1}}), std::exp(t), 1e-15);
  EXPECT_NEAR(Value("exponential", {{"sigma", 0.5}}), std::exp(t / 0.25), 1e-15);
  EXPECT_NEAR(Value("vovk", {{"degree", 6}}), (1 - std::pow(t, 6)) / (1 - t), 1e-15);
  EXPECT_NEAR(Value("vovk", {{"degree", 1}}), 1, 0);
  EXPECT_NEAR(Value("vovk_infinite", {}), 1 / (1 - t), 1e-15);
}

TEST(Kernels, VovkAtOneIsItsNumberOfTerms) {
  const Matrix one = Matrix::Constant(1, 1, 1);
  const Matrix minus = Matrix::Constant(1, 1, -1);
  for (const int degree : {1, 2, 3, 7, 64, 1000}) {
    const auto kernel = MakeKernel("vovk", {{"degree", degree}});
    EXPECT_EQ(Gram(*kernel, one, one)(0, 0), degree);
    EXPECT_EQ(Gram(*kernel, one, minus)(0, 0), degree % 2);
  }
}

TEST(Kernels, PolynomialCoefficientsAreExactWholeNumbers) {
  const auto kernel = MakeKernel("polynomial", {{"degree", 10}, {"offset", 1}});
  const std::vector<double> expected = {1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1, 0};
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(AsDotProduct(kernel).MaclaurinCoefficient(static_cast<Index>(n)), expected[n]);
  }
  // C(3, 1) · 2^1 · 0.5^2.
  const auto scaled = MakeKernel("polynomial", {{"degree", 3}, {"offset", 0.5}, {"scale", 2.0}});
  EXPECT_EQ(AsDotProduct(scaled).MaclaurinCoefficient(1), 1.5);
  EXPECT_EQ(AsDotProduct(scaled).MaclaurinCoefficient(0), 0.125);
}

TEST(Kernels, CoefficientsBeyondTheRangeOfADoubleHaveTheirLogarithms) {
  const auto exponential = MakeKernel("exponential", {{"sigma", 1}});
  EXPECT_EQ(AsDotProduct(exponential).MaclaurinCoefficient(3), 1.0 / 6);
  EXPECT_EQ(AsDotProduct(exponential).MaclaurinCoefficient(400), 0);
  // log 400!, from the whole number.
  EXPECT_NEAR(AsDotProduct(exponential).LogMaclaurinCoefficient(400), -2000.5006979832, 1e-9);
  const auto steep = MakeKernel("polynomial", {{"degree", 2000}, {"offset", 1}});
  EXPECT_TRUE(std::isinf(AsDotProduct(steep).MaclaurinCoefficient(1000)));
  // log C(2000, 1000), from the whole number.
  EXPECT_NEAR(AsDotProduct(steep).LogMaclaurinCoefficient(1000), 1382.2679935375, 1e-9);
}

TEST(Kernels, MixedFactorsOutOfRangeStillGiveTheirProduct) {
  // C(400, 200) 1e-3^200 1e3^200: each power leaves the range, the product is C(400, 200).
  const auto kernel =
      MakeKernel("polynomial", {{"degree", 400}, {"offset", 1000}, {"scale", 0.001}});
  const double expected = Binomial(400, 200);
  EXPECT_NEAR(AsDotProduct(kernel).MaclaurinCoefficient(200), expected, 1e-10 * expected);
}

TEST(Kernels, Descriptions) {
  EXPECT_EQ(MakeKernel("linear", {})->Describe(), "linear");
  EXPECT_EQ(MakeKernel("polynomial", {{"degree", 10}, {"offset", 1}})->Describe(),
            "polynomial(degree=10,offset=1,scale=1)");
  EXPECT_EQ(MakeKernel("homogeneous_polynomial", {{"degree", 4}})->Describe(),
            "homogeneous_polynomial(degree=4)");
  EXPECT_EQ(MakeKernel("exponential", {{"sigma", 0.25}})->Describe(), "exponential(sigma=0.25)");
  EXPECT_EQ(MakeKernel("vovk", {{"degree", 4}})->Describe(), "vovk(degree=4)");
  EXPECT_EQ(MakeKernel("vovk_infinite", {})->Describe(), "vovk_infinite");
}

TEST(Kernels, RefuseParametersOutOfRange) {
  EXPECT_EQ(MakeError("polynomial", {{"degree", 0}, {"offset", 1}}),
            "kernel 'polynomial': degree is 0; expected a whole number >= 1 and <= 10000");
  EXPECT_THAT(MakeError("polynomial", {{"degree", 2.5}, {"offset", 1}}),
              HasSubstr("degree is 2.5"));
  EXPECT_EQ(MakeError("polynomial", {{"degree", 2}, {"offset", -1}}),
            "kernel 'polynomial': offset is -1; expected a number >= 0");
  EXPECT_EQ(MakeError("polynomial", {{"degree", 2}, {"offset", 1}, {"scale", 0}}),
            "kernel 'polynomial': scale is 0; expected a number > 0");
  EXPECT_THAT(MakeError("polynomial", {{"degree", 2}}), HasSubstr("needs offset"));
  EXPECT_THAT(MakeError("homogeneous_polynomial", {{"degree", -3}}), HasSubstr("degree is -3"));
  EXPECT_EQ(MakeError("exponential", {{"sigma", 0}}),
            "kernel 'exponential': sigma is 0; expected a number > 0, or one of mean_distance, "
            "median_distance");
  EXPECT_THAT(MakeError("exponential", {{"sigma", "mean"}}), HasSubstr("mean_distance"));
  EXPECT_THAT(MakeError("exponential", {}), HasSubstr("needs sigma"));
  EXPECT_THAT(MakeError("exponential", {{"sigma", 1e-200}}), HasSubstr("sigma is 1e-200"));
  EXPECT_THAT(MakeError("exponential", {{"sigma", 1e200}}), HasSubstr("sigma is 1e+200"));
  EXPECT_THAT(MakeError("vovk", {{"degree", 0}}), HasSubstr("degree is 0"));
  EXPECT_THAT(MakeError("vovk", {{"degre", 3}}),
              HasSubstr("no parameter 'degre'; did you mean 'degree'?"));
}

TEST(Kernels, ARuleForTheBandwidthNeedsTrainingRows) {
  EXPECT_THAT(MakeError("exponential", {{"sigma", "mean_distance"}}),
              AllOf(HasSubstr("mean_distance"), HasSubstr("training rows")));
}

TEST(Kernels, UnknownNamesAreAnsweredWithTheNearest) {
  EXPECT_THAT(MakeError("polynomal", {}), HasSubstr("did you mean 'polynomial'?"));
  EXPECT_THAT(MakeError("zzz", {}), HasSubstr("vovk_infinite"));
}

TEST(Kernels, VovkInfiniteNamesTheRowOutsideItsDomain) {
  const auto kernel = MakeKernel("vovk_infinite", {});
  Matrix x = Matrix::Zero(5, 2);
  Matrix out(2, 5);
  x.row(3) << 0.6, 0.8;
  const Matrix inside = Matrix::Zero(5, 2);
  const std::string expected = "kernel vovk_infinite: row 3 has norm 1; expected a norm below 1";
  EXPECT_EQ(Message([&] { Gram(*kernel, x, inside); }), expected);
  EXPECT_EQ(Message([&] { Gram(*kernel, inside, x); }), expected);
  EXPECT_EQ(Message([&] { Gram(*kernel, ToSparse(x), inside); }), expected);
  EXPECT_EQ(Message([&] { kernel->Diagonal(x); }), expected);
  EXPECT_EQ(Message([&] { kernel->GramRows(x, 2, 2, inside, out); }), expected);
  EXPECT_NO_THROW(kernel->GramRows(x, 0, 2, inside, out));
}

TEST(Kernels, ValuesThatOverflowNameTheirRows) {
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  Matrix x = Matrix::Zero(300, 2);
  Matrix y = Matrix::Zero(4, 2);
  x(280, 0) = 100;
  y(2, 0) = 10;
  EXPECT_THAT(Message([&] { Gram(*kernel, x, y, 2); }),
              AllOf(HasSubstr("of row 280 and row 2 is inf"), HasSubstr("exponential(sigma=1)")));
  EXPECT_THAT(Message([&] { kernel->Diagonal(x); }), HasSubstr("of row 280 and row 280 is inf"));
  x(280, 0) = std::nan("");
  EXPECT_THAT(Message([&] { Gram(*kernel, x, y); }), HasSubstr("row 280"));
}

TEST(Kernels, LargeFiniteValuesWhoseSumOverflowsAreNoError) {
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = Matrix::Constant(4, 1, 1e154);
  EXPECT_EQ(Gram(*kernel, x, x), Matrix::Constant(4, 4, 1e154 * 1e154));
}

TEST(Kernels, RowsMustHaveTheSameNumberOfColumns) {
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = Matrix::Zero(2, 3);
  const Matrix y = Matrix::Zero(2, 4);
  EXPECT_THAT(Message([&] { Gram(*kernel, x, y); }), AllOf(HasSubstr("3"), HasSubstr("4 columns")));
}

TEST(Kernels, EmptyMatrices) {
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  const Matrix none = Matrix::Zero(0, 3);
  EXPECT_EQ(Gram(*kernel, none, X()).rows(), 0);
  EXPECT_EQ(Gram(*kernel, X(), none).cols(), 0);
}

TEST(Profiles, PowersAndSumsOverMoreThanOneChunk) {
  for (const Index power : {1, 2, 3, 7, 10, 31}) {
    std::vector<double> powers(1000);
    for (std::size_t i = 0; i < powers.size(); ++i)
      powers[i] = -1.5 + 0.003 * static_cast<double>(i);
    std::vector<double> sums = powers;
    const std::vector<double> t = powers;
    PowerInPlace(powers.data(), 1000, power);
    GeometricSumInPlace(sums.data(), 1000, power);
    for (std::size_t i = 0; i < t.size(); ++i) {
      double sum = 0;
      double absolute = 0;
      for (Index n = 0; n < power; ++n) {
        sum += std::pow(t[i], static_cast<double>(n));
        absolute += std::abs(std::pow(t[i], static_cast<double>(n)));
      }
      const double expected = std::pow(t[i], static_cast<double>(power));
      ASSERT_NEAR(powers[i], expected, 1e-14 * std::abs(expected));
      ASSERT_NEAR(sums[i], sum, 1e-14 * absolute);
      ASSERT_NEAR(IntegerPower(t[i], power), expected, 1e-14 * std::abs(expected));
    }
  }
  EXPECT_EQ(IntegerPower(0, 0), 1);
}

TEST(Profiles, BinomialsAreExactWhileTheyFit) {
  EXPECT_EQ(Binomial(0, 0), 1);
  EXPECT_EQ(Binomial(50, 25), 126410606437752.0);
  EXPECT_EQ(Binomial(56, 20), Binomial(56, 36));
  EXPECT_NEAR(LogFactorial(10), std::log(3628800.0), 1e-14);
}

}  // namespace
}  // namespace mercer
