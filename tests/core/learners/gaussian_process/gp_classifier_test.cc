#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/gaussian_process/class_posterior.h"
#include "core/learners/gaussian_process/dirichlet_labels.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Message;
using testing::Problem;

Vector LabelsOfCounts(const std::vector<Index>& counts) {
  std::vector<double> labels;
  for (std::size_t k = 0; k < counts.size(); ++k)
    labels.insert(labels.end(), static_cast<std::size_t>(counts[k]), static_cast<double>(k));
  return Eigen::Map<const Vector>(labels.data(), static_cast<Index>(labels.size()));
}

// The released program logged them: MNIST, cod-rna, Adult.
TEST(DirichletLabels, KernelVarianceOfThePapersData) {
  const auto variance = [](const std::vector<Index>& counts, double alpha) {
    return DirichletLabels(LabelsOfCounts(counts), alpha).kernel_variance();
  };
  EXPECT_NEAR(variance({5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}, .001), 9.02741,
              5e-6);
  EXPECT_NEAR(variance({19845, 39690}, .001), 24.0472, 5e-5);
  EXPECT_NEAR(variance({24720, 7841}, .001), 22.4329, 5e-5);
  EXPECT_NEAR(variance({24720, 7841}, 1), .25566, 5e-6);
}

TEST(DirichletLabels, AreTheFormulas) {
  Vector y(6);
  y << 3, 3, 7, 7, 5, 3;
  const DirichletLabels labels(y, .1);
  EXPECT_THAT(std::vector<double>(labels.labels().begin(), labels.labels().end()),
              ElementsAre(3, 5, 7));
  EXPECT_THAT(labels.RowsOf(0), ElementsAre(0, 1, 5));
  EXPECT_THAT(labels.RowsOf(1), ElementsAre(4));
  EXPECT_NEAR(labels.own_noise(), std::log(1 + 1 / 1.1), 1e-15);
  EXPECT_NEAR(labels.other_noise(), std::log(11.0), 1e-15);
  // The mean of a logarithm and its variance: those of a Gamma variable's mean and variance are
  // exp(m + s²/2) = y + α and (exp(s²) − 1) exp(2m + s²) = y + α.
  const double own = std::log(1.1) - labels.own_noise() / 2;
  EXPECT_NEAR(std::exp(own + labels.own_noise() / 2), 1.1, 1e-15);
  EXPECT_NEAR(std::expm1(labels.own_noise()) * std::exp(2 * own + labels.own_noise()), 1.1, 1e-14);
  // Prior means differ by the logarithm of the classes' shares; with them targets are the means of
  // logarithms again. The sum of the targets is 0.
  EXPECT_NEAR(labels.prior_means()[0] - labels.prior_means()[1], std::log(3.0), 1e-14);
  EXPECT_NEAR(labels.OwnTarget(1) + labels.prior_means()[1], own, 1e-14);
  EXPECT_NEAR(labels.OwnTarget(1) - labels.OtherTarget(1),
              own - (std::log(.1) - labels.other_noise() / 2), 1e-14);
  double sum = 0;
  for (Index k = 0; k < 3; ++k) {
    const auto count = static_cast<double>(labels.RowsOf(k).size());
    sum += count * labels.OwnTarget(k) + (6 - count) * labels.OtherTarget(k);
  }
  EXPECT_NEAR(sum, 0, 1e-13);
}

struct SmallCase {
  Matrix x{6, 2}, test{2, 2};
  Vector y{6};

  SmallCase() {
    x << 1, .5, .2, -1, -.7, .3, .4, .9, -1.1, -.2, .6, -.4;
    y << 3, 3, 7, 7, 5, 3;
    test << .3, .8, -.5, -.5;
  }
};

std::unique_ptr<Model> Fit(const char* learner, const Params& params, const RowSource& x,
                           const Vector& y, const Kernel* kernel = nullptr, int threads = 1,
                           bool complex = false) {
  return MakeLearner(learner, params)
      ->Fit({.x = x, .y = y, .kernel = kernel, .threads = threads, .complex_features = complex});
}

ClassPosterior PosteriorOf(const Model& model, const Examples& x, int threads = 1) {
  return dynamic_cast<const PosteriorModel&>(model).Posterior(x, threads);
}

// By numpy, from the formulas of either side.
TEST(GpClassifier, GoldenValues) {
  const SmallCase data;
  const Examples x = data.x;
  const auto linear = MakeKernel("linear", {});
  // The means of processes of prior mean 0, and log(share) plus the constant for which the targets
  // sum to 0.
  Matrix means(2, 3), variances(2, 3);
  means << -.3907209508592191, -.6083324181456107, 1.309308421823717, -.30172916878598033,
      .8714684007068183, -.5722864222342692;
  variances << .22939060045696713, .44067089449528435, .27740322211720386, .1460291724433953,
      .21272827580833426, .17702353379756636;
  const double own_mean = std::log(1.1) - std::log(1 + 1 / 1.1) / 2,
               other_mean = std::log(.1) - std::log(11.0) / 2;
  Vector shares(3);
  shares << 1.0 / 2, 1.0 / 6, 1.0 / 3;
  const Vector logarithms = shares.array().log();
  means.rowwise() += (logarithms.array() + (own_mean + 2 * other_mean) / 3 - logarithms.mean())
                         .matrix()
                         .transpose();
  for (const char* learner : {"gp_classifier", "kernel_gp_classifier"}) {
    const auto model = Fit(learner, {{"alpha", .1}}, x, data.y, linear.get());
    const ClassPosterior found = PosteriorOf(*model, data.test);
    EXPECT_LE((found.means - means).cwiseAbs().maxCoeff(), 1e-13) << learner;
    EXPECT_LE((found.variances - variances).cwiseAbs().maxCoeff(), 1e-13) << learner;
    EXPECT_EQ(model->Predict(data.test), (Vector(2) << 7, 5).finished()) << learner;
  }
}

