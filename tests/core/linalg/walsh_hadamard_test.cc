#include "core/linalg/walsh_hadamard.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "core/base/random.h"

namespace mercer {
namespace {

std::vector<double> Values(Index n) {
  RandomStream stream(5, StreamPurpose::kTest, static_cast<std::uint64_t>(n));
  std::vector<double> values(static_cast<std::size_t>(n));
  for (double& value : values) value = stream.Gaussian();
  return values;
}

TEST(WalshHadamard, IsTheMatrixOfItsDefinition) {
  for (Index n = 1; n <= 1024; n *= 2) {
    const std::vector<double> x = Values(n);
    std::vector<double> y = x;
    WalshHadamard(y.data(), n);
    for (std::size_t i = 0; i < x.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < x.size(); ++j)
        sum += (std::popcount(i & j) % 2 == 0 ? 1 : -1) * x[j];
      ASSERT_NEAR(y[i], sum, 1e-12 * std::sqrt(static_cast<double>(n))) << n << " " << i;
    }
  }
}

TEST(WalshHadamard, TwiceIsNTimesTheIdentity) {
  for (Index n = 1; n <= Index{1} << 17; n *= 2) {
    const std::vector<double> x = Values(n);
    std::vector<double> y = x;
    WalshHadamard(y.data(), n);
    // Of a unit vector the matrix's column: no entry is 0 or scaled.
    std::vector<double> column(x.size());
    column[x.size() - 1] = 1;
    WalshHadamard(column.data(), n);
    WalshHadamard(y.data(), n);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_NEAR(y[i] / static_cast<double>(n), x[i], 1e-13) << n;
      ASSERT_EQ(column[i], std::popcount(i) % 2 == 0 ? 1 : -1) << n;
    }
  }
}

TEST(WalshHadamard, NextPowerOfTwo) {
  EXPECT_EQ(NextPowerOfTwo(1), 1);
  EXPECT_EQ(NextPowerOfTwo(2), 2);
  EXPECT_EQ(NextPowerOfTwo(3), 4);
  EXPECT_EQ(NextPowerOfTwo(1024), 1024);
  EXPECT_EQ(NextPowerOfTwo(1025), 2048);
}

}  // namespace
}  // namespace mercer
