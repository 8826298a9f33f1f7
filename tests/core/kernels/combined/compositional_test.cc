// Kernels made of others, the arc-cosine kernel and the one given by its series.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/kernels/dot_product/arc_cosine.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "tests/core/kernels/cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using std::numbers::pi;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Message;
using testing::Named;
using testing::RowsInBall;
using List = ParamValue::List;

std::string MakeError(const std::string& name, const Params& params) {
  return Message([&] { MakeKernel(name, params); });
}

Matrix GramOf(const std::string& name, const Params& params, const Matrix& x) {
  return Gram(*MakeKernel(name, params), x, x);
}

// E over w of 2 step(<w, x>) step(<w, y>) (<w, x><w, y>)^n: in the plane of x and y, w in polar
// coordinates, E r^(2n) = 2^n n! and the mean over directions by the trapezoidal rule.
double ArcCosineIntegral(int order, double angle) {
  constexpr int kSteps = 2000000;
  double sum = 0;
  for (int k = 0; k < kSteps; ++k) {
    const double t = 2 * pi * (k + 0.5) / kSteps;
    const double a = std::cos(t), b = std::cos(t - angle);
    if (a > 0 && b > 0) sum += std::pow(a * b, order);
  }
  return 2 * std::pow(2, order) * (order == 2 ? 2 : 1) * sum / kSteps;
}

TEST(ArcCosine, IsTheMeanOverGaussianDirections) {
  for (int order = 0; order <= 2; ++order) {
    const ArcCosineKernel kernel(order);
    for (const double angle : {0.0, 0.04, 0.5, 1.2, 2.0, 2.2, 2.9}) {
      const Matrix x = (Matrix(1, 2) << 2, 0).finished();
      const Matrix y = (Matrix(1, 2) << 3 * std::cos(angle), 3 * std::sin(angle)).finished();
      EXPECT_NEAR(Gram(kernel, x, y)(0, 0), std::pow(6, order) * ArcCosineIntegral(order, angle),
                  3e-6 * std::pow(6, order))
          << order << " " << angle;
    }
  }
}

TEST(ArcCosine, KeepsItsDigitsWhereRowsAreAlmostParallelOrOpposite) {
  const Matrix x = (Matrix(1, 2) << 1, 0).finished();
  for (const double angle : {1e-9, 1e-6, 1e-3, 0.03, 0.05}) {
    const Matrix y = (Matrix(1, 2) << std::cos(angle), std::sin(angle)).finished();
    const double q = angle * angle;
    EXPECT_NEAR(Gram(ArcCosineKernel(0), x, y)(0, 0), 1 - angle / pi, 1e-15);
    // At the other end φ, φ³/3 − φ⁵/30 + … and 4φ⁵/15 − 16φ⁷/315 + …
    const double phi3 = angle * q, phi5 = phi3 * q;
    EXPECT_NEAR(Gram(ArcCosineKernel(0), x, Matrix(-y))(0, 0) / (angle / pi), 1, 1e-12);
    EXPECT_NEAR(Gram(ArcCosineKernel(1), x, Matrix(-y))(0, 0) / (phi3 / 3 * (1 - q / 10) / pi), 1,
                1e-12 + q * q);
    EXPECT_NEAR(
        Gram(ArcCosineKernel(2), x, Matrix(-y))(0, 0) / (4 * phi5 / 15 * (1 - 4 * q / 21) / pi), 1,
        1e-12 + q * q);
  }
}

TEST(ArcCosine, ScaledCopiesOfARowHaveAngleZero) {
  const Matrix x = RowsInBall(20, 7, 3);
  for (int order = 0; order <= 2; ++order) {
    const Matrix gram = Gram(ArcCosineKernel(order), x, Matrix(3.7 * x));
    for (Index i = 0; i < 20; ++i) {
      const double norm = x.row(i).norm();
      if (norm == 0) continue;
      const double expected = (order == 2 ? 3 : 1) * std::pow(3.7 * norm * norm, order);
      EXPECT_NEAR(gram(i, i), expected, 1e-14 * expected) << order;
    }
  }
}

TEST(ArcCosine, ARowOfZerosHasARightAngleWithEveryRow) {
  const Matrix x = (Matrix(2, 2) << 0, 0, 1, 2).finished();
  EXPECT_EQ(GramOf("arc_cosine", {{"order", 0}}, x)(0, 0), 0.5);
  EXPECT_EQ(GramOf("arc_cosine", {{"order", 0}}, x)(0, 1), 0.5);
  EXPECT_EQ(GramOf("arc_cosine", {{"order", 1}}, x)(0, 1), 0);
  EXPECT_EQ(MakeKernel("arc_cosine", {{"order", 0}})->Diagonal(x)[0], 0.5);
}

