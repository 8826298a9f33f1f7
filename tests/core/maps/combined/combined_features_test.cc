// Maps that are made of others: composed_maclaurin, sum_features, product_features.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/maps/combined/sum_product_features.h"
#include "core/maps/maclaurin/composed_maclaurin.h"
#include "core/maps/maclaurin/maclaurin_law.h"
#include "core/maps/maclaurin/random_maclaurin.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using List = ParamValue::List;

Vector A() { return (Vector(3) << .3, .1, -.4).finished(); }
Vector B() { return (Vector(3) << .2, .5, .7).finished(); }

double Variance(const std::string& map, const Params& map_params, const std::string& kernel,
                const Params& kernel_params) {
  return MakeMapSpec(map, map_params)
      ->FeatureVariance(*MakeKernel(kernel, kernel_params), A(), B())
      .value();
}

const Params kPlainInner{{"inner", "random_maclaurin"}};

// f(<x, y>) composed with the linear kernel is f itself, and its features those of
// random_maclaurin: known values.
TEST(ComposedMaclaurin, OfTheLinearKernelHasTheVarianceOfRandomMaclaurin) {
  EXPECT_NEAR(Variance("composed_maclaurin", kPlainInner, "composed",
                       {{"outer", Named("exponential", {{"sigma", 1}})}, {"inner", "linear"}}),
              1.6717563262597517, 1e-12);
  EXPECT_NEAR(Variance("composed_maclaurin", kPlainInner, "composed",
                       {{"outer", Named("polynomial", {{"degree", 10}, {"offset", 1}})},
                        {"inner", "linear"}}),
              480.7218999854678, 1e-9);
}

// E[(ZZ')^p] = Σ_N q_N (a_N/q_N)^p (Σ_n q_n (a_n/q_n)^p E[(<w,x><w,y>)^p]^n)^N, every sign vector
// enumerated: its mean is the kernel and its second moment gives the variance.
double Moment(const DotProductKernel& outer, const DotProductKernel& inner, int power) {
  const auto sum = [power](const DotProductKernel& kernel, double moment) {
    const MaclaurinLaw law(kernel, {});
    double total = 0;
    for (Index n = 0; n <= 40; ++n) {
      const double log_q = law.LogProbability(n);
      if (std::isinf(log_q) || std::isinf(law.LogWeight(n))) continue;
      total += std::exp(log_q + 2 * power * law.LogWeight(n)) * std::pow(moment, n);
    }
    return total;
  };
  return sum(outer, sum(inner, SignMoment(A(), B(), power)));
}

TEST(ComposedMaclaurin, MomentsByEnumeration) {
  const Params inner_params{{"degree", 2}, {"offset", 0.5}, {"scale", 0.5}};
  const TheKernel outer("exponential", {{"sigma", 1}}), inner("polynomial", inner_params);
  const Params params{{"outer", Named("exponential", {{"sigma", 1}})},
                      {"inner", Named("polynomial", inner_params)}};
  const double value = KernelValue(*MakeKernel("composed", params), A(), B());
  EXPECT_NEAR(Moment(*outer, *inner, 1), value, 1e-12);
  EXPECT_NEAR(Variance("composed_maclaurin", kPlainInner, "composed", params),
              Moment(*outer, *inner, 2) - value * value, 1e-10);
}

// The sample variance within five of its standard errors, from moments of the fourth order by
// enumeration; false alarms 6e-7, fixed seed.
TEST(ComposedMaclaurin, VarianceLiesInItsSamplingBand) {
  constexpr Index kFeatures = 400000;
  const Params inner_params{{"degree", 2}, {"offset", 0.5}, {"scale", 0.5}};
  const TheKernel outer("exponential", {{"sigma", 1}}), inner("polynomial", inner_params);
  const auto kernel = MakeKernel("composed", {{"outer", Named("exponential", {{"sigma", 1}})},
                                              {"inner", Named("polynomial", inner_params)}});
  double raw[5] = {};
  for (int power = 1; power <= 4; ++power) raw[power] = Moment(*outer, *inner, power);
  const double mean = raw[1], variance = raw[2] - mean * mean;
  const double fourth =
      raw[4] - 4 * mean * raw[3] + 6 * mean * mean * raw[2] - 3 * mean * mean * mean * mean;
  Matrix x(2, 3);
  x << A().transpose(), B().transpose();
  const Matrix z = MakeMapSpec("composed_maclaurin", kPlainInner)
                       ->Draw({*kernel, 3, kFeatures, 9, nullptr})
                       ->Transform(x);
  const Eigen::ArrayXd products =
      z.row(0).transpose().array() * z.row(1).transpose().array() * kFeatures;
  EXPECT_NEAR(products.mean(), mean, 5 * std::sqrt(variance / kFeatures));
  EXPECT_NEAR((products - products.mean()).square().mean(), variance,
              5 * std::sqrt((fourth - variance * variance) / kFeatures));
}

