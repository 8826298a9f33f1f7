#include "experiments/doctor/doctor_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::FaultOf;

TEST(DoctorRows, MadeRowsTrainWhatIsDrawnFromThem) {
  const DoctorRows few({}, 0, 1), many({}, 700, 1);
  EXPECT_EQ(few.train().rows(), 1000);
  EXPECT_EQ(many.train().rows(), 1400);
  EXPECT_EQ(few.examined().rows(), 20);
  EXPECT_EQ(few.examined().cols(), 10);
  EXPECT_EQ(few.examined().dense(), many.examined().dense());
  EXPECT_EQ(few.train().dense(), many.train().dense().topRows(1000));
}

TEST(DoctorRows, ADForWhichNoRowsCanBeMadeIsRefused) {
  for (const Index D : {Index{13421773}, Index{1} << 62}) {
    EXPECT_EQ(FaultOf([&] { DoctorRows({}, D, 1); }),
              "doctor: D is " + std::to_string(D) +
                  " and the map is drawn from made training rows, two for each feature; expected D "
                  "at most 13421772, or rows of your own");
  }
}

TEST(DoctorRows, GivenRowsAreSampledAndAllTrain) {
  Matrix x(50, 2);
  for (Index i = 0; i < 50; ++i) x.row(i).setConstant(static_cast<double>(i));
  const Examples given(x);
  const DoctorRows rows({.given = &given, .max_rows = 7}, Index{1} << 62, 1);
  EXPECT_EQ(&rows.train(), &given);
  ASSERT_EQ(rows.examined().rows(), 7);
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < i; ++j)
      EXPECT_NE(rows.examined().dense()(i, 0), rows.examined().dense()(j, 0));
}

}  // namespace
}  // namespace mercer
