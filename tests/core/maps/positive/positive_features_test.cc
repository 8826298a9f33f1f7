#include "core/maps/positive/positive_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/fourier/orthogonal_directions.h"
#include "core/maps/positive/positive_variance.h"
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

const Vector kX = Three(.3, .1, -.4), kY = Three(.2, .5, .7);

// Golden values by an independent program with 50 digits.
TEST(PositiveVariance, CovariancesAreTheGoldenCrossMoments) {
  const auto moment = [](Index d, double s, double c) {
    return std::exp(s) * (1 + PositiveCovariance(d, s, c));
  };
  EXPECT_NEAR(moment(4, 1, 0), 2.5417786256626975, 1e-14);
  EXPECT_NEAR(moment(4, 1, -1.0 / 3), 1.9559311446418486, 1e-14);
  EXPECT_NEAR(moment(8, 2, 0), 6.345893649533557, 1e-14);
  EXPECT_NEAR(moment(8, 2, -1.0 / 7), 5.023078546938583, 1e-14);
  EXPECT_NEAR(moment(3, 0.7, 0), 1.932843231454424, 1e-14);
  EXPECT_NEAR(moment(3, 0.7, -0.5), 1.4764796445895099, 1e-14);
  EXPECT_NEAR(moment(27, 1.9, 0), 6.324004609235052, 2e-14);
  EXPECT_NEAR(moment(27, 1.9, -1.0 / 26), 5.909372480565077, 2e-14);
}

TEST(PositiveVariance, CovariancesKeepTheirDigitsForSmallAndLargeSums) {
  EXPECT_NEAR(PositiveCovariance(2, 0.01, 0) / -1.2458411354275082e-05, 1, 1e-13);
  EXPECT_NEAR(PositiveCovariance(2, 0.01, -1) / -0.007821937236541973, 1, 1e-13);
  EXPECT_NEAR(PositiveCovariance(3, 30, -0.5) / -0.9999999517082763, 1, 1e-14);
  EXPECT_NEAR(PositiveCovariance(64, 40, 0) / -0.9979238304319453, 1, 1e-14);
  EXPECT_NEAR(PositiveCovariance(64, 40, -1.0 / 63) / -0.9987131186570241, 1, 1e-14);
  for (const Index d : {2, 5, 784}) {
    const double c = -1 / static_cast<double>(d - 1);
    EXPECT_EQ(PositiveCovariance(d, 0, 0), 0);
    EXPECT_EQ(PositiveCovariance(d, 0, c), 0);
    // Where the sum begins to leave out the first probabilities.
    EXPECT_NEAR(PositiveCovariance(d, 260, 0), PositiveCovariance(d, 260 + 1e-9, 0), 1e-11);
    EXPECT_NEAR(PositiveCovariance(d, 1e6, 0), -1, 1e-9);
    for (const double s : {0.1, 3.0, 50.0}) {
      EXPECT_LT(PositiveCovariance(d, s, c), PositiveCovariance(d, s, 0));
      EXPECT_LT(PositiveCovariance(d, s, 0), 0);
    }
  }
}

TEST(PositiveVariance, TheOptimalTiltIsThatOfTheGoldenValuesAndTheLeast) {
  EXPECT_NEAR(OptimalTilt(0.1), -0.04354143466934854, 1e-16);
  EXPECT_NEAR(OptimalTilt(0.5), -std::sqrt(2.0) / 8, 1e-16);
  EXPECT_NEAR(OptimalTilt(1), -0.3201941016011038, 1e-15);
  EXPECT_NEAR(OptimalTilt(2), -0.587695264839553, 1e-15);
  EXPECT_NEAR(OptimalTilt(10), -2.614089026314166, 1e-14);
  EXPECT_EQ(OptimalTilt(0), 0);
  EXPECT_NEAR(OptimalTilt(1e-9) / -5e-10, 1, 1e-8);
  for (const Index d : {1, 8}) {
    for (const double s : {0.01, 3.0, 40.0}) {
      const double a = OptimalTilt(s / static_cast<double>(d));
      const double least = LogPositiveMoment(d, a, s);
      EXPECT_GT(LogPositiveMoment(d, 0.99 * a, s), least);
      EXPECT_GT(LogPositiveMoment(d, 1.01 * a, s), least);
    }
  }
}

// The pair in units of sigma, as rows of a kernel with another sigma.
double Variance(const char* kernel, double a, DirectionCoupling coupling, Index features) {
  const double sigma = 1.7;
  const auto k = MakeKernel(kernel, {{"sigma", sigma}});
  return PositiveEstimateVariance(*k, a, coupling, sigma * kX, sigma * kY, features);
}

