#include "core/maps/quadrature/quadrature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/linalg/simd.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/fourier/orthogonal_directions.h"
#include "core/maps/quadrature/butterfly.h"
#include "core/maps/quadrature/quadrature_variance.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::unique_ptr<Kernel> ArcCosine(int order) {
  return MakeKernel("arc_cosine", {{"order", order}});
}

Params Options(const char* rotation, const char* centre = "offset") {
  return {{"rotation", rotation}, {"centre", centre}};
}

Matrix Products(const FeatureMap& map, const Matrix& x) {
  const Matrix z = map.Transform(x);
  return (z * z.transpose()).array() + map.offset();
}

// One rule by hand, by an independent program.
TEST(Quadrature, ARuleOfGivenDirectionsHasTheGoldenValues) {
  Eigen::MatrixXd vertices = Eigen::MatrixXd::Identity(3, 4);
  ToSimplex(3, vertices);
  Vector radii(4);
  radii << 1.5, 2, 2.5, 3;
  Matrix x(2, 3);
  x << .3, .1, -.4, .2, .5, .7;
  const double centre = CentreWeight(3, radii);
  EXPECT_NEAR(centre, 0.2758333333333334, 1e-15);
  const auto of = [&](Integrand integrand, double sigma, QuadratureCentre with) {
    return MakeQuadratureMap({integrand, sigma}, vertices, radii, with);
  };
  const auto wave = of(Integrand::kWave, 1.3, QuadratureCentre::kOffset);
  EXPECT_EQ(wave->num_random_features(), 4);
  EXPECT_EQ(wave->output_dim(), 8);
  EXPECT_EQ(wave->offset(), centre);
  EXPECT_NEAR(Products(*wave, 1.3 * x)(0, 1), 0.6159844298690592, 1e-14);
  EXPECT_THAT(wave->note(), HasSubstr("Gram errors add its weight"));
  const auto whole = of(Integrand::kWave, 1.3, QuadratureCentre::kColumn);
  EXPECT_EQ(whole->output_dim(), 9);
  EXPECT_NEAR(Products(*whole, 1.3 * x)(0, 1), 0.6159844298690592, 1e-14);
  EXPECT_EQ(whole->note(), "");
  EXPECT_EQ(whole->offset(), 0);
  const auto ramp = of(Integrand::kRamp, 1, QuadratureCentre::kOffset);
  EXPECT_EQ(ramp->num_random_features(), 8);
  EXPECT_EQ(ramp->output_dim(), 8);
  EXPECT_NEAR(Products(*ramp, x)(0, 1), 0.045, 1e-15);
  EXPECT_NEAR(Products(*of(Integrand::kStep, 1, QuadratureCentre::kOffset), x)(0, 1), 0.25, 1e-15);
}

// Rows x, −x and a row of zeros.
Matrix WithOpposites(Index d) {
  Matrix x = RowsInBall(9, d, 1.4, 1, 5);
  x.bottomRows(4) = -x.topRows(4);
  x.row(4).setZero();
  return x;
}

// What holds of every draw, of any rotation.
TEST(Quadrature, EveryDrawOfArcCosineRulesIsExactInItsOddAndEvenParts) {
  for (const char* rotation : {"haar", "butterfly"}) {
    for (const Index d : {1, 2, 3, 5, 8, 23}) {
      const Matrix x = WithOpposites(d);
      const auto spec = MakeMapSpec("quadrature", Options(rotation));
      const Matrix of_ramps = Products(*spec->Draw({*ArcCosine(1), d, 2 * (d + 1), 3, nullptr}), x);
      const Matrix of_steps = Products(*spec->Draw({*ArcCosine(0), d, 4 * (d + 1), 3, nullptr}), x);
      for (Index i = 0; i < 5; ++i) {
        EXPECT_NEAR(of_ramps(i, i), x.row(i).squaredNorm(), 1e-13);
        EXPECT_NEAR(of_steps(i, i), i == 4 ? 0.5 : 1, 1e-14);
        if (i < 4) {
          EXPECT_NEAR(of_ramps(i, i + 5), 0, 1e-14);
        }
        for (Index j = 0; j < 4; ++j) {
          EXPECT_NEAR(of_ramps(i, j) - of_ramps(i, j + 5), x.row(i).dot(x.row(j)), 1e-13);
          EXPECT_NEAR(of_steps(i, j) + of_steps(i, j + 5), 1, 1e-14);
        }
      }
    }
  }
}

