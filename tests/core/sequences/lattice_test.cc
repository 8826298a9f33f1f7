// Lattices: golden points, and the component-by-component construction against the worst-case error
// taken directly as a double sum over points and against an exhaustive search.

#include "core/sequences/lattice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "tests/core/sequences/point_set_support.h"

namespace mercer {
namespace {

const Params kUnshifted = {{"shift", false}};

// The squared worst-case error of an equal-weight rule in the space with kernel
// sum_{i<j} B2({x_i − y_i}) B2({x_j − y_j}): (1/n²) sum over pairs of points (the kernel integrates
// to 0).
double DirectError(const Matrix& points) {
  double total = 0;
  const Index n = points.rows(), d = points.cols();
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) {
      Vector terms(d);
      for (Index j = 0; j < d; ++j) {
        const double t = std::abs(points(a, j) - points(b, j));
        terms(j) = t * t - t + 1.0 / 6.0;
      }
      for (Index i = 0; i < d; ++i)
        for (Index j = i + 1; j < d; ++j) total += terms(i) * terms(j);
    }
  }
  return total / static_cast<double>(n * n);
}

TEST(Lattice, GoldenVector) {
  const auto z = CknGeneratingVector();
  ASSERT_EQ(z.size(), 250U);
  EXPECT_THAT(z.first(10), ::testing::ElementsAre(1, 182667, 469891, 498753, 110745, 446247, 250185,
                                                  118627, 245333, 283199));
  EXPECT_EQ(z.back(), 480757U);
  EXPECT_EQ(std::accumulate(z.begin(), z.end(), 0U), 63550560U);
}

TEST(Lattice, GoldenPoints) {
  Matrix expected(5, 5);
  expected << 0, 0, 0, 0, 0,    //
      .5, .5, .5, .5, .5,       //
      .25, .75, .75, .25, .25,  //
      .75, .25, .25, .75, .75,  //
      .125, .375, .375, .125, .125;
  EXPECT_EQ(PointsOf("lattice", kUnshifted, 5, 5), expected);
  EXPECT_EQ(PointsOf("lattice", {{"shift", false}, {"skip", 1}}, 5, 4), expected.bottomRows(4));
}

TEST(Lattice, FirstPowersOfTwoAreStratified) {
  for (const Index n : {16, 256, 4096}) {
    EXPECT_TRUE(EveryCoordinateStratified(PointsOf("lattice", kUnshifted, 250, n)));
  }
  EXPECT_TRUE(EveryCoordinateStratified(PointsOf("lattice", kUnshifted, 784, 256)));
}

TEST(Lattice, ShiftMovesEveryPointAlike) {
  const Matrix plain = PointsOf("lattice", kUnshifted, 6, 100);
  const Matrix shifted = PointsOf("lattice", {}, 6, 100, 3);
  for (Index j = 0; j < 6; ++j) {
    for (Index i = 0; i < 100; ++i) {
      const double turn = (shifted(i, j) - plain(i, j)) - (shifted(0, j) - plain(0, j));
      EXPECT_NEAR(turn, std::round(turn), 1e-12);
    }
  }
  EXPECT_GT(shifted.minCoeff(), 0);
  EXPECT_NE(shifted, PointsOf("lattice", {}, 6, 100, 4));
  // Each coordinate has its own shift.
  EXPECT_GT((shifted.row(0).array() - shifted(0, 0)).abs().maxCoeff(), 0.05);
}

TEST(Lattice, CriterionIsTheWorstCaseError) {
  for (const int m : {3, 5, 6}) {
    const Index d = 7;
    const Matrix points = PointsOf("lattice", kUnshifted, d, Index{1} << m);
    const double error = OrderTwoError(CknGeneratingVector().first(static_cast<std::size_t>(d)), m);
    EXPECT_NEAR(error, DirectError(points), 1e-13 + 1e-11 * error);
    EXPECT_GT(error, 0);
  }
}

TEST(Lattice, EveryComponentIsTheBestOfAll) {
  for (const int m : {2, 3, 4, 7, 9}) {
    const std::uint32_t n = std::uint32_t{1} << m;
    for (const std::size_t kept : {0U, 1U, 5U}) {
      const auto z = ExtendGeneratingVector(CknGeneratingVector().first(kept), 9, m);
      ASSERT_EQ(z.size(), 9U);
      for (std::size_t s = std::max<std::size_t>(kept, 1); s < z.size(); ++s) {
        std::vector<std::uint32_t> trial(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(s) + 1);
        const double chosen = OrderTwoError(trial, m);
        double best = chosen;
        for (trial.back() = 1; trial.back() < n; trial.back() += 2)
          best = std::min(best, OrderTwoError(trial, m));
        EXPECT_LE(chosen, best + 1e-9 * std::abs(best)) << "N = " << n << ", component " << s;
        EXPECT_EQ(z[s] % 2, 1U);
        EXPECT_LT(z[s], std::max(n / 2, 2U));
      }
    }
  }
}

TEST(Lattice, ConstructionBeatsRandomVectorsBeyondTheShippedOne) {
  const int m = 10;
  const auto z = ExtendGeneratingVector(CknGeneratingVector(), 300, m);
  std::vector<std::uint32_t> spread = z;
  for (std::size_t j = 250; j < 300; ++j)
    spread[j] = static_cast<std::uint32_t>((2 * j * j * 7919 + 1) % 1024);
  EXPECT_LT(OrderTwoError(z, m), OrderTwoError(spread, m));
  for (std::size_t j = 0; j < 250; ++j) EXPECT_EQ(z[j], CknGeneratingVector()[j] % 1024);
}

// Late coordinates do not copy early ones while there are others left.
TEST(Lattice, ConstructedComponentsDiffer) {
  const auto z = ExtendGeneratingVector({}, 60, 10);
  EXPECT_EQ(std::set<std::uint32_t>(z.begin(), z.end()).size(), 60U);
}

TEST(Lattice, ExtensibleUpTo250DimensionsOnly) {
  EXPECT_TRUE(MakePointSet("lattice", {}, 250, 100, 1)->traits().extensible);
  EXPECT_FALSE(MakePointSet("lattice", {}, 251, 100, 1)->traits().extensible);
  EXPECT_FALSE(MakePointSet("lattice", {{"vector", "cbc"}}, 3, 100, 1)->traits().extensible);
}

TEST(Lattice, Limits) {
  EXPECT_EQ(FaultOf("lattice", {}, 4097, 10),
            "sequence 'lattice': the dimension is 4097; expected at most 4096");
  EXPECT_THAT(FaultOf("lattice", {}, 2, (1 << 20) + 1), ::testing::HasSubstr("at most 2^20"));
  EXPECT_EQ(FaultOf("lattice", {}, 2, 1 << 20), "");
  EXPECT_THAT(FaultOf("lattice", {{"preset", "yang2014"}}, 2, 1 << 20),
              ::testing::HasSubstr("at most 2^20"));
}

}  // namespace
}  // namespace mercer
