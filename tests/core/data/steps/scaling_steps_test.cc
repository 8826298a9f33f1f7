// Steps that fill, move or scale values: impute, minmax, standardise, the norms, scale, binarise,
// append_constant.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/data/steps/builtin_steps.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

Matrix Applied(const std::string& name, const Params& params, const Examples& train,
               const Examples& x) {
  return ToDense(FitStep(name, params, train)->Apply(x)).dense();
}

std::string FaultOf(const std::string& name, const Params& params, const Examples& train) {
  return testing::FaultOf([&] { FitStep(name, params, train); });
}

// The numbers beside "scikit-learn" are version 1.2.1's of MinMaxScaler((-1, 1)), StandardScaler(),
// Normalizer("l1"), Normalizer("l2") and Binarizer(threshold=1), fitted on kGoldenTrain and applied
// to kGoldenTest; the constant column of the first two is ours.
const Matrix kGoldenTrain = (Matrix(6, 4) << 1.5, -2, 0, 7, 0, 3, 0, 7, 4, 1.25, -6, 7, 2.5, 0, 3,
                             7, -1, 0.5, 0, 7, 3, -4, 2, 7)
                                .finished();
const Matrix kGoldenTest = (Matrix(2, 4) << 2, 5, 1, 8, -3, 0, 0.5, 0).finished();

void ExpectGolden(const std::string& name, const Params& params, const Matrix& expected) {
  EXPECT_LE((Applied(name, params, kGoldenTrain, kGoldenTest) - expected).cwiseAbs().maxCoeff(),
            1e-14)
      << name;
}

TEST(ScalingSteps, AgreeWithScikitLearn) {
  ExpectGolden("minmax", {{"low", -1}},
               (Matrix(2, 4) << 0.20000000000000007, 1.5714285714285712, 0.5555555555555555, 0,
                -1.8000000000000003, 0.1428571428571428, 0.44444444444444436, 0)
                   .finished());
  ExpectGolden("standardise", {},
               (Matrix(2, 4) << 0.19334729780913265, 2.308096601440676, 0.4089443664858902, 0,
                -2.706862169327858, 0.09232386405762703, 0.2336824951347944, 0)
                   .finished());
  ExpectGolden(
      "unit_norm", {{"norm", "l1"}},
      (Matrix(2, 4) << 0.125, 0.3125, 0.0625, 0.5, -0.8571428571428571, 0, 0.14285714285714285, 0)
          .finished());
  ExpectGolden("unit_norm", {},
               (Matrix(2, 4) << 0.20628424925175867, 0.5157106231293966, 0.10314212462587934,
                0.8251369970070347, -0.9863939238321437, 0, 0.1643989873053573, 0)
                   .finished());
  ExpectGolden("binarise", {{"threshold", 1}}, (Matrix(2, 4) << 1, 1, 0, 1, 0, 0, 0, 0).finished());
}

// scikit-learn's SimpleImputer on the same rows with gaps.
TEST(Impute, AgreesWithScikitLearn) {
  const double gap = std::numeric_limits<double>::quiet_NaN();
  Matrix train = kGoldenTrain, test(2, 4);
  train(0, 2) = train(1, 0) = train(2, 3) = train(3, 1) = train(5, 3) = gap;
  test << gap, 5, gap, 8, -3, gap, 0.5, gap;
  for (const Examples& given : {Examples(train), ToSparse(train)}) {
    const auto mean = FitStep("impute", {}, given);
    EXPECT_EQ(ToDense(mean->Apply(test)).dense(),
              (Matrix(2, 4) << 2, 5, -0.2, 8, -3, -0.25, 0.5, 7).finished());
    EXPECT_EQ(mean->Note(), "impute: 5 missing values in the training part");
    EXPECT_EQ(Applied("impute", {{"statistic", "median"}}, given, ToSparse(test)),
              (Matrix(2, 4) << 2.5, 5, 0, 8, -3, 0.5, 0.5, 7).finished());
  }
}

// Column 0 has three zeros among five values, column 1 two of four and a gap.
TEST(Impute, CountsZerosThatAreNotStored) {
  const double gap = std::numeric_limits<double>::quiet_NaN();
  const Matrix train = (Matrix(5, 2) << 0, 0, 4, gap, 0, 6, -1, 0, 0, 8).finished();
  const Matrix test = Matrix::Constant(1, 2, gap);
  for (const Examples& given : {Examples(train), ToSparse(train)}) {
    EXPECT_EQ(Applied("impute", {}, given, test), (Matrix(1, 2) << 0.6, 3.5).finished());
    EXPECT_EQ(Applied("impute", {{"statistic", "median"}}, given, test),
              (Matrix(1, 2) << 0, 3).finished());
  }
}

