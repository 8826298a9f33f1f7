#include "core/kernels/additive/additive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/kernels/builtin_kernels.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

TEST(AdditiveKernels, ValuesByHand) {
  Matrix x(3, 4);
  x << 1, 0, 3, 0.5, 2, 0, 1, 0, -2, 5, 1, -1;
  const Matrix chi2 = Gram(*MakeKernel("additive_chi2", {}), x, x);
  const Matrix intersection = Gram(*MakeKernel("intersection", {}), x, x);
  EXPECT_NEAR(chi2(0, 1), 4.0 / 3 + 6.0 / 4, 1e-15);
  EXPECT_NEAR(chi2(0, 2), -4.0 / 3 + 6.0 / 4 - 1 / 1.5, 1e-15);
  EXPECT_EQ(intersection(0, 1), 2);
  EXPECT_EQ(intersection(0, 2), -1 + 1 - 0.5);
  EXPECT_EQ(intersection(1, 2), -2 + 1);
  for (const Matrix& gram : {chi2, intersection})
    for (Index i = 0; i < 3; ++i) EXPECT_EQ(gram(i, i), x.row(i).cwiseAbs().sum());
}

TEST(AdditiveKernels, LargeNumbersKeepTheirValueAndOthersAreNamed) {
  Matrix x = Matrix::Constant(2, 1, 1e200);
  for (const char* name : {"additive_chi2", "intersection"}) {
    const auto kernel = MakeKernel(name, {});
    EXPECT_EQ(Gram(*kernel, x, x)(0, 1), 1e200);
    for (const double bad :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
      const Matrix y = Matrix::Constant(1, 1, bad);
      EXPECT_THAT(Message([&] { Gram(*kernel, x, y); }), HasSubstr(name));
    }
  }
}

}  // namespace
}  // namespace mercer::testing
