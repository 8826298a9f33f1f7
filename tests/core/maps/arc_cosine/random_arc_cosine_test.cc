#include "core/maps/arc_cosine/random_arc_cosine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Vector Three(double a, double b, double c) {
  Vector v(3);
  v << a, b, c;
  return v;
}

TEST(ArcCosineVariance, IsThatOfTheGoldenPair) {
  const Vector x = Three(.3, .1, -.4), y = Three(.2, .5, .7);
  EXPECT_NEAR(ArcCosineFeatureVariance(0, x, y), 0.6116023399674897, 1e-14);
  EXPECT_NEAR(ArcCosineFeatureVariance(1, x, y), 0.05626805397016612, 1e-14);
}

// (1/2π)∫ of (r² cos φ cos(φ − θ))^(2n) over the quadrant, with E r^(4n) = 4^n (2n)!, by the
// trapezoidal rule, whose integrand vanishes at both ends.
TEST(ArcCosineVariance, IsTheIntegralOverTheAngle) {
  constexpr int kSteps = 20000;
  for (const double theta : {0.0, 0.4, 1.6, 2.9}) {
    const Vector x = Three(2, 0, 0), y = Three(0.5 * std::cos(theta), 0, 0.5 * std::sin(theta));
    for (const Index order : {1, 2}) {
      const double begin = theta - M_PI / 2, width = M_PI - theta;
      double sum = 0;
      for (int i = 1; i < kSteps; ++i) {
        const double phi = begin + width * i / kSteps;
        sum += std::pow(std::cos(phi) * std::cos(phi - theta), 2 * order);
      }
      const double moment = order == 1 ? 8 : 16 * 24;  // |x||y| = 1
      const double k = KernelValue(*MakeKernel("arc_cosine", {{"order", order}}), x, y);
      const double exact = 4 * moment * sum * width / kSteps / (2 * M_PI) - k * k;
      EXPECT_NEAR(ArcCosineFeatureVariance(order, x, y), exact, 1e-6 * exact) << theta;
    }
  }
}

TEST(ArcCosineVariance, OfRowsOfZerosIsThatOfTheirFeatures) {
  const Vector zero = Vector::Zero(3), one = Vector::Unit(3, 1);
  EXPECT_EQ(ArcCosineFeatureVariance(0, zero, zero), 0);
  EXPECT_EQ(ArcCosineFeatureVariance(0, zero, one), 0.25);
  EXPECT_EQ(ArcCosineFeatureVariance(1, zero, one), 0);
  EXPECT_EQ(ArcCosineFeatureVariance(2, one, zero), 0);
  Matrix x(2, 3);
  x.row(0).setZero(), x.row(1) = one.transpose();
  const auto kernel = MakeKernel("arc_cosine", {{"order", 0}});
  const auto map = MakeMapSpec("random_arc_cosine", {})->Draw({*kernel, 3, 4000, 3, nullptr});
  const Matrix z = map->Transform(x);
  const Eigen::ArrayXd products = z.row(0).cwiseProduct(z.row(1)).transpose() * 4000;
  EXPECT_NEAR(products.mean(), 0.5, 0.04);
  EXPECT_NEAR((products - products.mean()).square().mean(), 0.25, 1e-3);
  EXPECT_NEAR(z.row(0).squaredNorm(), 0.5, 1e-12);
}

// E <w, e> = 0 and E <w, e>² = 1: a ramp's mean is 1/√(2π) and that of its square 1/2, along the
// first axis and the last. Five standard errors of 20,000 draws; the directions of a QR factor
// without the signs of R have the mean of |w_1| or 0 for the first of a block.
TEST(RandomArcCosine, OrthogonalVectorsAreGaussiansOneByOne) {
  constexpr int kDraws = 20000;
  const auto kernel = MakeKernel("arc_cosine", {{"order", 1}});
  const auto spec = MakeMapSpec("random_arc_cosine", {{"points", "orthogonal"}});
  const Examples axes(Matrix(Matrix::Identity(3, 3)));
  Eigen::ArrayXXd mean = Eigen::ArrayXXd::Zero(3, 3), squares = mean;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const Eigen::ArrayXXd ramps =
        spec->Draw({*kernel, 3, 3, draw, nullptr})->Transform(axes).array() * std::sqrt(1.5);
    mean += ramps / kDraws, squares += ramps.square() / kDraws;
  }
  EXPECT_LE((mean - 1 / std::sqrt(2 * M_PI)).abs().maxCoeff(), 5 * std::sqrt(0.341 / kDraws));
  EXPECT_LE((squares - 0.5).abs().maxCoeff(), 5 * std::sqrt(1.25 / kDraws));
}

// A block of orthogonal vectors errs less than independent ones: Σ <w_i, x>² of one is nearer
// d|x|².
TEST(RandomArcCosine, OrthogonalVectorsErrLessInOrderOne) {
  const auto kernel = MakeKernel("arc_cosine", {{"order", 1}});
  const Matrix x = RowsInBall(6, 16, 1, 1, 4);
  const Matrix exact = Gram(*kernel, x, x);
  const auto error = [&](const char* points) {
    const auto spec = MakeMapSpec("random_arc_cosine", {{"points", points}});
    double sum = 0;
    for (std::uint64_t draw = 0; draw < 400; ++draw) {
      const Matrix z = spec->Draw({*kernel, 16, 64, draw, nullptr})->Transform(x);
      sum += (z * z.transpose() - exact).squaredNorm() / 400;
    }
    return sum;
  };
  EXPECT_LT(error("orthogonal"), 0.8 * error("independent"));
}

TEST(RandomArcCosine, AParameterOfASequenceNeedsOne) {
  EXPECT_THAT(Message([] {
                MakeMapSpec("random_arc_cosine", {{"skip", 3}});
              }),
              AllOf(HasSubstr("skip is given for points independent"),
                    HasSubstr("halton, sobol, lattice, digital_net")));
  EXPECT_NO_THROW(MakeMapSpec("random_arc_cosine", {{"points", "halton"}, {"skip", 3}}));
}

}  // namespace
}  // namespace mercer::testing