// Rows of zeros say nothing: what is left is the share of each class, the softmax of its prior
// mean.
TEST(GpClassifier, ClassesHaveTheirSharesWithoutASignal) {
  const SmallCase data;
  const Examples zeros = Matrix(Matrix::Zero(6, 2));
  const auto linear = MakeKernel("linear", {});
  for (const char* learner : {"gp_classifier", "kernel_gp_classifier"}) {
    const auto fitted = Fit(learner, {}, zeros, data.y, linear.get());
    const auto& model = dynamic_cast<const PosteriorModel&>(*fitted);
    const Matrix found = model.Probabilities(model.Posterior(zeros, 1), 1);
    EXPECT_LE(
        (found.rowwise() - Eigen::RowVector3d(1.0 / 2, 1.0 / 6, 1.0 / 3)).cwiseAbs().maxCoeff(),
        1e-12)
        << learner;
    EXPECT_EQ(model.Predict(zeros, 1), Vector::Constant(6, 3)) << learner;
  }
}

// The process on features is the exact one of their inner product, which it computes in another
// way.
TEST(GpClassifier, IsTheExactProcessOfItsFeatures) {
  const Problem train = MakeProblem(400, 7, {-1, 0, 4, 5}, 3),
                test = MakeProblem(60, 7, {-1, 4}, 4);
  const auto linear = MakeKernel("linear", {});
  const Examples x = train.x, rows = test.x;
  for (const double alpha : {1e-3, 1.0}) {
    const auto exact = PosteriorOf(
        *Fit("kernel_gp_classifier", {{"alpha", alpha}}, x, train.y, linear.get()), rows);
    const auto model = Fit("gp_classifier", {{"alpha", alpha}}, x, train.y);
    const auto found = PosteriorOf(*model, rows);
    EXPECT_LE((found.means - exact.means).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LE((found.variances - exact.variances).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_GT(exact.variances.minCoeff(), 1e-4);
    const auto of_sparse = PosteriorOf(
        *Fit("gp_classifier", {{"alpha", alpha}}, ToSparse(x), train.y), ToSparse(rows));
    EXPECT_LE((of_sparse.means - found.means).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(GpClassifier, ComplexFeatures) {
  const Problem train = MakeProblem(120, 6, {1, 2, 3}, 3), test = MakeProblem(9, 6, {1, 2}, 4);
  const Examples x = train.x;
  const auto model = Fit("gp_classifier", {{"alpha", .01}}, x, train.y, nullptr, 1, true);
  const ClassPosterior found = PosteriorOf(*model, test.x);
  const auto complex = [](const Matrix& rows) {
    Eigen::MatrixXcd z(rows.rows(), 3);
    for (Index j = 0; j < 3; ++j) {
      z.col(j).real() = rows.col(2 * j);
      z.col(j).imag() = rows.col(2 * j + 1);
    }
    return z;
  };
  const Eigen::MatrixXcd z = complex(train.x), t = complex(test.x);
  const DirichletLabels labels(train.y, .01);
  for (Index k = 0; k < 3; ++k) {
    Vector noise(120), targets(120);
    for (Index i = 0; i < 120; ++i) {
      const bool own = train.y[i] == labels.labels()[k];
      noise[i] = own ? labels.own_noise() : labels.other_noise();
      targets[i] = own ? labels.OwnTarget(k) : labels.OtherTarget(k);
    }
    const double v = labels.kernel_variance();
    const Eigen::MatrixXcd a =
        Eigen::MatrixXcd::Identity(3, 3) +
        v * z.adjoint() * noise.cwiseInverse().cast<std::complex<double>>().asDiagonal() * z;
    const Eigen::MatrixXcd inverse = a.inverse();
    const Eigen::VectorXcd b =
        z.adjoint() * targets.cwiseQuotient(noise).cast<std::complex<double>>();
    const Vector mean = (v * (t * inverse * b).real()).array() + labels.prior_means()[k];
    const Vector variance = v * (t * inverse * t.adjoint()).diagonal().real();
    EXPECT_LE((found.means.col(k) - mean).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_LE((found.variances.col(k) - variance).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(GpClassifier, TheSameBitsForAnyNumberOfThreads) {
  const Problem train = MakeProblem(700, 30, {0, 1, 2}, 3);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Examples x = train.x;
  for (const char* learner : {"gp_classifier", "kernel_gp_classifier"}) {
    const auto one = Fit(learner, {}, x, train.y, kernel.get(), 1);
    const auto two = Fit(learner, {}, x, train.y, kernel.get(), 2);
    EXPECT_EQ(PosteriorOf(*one, x, 1).means, PosteriorOf(*two, x, 2).means) << learner;
    EXPECT_EQ(PosteriorOf(*one, x, 1).variances, PosteriorOf(*two, x, 2).variances) << learner;
    EXPECT_EQ(one->Predict(x, 1), two->Predict(x, 2)) << learner;
  }
}

TEST(GpClassifier, ProbabilitiesAreMeansOfTheSoftmax) {
  const SmallCase data;
  const Examples x = data.x;
  const auto fitted = Fit("gp_classifier", {{"draws", 200000}}, x, data.y);
  const auto& model = dynamic_cast<const PosteriorModel&>(*fitted);
  ClassPosterior posterior{Matrix(3, 3), Matrix::Zero(3, 3)};
  posterior.means << 0, 1, 2, 1000, 0, -1000, 0, 0, 0;
  posterior.variances(2, 0) = 4;
  const Matrix found = model.Probabilities(posterior, 1);
  // Nothing varies in the first two rows, but for the rounding of a sum of so many.
  const double sum = 1 + std::exp(1) + std::exp(2);
  EXPECT_NEAR(found(0, 0), 1 / sum, 1e-11);
  EXPECT_NEAR(found(0, 2), std::exp(2) / sum, 1e-11);
  EXPECT_EQ(found(1, 0), 1);
  EXPECT_EQ(found(1, 2), 0);
  // E 1/(1 + 2 exp(−2Z)), Z standard normal: by numerical integration. The standard deviation of
  // one draw is below 0.33: five standard errors of the mean, false-alarm rate 6e-7.
  double expected = 0;
  constexpr double kStep = 1e-3;
  for (double z = -9; z < 9; z += kStep) {
    expected += kStep * std::exp(-z * z / 2) / std::sqrt(2 * M_PI) / (1 + 2 * std::exp(-2 * z));
  }
  EXPECT_NEAR(found(2, 0), expected, 5 * .33 / std::sqrt(200000.0));
  EXPECT_NEAR(found(2, 1), (1 - expected) / 2, 5 * .33 / std::sqrt(200000.0));
  EXPECT_LE((found.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-11);
  EXPECT_EQ(model.LabelsOf(found), (Vector(3) << 7, 3, expected > 1.0 / 3 ? 3 : 5).finished());
  // A row's probabilities do not depend on its place.
  const ClassPosterior last{posterior.means.bottomRows(1), posterior.variances.bottomRows(1)};
  EXPECT_EQ(model.Probabilities(last, 1), found.bottomRows(1));
}

// A Gram matrix of rank 2, beside which a Cholesky factor in doubles has no 1 on the diagonal left.
TEST(GpClassifier, RefusesRowsBesideWhichTheNoiseIsLost) {
  Matrix rows(40, 40);
  Vector y(40);
  for (Index i = 0; i < 40; ++i) {
    const auto at = static_cast<double>(i);
    for (Index j = 0; j < 40; ++j) {
      const auto column = static_cast<double>(j);
      rows(i, j) = 1e9 * (std::cos(at) * std::cos(column) + std::sin(2 * at) * std::sin(column));
    }
    y[i] = static_cast<double>(i % 2);
  }
  const Examples x = rows;
  const auto linear = MakeKernel("linear", {});
  for (const bool complex : {false, true}) {
    EXPECT_THAT(Message([&] { Fit("gp_classifier", {}, x, y, nullptr, 1, complex); }),
                HasSubstr("learner 'gp_classifier': rounding loses"));
  }
  EXPECT_THAT(Message([&] { Fit("kernel_gp_classifier", {}, x, y, linear.get()); }),
              HasSubstr("learner 'kernel_gp_classifier': rounding loses"));
}

TEST(GpClassifier, RefusesWhatItCannotDo) {
  const auto linear = MakeKernel("linear", {});
  Matrix many = Matrix::Zero(5001, 1);
  Vector y = Vector::Zero(5001);
  many(0, 0) = 1, y[0] = 1;
  const Examples x = many;
  EXPECT_THAT(Message([&] { Fit("kernel_gp_classifier", {}, x, y, linear.get()); }),
              HasSubstr("there are 5001 training rows; expected at most 5000"));
  const SmallCase data;
  const Examples small = data.x;
  EXPECT_THAT(Message([&] {
                Fit("gp_classifier", {{"draws", std::int64_t{1} << 50}}, small, data.y);
              }),
              HasSubstr("the matrix of the posterior's draws needs"));
  EXPECT_THAT(Message([&] { MakeLearner("gp_classifier", {{"alpha", 0}}); }), HasSubstr("alpha"));
  EXPECT_THAT(Message([&] { MakeLearner("gp_classifier", {{"draws", 0}}); }), HasSubstr("draws"));
}

}  // namespace
}  // namespace mercer
