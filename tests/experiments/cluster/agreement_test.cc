#include "experiments/cluster/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/run/small_experiment.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Json;
using testing::SmallConfig;

RankStatement Statement() {
  RankStatement statement;
  statement.facts = {{"build", "b1"}, {"config of 'x'", "c1"}, {"data of 'd'", "d1"}};
  statement.node = "n";
  statement.cores = {0, 1, 2, 3};
  return statement;
}

TEST(Agreement, AllMustHaveTheSame) {
  std::vector<RankStatement> ranks(3, Statement());
  EXPECT_EQ(Disagreement(ranks), "");
  ranks[2].facts[1].second = "c2";
  EXPECT_EQ(Disagreement(ranks),
            "rank 2 differs from rank 0 in the config of 'x': 'c2' there, 'c1' on rank 0; expected "
            "the same on every rank");
  ranks[1].facts[2].second = "";
  EXPECT_THAT(Disagreement(ranks),
              HasSubstr("rank 1 differs from rank 0 in the data of 'd': nothing there, 'd1' on"));
}

TEST(Agreement, OneMoreOrLessIsADifference) {
  std::vector<RankStatement> ranks(2, Statement());
  ranks[1].facts.emplace_back("config of 'y'", "c");
  EXPECT_THAT(Disagreement(ranks), HasSubstr("rank 1 differs from rank 0 in the config of 'y'"));
  std::swap(ranks[0], ranks[1]);
  EXPECT_THAT(Disagreement(ranks), HasSubstr("rank 1 differs from rank 0 in the config of 'y'"));
}

TEST(Agreement, AFaultIsNamedWithItsRank) {
  std::vector<RankStatement> ranks(3, Statement());
  ranks[1].fault = "no file 'c.json'";
  EXPECT_EQ(Disagreement(ranks), "rank 1 cannot work: no file 'c.json'");
  ranks[0].fault = "no file 'c.json' at all";
  EXPECT_EQ(Disagreement(ranks), "no file 'c.json' at all");
}

TEST(Agreement, StatementsAreReadAsWritten) {
  RankStatement statement = Statement();
  statement.fault = "a \"fault\"";
  statement.jobs = 3;
  const RankStatement read = ReadStatement(WriteStatement(statement));
  EXPECT_EQ(read.fault, statement.fault);
  EXPECT_EQ(read.facts, statement.facts);
  EXPECT_EQ(read.node, statement.node);
  EXPECT_EQ(read.cores, statement.cores);
  EXPECT_EQ(read.jobs, 3U);
  EXPECT_THAT(testing::FaultOf([] { ReadStatement("{}"); }), HasSubstr("another program"));
}

std::string Share(const std::vector<RankStatement>& ranks, std::size_t rank) {
  const MachineShare share = ShareOf(ranks, rank);
  return std::to_string(share.first) + " of " + std::to_string(share.on_cores) + ", " +
         std::to_string(share.trials) + " in all";
}

TEST(Agreement, RanksOfAMachineShareIt) {
  std::vector<RankStatement> ranks(4, Statement());
  ranks[1].node = "other";
  ranks[2].jobs = 2;
  EXPECT_EQ(Share(ranks, 0), "0 of 4, 4 in all");
  EXPECT_EQ(Share(ranks, 1), "0 of 1, 1 in all");
  EXPECT_EQ(Share(ranks, 2), "1 of 4, 4 in all");
  EXPECT_EQ(Share(ranks, 3), "3 of 4, 4 in all");
  // The launcher has bound this one to a core of its own.
  ranks[3].cores = {5};
  EXPECT_EQ(Share(ranks, 0), "0 of 3, 4 in all");
  EXPECT_EQ(Share(ranks, 3), "0 of 1, 4 in all");
}

TEST(Agreement, FactsTellConfigSettingsAndDataApart) {
  const testing::TemporaryFolder folder;
  const Catalogue catalogue(folder / "data");
  const auto facts = [&](const Json& config, RunOptions options = {}) {
    return FactsOf({testing::ParseExperiment(config, catalogue)}, catalogue, options, "1.0");
  };
  const auto usual = facts(SmallConfig());
  EXPECT_EQ(facts(SmallConfig()), usual);
  for (const auto& [what, value] : usual) EXPECT_NE(value, "") << what;
  const auto differs_in = [&](const auto& other) {
    std::string names;
    for (std::size_t i = 0; i < std::max(usual.size(), other.size()); ++i) {
      if (i >= usual.size() || i >= other.size() || usual[i] != other[i])
        names += (i < other.size() ? other[i].first : "less") + "; ";
    }
    return names;
  };
  Json limits = SmallConfig();
  limits["limits"] = {{"seconds", 5}};
  EXPECT_EQ(differs_in(facts(limits)), "config of 'test/small' (sha256 of its text); ");
  RunOptions timeout;
  timeout.timeout_seconds = 5;
  EXPECT_EQ(differs_in(facts(SmallConfig(), timeout)), "limits of a trial (--timeout, --memory); ");
  Json seed = SmallConfig();
  seed["seed"] = 8;
  EXPECT_EQ(differs_in(facts(seed)),
            "config of 'test/small' (sha256 of its text); trials of 'test/small' (sha256); ");
  RunOptions options;
  options.settings = {{"repetitions", "2"}};
  EXPECT_EQ(differs_in(facts(SmallConfig(), options)),
            "config of 'test/small' (sha256 of its text); ");
}

}  // namespace
}  // namespace mercer