TEST(ProductFeatures, SecondMomentsMultiply) {
  const ParamValue e1 = Named("exponential", {{"sigma", 1}}), v = Named("vovk", {{"degree", 3}});
  const double k1 = std::exp(-0.17), k2 = 1 - 0.17 + 0.17 * 0.17;
  const double m1 = Variance("random_maclaurin", {}, "exponential", {{"sigma", 1}}) + k1 * k1;
  const double m2 = Variance("random_maclaurin", {}, "vovk", {{"degree", 3}}) + k2 * k2;
  const Params maps{{"of", List{"random_maclaurin", "random_maclaurin"}}};
  EXPECT_NEAR(Variance("product_features", maps, "product", {{"of", List{e1, v}}}),
              m1 * m2 - k1 * k1 * k2 * k2, 1e-12);
  const double mean = 0.5 * k1 + 2 * k2;
  EXPECT_NEAR(
      Variance("sum_features", maps, "sum", {{"of", List{e1, v}}, {"weights", List{0.5, 2}}}),
      2.5 * (0.5 * m1 + 2 * m2) - mean * mean, 1e-12);
}

TEST(ProductFeatures, EqualPartsAreDrawnIndependently) {
  const Params maps{{"of", List{"random_maclaurin", "random_maclaurin"}}};
  const auto kernel = MakeKernel("product", {{"of", List{"linear", "linear"}}});
  const Matrix x = RowsInBall(1, 4, 0.9, 1, 3);
  const Matrix z =
      MakeMapSpec("product_features", maps)->Draw({*kernel, 4, 64, 1, nullptr})->Transform(x);
  EXPECT_LT(z.minCoeff(), 0) << "squares of one feature instead of products of two";
}

TEST(SumFeatures, APartWithoutAFeatureIsNotDrawn) {
  const Params maps{{"of", List{"random_maclaurin", "random_maclaurin"}}};
  const auto kernel =
      MakeKernel("sum", {{"of", List{"linear", "linear"}}, {"weights", List{1e-12, 1}}});
  const auto map = MakeMapSpec("sum_features", maps)->Draw({*kernel, 4, 5, 1, nullptr});
  EXPECT_EQ(map->Transform(Examples(RowsInBall(3, 4, 0.9, 1, 3))).cols(), 5);
}

TEST(CombinedFeatures, MapsOfMapsOfMaps) {
  const Params maps{{"of", List{"random_maclaurin",
                                Named("product_features",
                                      {{"of", List{"random_maclaurin", "random_maclaurin"}}})}}};
  const Params kernels{
      {"of", List{"linear", Named("product", {{"of", List{"linear", "linear"}}})}}};
  const auto kernel = MakeKernel("sum", kernels);
  Matrix x(2, 3);
  x << A().transpose(), B().transpose();
  constexpr Index kFeatures = 200000;
  const Matrix z =
      MakeMapSpec("sum_features", maps)->Draw({*kernel, 3, kFeatures, 4, nullptr})->Transform(x);
  const double variance = Variance("sum_features", maps, "sum", kernels);
  EXPECT_NEAR(z.row(0).dot(z.row(1)), -0.17 + 0.17 * 0.17, 5 * std::sqrt(variance / kFeatures));
}

// Products of complex Fourier features are those of the kernel with both bandwidths, and a square
// composed with a kernel is its product with itself.
TEST(CombinedFeatures, ComplexPartsHaveTheVarianceOfTheRealPart) {
  const ParamValue fourier = Named("random_fourier", {{"variant", "complex"}});
  const ParamValue wide = Named("gaussian", {{"sigma", 1}}),
                   narrow = Named("gaussian", {{"sigma", .5}});
  const double both = Variance("random_fourier", {{"variant", "complex"}}, "gaussian",
                               {{"sigma", 1 / std::sqrt(5.0)}});
  EXPECT_NEAR(Variance("product_features", {{"of", List{fourier, fourier}}}, "product",
                       {{"of", List{wide, narrow}}}),
              both, 1e-14);
  EXPECT_NEAR(
      Variance("composed_maclaurin", {{"inner", fourier}}, "composed",
               {{"outer", Named("homogeneous_polynomial", {{"degree", 2}})}, {"inner", wide}}),
      Variance("product_features", {{"of", List{fourier, fourier}}}, "product",
               {{"of", List{wide, wide}}}),
      1e-14);
  // W Σ w_m (1 + κ_m(2u))/2 − k² with weights 2 and 3.
  const double squared = (A() - B()).squaredNorm();
  const auto gaussian = [&](double gamma) { return std::exp(-gamma * squared); };
  const double k = 2 * gaussian(.5) + 3 * gaussian(2);
  EXPECT_NEAR(Variance("sum_features", {{"of", List{fourier, fourier}}}, "sum",
                       {{"of", List{wide, narrow}}, {"weights", List{2, 3}}}),
              5 * (2 * (1 + gaussian(2)) / 2 + 3 * (1 + gaussian(8)) / 2) - k * k, 1e-13);
}

