#include "experiments/json/parse_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "experiments/json/regular_file.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// "where: message" of every fault of a text.
std::vector<std::string> FaultsOf(const std::string& text, Comments comments = Comments::kRefused) {
  Faults faults;
  const auto value = ParseJson(text, faults, comments);
  std::vector<std::string> said;
  for (const JsonFault& fault : faults.Take()) said.push_back(fault.where + ": " + fault.message);
  EXPECT_EQ(ParseJson(text, comments).has_value(), said.empty());
  return said;
}

std::string Nested(std::size_t depth) {
  return std::string(depth, '[') + "1" + std::string(depth, ']');
}

std::string RefusalOf(const std::string& text) {
  try {
    RequireJson(text, "a.json");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(ParseJson, MakesWhatTheLibraryMakesOfIt) {
  for (const std::string text :
       {R"({"b": [1, -2, 3.5, 1e-320, true, null, "é\n\u0041"], "a": {"c": {}, "d": []}, "": ""})",
        "[]", "7", "\"x\"", " null ", "18446744073709551615", "-9223372036854775808",
        "99999999999999999999", "[[[1], 2], {\"a\": [{\"b\": 1}, {\"b\": 2}]}]"}) {
    const auto value = ParseJson(text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(value->dump(), OrderedJson::parse(text).dump()) << text;
  }
}

TEST(ParseJson, NamesLineAndColumnOfWhatIsNoJson) {
  EXPECT_THAT(FaultsOf("{\n  \"a\" 5\n}"),
              ElementsAre(AllOf(StartsWith("line 2, column 7: the text is not JSON: unexpected "),
                                HasSubstr("expected ':'"))));
  EXPECT_THAT(FaultsOf(""), ElementsAre(StartsWith("line 1, column 1: ")));
  EXPECT_THAT(FaultsOf("[1,\n"), ElementsAre(StartsWith("line 2, column 1: ")));
  EXPECT_THAT(FaultsOf("[1] 2"), ElementsAre(HasSubstr("expected end of input")));
  EXPECT_THAT(RefusalOf("[1,\n 2 3]"),
              StartsWith("a.json, line 2, column 4: expected JSON, got a syntax error while "));
}

TEST(ParseJson, ATrailingCommaIsCalledOne) {
  EXPECT_THAT(FaultsOf("{\n \"a\": [1, 2 ,\n ],\n \"b\": 3\n}"),
              ElementsAre("line 2, column 13: expected no trailing comma, got one before ']'"));
  EXPECT_THAT(FaultsOf("{\"a\": \"b,\", // c\n /* d, */ }", Comments::kIgnored),
              ElementsAre("line 1, column 11: expected no trailing comma, got one before '}'"));
  EXPECT_EQ(RefusalOf("[1,]"),
            "a.json, line 1, column 3: expected no trailing comma, got one before ']'");
  EXPECT_THAT(FaultsOf("[\",\" ,, 1]"), ElementsAre(HasSubstr("unexpected ','")));
  EXPECT_THAT(FaultsOf("{\"a\": }"), ElementsAre(HasSubstr("unexpected '}'")));
  EXPECT_THAT(FaultsOf("{\"a,\"}"), ElementsAre(HasSubstr("unexpected '}'")));
}

TEST(ParseJson, CommentsAreIgnoredWhereAsked) {
  const std::string text = "[1, /* two */ 2] // three";
  EXPECT_THAT(FaultsOf(text, Comments::kIgnored), ElementsAre());
  EXPECT_THAT(FaultsOf(text), ElementsAre(HasSubstr("the text is not JSON")));
}

TEST(ParseJson, AKeyWrittenTwiceIsAFaultAndItsLastValueStands) {
  Faults faults;
  const auto value = ParseJson(
      R"({"a": [{"x": 0}, {"b/c": 1, "d": 2, "b/c": 3, "e": {"f": 1, "f": 2}}], "a": 7})", faults);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->dump(), R"({"a":7})");
  EXPECT_EQ(FormatFaults("a.json", faults.Take()),
            "a.json: 3 faults\n"
            "  /a/1/b~1c: key 'b/c' is written twice; expected once\n"
            "  /a/1/e/f: key 'f' is written twice; expected once\n"
            "  /a: key 'a' is written twice; expected once");
  EXPECT_EQ(RefusalOf(R"({"a": 1, "a": 2})"),
            "a.json: /a: key 'a' is written twice; expected once");
}

TEST(ParseJson, AnObjectOfManyKeysTakesNoLongerForEach) {
  constexpr int kKeys = 200'000;
  std::string text = "{";
  for (int i = 0; i < kKeys; ++i) text += "\"" + std::to_string(i) + "\":0,";
  const double start = ProcessCpuSeconds();
  const auto value = ParseJson(text + "\"last\":0}");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->size(), kKeys + 1);
  EXPECT_THAT(FaultsOf(text + "\"77\":0}"),
              ElementsAre("/77: key '77' is written twice; expected once"));
  // A look through all keys at each one takes minutes.
  EXPECT_LT(ProcessCpuSeconds() - start, 20);
}

TEST(ParseJson, NestingHasALimit) {
  EXPECT_TRUE(ParseJson(Nested(kDeepestJson)));
  const std::string told = "lists and objects nest deeper than 100 levels; expected a few";
  EXPECT_THAT(FaultsOf(Nested(kDeepestJson + 1)), ElementsAre(": " + told));
  EXPECT_THAT(FaultsOf(Nested(1'000'000)), ElementsAre(": " + told));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(RefusalOf(objects), "a.json: " + told);
  EXPECT_NO_THROW(RequireJson(Nested(1000), "a.json", 1000));
}

TEST(ParseJson, ANumberThatNoDoubleHoldsIsRefusedInWords) {
  EXPECT_THAT(FaultsOf("{\n \"a\": 1e400}"),
              ElementsAre("line 2, column 7: expected a number below 1.8e308, got '1e400'"));
  EXPECT_EQ(RefusalOf("[-2e999]"),
            "a.json, line 1, column 2: expected a number below 1.8e308, got '-2e999'");
  EXPECT_EQ(*ParseJson("1e-400"), 0.0);
}

TEST(ParseJson, WhatIsShownOfALongTextIsShort) {
  const std::string endless = "\"" + std::string(100'000, 'x');
  EXPECT_LT(RefusalOf(endless).size(), 400U);
  EXPECT_LT(RefusalOf(std::string(100'000, '9') + "e999").size(), 400U);
  EXPECT_LT(RefusalOf("{" + endless + "\":1," + endless + "\":1}").size(), 100'200U);
}

TEST(ParseJson, TextsOfOneObjectMayBeTakenAsTheyAreRead) {
  std::string taken;
  const TextSink sink{"record", [&](const std::string& key, const std::string& text) {
                        taken += key + "=" + text + ";";
                      }};
  const auto value = ParseJson(
      R"({"a": "b", "record": {"c": "d\n", "e": 7, "f": "", "g": {"h": "i"}}, "list": ["j"],
          "k": {"record": {"l": "m"}}})",
      sink);
  ASSERT_TRUE(value);
  EXPECT_EQ(taken, "c=d\n;f=;");
  EXPECT_EQ(value->dump(), R"({"a":"b","record":{"e":7,"g":{"h":"i"}},"list":["j"],)"
                           R"("k":{"record":{"l":"m"}}})");
  EXPECT_FALSE(ParseJson(R"({"record": {"a": "b")", sink));
}

TEST(ParseConfigJson, SortsKeysAndMakesWholeNumbersIntegers) {
  Faults faults;
  const auto value = ParseConfigJson(R"({"b": [5.0, 5e2, 2.5], "a": 1e300} // note)", faults);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->dump(), R"({"a":1e+300,"b":[5,500,2.5]})");
}

TEST(ReadJsonFile, NamesThePathAndCollectsFaults) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "a.json", R"({"a": 1, "a": 2})");
  Faults faults;
  EXPECT_EQ(ReadJsonFile(folder / "a.json", faults).dump(), R"({"a":2})");
  EXPECT_EQ(faults.said(), 1U);
  EXPECT_THROW(ReadJsonFile(folder / "absent.json", faults), InvalidInput);
}

}  // namespace
}  // namespace mercer
