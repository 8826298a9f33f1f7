#include "core/linalg/walsh_hadamard.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <utility>

#include "core/base/random.h"

namespace mercer {
namespace {

// Line i has value i of kLanes sequences.
using Lines = Eigen::Matrix<double, Eigen::Dynamic, kLanes, Eigen::RowMajor>;

Lines Gaussians(Index n) {
  RandomStream stream(5, StreamPurpose::kTest, static_cast<std::uint64_t>(n));
  Lines lines(n, kLanes);
  for (Index i = 0; i < lines.size(); ++i) lines.data()[i] = stream.Gaussian();
  return lines;
}

Lines Transformed(Lines lines) {
  double* const at = lines.data();
  WalshHadamard(
      lines.rows(), at, [=](Index i) { return Load(at + i * kLanes); }, ToLines{at});
  return lines;
}

double Entry(Index i, Index j) {
  return std::popcount(static_cast<std::uint64_t>(i & j)) % 2 == 0 ? 1 : -1;
}

TEST(WalshHadamard, IsTheMatrixOfItsDefinitionInEveryLane) {
  for (Index n = 1; n <= 1024; n *= 2) {
    const Lines x = Gaussians(n), y = Transformed(x);
    for (Index i = 0; i < n; ++i) {
      Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(kLanes);
      for (Index j = 0; j < n; ++j) sum += Entry(i, j) * x.row(j);
      ASSERT_LE((y.row(i) - sum).cwiseAbs().maxCoeff(), 1e-12 * std::sqrt(static_cast<double>(n)))
          << n << " " << i;
    }
  }
}

TEST(WalshHadamard, TwiceIsNTimesTheIdentity) {
  for (Index n = 1; n <= Index{1} << 17; n *= 2) {
    const Lines x = Gaussians(n);
    const Lines twice = Transformed(Transformed(x));
    ASSERT_LE((twice / static_cast<double>(n) - x).cwiseAbs().maxCoeff(), 1e-13) << n;
    // Of a unit vector the matrix's column: no entry is 0 or scaled.
    Lines unit = Lines::Zero(n, kLanes);
    unit.row(n - 1).setOnes();
    const Lines column = Transformed(unit);
    for (Index i = 0; i < n; ++i)
      ASSERT_TRUE((column.row(i).array() == Entry(i, n - 1)).all()) << n << " " << i;
  }
}

TEST(WalshHadamard, ALaneDoesNotSeeTheOthers) {
  for (const Index n : {1, 4, 64, 2048}) {
    const Lines x = Gaussians(n), together = Transformed(x);
    for (Index lane = 0; lane < kLanes; ++lane) {
      Lines alone = Lines::Constant(n, kLanes, std::nan(""));
      alone.col(lane) = x.col(lane);
      ASSERT_EQ(Transformed(alone).col(lane), together.col(lane)) << n << " " << lane;
    }
  }
}

TEST(WalshHadamard, AsksForEachLineOnceAndGivesThemInOrder) {
  for (Index n = 1; n <= 4096; n *= 2) {
    Lines workspace(n, kLanes);
    std::vector<int> asked(static_cast<std::size_t>(n));
    Index given = 0;
    const auto take = [&](Index i) {
      ++asked[static_cast<std::size_t>(i)];
      return Doubles{};
    };
    WalshHadamard(n, workspace.data(), take,
                  [&]<int count>(Index first, Index h, const Doubles(&)[count]) {
                    EXPECT_TRUE(first == std::exchange(given, given + count) && h == 1) << n;
                  });
    EXPECT_EQ(asked, std::vector<int>(static_cast<std::size_t>(n), 1));
    EXPECT_EQ(given, n);
  }
}

TEST(WalshHadamard, NextPowerOfTwo) {
  EXPECT_EQ(NextPowerOfTwo(1), 1);
  EXPECT_EQ(NextPowerOfTwo(2), 2);
  EXPECT_EQ(NextPowerOfTwo(3), 4);
  EXPECT_EQ(NextPowerOfTwo(1024), 1024);
  EXPECT_EQ(NextPowerOfTwo(1025), 2048);
}

TEST(Transpose, TurnsLanesIntoRegisters) {
  Doubles v[kLanes];
  for (Index i = 0; i < kLanes; ++i)
    for (Index lane = 0; lane < kLanes; ++lane) v[i][lane] = static_cast<double>(10 * i + lane);
  Transpose(v);
  for (Index i = 0; i < kLanes; ++i)
    for (Index lane = 0; lane < kLanes; ++lane)
      EXPECT_EQ(v[i][lane], static_cast<double>(10 * lane + i));
}

}  // namespace
}  // namespace mercer