TEST(PositiveVariance, IsThatOfTheGoldenPair) {
  using enum DirectionCoupling;
  const double tilt = OptimalTilt((kX + kY).squaredNorm() / 3);
  EXPECT_NEAR(tilt, -0.09194413648644088, 1e-15);
  struct Golden {
    const char* kernel;
    double plain, tilted, other, covariance, of_simplex;
  };
  for (const Golden& g :
       {Golden{"exponential", 0.7215590917977306, 0.4805482634760325, 0.6720616488228865,
               -0.028597833112705362, -0.18990167956561177},
        Golden{"gaussian", 0.25503843930583314, 0.16985203363276524, 0.2375433363413867,
               -0.010108038007561465, -0.06712163775430138}}) {
    for (const DirectionCoupling coupling : {kIndependent, kOrthogonal, kSimplex})
      EXPECT_NEAR(Variance(g.kernel, 0, coupling, 1), g.plain, 1e-14);
    EXPECT_NEAR(Variance(g.kernel, tilt, kIndependent, 1), g.tilted, 1e-14);
    EXPECT_NEAR(Variance(g.kernel, -0.25, kIndependent, 1), g.other, 1e-14);
    EXPECT_NEAR(Variance(g.kernel, 0, kIndependent, 3), g.plain / 3, 1e-14);
    EXPECT_NEAR(Variance(g.kernel, 0, kOrthogonal, 3), g.plain / 3 + 2 * g.covariance / 3, 1e-14);
    EXPECT_NEAR(Variance(g.kernel, 0, kSimplex, 3), g.plain / 3 + 2 * g.of_simplex / 3, 1e-14);
    EXPECT_NEAR(Variance(g.kernel, tilt, kSimplex, 3), g.tilted / 3 + 2 * g.of_simplex / 3, 1e-14);
    // Blocks of 3, 3 and 2.
    EXPECT_NEAR(Variance(g.kernel, 0, kOrthogonal, 8), g.plain / 8 + 14 * g.covariance / 64, 1e-14);
  }
  EXPECT_NEAR(Variance("gaussian", 0, kSimplex, 3), 0.04026505459907679, 1e-14);
  EXPECT_NEAR(Variance("exponential", tilt, kSimplex, 3), 0.033581634781603, 1e-14);
}

// Where k² is beyond all doubles, so is the variance: no difference of two infinities.
TEST(PositiveVariance, IsInfiniteWhereTheSquareOfTheKernelOverflows) {
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  const Vector x = Three(12, 12, 12), y = Three(11, 12, 12);  // log k = 420
  for (const auto coupling : {DirectionCoupling::kIndependent, DirectionCoupling::kOrthogonal,
                              DirectionCoupling::kSimplex}) {
    EXPECT_EQ(PositiveEstimateVariance(*kernel, 0, coupling, x, y, 6), HUGE_VAL);
  }
}

TEST(SimplexDirections, HaveUnitLengthAndTheSameCosines) {
  for (const Index n : {1, 2, 5, 22}) {
    Eigen::MatrixXd vertices = Eigen::MatrixXd::Zero(n + 2, n + 1);
    vertices.leftCols(n).setIdentity();
    vertices.col(n).setConstant(7);  // plays no part
    const Eigen::MatrixXd before = vertices;
    ToSimplex(n, vertices);
    const Eigen::MatrixXd cosines = vertices.transpose() * vertices;
    for (Index i = 0; i <= n; ++i)
      for (Index j = 0; j <= n; ++j)
        EXPECT_NEAR(cosines(i, j), i == j ? 1 : -1 / static_cast<double>(n), 1e-14);
    EXPECT_LE(vertices.rowwise().sum().norm(), 1e-13);
    // The first ones do not need the others.
    Eigen::MatrixXd few = before.leftCols((n + 1) / 2);
    ToSimplex(n, few);
    EXPECT_EQ(few, vertices.leftCols((n + 1) / 2));
  }
}

