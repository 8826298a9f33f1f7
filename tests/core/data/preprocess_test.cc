#include "core/data/preprocess.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"

namespace mercer {
namespace {

Matrix Applied(const std::string& name, const Examples& train, const Examples& x) {
  return ToDense(FitStep(name, {}, train)->Apply(x)).dense();
}

const Matrix kTrain = (Matrix(3, 4) << 1, 0, 5, -2, 3, 0, 5, 2, 2, 4, 5, 0).finished();
const Matrix kTest = (Matrix(2, 4) << 0, 8, 6, 0, 5, 0, 5, 4).finished();

TEST(MinMax, UsesTheTrainingRange) {
  EXPECT_EQ(Applied("minmax", kTrain, kTrain),
            (Matrix(3, 4) << 0, 0, 0, 0, 1, 0, 0, 1, 0.5, 1, 0, 0.5).finished());
  // Test values may leave [0, 1]; a column that was constant in training stays 0.
  EXPECT_EQ(Applied("minmax", kTrain, kTest),
            (Matrix(2, 4) << -0.5, 2, 0, 0.5, 2, 0, 0, 1.5).finished());
}

TEST(MinMax, ValuesNotStoredAreZeros) {
  // Column 0 is stored in every row but one: its minimum is that zero, not 2.
  const Matrix train = (Matrix(3, 2) << 2, 1, 0, 3, 4, 5).finished();
  EXPECT_EQ(Applied("minmax", ToSparse(train), ToSparse(train)),
            (Matrix(3, 2) << 0.5, 0, 0, 0.5, 1, 1).finished());
}

TEST(MinMax, StaysSparseWhereZeroStaysZero) {
  const Matrix train = (Matrix(3, 3) << 2, 0, 7, 0, 0, 7, 4, 3, 7).finished();
  const Examples scaled = FitStep("minmax", {}, ToSparse(train))->Apply(ToSparse(train));
  ASSERT_TRUE(scaled.is_sparse());
  EXPECT_EQ(scaled.StoredValues(), 3);  // the constant column is gone
  EXPECT_EQ(ToDense(scaled).dense(), Applied("minmax", train, train));
  const Matrix negative = (Matrix(2, 1) << -1, 0).finished();
  EXPECT_FALSE(FitStep("minmax", {}, ToSparse(negative))->Apply(ToSparse(negative)).is_sparse());
}

TEST(MinMax, RefusesToFillAMatrixThatIsTooLarge) {
  SparseMatrix wide(1 << 10, (1 << 18) + 1);
  wide.insert(0, 5) = -1;
  wide.makeCompressed();
  const auto step = FitStep("minmax", {}, wide);
  EXPECT_THROW(step->Apply(wide), InvalidInput);
}

TEST(MaxNorm, DividesByTheLargestTrainingNorm) {
  const Matrix train = (Matrix(2, 2) << 3, 4, 1, 0).finished();
  const Matrix test = (Matrix(1, 2) << 30, 0).finished();
  EXPECT_EQ(Applied("max_norm", train, train), (Matrix(2, 2) << 0.6, 0.8, 0.2, 0).finished());
  EXPECT_EQ(Applied("max_norm", train, test), (Matrix(1, 2) << 6, 0).finished());
}

TEST(MaxNorm, RefusesRowsOfZeros) {
  try {
    FitStep("max_norm", {}, Matrix(Matrix::Zero(3, 2)));
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(),
                 "preprocessing step 'max_norm': the largest training norm is 0; expected a finite "
                 "number > 0");
  }
}

TEST(UnitNorm, DividesEachRowByItsOwnNorm) {
  const Matrix train = (Matrix(1, 2) << 100, 100).finished();
  const Matrix x = (Matrix(3, 2) << 3, 4, 0, 0, 0, -5).finished();
  EXPECT_EQ(Applied("unit_norm", train, x), (Matrix(3, 2) << 0.6, 0.8, 0, 0, 0, -1).finished());
}

TEST(FitStep, RefusesUnknownNamesParametersAndNoRows) {
  try {
    FitStep("minmx", {}, kTrain);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(),
                 "unknown preprocessing step 'minmx'; did you mean 'minmax'? known: minmax, "
                 "max_norm, unit_norm");
  }
  EXPECT_THROW(FitStep("minmax", {{"low", 0}}, kTrain), InvalidInput);
  EXPECT_THROW(FitStep("max_norm", {}, Matrix(0, 2)), InvalidInput);
}

class EveryStep : public ::testing::TestWithParam<std::string> {};

// Dense and sparse rows give the same numbers to 4 ulp (sums of squares in another order).
TEST_P(EveryStep, IsEqualOnDenseAndSparseRows) {
  RandomStream stream(3, StreamPurpose::kTest, 0);
  Matrix train = Matrix::Zero(40, 7);
  Matrix test = Matrix::Zero(25, 7);
  for (Matrix* x : {&train, &test}) {
    for (Index i = 0; i < x->rows(); ++i) {
      for (Index j = 0; j < x->cols(); ++j) {
        // Columns 0-2 non-negative, 3-4 of both signs, 5 never zero, 6 constant.
        const double value = j == 6 ? 2.5 : j == 5 ? 1 + stream.Uniform() : stream.Gaussian();
        if (j >= 5 || stream.Below(3) == 0) (*x)(i, j) = j < 3 ? std::abs(value) : value;
      }
    }
  }
  for (const Matrix* x : {&train, &test}) {
    const Matrix dense = Applied(GetParam(), train, *x);
    for (const bool sparse_train : {false, true}) {
      const Examples from = sparse_train ? ToSparse(train) : Examples(train);
      const Matrix sparse = Applied(GetParam(), from, ToSparse(*x));
      EXPECT_LE((dense - sparse).cwiseAbs().maxCoeff(), 1e-15 * dense.cwiseAbs().maxCoeff());
    }
    EXPECT_GT((dense - *x).cwiseAbs().maxCoeff(), 0.1);
  }
}

// The rows to apply to never change what was fitted.
TEST_P(EveryStep, LearnsFromTheTrainingPartOnly) {
  const auto step = FitStep(GetParam(), {}, kTrain);
  const Matrix before = ToDense(step->Apply(kTest)).dense();
  step->Apply(Matrix(1000 * kTest));
  EXPECT_EQ(ToDense(step->Apply(kTest)).dense(), before);
  for (Index i = 0; i < kTest.rows(); ++i)
    EXPECT_EQ(ToDense(step->Apply(Matrix(kTest.row(i)))).dense(), before.row(i));
}

INSTANTIATE_TEST_SUITE_P(All, EveryStep, ::testing::ValuesIn(PreprocessRegistry().Names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace mercer
