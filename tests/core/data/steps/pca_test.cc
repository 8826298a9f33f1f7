#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/steps/builtin_steps.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

Matrix Applied(const Params& params, const Examples& train, const Examples& x) {
  return FitStep("pca", params, train)->Apply(x).dense();
}

std::string FaultOf(const Params& params, const Examples& train) {
  return testing::FaultOf([&] { FitStep("pca", params, train); });
}

// The components as rows: the images of the unit vectors less that of 0.
Matrix ComponentsOf(Index k, const Examples& train) {
  const auto step = FitStep("pca", {{"k", k}}, train);
  const Index d = train.cols();
  const Matrix origin = step->Apply(Matrix(Matrix::Zero(1, d))).dense();
  Matrix images = step->Apply(Matrix(Matrix::Identity(d, d))).dense();
  images.rowwise() -= origin.row(0);
  return images.transpose();
}

Matrix GaussianRows(Index n, Index d) {
  RandomStream stream(9, StreamPurpose::kTest, 0);
  Matrix x(n, d);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) x(i, j) = 5 + static_cast<double>(j + 1) * stream.Gaussian();
  }
  return x;
}

double Largest(const Matrix& x) { return x.cwiseAbs().maxCoeff(); }

// Numbers of scikit-learn 1.2.1, PCA(k, whiten, svd_solver="full"), times the sign that makes the
// entry of largest magnitude of each of its components positive.
TEST(Pca, AgreesWithScikitLearn) {
  const Matrix train = (Matrix(6, 4) << 1.5, -2, 0, 7, 0, 3, 0, 7, 4, 1.25, -6, 7, 2.5, 0, 3, 7, -1,
                        0.5, 0, 7, 3, -4, 2, 7)
                           .finished();
  const Matrix x = (Matrix(2, 4) << 2, 5, 1, 8, -3, 0, 0.5, 0).finished();
  EXPECT_LE(Largest(Applied({{"k", 3}}, train, x) -
                    (Matrix(2, 3) << -1.455842636845684, 3.810244721904259, 3.458542425542338,
                     0.9259878472200226, 3.3404440548975596, -3.2015004330626553)
                        .finished()),
            1e-13);
  EXPECT_LE(Largest(Applied({{"k", 3}, {"whiten", true}}, train, x) -
                    (Matrix(2, 3) << -0.42673681458352414, 1.522116908848524, 2.7881868517904165,
                     0.2714256982622036, 1.3344408955656217, -2.5809662901755104)
                        .finished()),
            1e-13);
  EXPECT_EQ(FitStep("pca", {{"k", 2}}, train)->Note(), "pca keeps 0.920866 of the variance");
  EXPECT_EQ(FitStep("pca", {{"k", 2}, {"whiten", true}}, train)->Note(),
            "pca keeps 0.920866 of the variance");
}

// Fewer rows than columns: through the Gram matrix.
TEST(Pca, AgreesWithScikitLearnOnFewRows) {
  const Matrix train =
      (Matrix(3, 7) << 1, 0, 2, -1, 3, 0, 5, 0, 2, -2, 1, 0, 4, 1, 3, 1, 0, 0, -2, 2, 0).finished();
  const Matrix x = (Matrix(2, 7) << 1, 1, 1, 1, 1, 1, 1, 0, -2, 3, 0, 1, 0, 2).finished();
  EXPECT_LE(Largest(Applied({{"k", 2}}, train, x) - (Matrix(2, 2) << 0.3726951690061516,
                                                     0.3262001176144963, 2.9897672271175115,
                                                     1.4517377237047544)
                                                        .finished()),
            1e-13);
  EXPECT_LE(Largest(Applied({{"k", 2}, {"whiten", true}}, train, x) -
                    (Matrix(2, 2) << 0.08402743368430116, 0.13323832978340733, 0.6740695568392705,
                     0.592970692360631)
                        .finished()),
            1e-13);
}

// More than one block of rows, and of columns.
TEST(Pca, ComponentsAreOrthonormalAndRebuildTheRows) {
  for (const auto& [n, d] : {std::pair<Index, Index>{1100, 6}, {7, 1100}}) {
    const Matrix train = GaussianRows(n, d);
    const Index k = std::min(n - 1, d);
    const Matrix v = ComponentsOf(k, train);
    EXPECT_LE(Largest(v * v.transpose() - Matrix::Identity(k, k)), 1e-11);
    const Matrix z = Applied({{"k", k}}, train, train);
    const Matrix rebuilt = (z * v).rowwise() + train.colwise().mean();
    EXPECT_LE(Largest(rebuilt - train), 1e-10 * Largest(train));
    // Uncorrelated, of falling variance.
    const Matrix squares = z.transpose() * z;
    for (Index c = 0; c < k; ++c) {
      for (Index b = 0; b < c; ++b) EXPECT_LE(std::abs(squares(b, c)), 1e-10 * squares(0, 0));
      if (c > 0) {
        EXPECT_LE(squares(c, c), squares(c - 1, c - 1));
      }
    }
    EXPECT_LE(Largest(Applied({{"k", k}}, ToSparse(train), ToSparse(train)) - z), 1e-9);
  }
}