// The steps one by one, sums anew.
TEST(TurnAgainstSums, IsFiveSweepsOfOppositeDirections) {
  const Eigen::MatrixXd gaussians = RowsInBall(6, 6, 3, 1, 12);
  Eigen::MatrixXd vertices = OrthonormalDirections(gaussians);
  ToSimplex(5, vertices);
  const Eigen::VectorXd lengths = gaussians.colwise().norm();
  Eigen::MatrixXd expected = vertices;
  double before = (expected * lengths).norm();
  EXPECT_GT(before, 0.1);
  for (int sweep = 0; sweep < 5; ++sweep) {
    for (Index i = 0; i < 6; ++i) {
      Eigen::VectorXd others = Eigen::VectorXd::Zero(6);
      for (Index j = 0; j < 6; ++j)
        if (j != i) others += lengths[j] * expected.col(j);
      expected.col(i) = -others.normalized();
    }
    const double after = (expected * lengths).norm();
    if (before > 1e-12) {  // rounding alone moves a sum of 0
      EXPECT_LT(after, before);
    }
    before = after;
  }
  Eigen::MatrixXd turned = vertices;
  TurnAgainstSums(lengths, turned);
  EXPECT_LE((turned - expected).norm(), 1e-12);
  // Of equal lengths the sum is 0 already.
  Eigen::MatrixXd same = vertices;
  TurnAgainstSums(Eigen::VectorXd::Constant(6, 2.5), same);
  EXPECT_LE((same - vertices).norm(), 1e-12);
}

TEST(OrthonormalDirections, AreThoseOfGramSchmidt) {
  const Eigen::MatrixXd gaussians = RowsInBall(7, 4, 3, 1, 12);
  const Eigen::MatrixXd q = OrthonormalDirections(gaussians);
  EXPECT_LE((q.transpose() * q - Eigen::MatrixXd::Identity(4, 4)).norm(), 1e-14);
  const Eigen::MatrixXd r = q.transpose() * gaussians;
  for (Index i = 0; i < 4; ++i) {
    EXPECT_GT(r(i, i), 0);
    for (Index j = 0; j < i; ++j) EXPECT_NEAR(r(i, j), 0, 1e-14);
  }
}

Params Coupled(const char* coupling, const char* variance = "plain") {
  return {{"coupling", coupling}, {"variance", variance}};
}

// E exp(<w, x> − |x|²/2) = 1 of every single frequency. Along the axes the directions that a QR
// factor has without the signs of R give 0.77 for the first of three. The mean of 40,000 features
// of variance e − 1 is within 0.033 of 1 but for a chance of 6e-7 each.
TEST(PositiveFeatures, EveryFrequencyHasTheMeanOfAGaussian) {
  constexpr int kDraws = 40000;
  const auto kernel = MakeKernel("exponential", {{"sigma", 2}});
  const Examples axes(Matrix(2 * Matrix::Identity(3, 3)));
  for (const char* coupling : {"independent", "orthogonal", "simplex", "weighted_simplex"}) {
    const auto spec = MakeMapSpec("positive_features", Coupled(coupling));
    Matrix mean = Matrix::Zero(3, 3);
    for (std::uint64_t draw = 0; draw < kDraws; ++draw)
      mean += spec->Draw({*kernel, 3, 3, draw, nullptr})->Transform(axes) * std::sqrt(3.0) / kDraws;
    EXPECT_LE((mean.array() - 1).abs().maxCoeff(), 0.033) << coupling << "\n" << mean;
  }
}

// The squared error's mean over the draws within five standard errors, for a block and two more;
// the coupled ones well below the others.
TEST(PositiveFeatures, VarianceIsThatOfTheEstimates) {
  constexpr int kDraws = 20000;
  const Examples train = TrainingRows(50, 3);
  for (const char* name : {"exponential", "gaussian"}) {
    const auto kernel = MakeKernel(name, {{"sigma", 0.8}});
    Matrix x(2, 3);
    x.row(0) = kX.transpose(), x.row(1) = kY.transpose();
    const double k = KernelValue(*kernel, kX, kY);
    double independent = 0;
    for (const DirectionCoupling coupling :
         {DirectionCoupling::kIndependent, DirectionCoupling::kOrthogonal,
          DirectionCoupling::kSimplex}) {
      for (const bool optimal : {false, true}) {
        const PositiveFeaturesSpec spec(
            optimal ? PositiveVariance::kOptimal : PositiveVariance::kPlain, coupling);
        Eigen::ArrayXd squares(kDraws);
        for (int draw = 0; draw < kDraws; ++draw) {
          const Matrix z =
              spec.Draw({*kernel, 3, 5, static_cast<std::uint64_t>(draw), &train})->Transform(x);
          squares[draw] = std::pow(z.row(0).dot(z.row(1)) - k, 2);
        }
        const double a = optimal ? TiltFor(*kernel, train) : 0;
        const double exact = PositiveEstimateVariance(*kernel, a, coupling, kX, kY, 5);
        const double error = std::sqrt((squares - squares.mean()).square().mean() / kDraws);
        EXPECT_NEAR(squares.mean(), exact, 5 * error) << name << optimal;
        EXPECT_LT(5 * error, 0.3 * exact) << "the band would pass a wrong variance";
        if (!optimal) {
          EXPECT_EQ(exact, spec.EstimateVariance(*kernel, kX, kY, 5));
        }
        if (coupling == DirectionCoupling::kIndependent && !optimal) independent = exact;
        if (coupling == DirectionCoupling::kSimplex) {
          EXPECT_LT(exact, 0.75 * independent);
        }
      }
    }
  }
}