TEST(Maclaurin, IsItsSeries) {
  const Matrix x = RowsInBall(5, 3, 1);
  const Matrix t = x * x.transpose();
  const Matrix expected = 0.5 + 2 * t.array().square() + 0.25 * t.array().cube();
  EXPECT_LE((GramOf("maclaurin", {{"coefficients", List{0.5, 0, 2, 0.25, 0}}}, x) - expected)
                .cwiseAbs()
                .maxCoeff(),
            1e-15);
  EXPECT_EQ(MakeKernel("maclaurin", {{"coefficients", List{1, 0.5, 0}}})->Describe(),
            "maclaurin(coefficients=[1,0.5])");
  EXPECT_THAT(MakeError("maclaurin", {{"coefficients", List{0, 0}}}), HasSubstr("every"));
  EXPECT_EQ(MakeError("maclaurin", {{"coefficients", List{1, -0.5}}}),
            "kernel 'maclaurin': an item of coefficients is -0.5; expected a number >= 0");
  EXPECT_THAT(MakeError("maclaurin", {{"coefficients", List{}}}), HasSubstr("is []"));
  EXPECT_THAT(MakeError("maclaurin", {{"coefficients", 3}}), HasSubstr("a list of one or more"));
}

TEST(Composed, SumAndProductAreWhatTheirNamesSay) {
  const Matrix x = RowsInBall(12, 4, 2);
  const Matrix linear = GramOf("linear", {}, x), cosine = GramOf("arc_cosine", {{"order", 1}}, x);
  const ParamValue arc = Named("arc_cosine", {{"order", 1}});
  const Matrix sum = GramOf("sum", {{"of", List{"linear", arc}}, {"weights", List{2, 0.5}}}, x);
  EXPECT_LE((sum - 2 * linear - 0.5 * cosine).cwiseAbs().maxCoeff(), 1e-15);
  const Matrix product = GramOf("product", {{"of", List{"linear", arc, arc}}}, x);
  EXPECT_LE((product - linear.cwiseProduct(cosine).cwiseProduct(cosine)).cwiseAbs().maxCoeff(),
            1e-15);
  const Params composed{{"outer", Named("exponential", {{"sigma", 0.5}})}, {"inner", arc}};
  EXPECT_LE((GramOf("composed", composed, x) -
             cosine.unaryExpr([](double value) { return std::exp(value / 0.25); }))
                .cwiseAbs()
                .maxCoeff(),
            1e-13);
}

TEST(Composed, NestsToAnyDepthAndDescribesItself) {
  const Params sum{{"of", List{"linear", Named("vovk", {{"degree", 2}})}}};
  const Params composed{{"outer", Named("homogeneous_polynomial", {{"degree", 2}})},
                        {"inner", Named("sum", sum)}};
  EXPECT_EQ(MakeKernel("composed", composed)->Describe(),
            "composed(outer=homogeneous_polynomial(degree=2),"
            "inner=sum(of=[linear,vovk(degree=2)],weights=[1,1]))");
  const auto kernel = MakeKernel("composed", composed);
  EXPECT_EQ(CopyKernel(*kernel)->Describe(), kernel->Describe());
}

TEST(Composed, EqualKernelsHaveEqualParameters) {
  const auto resolved = [](const Params& params) {
    return KernelRegistry().ResolveParams("sum", params).Canonical();
  };
  const ParamValue polynomial = Named("polynomial", {{"degree", 3}, {"offset", 1}});
  const ParamValue written = Named("polynomial", {{"offset", 1.0}, {"scale", 1}, {"degree", 3.0}});
  EXPECT_EQ(resolved({{"of", List{"linear", polynomial}}}),
            resolved({{"of", List{Named("linear", {}), written}}}));
}

