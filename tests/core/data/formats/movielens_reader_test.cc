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

  DataTable Read() const {
    return ReadTable("movielens100k",
                     {{"ratings", "u.data", ratings},
                      {"users", "u.user", users},
                      {"items", "u.item", items},
                      {"genres", "u.genre", genres},
                      {"occupations", "u.occupation", occupations}},
                     {}, 0);
  }
};

std::vector<std::string> Names(const DataTable& table) {
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns) names.push_back(column.name);
  return names;
}

TEST(Movielens, OneColumnOfEachGroup) {
  const DataTable table = Files().Read();
  EXPECT_THAT(Names(table),
              ElementsAre("age 20", "age 60", "gender F", "gender M", "occupation artist",
                          "occupation writer", "area 9", "area T", "year unknown", "year 1930",
                          "year 2000", "genre unknown", "genre Action"));
  EXPECT_EQ(Dense(table), Rows({{0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1},
                                {1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1},
                                {1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0}}));
  EXPECT_THAT(Labels(table), ElementsAre(5, 1, 2));
  EXPECT_TRUE(table.x.is_sparse());
}

TEST(Movielens, AgesAndYearsAreRoundedToTheNearestTen) {
  const int ages[][2] = {{0, 0},   {4, 0},   {5, 10},  {7, 10},  {14, 10}, {15, 20},
                         {24, 20}, {25, 30}, {64, 60}, {65, 70}, {73, 70}};
  for (const auto& [age, group] : ages) {
    Files files;
    files.users = "1|" + std::to_string(age) + "|F|writer|T\n2|150|M|artist|9\n";
    const DataTable table = files.Read();
    EXPECT_THAT(Names(table)[0], "age " + std::to_string(group)) << age;
    EXPECT_THAT(Names(table)[1], "age 150");
    EXPECT_EQ(Dense(table)(1, 0), 1) << "of the first user";
  }
  const int years[][2] = {{1922, 1920}, {1924, 1920}, {1925, 1930}, {1984, 1980},
                          {1985, 1990}, {1994, 1990}, {1995, 2000}, {1998, 2000}};
  for (const auto& [year, group] : years) {
    Files files;
    files.items = "1|A|1-May-" + std::to_string(year) + "|||1|1\n2|B||||1|0\n3|C||||1|0\n";
    const DataTable table = files.Read();
    EXPECT_EQ(Names(table)[9], "year " + std::to_string(group)) << year;
    EXPECT_EQ(Dense(table)(0, 9), 1) << year;
    EXPECT_EQ(Dense(table)(1, 8), 1) << "a year that is unknown";
  }
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
