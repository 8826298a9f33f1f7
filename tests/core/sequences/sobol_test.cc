// Sobol' points against golden values of each table of direction numbers and Boost's own engine,
// and the net property through every randomisation.

#include "core/sequences/sobol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <set>

#include "core/base/random.h"
#include "tests/core/sequences/point_set_support.h"

namespace mercer {
namespace {

const Params kUnrandomisedGray = {{"order", "gray"}, {"randomise", "none"}};

Params Randomised(const char* how) { return {{"randomise", how}}; }

TEST(Sobol, GoldenPointsInGrayCodeOrder) {
  Matrix expected(10, 5);
  expected << 0, 0, 0, 0, 0,              //
      .5, .5, .5, .5, .5,                 //
      .75, .25, .25, .25, .75,            //
      .25, .75, .75, .75, .25,            //
      .375, .375, .625, .875, .375,       //
      .875, .875, .125, .375, .875,       //
      .625, .125, .875, .625, .625,       //
      .125, .625, .375, .125, .125,       //
      .1875, .3125, .9375, .4375, .5625,  //
      .6875, .8125, .4375, .9375, .0625;
  EXPECT_EQ(PointsOf("sobol", kUnrandomisedGray, 5, 10), expected);
  EXPECT_EQ(PointsOf("digital_net", {{"randomise", "none"}}, 5, 10), expected);
}

// From the tables of new-joe-kuo-5 and of 2003 by an independent program; by hand for points 2, 3.
TEST(Sobol, GoldenPointsOfTheOtherDirectionNumbers) {
  Matrix five(9, 6), of_2003(9, 6);
  five << 0, 0, 0, 0, 0, 0,                      //
      .5, .5, .5, .5, .5, .5,                    //
      .75, .25, .25, .25, .75, .75,              //
      .25, .75, .75, .75, .25, .25,              //
      .375, .375, .625, .875, .375, .125,        //
      .875, .875, .125, .375, .875, .625,        //
      .625, .125, .875, .625, .625, .875,        //
      .125, .625, .375, .125, .125, .375,        //
      .1875, .3125, .9375, .4375, .5625, .3125;  //
  of_2003 << 0, 0, 0, 0, 0, 0,                   //
      .5, .5, .5, .5, .5, .5,                    //
      .75, .25, .75, .25, .75, .25,              //
      .25, .75, .25, .75, .25, .75,              //
      .375, .375, .625, .125, .875, .875,        //
      .875, .875, .125, .625, .375, .375,        //
      .625, .125, .375, .375, .125, .625,        //
      .125, .625, .875, .875, .625, .125,        //
      .1875, .3125, .3125, .6875, .5625, .1875;  //
  const auto points = [](const char* numbers) {
    return PointsOf("digital_net", {{"direction_numbers", numbers}, {"randomise", "none"}}, 6, 9);
  };
  EXPECT_EQ(points("joe_kuo_5"), five);
  EXPECT_EQ(points("joe_kuo_2003"), of_2003);
  // The first dimensions of the two tables of 2008 agree, later ones do not.
  EXPECT_EQ(points("joe_kuo_6"), five);
  const Params six = {{"randomise", "none"}},
               other = {{"randomise", "none"}, {"direction_numbers", "joe_kuo_5"}};
  EXPECT_NE(PointsOf("digital_net", six, 21, 100), PointsOf("digital_net", other, 21, 100));
}

// Every coordinate of every table: the first 1,024 points fall one into each interval of length
// 1/1024. A wrong number of a polynomial's degree would shift all that follows.
TEST(Sobol, EveryDimensionOfEveryTableIsANet) {
  for (const std::string& numbers : DirectionNumbersNames()) {
    const Index d = MaxSobolDim(DirectionNumbersNamed(numbers));
    const Matrix points =
        PointsOf("sobol", {{"direction_numbers", numbers}, {"randomise", "none"}}, d, 1024);
    EXPECT_TRUE(EveryCoordinateStratified(points)) << numbers;
  }
}

// Sobol's property A (1976): the 2^d points of d coordinates fall one into each of the 2^d cubes of
// side 1/2, that is the first binary digits of the first d columns are an invertible matrix over
// GF(2), for every d. One wrong top digit of an m breaks it.
TEST(Sobol, TheTablesHaveSobolsPropertyA) {
  for (const auto numbers : {DirectionNumbers::kJoeKuo5, DirectionNumbers::kJoeKuo2003}) {
    const Index most = MaxSobolDim(numbers);
    // The first digit of column c ≥ 32 needs more columns than the generator uses.
    const Index d = std::min<Index>(most, kDigitalColumns);
    const std::vector<std::uint64_t> columns = SobolMatrices(numbers, d);
    for (Index size = 1; size <= d; ++size) {
      std::vector<std::uint64_t> rows(static_cast<std::size_t>(size), 0);
      for (Index j = 0; j < size; ++j)
        for (Index c = 0; c < size; ++c)
          if (columns[static_cast<std::size_t>(c * d + j)] >> 63)
            rows[static_cast<std::size_t>(j)] |= std::uint64_t{1} << c;
      Index rank = 0;
      for (Index c = 0; c < size; ++c) {
        const auto pivot = std::find_if(rows.begin() + rank, rows.end(),
                                        [c](std::uint64_t row) { return ((row >> c) & 1) != 0; });
        if (pivot == rows.end()) break;
        std::iter_swap(pivot, rows.begin() + rank);
        const std::uint64_t top = rows[static_cast<std::size_t>(rank)];
        for (auto row = rows.begin() + rank + 1; row != rows.end(); ++row)
          if ((*row >> c) & 1) *row ^= top;
        ++rank;
      }
      EXPECT_EQ(rank, size) << DirectionNumbersNames()[static_cast<std::size_t>(numbers)];
    }
  }
}

// The last numbers of both tables, which a shift by one dimension would change.
TEST(Sobol, TheTablesEndWhereTheirFilesEnd) {
  const auto last = [](const char* numbers, Index d, std::int64_t point) {
    const Params params = {{"direction_numbers", numbers}, {"randomise", "none"}, {"skip", point}};
    return PointsOf("sobol", params, d, 1)(0, d - 1);
  };
  EXPECT_EQ(last("joe_kuo_5", 1024, 1000), 2160066560.0 * 0x1.0p-32);
  EXPECT_EQ(last("joe_kuo_5", 1024, 2147483647), 3641785730.0 * 0x1.0p-32);
  EXPECT_EQ(last("joe_kuo_2003", 1111, 1000), 1212153856.0 * 0x1.0p-32);
  EXPECT_EQ(last("joe_kuo_2003", 1111, 2147483647), 2181038110.0 * 0x1.0p-32);
}

TEST(Sobol, EveryDimensionEqualsTheEngineOfBoost) {
  const Index d = kMaxSobolDim, n = 300;
  const Matrix points =
      PointsOf("sobol", {{"order", "gray"}, {"randomise", "none"}, {"skip", 1}}, d, n);
  boost::random::sobol_engine<std::uint32_t, 32> engine(static_cast<std::size_t>(d));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j)
      ASSERT_EQ(points(i, j), static_cast<double>(engine()) * 0x1.0p-32) << i << " " << j;
}

TEST(Sobol, NaturalOrderHasTheSamePointsElsewhere) {
  const Matrix gray = PointsOf("sobol", kUnrandomisedGray, 7, 64);
  const Matrix natural = PointsOf("sobol", Randomised("none"), 7, 64);
  for (Index n = 0; n < 64; ++n) EXPECT_EQ(gray.row(n), natural.row(n ^ (n >> 1)));
  // In natural order the first coordinate is the radical inverse in base 2.
  EXPECT_EQ(natural(1, 0), 0.5);
  EXPECT_EQ(natural(2, 0), 0.25);
  EXPECT_EQ(natural(3, 0), 0.75);
}

TEST(Sobol, SkipAndLeap) {
  const Matrix all = PointsOf("sobol", Randomised("none"), 6, 2000);
  const Matrix some =
      PointsOf("sobol", {{"randomise", "none"}, {"skip", 1000}, {"leap", 6}}, 6, 100);
  for (Index i = 0; i < 100; ++i) EXPECT_EQ(some.row(i), all.row(1000 + 7 * i));
}

class SobolRandomised : public ::testing::TestWithParam<const char*> {};

TEST_P(SobolRandomised, KeepsTheNets) {
  for (const std::uint64_t seed : {1, 2}) {
    const Matrix points = PointsOf("sobol", Randomised(GetParam()), 40, 1024, seed);
    EXPECT_TRUE(EveryCoordinateStratified(points));
    EXPECT_TRUE(EveryCoordinateStratified(points.middleRows(512, 256)));
    // The first two coordinates are a (0, m, 2)-net: one point in each 32 × 32 cell.
    std::set<std::pair<int, int>> cells;
    for (Index i = 0; i < 1024; ++i)
      cells.insert({static_cast<int>(points(i, 0) * 32), static_cast<int>(points(i, 1) * 32)});
    EXPECT_EQ(cells.size(), 1024U);
  }
}

TEST_P(SobolRandomised, DependsOnTheSeedOnlyIfRandom) {
  const bool random = std::string(GetParam()) != "none";
  const Matrix a = PointsOf("sobol", Randomised(GetParam()), 9, 50, 1);
  const Matrix b = PointsOf("sobol", Randomised(GetParam()), 9, 50, 2);
  EXPECT_EQ(a == b, !random);
}

INSTANTIATE_TEST_SUITE_P(All, SobolRandomised, ::testing::Values("none", "shift", "linear", "owen"),
                         [](const auto& tested) { return std::string(tested.param); });

// A digital shift keeps the XOR of two points' digits, the others do not.
TEST(Sobol, ShiftKeepsXorsAndOwenDoesNot) {
  const auto xors = [](const Matrix& points) {
    std::vector<std::uint64_t> result;
    for (Index i = 1; i < points.rows(); ++i) {
      const auto a = static_cast<std::uint64_t>(points(0, 3) * 0x1.0p32);
      const auto b = static_cast<std::uint64_t>(points(i, 3) * 0x1.0p32);
      result.push_back(a ^ b);
    }
    return result;
  };
  const auto plain = xors(PointsOf("sobol", Randomised("none"), 4, 64));
  EXPECT_EQ(xors(PointsOf("sobol", Randomised("shift"), 4, 64)), plain);
  EXPECT_NE(xors(PointsOf("sobol", Randomised("linear"), 4, 64)), plain);
  EXPECT_NE(xors(PointsOf("sobol", Randomised("owen"), 4, 64)), plain);
}

// A linear scrambling has x(1) ^ x(2) ^ x(3) ^ x(0) = 0, nested coins do not.
TEST(Sobol, LinearScramblingIsLinearAndOwensIsNot) {
  const auto sum = [](const Matrix& points) {
    std::uint64_t total = 0;
    for (Index i = 0; i < 4; ++i) total ^= static_cast<std::uint64_t>(points(i, 2) * 0x1.0p52);
    return total;
  };
  EXPECT_EQ(sum(PointsOf("sobol", Randomised("linear"), 3, 4)), 0U);
  EXPECT_NE(sum(PointsOf("sobol", Randomised("owen"), 3, 4)), 0U);
}

TEST(Sobol, RandomisedPointsAreNeverZeroOrOne) {
  for (const char* how : {"shift", "linear", "owen"}) {
    const Matrix points = PointsOf("sobol", Randomised(how), 784, 64);
    EXPECT_GT(points.minCoeff(), 0);
    EXPECT_LT(points.maxCoeff(), 1);
    // Every one ends in half a last digit, so that no draw can make a 0.
    for (const double x : points.reshaped()) EXPECT_EQ(std::fmod(x * 0x1.0p53, 2), 1);
  }
}

TEST(Sobol, PresetOfTheAuthorsCode) {
  EXPECT_EQ(PointsOf("sobol", {{"preset", "yang2014"}}, 20, 100),
            PointsOf("sobol",
                     {{"direction_numbers", "joe_kuo_2003"},
                      {"skip", 1000},
                      {"leap", 700},
                      {"randomise", "linear"}},
                     20, 100));
  EXPECT_FALSE(EveryCoordinateStratified(PointsOf("sobol", {{"preset", "yang2014"}}, 20, 64)));
  EXPECT_EQ(PointsOf("digital_net", {{"preset", "yang2014"}}, 20, 100),
            PointsOf("sobol", {{"direction_numbers", "joe_kuo_5"}, {"skip", 1}, {"order", "gray"}},
                     20, 100));
  EXPECT_EQ(PointsOf("sobol", {}, 20, 100),
            PointsOf("sobol", {{"direction_numbers", "joe_kuo_6"}}, 20, 100));
}

TEST(Sobol, Limits) {
  EXPECT_EQ(FaultOf("sobol", {}, 3668, 10),
            "sequence 'sobol': the dimension is 3668; expected at most 3667");
  EXPECT_EQ(FaultOf("digital_net", {}, 3668, 10),
            "sequence 'digital_net': the dimension is 3668; expected at most 3667");
  EXPECT_EQ(
      FaultOf("digital_net", {{"preset", "yang2014"}}, 1025, 10),
      "sequence 'digital_net': the dimension is 1025; expected at most 1024 with the direction "
      "numbers joe_kuo_5");
  EXPECT_EQ(FaultOf("sobol", {{"direction_numbers", "joe_kuo_2003"}}, 1112, 10),
            "sequence 'sobol': the dimension is 1112; expected at most 1111 with the direction "
            "numbers joe_kuo_2003");
  EXPECT_THAT(FaultOf("sobol", {{"direction_numbers", "joe_kuo_7"}}, 2, 10),
              ::testing::HasSubstr("direction_numbers"));
  EXPECT_THAT(FaultOf("sobol", {{"skip", std::int64_t{4294967295}}}, 1, 2),
              ::testing::HasSubstr("pass number 2^32"));
  EXPECT_EQ(FaultOf("sobol", {{"skip", std::int64_t{4294967295}}}, 1, 1), "");
  EXPECT_THAT(FaultOf("sobol", {{"leap", 7}}, 1, 2), ::testing::HasSubstr("expected an even"));
}

// Scrambled nets integrate x_1·…·x_d far better than independent points; the mean over scramblings
// is the integral.
TEST(Sobol, OwenScramblingIsUnbiasedAndAccurate) {
  const int repetitions = 200;
  double sum = 0, squares = 0;
  for (int seed = 0; seed < repetitions; ++seed) {
    const Matrix points =
        PointsOf("sobol", Randomised("owen"), 4, 64, static_cast<std::uint64_t>(seed));
    const double error = points.rowwise().prod().mean() - 0.0625;
    sum += error;
    squares += error * error;
  }
  const double variance = squares / repetitions;
  const double independent = (std::pow(1.0 / 3, 4) - std::pow(0.25, 4)) / 64;
  EXPECT_LT(variance, independent / 20);
  EXPECT_LT(std::abs(sum / repetitions), 5 * std::sqrt(variance / repetitions));
}

}  // namespace
}  // namespace mercer
