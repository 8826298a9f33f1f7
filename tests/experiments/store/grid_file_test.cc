#include "experiments/store/grid_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/sha256.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

std::optional<GridFile> Read(Json json) {
  json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
  return ReadGridText(json.dump(), "grid.json");
}

TEST(GridText, AListOfOtherThingsThanNamesIsDamage) {
  const auto read = [](const Json& trials) {
    Json json = {{"schema", 1}, {"experiment", "test/small"}};
    if (!trials.is_null()) json["trials"] = trials;
    return Read(json);
  };
  using List = std::vector<Json>;
  ASSERT_TRUE(read(List{"a", "b"}));
  EXPECT_EQ(read(List{"a", "b"})->trials, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(read(List{}));
  EXPECT_FALSE(read(List{"a", "b", "a"}));
  EXPECT_FALSE(read(List{"a", 1}));
  EXPECT_FALSE(read(List{""}));
  EXPECT_FALSE(read({{"0", "a"}}));
  EXPECT_FALSE(read(nullptr));
}

TEST(GridText, TalliesComeBack) {
  const GridFile grid{
      "test/small", {"a", "b"}, {{"run1", {7, 0x0123456789abcdef}}, {"r2", {0, 0}}}};
  EXPECT_EQ(ReadGridText(WriteGridText(grid), "grid.json"), grid);
}

TEST(GridText, TalliesOfAnotherFormAreDamage) {
  const auto read = [](const char* records) {
    return Read({{"schema", 1},
                 {"experiment", "test/small"},
                 {"trials", Json::array()},
                 {"records", Json::parse(records)}});
  };
  EXPECT_TRUE(read(R"({"run": {"lines": 7, "checksum": "0123456789abcdef"}})"));
  EXPECT_TRUE(read("{}"));
  for (const char* records : {"[]", "7", R"({"run": 7})", R"({"run": {"lines": 7}})",
                              R"({"run": {"lines": -7, "checksum": "0123456789abcdef"}})",
                              R"({"run": {"lines": "7", "checksum": "0123456789abcdef"}})",
                              R"({"run": {"lines": 7, "checksum": "0123"}})"})
    EXPECT_FALSE(read(records)) << records;
}

TEST(GridText, AnotherSchemaVersionIsRefusedByName) {
  EXPECT_EQ(testing::Message([] {
              Read({{"schema", 2}, {"trials", Json::array()}});
            }),
            "'grid.json' has schema version 2, this program reads and writes version 1: choose "
            "another --out folder");
}

}  // namespace
}  // namespace mercer
