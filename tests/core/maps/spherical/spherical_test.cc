#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/maps/spherical/spherical_law.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::RowsInBall;

// (1 − 2/a² + 2t/a²)^p.
std::unique_ptr<Kernel> UnitKernel(double a, int degree) {
  const double scale = 2 / (a * a);
  return MakeKernel("polynomial", {{"degree", degree}, {"offset", 1 - scale}, {"scale", scale}});
}

struct Fitted {
  int a, degree;
  Index dim;
  double mean, deviation;  // of the radius; 0 where not known
  double rmse;             // of the kernel estimated over |x − y| in [0, 2]
};

// What an independent program makes of the released weights; for n = 1024 by the Gaussian kernel
// exp(−σ²z²) of the one component that is left.
const std::vector<Fitted>& AllFitted() {
  static const std::vector<Fitted> all = {
      {2, 3, 8, 3.592, .407, .0102},     {2, 5, 8, 4.512, .813, .0069},
      {2, 7, 8, 5.283, 1.094, .0054},    {2, 10, 8, 6.268, 1.419, .0039},
      {4, 20, 8, 4.382, 1.048, .0019},   {2, 3, 64, 10.773, .839, .0300},
      {2, 5, 64, 13.382, .961, .0162},   {2, 7, 64, 15.583, 1.380, .0115},
      {2, 10, 64, 18.327, 1.188, .0063}, {2, 3, 1024, 43.336, .958, .0307},
      {2, 5, 1024, 0, 0, .0172},         {2, 7, 1024, 62.598, 1.383, .0115},
      {2, 10, 1024, 0, 0, .0074},        {2, 20, 1024, 0, 0, .0032},
  };
  return all;
}

TEST(SphericalLaw, RadiiAndBiasAreTheGoldenOnes) {
  for (const Fitted& fitted : AllFitted()) {
    const std::string what = "a " + std::to_string(fitted.a) + ", degree " +
                             std::to_string(fitted.degree) + ", n " + std::to_string(fitted.dim);
    const SphericalLaw law({static_cast<double>(fitted.a), fitted.degree, 1}, fitted.dim);
    EXPECT_EQ(law.fitted_dim(), fitted.dim);
    constexpr int kQuantiles = 100000;
    double mean = 0, square = 0;
    for (int i = 0; i < kQuantiles; ++i) {
      const double radius = law.Radius((i + 0.5) / kQuantiles);
      mean += radius / kQuantiles;
      square += radius * radius / kQuantiles;
    }
    if (fitted.mean > 0) {
      EXPECT_NEAR(mean, fitted.mean, 6e-4) << what;
      EXPECT_NEAR(std::sqrt(square - mean * mean), fitted.deviation, 6e-4) << what;
    }
    constexpr int kDistances = 50;
    double squares = 0;
    for (int i = 0; i < kDistances; ++i) {
      const double z = 2 * (i + 0.5) / kDistances;
      const double exact = std::pow(1 - z * z / (fitted.a * fitted.a), fitted.degree);
      squares += std::pow(law.Value(z) - exact, 2) / kDistances;
    }
    EXPECT_NEAR(std::sqrt(squares), fitted.rmse, 1e-4) << what;
  }
}

// In many dimensions one component is left: a Gaussian kernel.
TEST(SphericalLaw, IsAGaussianKernelInManyDimensions) {
  const SphericalLaw law({2, 3, 1}, 1024);
  for (const double z : {0.0, 0.3, 1.0, 1.7, 2.0})
    EXPECT_NEAR(law.Value(z), std::exp(-0.95783 * 0.95783 * z * z), 1e-7);
}

// Where terms of the series of E cos(r u_1) are beyond 1e16: those means in closed form for n = 1
// and 2, and the Gaussian kernel in many dimensions.
TEST(SphericalLaw, IsExactWhereItsSeriesCancels) {
  constexpr int kQuantiles = 100000;
  for (const Index n : {1, 2}) {
    const SphericalLaw law({2, 20, 1}, n);
    double mean = 0;
    for (int i = 0; i < kQuantiles; ++i) {
      const double r = 4 * law.Radius((i + 0.5) / kQuantiles);
      mean += (n == 1 ? std::cos(r) : j0(r)) / kQuantiles;
    }
    EXPECT_NEAR(law.Value(4), mean, 1e-3) << n;
  }
  for (const Index n : {1024, 4096}) {
    const SphericalLaw law({2, 20, 1}, n);
    for (const double z : {1.0, 1.6, 1.9, 2.5, 2.83, 4.0})
      EXPECT_NEAR(law.Value(z), std::exp(-2.27249 * 2.27249 * z * z), 1e-7) << n << " " << z;
  }
  // Orthogonal rows, at whose difference and twice it the kernel is nearly 0.
  Vector x = Vector::Zero(1000), y = Vector::Zero(1000);
  x[0] = y[1] = 1;
  EXPECT_NEAR(*MakeMapSpec("spherical", {})->FeatureVariance(*UnitKernel(2, 20), x, y), 1, 1e-6);
}

TEST(SphericalLaw, OtherDimensionsTakeTheWeightsAbove) {
  EXPECT_EQ(SphericalLaw({2, 3, 1}, 2).fitted_dim(), 8);
  EXPECT_EQ(SphericalLaw({2, 3, 1}, 16).fitted_dim(), 64);
  EXPECT_EQ(SphericalLaw({2, 3, 1}, 128).fitted_dim(), 1024);
  EXPECT_EQ(SphericalLaw({2, 5, 1}, 128).fitted_dim(), 128);
  EXPECT_EQ(SphericalLaw({4, 3, 1}, 4096).fitted_dim(), 1024);
}