TEST(Composed, RefusesWhatItCannotBe) {
  const ParamValue arc = Named("arc_cosine", {{"order", 0}});
  EXPECT_THAT(MakeError("composed", {{"outer", arc}, {"inner", "linear"}}),
              AllOf(HasSubstr("outer is arc_cosine(order=0)"), HasSubstr("dot product kernel")));
  EXPECT_THAT(MakeError("sum", {{"of", List{"linear", "vovk_infinit"}}}),
              HasSubstr("did you mean 'vovk_infinite'?"));
  EXPECT_THAT(MakeError("sum", {{"of", List{Named("polynomial", {{"degre", 2}, {"offset", 1}})}}}),
              HasSubstr("did you mean 'degree'?"));
  EXPECT_THAT(MakeError("sum", {{"of", List{}}}), HasSubstr("of is []"));
  EXPECT_THAT(MakeError("sum", {{"of", List{Named("", {})}}}), HasSubstr("no name"));
  EXPECT_THAT(MakeError("sum", {{"of", List{"linear"}}, {"weights", List{1, 2}}}),
              HasSubstr("weights has 2 values and of has 1 kernels"));
  EXPECT_THAT(MakeError("sum", {{"of", List{"linear"}}, {"weights", List{0}}}),
              HasSubstr("expected a number > 0"));
  // A distance of rows says nothing of the inner kernel's values.
  EXPECT_THAT(MakeError("composed", {{"outer", Named("exponential", {{"sigma", "mean_distance"}})},
                                     {"inner", "linear"}}),
              HasSubstr("sigma is mean_distance; expected a number > 0"));
}

TEST(Composed, NamesTheRowOutsideTheDomainOfTheOuterKernel) {
  const auto kernel = MakeKernel(
      "composed", {{"outer", "vovk_infinite"}, {"inner", Named("arc_cosine", {{"order", 1}})}});
  Matrix x = Matrix::Zero(5, 2);
  x.row(3) << 1.5, 0;
  const std::string expected =
      "row 3 with itself is 2.25; expected a value below 1, where the series of vovk_infinite "
      "converges";
  EXPECT_THAT(Message([&] { Gram(*kernel, x, Matrix(Matrix::Zero(2, 2))); }), HasSubstr(expected));
  EXPECT_THAT(Message([&] { Gram(*kernel, Matrix(Matrix::Zero(2, 2)), x); }), HasSubstr(expected));
  EXPECT_THAT(Message([&] { kernel->Diagonal(x); }), HasSubstr(expected));
}

TEST(Composed, BandwidthRulesAreReplacedInside) {
  const Matrix x = (Matrix(3, 2) << 0, 0, 3, 4, 0, 1).finished();
  const Params rule{{"of", List{Named("exponential", {{"sigma", "median_distance"}}), "linear"}}};
  EXPECT_TRUE(HasBandwidthRule(rule));
  const Params resolved = ResolveBandwidth(rule, x, 1);
  EXPECT_FALSE(HasBandwidthRule(resolved));
  EXPECT_EQ(MakeKernel("sum", resolved)->Describe(),
            "sum(of=[exponential(sigma=4.242640687119285),linear],weights=[1,1])");
}

TEST(Bandwidths, TheMedianIsTheMiddleDistance) {
  const Matrix three = (Matrix(3, 2) << 0, 0, 3, 4, 0, 1).finished();
  EXPECT_NEAR(MedianPairwiseDistance(three, 1).value, std::sqrt(18.0), 1e-14);
  // Distances 1, 2, 3, 4, 6, 7: the middle two are 3 and 4.
  const Matrix four = (Matrix(4, 1) << 0, 1, 3, 7).finished();
  EXPECT_NEAR(MedianPairwiseDistance(four, 1).value, 3.5, 1e-14);
  EXPECT_EQ(MedianPairwiseDistance(RowsInBall(300, 3, 1), 1, 100).sampled_rows, 100);
  Matrix equal = Matrix::Zero(5, 1);
  equal(4, 0) = 1;
  EXPECT_THAT(Message([&] { MedianPairwiseDistance(equal, 1); }), HasSubstr("median is 0"));
  equal(4, 0) = std::nan("");
  EXPECT_THAT(Message([&] { MedianPairwiseDistance(equal, 1); }), HasSubstr("not finite"));
}

// The second block of rows begins at another row than x.
TEST(ComposedKernel, NamesTheRowThatItsInnerKernelRefuses) {
  const auto inner = Named("sum", {{"of", List{Named("laplacian", {{"sigma", 1.0}}), "linear"}},
                                   {"weights", List{0.25, 0.25}}});
  const auto kernel = MakeKernel("composed", {{"outer", "vovk_infinite"}, {"inner", inner}});
  Matrix x = RowsInBall(300, 5, 4);
  const Matrix y = RowsInBall(20, 5, 5);
  EXPECT_EQ(Message([&] { Gram(*kernel, x, y); }), "nothing was thrown");
  x(270, 2) = std::nan("");
  EXPECT_THROW(Gram(*kernel, x, y), InvalidRow);
  EXPECT_THAT(Message([&] { Gram(*kernel, x, y); }), HasSubstr("row 270"));
}

}  // namespace
}  // namespace mercer
