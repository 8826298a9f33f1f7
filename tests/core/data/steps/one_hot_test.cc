#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "core/data/steps/builtin_steps.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using List = ParamValue::List;

std::string FaultOf(const Params& params, const Examples& train) {
  return testing::FaultOf([&] { FitStep("one_hot", params, train); });
}

const Matrix kTrain = (Matrix(4, 3) << 2, 0, 10, 0, 5, 10, 2, 0, -3, 7, 0, 0).finished();
const Matrix kTest = (Matrix(3, 3) << 7, 0, 0, 1, 5, -3, 0, 9, 11).finished();

// scikit-learn 1.2.1, OneHotEncoder(handle_unknown="ignore") fitted on kTrain: the 1 of the second
// row, the 9 and the 11 of the third are no training values.
TEST(OneHot, AgreesWithScikitLearn) {
  const Matrix expected = (Matrix(3, 8) << 0, 0, 1, 1, 0, 0, 1, 0,  //
                           0, 0, 0, 0, 1, 1, 0, 0,                  //
                           1, 0, 0, 0, 0, 0, 0, 0)
                              .finished();
  for (const bool sparse : {false, true}) {
    const auto step = FitStep("one_hot", {}, sparse ? ToSparse(kTrain) : Examples(kTrain));
    EXPECT_EQ(ToDense(step->Apply(kTest)).dense(), expected);
    EXPECT_EQ(ToDense(step->Apply(ToSparse(kTest))).dense(), expected);
  }
}

TEST(OneHot, ReplacesTheListedColumnsWhereTheyStand) {
  const auto step = FitStep("one_hot", {{"columns", List{1}}}, kTrain);
  EXPECT_EQ(ToDense(step->Apply(kTest)).dense(),
            (Matrix(3, 4) << 7, 1, 0, 0, 1, 0, 1, -3, 0, 0, 0, 11).finished());
}

TEST(OneHot, OtherColumnsNeedNoCodes) {
  Matrix train = kTrain;
  train(0, 0) = 0.5;
  EXPECT_EQ(FaultOf({{"columns", List{1, 2}}}, train), "accepted");
  EXPECT_EQ(FaultOf({}, train),
            "preprocessing step 'one_hot': row 1 of the training part has 0.5 in column 0 (from "
            "0); expected a whole number, a code");
}

TEST(OneHot, IsSparseWhereFewValuesAreNotZero) {
  // Ten codes: one value of ten is not zero.
  Matrix train(10, 1);
  for (Index i = 0; i < 10; ++i) train(i, 0) = static_cast<double>(i);
  const Examples many = FitStep("one_hot", {}, train)->Apply(train);
  ASSERT_TRUE(many.is_sparse());
  EXPECT_EQ(many.StoredValues(), 10);
  EXPECT_EQ(ToDense(many).dense(), Matrix::Identity(10, 10));
  const Matrix two = (Matrix(2, 1) << 0, 1).finished();
  EXPECT_FALSE(FitStep("one_hot", {}, two)->Apply(ToSparse(two)).is_sparse());
}

TEST(OneHot, RefusesColumnsThatAreNot) {
  EXPECT_EQ(FaultOf({{"columns", List{1, 3}}}, kTrain),
            "preprocessing step 'one_hot': columns has 3, and the rows have 3 columns, numbered "
            "from 0");
  EXPECT_EQ(FaultOf({{"columns", List{1, 1}}}, kTrain),
            "preprocessing step 'one_hot': columns has 1 twice; expected each column once");
  EXPECT_NE(FaultOf({{"columns", List{-1}}}, kTrain), "accepted");
  EXPECT_NE(FaultOf({{"columns", List{}}}, kTrain), "accepted");
}

TEST(OneHot, OnlyTheRowsTellTheColumns) {
  EXPECT_EQ(StepOutputDim("one_hot", {}, 3), std::nullopt);
}

}  // namespace
}  // namespace mercer
