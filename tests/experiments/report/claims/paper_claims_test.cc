#include "experiments/report/claims/paper_claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/catalogue/catalogue.h"
#include "tests/experiments/report/claims/made_claims.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using Kind = ClaimTest::Kind;
using testing::ClaimsOf;
using ::testing::HasSubstr;
using testing::Made;
using testing::Row;

TEST(ReadPaperClaims, TellsEveryFaultWithItsPointer) {
  const auto fault = [](const std::string& test) {
    return testing::FaultOf([&] { ClaimsOf(test); });
  };
  EXPECT_THAT(
      fault(R"({"in": "t", "metric": "acuracy", "compare": {"left": {"methd": "a"},
                        "right": {}, "is": "lesser"}, "statistic": "median"})"),
      ::testing::AllOf(
          HasSubstr("/claims/0/tests/0/metric: unknown metric 'acuracy'"),
          HasSubstr(
              "/claims/0/tests/0/statistic: expected 'mean', 'std' or 'reported', got 'median'"),
          HasSubstr("/claims/0/tests/0/compare/left/methd: unknown key of a cell 'methd'"),
          HasSubstr("/compare/is: expected 'less', 'greater' or 'close', got 'lesser'")));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "compare": {"left": {}, "right": {},
                        "is": "less", "factor_metric": "speed"}})"),
              HasSubstr("/compare/factor_metric: unknown metric 'speed'"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse"})"),
              HasSubstr("expected one of compare, order, slope and value, got 0"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "order": [{}]})"),
              HasSubstr("/order: expected two selectors of cells or more"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "value": {"of": {}}})"),
              HasSubstr("/value/least: expected least, most or both"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "value": {"of": {}, "least": 2, "most": 1}})"),
              HasSubstr("/value/least: expected a number up to that of most"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "share": 2, "value": {"of": 1, "most": 1}})"),
              ::testing::AllOf(HasSubstr("/share: expected a number above 0 and up to 1"),
                               HasSubstr("/value/of: ")));
}

// A share of 0 would hold with no case true, and "a > 0 · b" whatever b is.
TEST(ReadPaperClaims, RefusesATestThatCannotFail) {
  const auto fault = [](const std::string& share, const std::string& factor) {
    return testing::FaultOf([&] {
      ClaimsOf(R"({"in": "t", "metric": "rmse", "share": )" + share +
               R"(, "compare": {"left": {}, "right": {}, "is": "greater", "factor": )" + factor +
               "}}");
    });
  };
  EXPECT_THAT(fault("0", "1"), HasSubstr("/share: expected a number above 0 and up to 1"));
  EXPECT_THAT(fault("1", "0"), HasSubstr("/compare/factor: expected a number above 0"));
  EXPECT_EQ(fault("0.01", "0.01"), "accepted");
}

// The D of a cell is written 100: another text would match none, without a word.
TEST(ReadPaperClaims, SelectsByTextsAndWholeNumbers) {
  const auto fault = [](const std::string& values) {
    return testing::FaultOf([&] {
      ClaimsOf(R"({"in": "t", "metric": "rmse", "value": {"of": {"D": )" + values +
               R"(}, "most": 1}})");
    });
  };
  for (const char* value : {"100.0", "1e2", "null", "true", "{}", "[100, 100.5]", "[[100]]"})
    EXPECT_THAT(fault(value), HasSubstr("/value/of/D: expected text or a whole number, got "))
        << value;
  for (const char* value : {"100", "\"100\"", "[100, \"200\"]"})
    EXPECT_EQ(fault(value), "accepted") << value;
}

TEST(ReadPaperClaims, ASentenceIsQuotedOrOurs) {
  const testing::TemporaryFolder folder;
  const auto claim = [&](const std::string& more) {
    testing::WriteFile(folder / "claims.json",
                       R"({"claims": [{"id": "a", "text": "t", "source": "s", "why": "w", )" +
                           more + R"("tests": []}]})");
    return ReadPaperClaims(folder / "claims.json").front();
  };
  EXPECT_EQ(claim(R"("quote": "q", )").quote, "q");
  EXPECT_FALSE(claim(R"("quote": "q", )").is_ours);
  EXPECT_TRUE(claim(R"("by": "mercer", )").is_ours);
  EXPECT_THAT(testing::FaultOf([&] { claim(R"("by": "me", )"); }),
              HasSubstr("/claims/0/by: expected 'mercer'"));
  EXPECT_THAT(testing::FaultOf([&] { claim(R"("by": "mercer", "quote": "q", )"); }),
              HasSubstr("/claims/0/quote: expected either quote, the paper's words, or by"));
  EXPECT_THAT(testing::FaultOf([&] { claim(""); }),
              HasSubstr("/claims/0/quote: expected either quote"));
}