// The mean squared error of a block is below the simplex's exact one by five standard errors; by an
// independent program it is three quarters of it.
TEST(PositiveFeatures, WeightedSimplexVariesLess) {
  constexpr int kDraws = 20000;
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  Matrix x = Matrix::Zero(2, 8);
  x.row(0).head(3) = kX.transpose(), x.row(1).head(3) = kY.transpose();
  const Vector a = x.row(0).transpose(), b = x.row(1).transpose();
  const double k = KernelValue(*kernel, a, b);
  const PositiveFeaturesSpec spec(PositiveVariance::kPlain, DirectionCoupling::kWeightedSimplex);
  EXPECT_FALSE(spec.EstimateVariance(*kernel, a, b, 8).has_value());
  EXPECT_THAT(spec.NoVarianceReason(*kernel), HasSubstr("weighted_simplex"));
  Eigen::ArrayXd squares(kDraws);
  for (int draw = 0; draw < kDraws; ++draw) {
    const Matrix z =
        spec.Draw({*kernel, 8, 8, static_cast<std::uint64_t>(draw), nullptr})->Transform(x);
    squares[draw] = std::pow(z.row(0).dot(z.row(1)) - k, 2);
  }
  const double of_simplex =
      PositiveEstimateVariance(*kernel, 0, DirectionCoupling::kSimplex, a, b, 8);
  const double error = std::sqrt((squares - squares.mean()).square().mean() / kDraws);
  EXPECT_LT(squares.mean() + 5 * error, of_simplex);
}

TEST(PositiveFeatures, TheTiltIsThatOfTheMeanOverAllPairsOfTrainingRows) {
  const Examples train = RowsInBall(9, 4, 2, 0.5, 3);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.7}});
  double sum = 0;
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < 9; ++j)
      sum += (train.dense().row(i) + train.dense().row(j)).squaredNorm() / 81;
  EXPECT_NEAR(TiltFor(*kernel, train), OptimalTilt(sum / 0.49 / 4), 1e-13);
  EXPECT_NEAR(TiltFor(*kernel, ToSparse(train)), TiltFor(*kernel, train), 1e-15);
  Matrix far = train.dense();
  far(2, 1) = 1e200;
  EXPECT_THAT(Message([&] { TiltFor(*kernel, far); }), HasSubstr("not finite"));
  EXPECT_THAT(Message([&] { TiltFor(*kernel, Examples()); }), HasSubstr("training rows"));
}

TEST(PositiveFeatures, ArePositiveAndOverflowNamesTheRow) {
  Matrix x = RowsInBall(40, 5, 2, 1, 4);
  for (const char* name : {"exponential", "gaussian"}) {
    const auto kernel = MakeKernel(name, {{"sigma", 1}});
    const auto map =
        MakeMapSpec("positive_features", Coupled("simplex"))->Draw({*kernel, 5, 33, 4, nullptr});
    EXPECT_GT(map->Transform(x).minCoeff(), 0);
  }
  // <w, x> − |x|²/2 is above 709 where x is along w and |w| above 40: in 1800 dimensions it is.
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  const auto map = MakeMapSpec("positive_features", {})->Draw({*kernel, 1800, 200, 4, nullptr});
  RandomStream stream(4, StreamPurpose::kMap, 11);
  Matrix along = Matrix::Zero(3, 1800);
  for (Index k = 0; k < 1800; ++k) along(1, k) = stream.Gaussian();
  EXPECT_THAT(Message([&] { map->Transform(along); }),
              AllOf(HasSubstr("map 'positive_features': feature 11 of row 1 is inf"),
                    HasSubstr("scale the data down")));
}

TEST(PositiveFeatures, OtherKernelsAreRefused) {
  const auto laplacian = MakeKernel("laplacian", {{"sigma", 1}});
  EXPECT_THAT(Message([&] { MakeMapSpec("positive_features", {})->CheckKernel(*laplacian); }),
              AllOf(HasSubstr("positive_features"), HasSubstr("exponential, gaussian")));
}

}  // namespace
}  // namespace mercer::testing