TEST(Impute, NeedsAValueInEveryColumn) {
  const Matrix train = (Matrix(2, 2) << 1, std::nan(""), 2, std::nan("")).finished();
  for (const Examples& given : {Examples(train), ToSparse(train)})
    EXPECT_EQ(FaultOf("impute", {}, given),
              "preprocessing step 'impute': column 2 has no value in the training part; expected "
              "one at least");
}

TEST(CheckNoneMissing, NamesTheFirstRow) {
  Matrix x = Matrix::Ones(3, 2);
  CheckNoneMissing("data set 'a'", x);
  CheckNoneMissing("data set 'a'", ToSparse(x));
  x(1, 1) = x(2, 0) = std::nan("");
  for (const Examples& given : {Examples(x), ToSparse(x)})
    EXPECT_EQ(testing::FaultOf([&] { CheckNoneMissing("data set 'a'", given); }),
              "data set 'a' has 2 missing values, the first in row 2; expected the preprocessing "
              "step 'impute' before all others");
}

const Matrix kTrain = (Matrix(3, 4) << 1, 0, 5, -2, 3, 0, 5, 2, 2, 4, 5, 0).finished();
const Matrix kTest = (Matrix(2, 4) << 0, 8, 6, 0, 5, 0, 5, 4).finished();

TEST(MinMax, UsesTheTrainingRange) {
  EXPECT_EQ(Applied("minmax", {}, kTrain, kTrain),
            (Matrix(3, 4) << 0, 0, 0, 0, 1, 0, 0, 1, 0.5, 1, 0, 0.5).finished());
  // Test values may leave [0, 1]; a column that was constant in training stays 0.
  EXPECT_EQ(Applied("minmax", {}, kTrain, kTest),
            (Matrix(2, 4) << -0.5, 2, 0, 0.5, 2, 0, 0, 1.5).finished());
}

TEST(MinMax, ValuesNotStoredAreZeros) {
  // Column 0 is stored in every row but one: its minimum is that zero, not 2.
  const Matrix train = (Matrix(3, 2) << 2, 1, 0, 3, 4, 5).finished();
  EXPECT_EQ(Applied("minmax", {}, ToSparse(train), ToSparse(train)),
            (Matrix(3, 2) << 0.5, 0, 0, 0.5, 1, 1).finished());
}

TEST(MinMax, StaysSparseWhereZeroStaysZero) {
  const Matrix train = (Matrix(3, 3) << 2, 0, 7, 0, 0, 7, 4, 3, 7).finished();
  const Examples scaled = FitStep("minmax", {}, ToSparse(train))->Apply(ToSparse(train));
  ASSERT_TRUE(scaled.is_sparse());
  EXPECT_EQ(scaled.StoredValues(), 3);  // the constant column is gone
  EXPECT_EQ(ToDense(scaled).dense(), Applied("minmax", {}, train, train));
  const Matrix negative = (Matrix(2, 1) << -1, 0).finished();
  EXPECT_FALSE(FitStep("minmax", {}, ToSparse(negative))->Apply(ToSparse(negative)).is_sparse());
  // −1 … 1 over −3 … 3 maps 0 to 0 as well.
  const Matrix even = (Matrix(2, 1) << -3, 3).finished();
  const Params range{{"low", -1}};
  EXPECT_TRUE(FitStep("minmax", range, ToSparse(even))->Apply(ToSparse(even)).is_sparse());
}

// Of 20 columns 0 and 3 become another value where nothing is stored: that is stored then.
TEST(MinMax, StaysSparseWhereFewColumnsShift) {
  Matrix train = Matrix::Zero(4, 20), test = Matrix::Zero(3, 20);
  train.col(0) << 3, 4, 5, 7;
  train(1, 3) = -2;
  train(2, 9) = 8;
  train.rightCols(2).setConstant(3);  // constant, and gone
  test(0, 0) = 6;
  test(1, 3) = -1;
  test(2, 19) = 5;
  for (const Matrix& rows : {train, test}) {
    const Examples scaled = FitStep("minmax", {}, ToSparse(train))->Apply(ToSparse(rows));
    ASSERT_TRUE(scaled.is_sparse());
    EXPECT_EQ(ToDense(scaled).dense(), Applied("minmax", {}, train, rows));
  }
  // 17 of 80 are stored then, columns 0 and 3 in every row; with another column 21, which is more
  // than a quarter.
  train(0, 4) = -1;
  EXPECT_FALSE(FitStep("minmax", {}, ToSparse(train))->Apply(ToSparse(train)).is_sparse());
}

TEST(MinMax, RefusesARangeThatIsNone) {
  EXPECT_EQ(FaultOf("minmax", {{"low", 2}}, kTrain),
            "preprocessing step 'minmax': low is 2 and high 1; expected low < high");
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(FaultOf("minmax", {}, Matrix((Matrix(2, 2) << 0, huge, 1, -huge).finished())),
            "preprocessing step 'minmax': column 2 of the training part has a range of inf; "
            "expected a finite one");
}