// With the centre: exact for polynomials of degree 3, between 0 and z⁴ max ρ²/24 above 1 − z²/2.
TEST(Quadrature, EveryDrawOfTheGaussianRuleIsExactToThirdOrder) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  for (const char* rotation : {"haar", "butterfly"}) {
    for (const Index d : {1, 2, 3, 5, 8, 23}) {
      Matrix x = RowsInBall(6, d, 1, 1, 5);
      x.row(1) = x.row(0) * 0.999;
      x.row(5).setZero();
      const Index D = 2 * (d + 1);
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const auto offset =
            MakeMapSpec("quadrature", Options(rotation))->Draw({*kernel, d, D, seed, nullptr});
        const auto column = MakeMapSpec("quadrature", Options(rotation, "column"))
                                ->Draw({*kernel, d, D, seed, nullptr});
        const Matrix z = offset->Transform(x), with = column->Transform(x);
        const double centre = 1 - z.row(5).squaredNorm();
        EXPECT_NEAR(offset->offset(), centre, 1e-14);
        EXPECT_GE(with(0, 0), 0);
        if (centre >= 0) {
          EXPECT_NEAR(with(0, 0), std::sqrt(centre), 1e-8);
          EXPECT_EQ(with.rightCols(2 * D), z);
        }
        for (const auto& [features, b] : {std::pair(z, centre), std::pair(with, 0.0)}) {
          const Matrix estimate = (features * features.transpose()).array() + b;
          // Cosines of the row of zeros are the weights √(d/D)/ρ.
          const double least =
              features.row(5).tail(2 * D).reshaped<Eigen::RowMajor>(D, 2).col(0).minCoeff();
          const double squared_radius =
              static_cast<double>(d) / static_cast<double>(D) / (least * least);
          for (Index i = 0; i < 6; ++i) {
            EXPECT_NEAR(estimate(i, i), 1, 1e-12);
            for (Index j = 0; j < i; ++j) {
              const double square = (x.row(i) - x.row(j)).squaredNorm() / 0.25;
              const double error = estimate(i, j) - (1 - square / 2);
              EXPECT_GE(error, -1e-12);
              EXPECT_LE(error, square * square * squared_radius / 24 + 1e-12);
            }
          }
        }
      }
    }
  }
}

// Workspace whose first lines hold a row of d values in their first lane.
std::vector<double> LinesOf(const Butterfly& butterfly, const Vector& values) {
  std::vector<double> lines(static_cast<std::size_t>(butterfly.num_lines() * kLanes));
  for (Index i = 0; i < values.size(); ++i) lines[static_cast<std::size_t>(i * kLanes)] = values[i];
  return lines;
}

Vector ResultOf(const Butterfly& butterfly, const std::vector<double>& lines) {
  Vector values(butterfly.dim());
  for (Index i = 0; i < values.size(); ++i) values[i] = butterfly.Result(lines.data(), i)[0];
  return values;
}

Vector Passed(const Butterfly& butterfly, const Vector& values) {
  const std::vector<double> rows = LinesOf(butterfly, values);
  std::vector<double> lines(rows.size(), 7.0);
  butterfly.Pass(rows.data(), lines.data());
  return ResultOf(butterfly, lines);
}

Vector Applied(const Butterfly& butterfly, const Vector& values) {
  const std::vector<double> rows = LinesOf(butterfly, values);
  std::vector<double> lines(rows.size(), 7.0), scratch(rows.size(), 7.0);
  butterfly.Apply(rows.data(), lines.data(), scratch.data());
  return ResultOf(butterfly, lines);
}

void ExpectNear(const Vector& values, const std::vector<double>& golden) {
  ASSERT_EQ(values.size(), static_cast<Index>(golden.size()));
  for (Index i = 0; i < values.size(); ++i)
    EXPECT_NEAR(values[i], golden[static_cast<std::size_t>(i)], 1e-14) << i;
}

// Golden values of the authors' routine.
TEST(Butterfly, IsTheAuthors) {
  const Vector four = Vector::LinSpaced(4, 1, 4), five = Vector::LinSpaced(5, 1, 5);
  ExpectNear(Passed(Butterfly({.1, .2, .3}, {0, 1, 2, 3}), four),
             {1.9750885069276958, 2.435549098229646, 3.730053513448157, 2.5007652362282933});
  ExpectNear(Applied(Butterfly({.1, .2, .3}, {2, 0, 3, 1}), four),
             {1.1671474040597922, 2.99465646262093, 0.5636383128932638, 4.399103483701882});
  ExpectNear(Passed(Butterfly({.1, .2, .3, .4, 0, 0, 0}, {0, 1, 2, 3, 4}), five),
             {3.76626869497775, 2.435549098229646, 3.730053513448157, 2.5007652362282933,
              3.8361692777337737});
}