// One cell that a selector takes: the first of the values it lists, else the name given.
CellKey CellOf(const ClaimTest& test, const CellSelector& cells, std::int64_t size) {
  const auto first = [&](const std::string& key, const std::string& other) {
    for (const CellSelector* one : {&cells, &test.where})
      if (!one->Values(key).empty()) return one->Values(key).front();
    return other;
  };
  return {first("dataset", "data"), first("kernel", "kernel"), first("method", "method"),
          std::stoll(first("D", std::to_string(size)))};
}

std::vector<std::string> SizesOf(const ClaimTest& test) {
  for (const CellSelector* one : {&test.cells[0], &test.where})
    if (!one->Values("D").empty()) return one->Values("D");
  return {"10", "100", "1000"};
}

// Rows of which the test is true, or not.
std::vector<SummaryRow> RowsFor(const ClaimTest& test, bool holds) {
  std::vector<SummaryRow> rows;
  const auto add = [&](std::size_t i, std::int64_t size, double value) {
    rows.push_back(Row(CellOf(test, test.cells[i], size), value));
    rows.back().metric = test.metric;
    rows.back().measured.std = value;
    rows.back().reported.emplace();
    rows.back().reported->value = value;
  };
  const bool has_most = std::isfinite(test.most);
  const double low = has_most ? std::max(test.least, test.most - 2) : test.least;
  const double high = std::min(test.most, low + 2);
  const double middle = (low + high) / 2;
  const double beyond = has_most ? high + 1 : low - 1;
  switch (test.kind) {
    case Kind::kLess:
      add(0, 100, holds ? 0.5 * test.factor : 2 * test.factor);
      add(1, 100, 1);
      break;
    case Kind::kGreater:
      add(0, 100, holds ? 2 * test.factor : 0.5 * test.factor);
      add(1, 100, 1);
      break;
    case Kind::kClose:
      add(0, 100, test.factor * (holds ? 1 : 1 + 2 * test.tolerance));
      add(1, 100, 1);
      break;
    case Kind::kOrder:
      for (std::size_t i = 0; i < test.cells.size(); ++i)
        add(i, 100, holds ? 1. + static_cast<double>(i) : 1 / (1. + static_cast<double>(i)));
      break;
    case Kind::kSlope:
      for (const std::string& size : SizesOf(test)) {
        add(0, 1, std::pow(std::stod(size), holds ? middle : beyond));
        rows.back().cell.num_random_features = std::stoll(size);
      }
      break;
    case Kind::kValue:
      add(0, 100, holds ? middle : beyond);
      break;
  }
  if (!test.factor_metric.empty()) {
    rows.push_back(rows.back());
    rows.back().metric = test.factor_metric;
  }
  return rows;
}

class ShippedClaims : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedClaims, EachHoldsAndFailsOnMadeRecords) {
  for (const PaperClaim& claim :
       ReadPaperClaims(ShareDir() / "configs" / GetParam() / "claims.json")) {
    EXPECT_EQ(Judge(claim, {}).verdict, ClaimVerdict::kUntold) << claim.id;
    for (const ClaimTest& test : claim.tests) {
      PaperClaim alone = claim;
      alone.tests = {test};
      const Summary good = Made(RowsFor(test, true)), bad = Made(RowsFor(test, false));
      const JudgedClaim held = Judge(alone, {{test.table, &good}});
      EXPECT_EQ(held.verdict, ClaimVerdict::kHolds) << claim.id << ": " << held.why;
      const JudgedClaim failed = Judge(alone, {{test.table, &bad}});
      EXPECT_EQ(failed.verdict, ClaimVerdict::kFails) << claim.id << ": " << failed.why;
    }
  }
}

std::vector<std::string> PapersWithClaims() {
  std::vector<std::string> papers;
  for (const auto& entry : fs::directory_iterator(ShareDir() / "configs"))
    if (fs::exists(entry.path() / "claims.json"))
      papers.push_back(entry.path().filename().string());
  return papers;
}

INSTANTIATE_TEST_SUITE_P(All, ShippedClaims, ::testing::ValuesIn(PapersWithClaims()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace mercer