TEST(Standardise, HasMeanZeroAndTheVarianceOfThePopulation) {
  const Matrix z = Applied("standardise", {}, kGoldenTrain, kGoldenTrain);
  EXPECT_LE(z.colwise().mean().cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((z.leftCols(3).colwise().squaredNorm().array() / 6 - 1).abs().maxCoeff(), 1e-15);
}

// 0.1 added up a thousand times is not 100: the mean of the column is beside 0.1.
TEST(Standardise, AConstantColumnIsZeroToTheBit) {
  const Matrix train = Matrix::Constant(1000, 1, 0.1);
  EXPECT_EQ(Applied("standardise", {}, train, train), Matrix::Zero(1000, 1));
  EXPECT_EQ(Applied("standardise", {}, train, Matrix(Matrix::Constant(1, 1, 5))),
            Matrix::Zero(1, 1));
}

TEST(Standardise, StaysSparseWhereEveryMeanIsZero) {
  const Matrix train = (Matrix(4, 2) << 3, 0, -3, 1, 0, -1, 0, 0).finished();
  const Examples z = FitStep("standardise", {}, ToSparse(train))->Apply(ToSparse(train));
  ASSERT_TRUE(z.is_sparse());
  EXPECT_EQ(ToDense(z).dense(), Applied("standardise", {}, train, train));
}

TEST(Standardise, RefusesAVarianceThatIsNone) {
  EXPECT_EQ(FaultOf("standardise", {}, Matrix((Matrix(2, 1) << 1e200, -1e200).finished())),
            "preprocessing step 'standardise': column 1 of the training part has variance inf; "
            "expected a finite number > 0, or a constant column");
  EXPECT_NE(FaultOf("standardise", {}, Matrix((Matrix(2, 1) << 1e-200, 0).finished())), "accepted");
}

TEST(MaxNorm, DividesByTheLargestTrainingNorm) {
  const Matrix train = (Matrix(2, 2) << 3, 4, 1, 0).finished();
  const Matrix test = (Matrix(1, 2) << 30, 0).finished();
  EXPECT_EQ(Applied("max_norm", {}, train, train), (Matrix(2, 2) << 0.6, 0.8, 0.2, 0).finished());
  EXPECT_EQ(Applied("max_norm", {}, train, test), (Matrix(1, 2) << 6, 0).finished());
}

TEST(RmsNorm, MakesTheMeanSquaredTrainingNormOne) {
  const Matrix train = (Matrix(2, 2) << 3, 4, 0, -5).finished();
  EXPECT_EQ(Applied("rms_norm", {}, train, Matrix(2 * train)),
            (Matrix(2, 2) << 1.2, 1.6, 0, -2).finished());
  EXPECT_NEAR(Applied("rms_norm", {}, kTrain, kTrain).squaredNorm(), 3, 1e-14);
}

TEST(Norms, RefuseRowsOfZeros) {
  EXPECT_EQ(FaultOf("max_norm", {}, Matrix(Matrix::Zero(3, 2))),
            "preprocessing step 'max_norm': the largest training norm is 0; expected a finite "
            "number > 0");
  EXPECT_EQ(FaultOf("rms_norm", {}, Matrix(Matrix::Zero(3, 2))),
            "preprocessing step 'rms_norm': the mean squared training norm is 0; expected a finite "
            "number > 0");
}

TEST(UnitNorm, RowsWhoseSquaresNoDoubleHoldsHaveNormOneToo) {
  const Matrix x =
      (Matrix(5, 2) << 3e200, 4e200, 3e-200, -4e-200, 3, 4, 5e-324, 0, 1.5e308, 1.5e308).finished();
  const Matrix expected =
      (Matrix(5, 2) << 0.6, 0.8, 0.6, -0.8, 0.6, 0.8, 1, 0, std::sqrt(0.5), std::sqrt(0.5))
          .finished();
  const Matrix by_sums =
      (Matrix(5, 2) << 3.0 / 7, 4.0 / 7, 3.0 / 7, -4.0 / 7, 3.0 / 7, 4.0 / 7, 1, 0, 0.5, 0.5)
          .finished();
  for (const bool sparse : {false, true}) {
    const Examples rows = sparse ? ToSparse(x) : Examples(x);
    const auto applied = [&](const char* norm) {
      return ToDense(FitStep("unit_norm", {{"norm", norm}}, rows)->Apply(rows)).dense();
    };
    EXPECT_LE((applied("l2") - expected).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_LE((applied("l1") - by_sums).cwiseAbs().maxCoeff(), 1e-15);
  }
}

TEST(UnitNorm, DividesEachRowByItsOwnNorm) {
  const Matrix train = (Matrix(1, 2) << 100, 100).finished();
  const Matrix x = (Matrix(3, 2) << 3, 4, 0, 0, 0, -5).finished();
  EXPECT_EQ(Applied("unit_norm", {}, train, x), (Matrix(3, 2) << 0.6, 0.8, 0, 0, 0, -1).finished());
  EXPECT_EQ(Applied("unit_norm", {{"norm", "l1"}}, train, x),
            (Matrix(3, 2) << 3.0 / 7, 4.0 / 7, 0, 0, 0, -1).finished());
  EXPECT_NE(FaultOf("unit_norm", {{"norm", "l3"}}, train), "accepted");
}

TEST(Scale, TimesAFactorThatIsNotZero) {
  EXPECT_EQ(Applied("scale", {{"factor", 0.5}}, kTrain, kTest), Matrix(0.5 * kTest));
  EXPECT_EQ(FaultOf("scale", {{"factor", 0}}, kTrain),
            "preprocessing step 'scale': factor is 0; expected another number");
  EXPECT_NE(FaultOf("scale", {}, kTrain), "accepted");
}

TEST(Binarise, TheThresholdItselfIsNotAboveIt) {
  const Matrix x = (Matrix(1, 5) << -1, -0.5, 0, 0.5, 1).finished();
  const auto above = [&x](double threshold, bool sparse) {
    return Applied("binarise", {{"threshold", threshold}}, x, sparse ? ToSparse(x) : Examples(x));
  };
  for (const bool sparse : {false, true}) {
    EXPECT_EQ(above(0.5, sparse), (Matrix(1, 5) << 0, 0, 0, 0, 1).finished());
    EXPECT_EQ(above(0, sparse), (Matrix(1, 5) << 0, 0, 0, 1, 1).finished());
    EXPECT_EQ(above(-0.5, sparse), (Matrix(1, 5) << 0, 0, 1, 1, 1).finished());
  }
  EXPECT_EQ(FitStep("binarise", {}, x)->Apply(ToSparse(x)).StoredValues(), 2);
}

TEST(StandardisePart, HasOneMeanAndDeviationForAllValues) {
  const Matrix x = (Matrix(2, 2) << 0, 3, 4, 1).finished();  // mean 2, variance 10/4
  const Matrix other = (Matrix(1, 2) << 2, 7).finished();
  const double sd = std::sqrt(2.5);
  const Matrix expected = (Matrix(2, 2) << -2 / sd, 1 / sd, 2 / sd, -1 / sd).finished();
  EXPECT_LE((Applied("standardise_part", {}, x, x) - expected).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((Applied("standardise_part", {}, ToSparse(x), x) - expected).cwiseAbs().maxCoeff(),
            1e-15);
  const Matrix of_other = (Matrix(1, 2) << 0, 5 / sd).finished();
  EXPECT_LE((Applied("standardise_part", {}, x, other) - of_other).cwiseAbs().maxCoeff(), 1e-15);
  const std::string place = "preprocessing step 'standardise_part': the ";
  const Matrix constant = Matrix::Constant(1000, 1, 0.1);  // its computed mean is another number
  const std::string fault =
      place + "1000 rows of a part have the value 0.1 everywhere; expected values that differ";
  EXPECT_EQ(FaultOf("standardise_part", {}, constant), fault);
  EXPECT_EQ(FaultOf("standardise_part", {}, ToSparse(constant)), fault);
  EXPECT_EQ(FaultOf("standardise_part", {}, ToSparse(Matrix(Matrix::Zero(2, 2)))),
            place + "2 rows of a part have the value 0 everywhere; expected values that differ");
  for (const auto& [value, variance] : {std::pair(1e200, "inf"), std::pair(1e-200, "0")}) {
    EXPECT_EQ(FaultOf("standardise_part", {}, Matrix((Matrix(1, 2) << value, -value).finished())),
              place + "1 rows of a part have the variance " + variance +
                  "; expected values that can be squared");
  }
}

TEST(AppendConstant, StandsAfterTheOthers) {
  const Matrix x = (Matrix(2, 2) << 0, 3, 4, 0).finished();
  const Matrix expected = (Matrix(2, 3) << 0, 3, 0.5, 4, 0, 0.5).finished();
  const Params params{{"value", 0.5}};
  EXPECT_EQ(Applied("append_constant", params, x, x), expected);
  const Examples sparse = FitStep("append_constant", params, x)->Apply(ToSparse(x));
  ASSERT_TRUE(sparse.is_sparse());
  EXPECT_EQ(ToDense(sparse).dense(), expected);
  EXPECT_EQ(StepOutputDim("append_constant", params, 2), 3);
  EXPECT_EQ(StepOutputDim("append_constant", params, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace mercer