// Level by level.
TEST(Butterfly, TurnsThePairsOfEveryLevel) {
  for (const Index d : {2, 7, 16, 29, 64, 200, 784}) {
    const Index padded = NextPowerOfTwo(d);
    RandomStream stream(8, StreamPurpose::kTest, static_cast<std::uint64_t>(d));
    std::vector<double> angles(static_cast<std::size_t>(padded - 1));
    for (double& angle : angles) angle = 7 * stream.Uniform();
    angles[0] = M_PI / 2;  // a cosine of 6e-17
    std::vector<Index> places(static_cast<std::size_t>(d));
    for (Index i = 0; i < d; ++i) places[static_cast<std::size_t>(i)] = i;
    const Vector row = RowsInBall(1, d, 2, 1, 3).row(0).transpose();
    Vector expected = row;
    for (Index half = 1; half < padded; half *= 2) {
      for (Index i = 0; i + half < d; ++i) {
        if ((i & half) != 0) continue;
        const double angle = angles[static_cast<std::size_t>(i / (2 * half) * 2 * half + half - 1)];
        const double a = expected[i], b = expected[i + half];
        expected[i] = std::cos(angle) * a + std::sin(angle) * b;
        expected[i + half] = std::cos(angle) * b - std::sin(angle) * a;
      }
    }
    EXPECT_LE((Passed(Butterfly(angles, places), row) - expected).cwiseAbs().maxCoeff(), 1e-14)
        << d;
  }
}

Eigen::MatrixXd MatrixOf(const Butterfly& butterfly) {
  Eigen::MatrixXd matrix(butterfly.dim(), butterfly.dim());
  for (Index j = 0; j < butterfly.dim(); ++j) {
    matrix.col(j) = Applied(butterfly, Vector::Unit(butterfly.dim(), j));
  }
  return matrix;
}

TEST(Butterfly, IsOrthogonalAndItsMapThatOfItsDirections) {
  for (const Index d : {1, 2, 3, 5, 16, 23, 300}) {
    RandomStream stream(8, StreamPurpose::kTest, static_cast<std::uint64_t>(d));
    const Butterfly butterfly = Butterfly::Draw(d, stream);
    const Eigen::MatrixXd matrix = MatrixOf(butterfly);
    EXPECT_LE((matrix * matrix.transpose() - Eigen::MatrixXd::Identity(d, d)).norm(), 1e-12) << d;
    Eigen::MatrixXd vertices = Eigen::MatrixXd::Identity(d, d + 1);
    ToSimplex(d, vertices);
    const Eigen::MatrixXd directions = matrix.transpose() * vertices;
    const Vector radii = Vector::LinSpaced(d + 1, 1, 2) * std::sqrt(static_cast<double>(d));
    const Matrix x = RowsInBall(21, d, 2, 1, 9);
    for (const Integrand integrand : {Integrand::kWave, Integrand::kRamp, Integrand::kStep}) {
      const QuadratureForm form{integrand, 0.7};
      const auto fast = MakeQuadratureMap(form, std::vector<Butterfly>{butterfly}, radii,
                                          QuadratureCentre::kColumn);
      const auto dense = MakeQuadratureMap(form, directions, radii, QuadratureCentre::kColumn);
      EXPECT_LE((fast->Transform(x) - dense->Transform(x)).cwiseAbs().maxCoeff(), 1e-12) << d;
    }
  }
}

// Of an independent program with 40 digits.
TEST(QuadratureVariance, GoldenValues) {
  const auto variance = [](Index d, double z) { return QuadratureRuleVariance(d, z * z / 2); };
  EXPECT_NEAR(variance(4, 1), 0.0022061976618663377, 1e-15);
  EXPECT_NEAR(variance(5, 0.5), 1.3747531841663533e-5, 1e-15);
  EXPECT_NEAR(variance(8, 1.5), 0.015353056356153262, 1e-14);
  EXPECT_NEAR(variance(16, 1), 0.00088297867972058549, 1e-14);
  EXPECT_NEAR(variance(256, 1), 6.1604074146287949e-5, 1e-12);
  EXPECT_NEAR(variance(784, 0.5), 1.6145879364130528e-7, 1e-12);
  EXPECT_EQ(variance(5, 0), 0);
  EXPECT_TRUE(std::isinf(variance(2, 1)));
}