TEST(Pca, WhitenedRowsHaveVarianceOneOverNMinusOne) {
  const Matrix train = GaussianRows(12, 4);
  const Matrix z = Applied({{"k", 4}, {"whiten", true}}, train, train);
  EXPECT_LE(Largest(z.transpose() * z / 11 - Matrix::Identity(4, 4)), 1e-12);
}

TEST(Pca, TheLargestEntryOfEachComponentIsPositive) {
  for (const auto& [n, d] : {std::pair<Index, Index>{30, 5}, {5, 30}}) {
    const Matrix train = GaussianRows(n, d);
    const Matrix v = ComponentsOf(4, train);
    for (Index c = 0; c < 4; ++c) EXPECT_EQ(v.row(c).maxCoeff(), Largest(v.row(c)));
    EXPECT_LE(Largest(ComponentsOf(4, Matrix(-train)) - v), 1e-10);
  }
  // Of entries that are equal but for rounding the first is positive, be it the smaller.
  const double half = std::sqrt(0.5);
  for (const double sign : {1.0, -1.0}) {
    for (const double second : {1 - 1e-9, 1.0, 1 + 1e-9}) {
      Matrix train(3, 2);
      train.col(0) << 1, -0.3, 0.1;
      train.col(1) = -second * train.col(0);
      const Matrix v = ComponentsOf(1, Matrix(sign * train));
      EXPECT_LE(Largest(v - (Matrix(1, 2) << half, -half).finished()), 1e-8);
    }
  }
}

TEST(Pca, AComponentWithoutVarianceIsZero) {
  // Six rows on a line in four, and in forty, dimensions.
  for (const Index d : {Index{4}, Index{40}}) {
    const Matrix train = GaussianRows(6, 1) * GaussianRows(1, d);
    for (const bool whiten : {false, true}) {
      const Matrix z = Applied({{"k", 3}, {"whiten", whiten}}, train, GaussianRows(3, d));
      EXPECT_GT(Largest(z.col(0)), 0.1);
      EXPECT_EQ(z.rightCols(2), Matrix::Zero(3, 2));
    }
    EXPECT_EQ(FitStep("pca", {{"k", 1}}, train)->Note(), "pca keeps 1 of the variance");
  }
}

TEST(Pca, RefusesWhatHasNoComponents) {
  const Matrix train = GaussianRows(5, 9);
  EXPECT_EQ(
      FaultOf({{"k", 5}}, train),
      "preprocessing step 'pca': k is 5, and the training part has 5 rows; expected more rows "
      "than k");
  EXPECT_EQ(FaultOf({{"k", 10}}, train),
            "preprocessing step 'pca': k is 10, and the rows have 9 columns; expected at most as "
            "many");
  EXPECT_NE(FaultOf({{"k", 1}}, Matrix(train.topRows(1))), "accepted");
  EXPECT_NE(FaultOf({{"k", 0}}, train), "accepted");
  EXPECT_EQ(FaultOf({{"k", 1}}, Matrix(Matrix::Constant(4, 2, 3))),
            "preprocessing step 'pca': the training part has variance 0; expected rows that "
            "differ");
  for (const Index d : {2, 9}) {  // through the columns, and through the rows
    Matrix huge = Matrix::Zero(3, d);
    huge(0, 0) = 1e200;
    EXPECT_EQ(FaultOf({{"k", 1}}, huge),
              "preprocessing step 'pca': the variance of the training part is not finite; expected "
              "values whose squares a double holds");
  }
}

// 100,000 columns: 160 GB with as many rows, a few MB with four.
TEST(Pca, ChecksItsMemoryFirst) {
  const Index d = 100000;
  SparseMatrix tall(d + 1, d);
  tall.insert(0, 5) = 1;
  tall.makeCompressed();
  const std::string fault = FaultOf({{"k", 2}}, tall);
  EXPECT_EQ(fault.substr(0, fault.find(" GiB")),
            "fitting preprocessing step 'pca' on 100001 x 100000 values needs 149.4");
  SparseMatrix flat(4, d);
  flat.insert(0, 5) = 1;
  flat.insert(1, 600) = 2;
  flat.insert(3, d - 1) = -4;
  flat.makeCompressed();
  const Matrix z = Applied({{"k", 3}}, flat, flat);
  // As far from each other as the rows were.
  EXPECT_NEAR((z.row(0) - z.row(1)).squaredNorm(), 5, 1e-12);
  EXPECT_NEAR((z.row(1) - z.row(3)).squaredNorm(), 20, 1e-12);
  EXPECT_NEAR((z.row(2) - z.row(3)).squaredNorm(), 16, 1e-12);
}

TEST(Pca, HasKColumnsWhateverItIsGiven) {
  EXPECT_EQ(StepOutputDim("pca", {{"k", 7}}, std::nullopt), 7);
  EXPECT_EQ(StepOutputDim("pca", {{"k", 7}}, 9), 7);
}

}  // namespace
}  // namespace mercer