Matrix Products(const std::string& directions, const std::string& variant, const Kernel& kernel,
                const Matrix& x, Index D, std::uint64_t seed) {
  const Matrix z = MakeMapSpec("spherical", {{"directions", directions}, {"variant", variant}})
                       ->Draw({kernel, x.cols(), D, seed, nullptr})
                       ->Transform(x);
  return z * z.transpose();
}

// The mean over draws within five of its standard errors (false-alarm rate 6e-7 for each pair,
// seeds fixed) of what the law says, for rows of several lengths and dimensions that are padded;
// and the sample variance is the formula's.
TEST(Spherical, MeanAndVarianceAreThoseOfItsLaw) {
  for (const Index d : {8, 6}) {
    Matrix x = RowsInBall(3, d, 1, 1, 5);
    x.row(1) *= 7;
    const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 1}});
    const SphericalLaw law({2, 3, 2}, 8);
    for (const std::string variant : {"cos_sin", "complex"}) {
      constexpr Index kFeatures = 60000;
      const Matrix k = Products("uniform", variant, *kernel, x, kFeatures, 3);
      const auto spec = MakeMapSpec("spherical", {{"variant", variant}});
      for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < i; ++j) {
          const Vector a = x.row(i), b = x.row(j);
          const double z = (a.normalized() - b.normalized()).norm();
          const double variance = *spec->EstimateVariance(*kernel, a, b, kFeatures);
          EXPECT_NEAR(k(i, j), 8 * law.Value(z), 5 * std::sqrt(variance)) << variant << " " << d;
          EXPECT_LT(5 * std::sqrt(variance), 0.25);
        }
        EXPECT_NEAR(k(i, i), 8, 1e-12);
      }
      Eigen::ArrayXd errors(500);
      for (Index s = 0; s < errors.size(); ++s) {
        const auto seed = static_cast<std::uint64_t>(s);
        const Matrix estimate = Products("uniform", variant, *kernel, x.topRows(2), 32, seed);
        const double z = (x.row(0).normalized() - x.row(1).normalized()).norm();
        errors[s] = std::pow(estimate(0, 1) - 8 * law.Value(z), 2);
      }
      const double sample = errors.mean();
      const double band = 5 * std::sqrt((errors.square().mean() - sample * sample) / 500);
      EXPECT_NEAR(sample, *spec->EstimateVariance(*kernel, x.row(0), x.row(1), 32), band);
      EXPECT_LT(band, 0.5 * sample);
    }
  }
}

// sorf has the same lengths; its directions are nearly uniform.
TEST(Spherical, SorfEstimatesNearlyTheSame) {
  const Matrix x = RowsInBall(4, 60, 1, 1, 5);
  const auto kernel = UnitKernel(2, 7);
  const SphericalLaw law({2, 7, 1}, 64);
  const Matrix k = Products("sorf", "cos_sin", *kernel, x, 40000, 3);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < i; ++j)
      EXPECT_NEAR(k(i, j), law.Value((x.row(i).normalized() - x.row(j).normalized()).norm()), 0.02);
}

TEST(Spherical, TakesDirectionsOfRowsAlone) {
  const auto kernel = UnitKernel(4, 20);
  Matrix x = RowsInBall(6, 5, 1, 1, 5), longer = x;
  for (Index i = 0; i < 6; ++i) longer.row(i) *= static_cast<double>(1 + i);
  x.row(5).setZero();
  longer.row(5).setZero();
  for (const char* directions : {"uniform", "sorf"}) {
    const auto map =
        MakeMapSpec("spherical", {{"directions", directions}})->Draw({*kernel, 5, 50, 1, nullptr});
    EXPECT_LE((map->Transform(x) - map->Transform(longer)).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_THAT(map->note(), ::testing::IsEmpty());
    longer(3, 2) = INFINITY;
    EXPECT_THAT(testing::Message([&] { map->Transform(longer); }), HasSubstr("of row 3 is "));
    longer.row(3) = x.row(3);
  }
  const auto map = MakeMapSpec("spherical", {})->Draw({*kernel, 9, 50, 1, nullptr});
  EXPECT_THAT(map->note(), HasSubstr("fitted for 64 dimensions, and the rows have 16"));
}

TEST(Spherical, SaysWhichKernelsFit) {
  const auto spec = MakeMapSpec("spherical", {});
  const auto refused = [&](const Kernel& kernel) {
    return testing::Message([&] { spec->CheckKernel(kernel); });
  };
  EXPECT_EQ(refused(*UnitKernel(2, 3)), "nothing was thrown");
  EXPECT_EQ(refused(*UnitKernel(4, 20)), "nothing was thrown");
  for (const auto& kernel : {UnitKernel(2, 4), UnitKernel(3, 3), UnitKernel(4, 5)})
    EXPECT_THAT(refused(*kernel), HasSubstr("expected a polynomial kernel with offset = scale"));
  EXPECT_THAT(testing::Message([&] {
                spec->Draw({*UnitKernel(2, 3), 4, 7, 1, nullptr});
              }),
              HasSubstr("map 'spherical': D is 7; expected an even number"));
}

}  // namespace
}  // namespace mercer