// The squared error's mean over the draws within five standard errors.
TEST(Quadrature, VarianceIsThatOfTheEstimates) {
  constexpr int kDraws = 20000;
  const Index d = 12, D = 2 * (d + 1);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const auto spec = MakeMapSpec("quadrature", {});
  Matrix x = Matrix::Zero(2, d);
  x.row(0).setConstant(0.7 / std::sqrt(static_cast<double>(d)));
  const Vector u = x.row(0).transpose(), v = x.row(1).transpose();
  const double k = KernelValue(*kernel, u, v), exact = *spec->EstimateVariance(*kernel, u, v, D);
  EXPECT_EQ(exact, QuadratureRuleVariance(d, (u - v).squaredNorm() / 0.25 / 2) * 13 / 26);
  Eigen::ArrayXd squares(kDraws);
  for (int draw = 0; draw < kDraws; ++draw) {
    const Matrix products =
        Products(*spec->Draw({*kernel, d, D, static_cast<std::uint64_t>(draw), nullptr}), x);
    squares[draw] = std::pow(products(0, 1) - k, 2);
  }
  const double error = std::sqrt((squares - squares.mean()).square().mean() / kDraws);
  EXPECT_NEAR(squares.mean(), exact, 5 * error);
  EXPECT_LT(5 * error, 0.15 * exact) << "the band would pass a wrong variance";
}

// The mean of ramps of v and of −v is the same where v is uniform. Without the signs of R's
// diagonal the first vertex never points up the first axis. Five standard errors of 20,000 draws.
TEST(Quadrature, TheDirectionsOfARuleHaveNoMean) {
  constexpr int kDraws = 20000;
  const auto kernel = ArcCosine(1);
  const auto spec = MakeMapSpec("quadrature", {});
  const Matrix axes = Matrix::Identity(3, 3);
  Matrix mean = Matrix::Zero(3, 4);
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const Matrix z = spec->Draw({*kernel, 3, 8, draw, nullptr})->Transform(axes);
    for (Index j = 0; j < 4; ++j) mean.col(j) += (z.col(2 * j) - z.col(2 * j + 1)) / kDraws;
  }
  // <v, e> has variance 1/3 and is scaled by √(6/8).
  EXPECT_LE(mean.cwiseAbs().maxCoeff(), 5 * std::sqrt(0.25 / kDraws)) << mean;
}

// A difference of two bandwidths along an axis of four: 0.1353 by the kernel, 0.165 by the authors'
// rotations. One rule has a variance of 0.0867.
TEST(Quadrature, TheButterflyIsBiasedAlongAnAxisAndAUniformRotationIsNot) {
  constexpr int kDraws = 20000;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  Matrix x = Matrix::Zero(2, 4);
  x(0, 1) = 2;
  const auto mean = [&](const char* rotation) {
    const auto spec = MakeMapSpec("quadrature", Options(rotation));
    double sum = 0;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      const Matrix products = Products(*spec->Draw({*kernel, 4, 10, draw, nullptr}), x);
      sum += products(0, 1) / kDraws;
    }
    return sum;
  };
  const double error = std::sqrt(0.0867 / 2 / kDraws);
  EXPECT_NEAR(mean("haar"), std::exp(-2.0), 5 * error);
  EXPECT_NEAR(mean("butterfly"), 0.165, 5 * error + 0.001);
}

TEST(Quadrature, ANumberOfPointsThatIsNoRuleNamesTheNearest) {
  const auto kernel = ArcCosine(1);
  const auto spec = MakeMapSpec("quadrature", {});
  const auto message = [&](Index D) { return Message([&] { spec->OutputDim(*kernel, 9, D); }); };
  EXPECT_THAT(message(70), AllOf(HasSubstr("D is 70; expected a multiple of 2(d + 1) = 20"),
                                 HasSubstr("the nearest of which is 80")));
  EXPECT_THAT(message(1), HasSubstr("nearest of which is 20"));
  EXPECT_THAT(message(69), HasSubstr("nearest of which is 60"));
  EXPECT_EQ(spec->OutputDim(*kernel, 9, 60), 60);
  EXPECT_THAT(Message([&] {
                spec->Draw({*kernel, 9, 70, 1, nullptr});
              }),
              HasSubstr("the nearest of which is 80"));
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 1}});
  EXPECT_EQ(spec->OutputDim(*gaussian, 9, 60), 120);
  EXPECT_EQ(MakeMapSpec("quadrature", Options("haar", "column"))->OutputDim(*gaussian, 9, 60), 121);
}

TEST(Quadrature, OtherKernelsAreRefused) {
  const auto spec = MakeMapSpec("quadrature", {});
  EXPECT_THAT(Message([&] { spec->CheckKernel(*ArcCosine(2)); }),
              AllOf(HasSubstr("arc_cosine(order=2)"), HasSubstr("arc_cosine, gaussian")));
  EXPECT_THAT(spec->NoVarianceReason(*ArcCosine(1)), HasSubstr("no closed form"));
}

}  // namespace
}  // namespace mercer::testing
