#include "experiments/report/cells/reported.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/experiments/report/made_results.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
constexpr const char* kHeader =
    "location,dataset,kernel,method,D,metric,value,std,runs,unit,digits,how_read,note\n";
constexpr const char* kGood =
    "table 1a,nursery,polynomial,rm,500,accuracy,0.997,0.002,5,fraction,3,printed,\"a, b\"\n";

std::string Complaint(const std::string& lines) {
  return testing::Message([&] { ParseReported(kHeader + lines, "reported.csv"); }, "");
}

TEST(ParseReported, ReadsEveryColumn) {
  const auto all = ParseReported(std::string(kHeader) + kGood, "reported.csv");
  ASSERT_EQ(all.size(), 1U);
  const ReportedValue& value = all.front();
  EXPECT_EQ(value.location, "table 1a");
  EXPECT_EQ(value.dataset.name, "nursery");
  EXPECT_EQ(value.kernel, "polynomial");
  EXPECT_EQ(value.method, "rm");
  EXPECT_EQ(value.num_random_features, 500);
  EXPECT_EQ(value.metric, "accuracy");
  EXPECT_EQ(value.value, 0.997);
  EXPECT_EQ(value.std, 0.002);
  EXPECT_EQ(value.runs, 5);
  EXPECT_EQ(value.unit, "fraction");
  EXPECT_EQ(value.digits, 3);
  EXPECT_EQ(value.how_read, "printed");
  EXPECT_EQ(value.note, "a, b");
}

TEST(ParseReported, EmptyDStdAndRunsAreAbsent) {
  const auto all = ParseReported(
      std::string(kHeader) + "t,a,k,exact,,train_s,18.6,,,s,3,printed,\n", "reported.csv");
  EXPECT_EQ(all.front().num_random_features, 0);
  EXPECT_FALSE(all.front().std);
  EXPECT_EQ(all.front().runs, 0);
}

// Contexts of older runs hold the numbers without that column.
TEST(ParseReported, AFileWithoutRunsIsReadToo) {
  const auto all = ParseReported(
      std::string(testing::kReportedHeader) + "t,a,k,rm,5,accuracy,0.5,0.01,fraction,3,printed,\n",
      "reported.csv");
  EXPECT_EQ(all.front().std, 0.01);
  EXPECT_EQ(all.front().runs, 0);
  EXPECT_EQ(all.front().unit, "fraction");
}

TEST(ParseReported, AnotherHeaderIsRefused) {
  EXPECT_THROW(ParseReported("location,value\n", "reported.csv"), InvalidInput);
  EXPECT_THROW(ParseReported("", "reported.csv"), InvalidInput);
}

TEST(ParseReported, ComplaintsSayFileLineAndValue) {
  EXPECT_THAT(Complaint(std::string(kGood) + "t,a,k,rm,5,accuracy,x,,,fraction,3,printed,\n"),
              HasSubstr("reported.csv, line 3: column value is 'x'; expected a number"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,accuracy,0.5,,,fraction,3,printed\n"),
              HasSubstr("line 2: 12 fields; expected 13"));
  EXPECT_THAT(Complaint("t,,k,rm,5,accuracy,0.5,,,fraction,3,printed,\n"),
              HasSubstr("column dataset is empty"));
  EXPECT_THAT(Complaint("t,a,k,rm,2.5,accuracy,0.5,,,fraction,3,printed,\n"),
              HasSubstr("column D is '2.5'; expected a whole number from 1 to"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,acuracy,0.5,,,fraction,3,printed,\n"),
              HasSubstr("did you mean 'accuracy'"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,train_s,nan,,,s,3,printed,\n"), HasSubstr("'nan'"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,train_s,1,,,s,3,guessed,\n"),
              HasSubstr("column how_read is 'guessed'"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,train_s,1,,2.5,s,3,printed,\n"),
              HasSubstr("column runs is '2.5'; expected a whole number from 1 to"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,train_s,1,,,s,4294967299,printed,\n"),
              HasSubstr("column digits is '4294967299'; expected a whole number from 1 to 17"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,train_s," + std::string(1000, '\x1b') + ",,,s,3,printed,\n"),
              HasSubstr("column value is '\\x1B\\x1B"));
}

// The commonest slip: a per cent where files hold fractions.
TEST(ParseReported, AccuracyIsAFractionAndTimesAreSeconds) {
  EXPECT_THAT(Complaint("t,a,k,rm,5,accuracy,99.7,,,fraction,3,printed,\n"),
              HasSubstr("expected a number in [0, 1]"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,accuracy,0.997,,,percent,3,printed,\n"),
              HasSubstr("expected 'fraction'"));
  EXPECT_THAT(Complaint("t,a,k,rm,5,train_s,18,,,ms,3,printed,\n"), HasSubstr("expected 's'"));
}

TEST(ParseReported, ANumberIsPrintedDigitisedOrReleased) {
  for (const std::string how_read : {"printed", "digitised", "released", "rerun"}) {
    const auto values = ParseReported(
        std::string(kHeader) + "t,a,k,rm,5,accuracy,0.9,,,fraction,3," + how_read + ",\n",
        "reported.csv");
    ASSERT_EQ(values.size(), 1u);
    EXPECT_EQ(values[0].how_read, how_read);
  }
  EXPECT_THAT(Complaint("t,a,k,rm,5,accuracy,0.9,,,fraction,3,measured,\n"),
              HasSubstr("expected printed, digitised, released or rerun"));
}

TEST(ParseReported, TheSameNumberTwiceIsRefused) {
  EXPECT_THAT(Complaint(std::string(kGood) + kGood), HasSubstr("the same number as in line 2"));
}

TEST(DatasetRef, ParametersAreReadAndCompared) {
  const DatasetRef ref = ParseDatasetRef("unit_ball(d=50,law=uniform)");
  EXPECT_EQ(ref.name, "unit_ball");
  EXPECT_EQ(ref.Text(), "unit_ball(d=50,law=uniform)");
  EXPECT_TRUE(ref.HasParamsOf(ParseDatasetRef("unit_ball(d=50)")));
  EXPECT_FALSE(ref.HasParamsOf(ParseDatasetRef("unit_ball(d=5)")));
  EXPECT_FALSE(ref.HasParamsOf(ParseDatasetRef("unit_ball(n=100)")));
  EXPECT_EQ(ParseDatasetRef("nursery").Text(), "nursery");
}

}  // namespace
}  // namespace mercer