// A real part among complex ones: E c² of both.
TEST(CombinedFeatures, RealAndComplexPartsMultiplyTheirSecondMoments) {
  const ParamValue complex = Named("random_fourier", {{"variant", "complex"}}),
                   real = Named("random_fourier", {{"variant", "cos_offset"}}),
                   kernel = Named("gaussian", {{"sigma", 1}});
  const double squared = (A() - B()).squaredNorm();
  const double k = std::exp(-squared), k2 = std::exp(-2 * squared);
  EXPECT_NEAR(Variance("product_features", {{"of", List{complex, real}}}, "product",
                       {{"of", List{kernel, kernel}}}),
              (1 + k2) / 2 * (1 + k2 / 2) - k * k, 1e-14);
}

// Kar & Karnick's example, exp of the Gaussian kernel; false alarms 6e-7, fixed seed.
TEST(CombinedFeatures, ExpOfTheGaussianKernelByRandomFourier) {
  constexpr Index kFeatures = 200000;
  const Params composed{{"outer", Named("exponential", {{"sigma", 1}})},
                        {"inner", Named("gaussian", {{"sigma", 1}})}};
  const auto kernel = MakeKernel("composed", composed);
  Matrix x(2, 3);
  x << A().transpose(), B().transpose();
  const double value = std::exp(std::exp(-0.5 * (A() - B()).squaredNorm()));
  for (const std::string variant : {"cos_offset", "complex"}) {
    const Params maps{{"inner", Named("random_fourier", {{"variant", variant}})}};
    const auto spec = MakeMapSpec("composed_maclaurin", maps);
    const double bound = spec->FeatureVariance(*kernel, A(), B()).value();
    const Matrix z = spec->Draw({*kernel, 3, kFeatures, 4, nullptr})->Transform(x);
    EXPECT_LT(5 * std::sqrt(bound / kFeatures), 0.03 * value);
    EXPECT_NEAR(z.row(0).dot(z.row(1)), value, 5 * std::sqrt(bound / kFeatures)) << variant;
    EXPECT_EQ(z.cols(), (variant == "complex" ? 2 : 1) * kFeatures);
    EXPECT_EQ(spec->OutputDim(*kernel, 3, kFeatures), z.cols());
  }
}

TEST(CombinedFeatures, RefuseWhatCannotWork) {
  EXPECT_THAT(Message([] {
                MakeMapSpec("composed_maclaurin",
                            {{"inner", Named("random_fourier", {{"variant", "cos_sin"}})}});
              }),
              HasSubstr("one by one"));
  const auto make = [](const std::string& map, const Params& params) {
    return Message([&] { MakeMapSpec(map, params); });
  };
  EXPECT_THAT(make("composed_maclaurin", {{"inner", Named("random_maclaurin", {{"h01", true}})}}),
              AllOf(HasSubstr("h01=true"), HasSubstr("one by one")));
  EXPECT_THAT(make("product_features", {{"of", List{"nystroem"}}}), HasSubstr("one by one"));
  EXPECT_THAT(make("sum_features", {{"of", List{"random_maclauri"}}}),
              HasSubstr("did you mean 'random_maclaurin'?"));
  const auto spec = MakeMapSpec("sum_features", {{"of", List{"random_maclaurin"}}});
  EXPECT_THAT(Message([&] {
                spec->CheckKernel(*MakeKernel("sum", {{"of", List{"linear", "linear"}}}));
              }),
              HasSubstr("of 1 maps"));
  EXPECT_THAT(Message([&] { spec->CheckKernel(*MakeKernel("linear", {})); }),
              HasSubstr("expected a sum of kernels: sum"));
  EXPECT_THAT(
      Message([&] {
        spec->CheckKernel(*MakeKernel("sum", {{"of", List{Named("arc_cosine", {{"order", 1}})}}}));
      }),
      HasSubstr("does not fit kernel arc_cosine(order=1)"));
}

// 1e20 factors, more than an Index counts: their features take memory beside the factors.
TEST(ComposedMaclaurin, BytesOfMoreFactorsThanAnIndexCounts) {
  const auto kernel = MakeKernel(
      "composed", {{"outer", Named("exponential", {{"sigma", 1}})}, {"inner", "linear"}});
  const auto spec =
      MakeMapSpec("composed_maclaurin", {{"inner", "random_maclaurin"}, {"measure", 1.0000001}});
  const double factors = 1e7 * 1e13;
  EXPECT_GT(spec->DrawnBytes(*kernel, 2, 10'000'000'000'000),
            0.999999 * sizeof(CombinedFeatures::Factor) * factors + 1e17);
}

TEST(ComposedMaclaurin, NamesTheRowOutsideTheRadius) {
  const auto kernel = MakeKernel("composed", {{"outer", "vovk_infinite"}, {"inner", "linear"}});
  const auto map =
      MakeMapSpec("composed_maclaurin", kPlainInner)->Draw({*kernel, 2, 10, 1, nullptr});
  Matrix x = Matrix::Zero(50, 2);
  x(37, 1) = 1.5;
  EXPECT_THAT(Message([&] { map->Transform(x); }), AllOf(HasSubstr("map 'composed_maclaurin'"),
                                                         HasSubstr("row 37 with itself is 2.25")));
}

}  // namespace
}  // namespace mercer::testing
