#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/formats/data_format.h"
#include "tests/core/data/formats/format_support.h"

namespace mercer {
namespace {

using testing::Dense;
using ::testing::ElementsAre;
using testing::FaultOf;
using testing::Labels;
using testing::Rows;

struct Files {
  std::string ratings = "2\t1\t5\t88\n1\t3\t1\t88\n1\t2\t2\t88\n";
  std::string users = "1|17|F|writer|T8H\n2|56|M|artist|94043\n";
  std::string items =
      "1|A (1995)|01-Jan-1995||http://x|0|1\n2|unknown||||1|0\n3|B|01-Jan-1929|||1|1\n";
  std::string genres = "unknown|0\nAction|1\n\n";
  std::string occupations = "artist\nwriter\n";

  DataTable Read(const Params& params = {}) const {
    return ReadTable("movielens100k",
                     {{"ratings", "u.data", ratings},
                      {"users", "u.user", users},
                      {"items", "u.item", items},
                      {"genres", "u.genre", genres},
                      {"occupations", "u.occupation", occupations}},
                     params, 0);
  }
};

TEST(Movielens, OneColumnOfEachGroup) {
  const DataTable table = Files().Read();
  // 7 ages, F M, artist writer, areas 9 T, 10 years, 2 genres.
  EXPECT_EQ(Dense(table),
            Rows({{0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1},
                  {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1},
                  {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}}));
  EXPECT_THAT(Labels(table), ElementsAre(5, 1, 2));
  EXPECT_TRUE(table.x.is_sparse());
  EXPECT_EQ(table.columns[6].name, "age 56+");
  EXPECT_EQ(table.columns[10].name, "occupation writer");
  EXPECT_EQ(table.columns[12].name, "area T");
  EXPECT_EQ(table.columns[24].name, "genre Action");
}

TEST(Movielens, BracketsAndYearsBeginWhereTheyShould) {
  const int brackets[][2] = {{0, 0},  {17, 0}, {18, 1}, {24, 1}, {25, 2}, {34, 2}, {35, 3},
                             {44, 3}, {45, 4}, {49, 4}, {50, 5}, {55, 5}, {56, 6}, {73, 6}};
  for (const auto& [age, bracket] : brackets) {
    Files files;
    files.users = "1|" + std::to_string(age) + "|F|writer|T\n2|1|M|artist|9\n";
    EXPECT_EQ(Dense(files.Read())(1, bracket), 1) << age;
  }
  const int years[][2] = {{1915, 1}, {1922, 1}, {1929, 1}, {1930, 2}, {1949, 3},
                          {1950, 4}, {1969, 5}, {1970, 6}, {1989, 7}, {1990, 8},
                          {1994, 8}, {1995, 9}, {1998, 9}};
  for (const auto& [year, group] : years) {
    Files files;
    files.items = "1|A|1-May-" + std::to_string(year) + "|||1|1\n2|B||||1|0\n3|C||||1|0\n";
    EXPECT_EQ(Dense(files.Read())(0, 13 + group), 1) << year;
  }
}

TEST(Movielens, YearsByDecadeHaveAllOfTheNinetiesInOneColumn) {
  const Params decades = {{"years", "decades"}};
  // Of 1995, without a year, and of 1929; the 1910s, that no film is of, have a column too.
  const DataTable table = Files().Read(decades);
  EXPECT_EQ(Dense(table),
            Rows({{0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1},
                  {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1},
                  {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}}));
  EXPECT_EQ(table.columns[14].name, "year 1910s");
  EXPECT_EQ(table.columns[22].name, "year 1990s");
  const int years[][2] = {{1890, 1}, {1919, 1}, {1920, 2}, {1929, 2}, {1930, 3}, {1979, 7},
                          {1980, 8}, {1989, 8}, {1990, 9}, {1994, 9}, {1995, 9}, {2001, 9}};
  for (const auto& [year, group] : years) {
    Files files;
    files.items = "1|A|1-May-" + std::to_string(year) + "|||1|1\n2|B||||1|0\n3|C||||1|0\n";
    EXPECT_EQ(Dense(files.Read(decades))(0, 13 + group), 1) << year;
  }
  EXPECT_EQ(Dense(Files().Read({{"years", "halved_nineties"}})), Dense(Files().Read()));
  EXPECT_EQ(FaultOf([] {
              Files().Read({{"years", "decade"}});
            }),
            "format 'movielens100k': years is decade; expected one of halved_nineties, decades");
}

TEST(Movielens, SaysWhereAndWhatWasExpected) {
  const auto fault = [](const auto& change) {
    Files files;
    change(files);
    return FaultOf([&] { files.Read(); });
  };
  EXPECT_EQ(fault([](Files& f) { f.ratings += "3\t1\t5\t1\n"; }),
            "u.data, line 4, column 1: expected a user from 1 to 2, got '3'");
  EXPECT_EQ(fault([](Files& f) { f.ratings = "1\t4\t5\t1\n"; }),
            "u.data, line 1, column 3: expected an item from 1 to 3, got '4'");
  EXPECT_EQ(fault([](Files& f) { f.ratings = "1\t1\t6\t1\n"; }),
            "u.data, line 1, column 5: expected a rating from 1 to 5, got '6'");
  EXPECT_EQ(fault([](Files& f) { f.ratings = "1\t1\t5\n"; }),
            "u.data, line 1, column 1: expected 4 fields between tabs, got '1\\x091\\x095'");
  EXPECT_EQ(fault([](Files& f) { f.ratings = "\n"; }),
            "u.data holds no rows; expected at least one");
  EXPECT_EQ(fault([](Files& f) { f.users = "2|1|F|writer|T\n"; }),
            "u.user, line 1, column 1: expected an id from 1 to 1, got '2'");
  EXPECT_EQ(fault([](Files& f) { f.users = "1|x|F|writer|T\n"; }),
            "u.user, line 1, column 3: expected an age from 0 to 150, got 'x'");
  EXPECT_EQ(fault([](Files& f) { f.users = "1|1|X|writer|T\n"; }),
            "u.user, line 1, column 5: expected M or F, got 'X'");
  EXPECT_EQ(fault([](Files& f) { f.users = "1|1|F|cook|T\n"; }),
            "u.user, line 1, column 7: expected an occupation of the list, got 'cook'");
  EXPECT_EQ(fault([](Files& f) { f.users = "1|1|F|writer|\n"; }),
            "u.user, line 1, column 14: expected a zip code, got ''");
  EXPECT_EQ(fault([](Files& f) { f.items = "1|A|May|||1|1\n"; }),
            "u.item, line 1, column 5: expected a date that ends in its year, as 01-Jan-1995, got "
            "'May'");
  EXPECT_EQ(fault([](Files& f) { f.items = "1|A||||1|2\n"; }),
            "u.item, line 1, column 10: expected 0 or 1, got '2'");
  EXPECT_EQ(fault([](Files& f) { f.items = "1|A||||1\n"; }),
            "u.item, line 1, column 1: expected 7 fields between |, got '1|A||||1'");
  EXPECT_EQ(fault([](Files& f) { f.genres = "unknown\n"; }),
            "u.genre, line 1, column 1: expected 2 fields between |, got 'unknown'");
  EXPECT_EQ(fault([](Files& f) { f.occupations = ""; }),
            "u.occupation holds no names; expected at least one");
}

}  // namespace
}  // namespace mercer
