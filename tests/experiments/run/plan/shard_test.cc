#include "experiments/run/plan/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/base/error.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::FaultOf;
using ::testing::HasSubstr;
using testing::Json;
using testing::Listener;
using ::testing::SizeIs;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;

EnvironmentReader Environment(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const std::string& name) {
    const auto it = variables.find(name);
    return it == variables.end() ? std::string() : it->second;
  };
}

std::string Parsed(const std::string& text, std::map<std::string, std::string> variables = {}) {
  return ShardText(ParseShard(text, Environment(std::move(variables))));
}

std::string Fault(const std::string& text, std::map<std::string, std::string> variables = {}) {
  return FaultOf([&] { ParseShard(text, Environment(std::move(variables))); });
}

TEST(Shard, IsIOfN) {
  EXPECT_EQ(Parsed("1/1"), "1/1");
  EXPECT_EQ(Parsed("3/12"), "3/12");
  for (const char* text :
       {"0/3", "4/3", "1/0", "x", "", "1", "1/", "/3", "-1/3", "1/3/5", "1 /3", "+1/3", "1/3x",
        "1/99999999999", "99999999999/99999999999", "1/2000000", "auto/", "auto/x", "automatic"}) {
    EXPECT_THAT(Fault(text), AllOf(HasSubstr("--shard is '" + std::string(text) + "'"),
                                   HasSubstr("expected i/n")))
        << text;
  }
}

TEST(Shard, AutoIsTheTaskOfASlurmArray) {
  std::map<std::string, std::string> slurm = {{"SLURM_ARRAY_TASK_ID", "7"},
                                              {"SLURM_ARRAY_TASK_MIN", "3"},
                                              {"SLURM_ARRAY_TASK_MAX", "9"},
                                              {"SLURM_ARRAY_TASK_STEP", "2"},
                                              {"SLURM_ARRAY_TASK_COUNT", "4"}};
  EXPECT_EQ(Parsed("auto", slurm), "3/4");
  slurm["SLURM_ARRAY_TASK_COUNT"] = "3";  // --array=3,7,9
  EXPECT_THAT(Fault("auto", slurm), HasSubstr("leaves out numbers from 3 to 9"));
  slurm["SLURM_ARRAY_TASK_ID"] = "10";
  EXPECT_THAT(Fault("auto", slurm), HasSubstr("does not fit"));
  slurm.erase("SLURM_ARRAY_TASK_MIN");
  EXPECT_THAT(Fault("auto", slurm), HasSubstr("does not fit"));
}

TEST(Shard, AutoIsTheTaskOfAnSgeArray) {
  std::map<std::string, std::string> sge = {{"SGE_TASK_ID", "4"},
                                            {"SGE_TASK_FIRST", "1"},
                                            {"SGE_TASK_LAST", "5"},
                                            {"SGE_TASK_STEPSIZE", "1"}};
  EXPECT_EQ(Parsed("auto", sge), "4/5");
  sge["SGE_TASK_ID"] = "undefined";
  EXPECT_THAT(Fault("auto", sge), HasSubstr("no task of a job array"));
  EXPECT_THAT(Fault("auto"), HasSubstr("no task of a job array"));
}

TEST(Shard, PbsDoesNotTellTheSizeOfTheArray) {
  for (const char* variable : {"PBS_ARRAY_INDEX", "PBS_ARRAYID"}) {
    EXPECT_EQ(Parsed("auto/4", {{variable, "3"}}), "3/4");
    EXPECT_THAT(Fault("auto", {{variable, "3"}}), HasSubstr("expected auto/n"));
    EXPECT_THAT(Fault("auto/4", {{variable, "5"}}), HasSubstr("the task 5; expected i/n"));
    EXPECT_THAT(Fault("auto/4", {{variable, "0"}}), HasSubstr("the task 0; expected i/n"));
  }
}

TEST(Shard, AutoOfNTakesTheNumberOfATaskByItself) {
  EXPECT_EQ(Parsed("auto/4", {{"SLURM_ARRAY_TASK_ID", "2"},
                              {"SLURM_ARRAY_TASK_MIN", "2"},
                              {"SLURM_ARRAY_TASK_MAX", "2"},
                              {"SLURM_ARRAY_TASK_COUNT", "1"}}),
            "2/4");
}

Trial Named(const std::string& id, const std::string& tuned_by = "",
            const std::string& timed_by = "") {
  Trial trial;
  trial.id = id;
  trial.tuned_by = tuned_by;
  trial.timed_by = timed_by;
  return trial;
}

TEST(Shard, EachTrialIsInOneThatDoesNotDependOnTheOthers) {
  std::vector<Trial> some, more;
  for (int i = 0; i < 300; ++i) some.push_back(Named("trial-" + std::to_string(i)));
  more = some;
  for (int i = 0; i < 50; ++i) more.insert(more.begin(), Named("other-" + std::to_string(i)));
  for (const int count : {1, 2, 7}) {
    const auto shards = AssignShards(some, count), among_more = AssignShards(more, count);
    std::map<int, int> sizes;
    for (const auto& [id, shard] : shards) {
      ++sizes[shard];
      EXPECT_EQ(among_more.at(id), shard) << id;
    }
    EXPECT_THAT(sizes, SizeIs(count));
    for (const auto& [shard, size] : sizes) {
      EXPECT_TRUE(shard >= 1 && shard <= count);
      // Binomial: five standard deviations of at most sqrt(300 / count) each.
      EXPECT_NEAR(size, 300.0 / count, 5 * std::sqrt(300.0 / count));
    }
  }
  // Part of what a sweep that began with shards relies on.
  EXPECT_EQ(AssignShards({Named("trial-0")}, 1000).at("trial-0"), 646);
}

TEST(Shard, TrialsThatNeedEachOtherStayTogether) {
  std::vector<Trial> trials;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    trials.push_back(Named("tuning" + n));
    trials.push_back(Named("exact" + n, "tuning" + n));
    trials.push_back(Named("rm" + n, "tuning" + n));
    trials.push_back(Named("timed" + n, "", "exact" + n));
    trials.push_back(Named("own-tuning" + n));
    trials.push_back(Named("both" + n, "own-tuning" + n, "exact" + n));
  }
  const auto shards = AssignShards(trials, 7);
  std::set<int> used;
  for (const Trial& trial : trials) {
    used.insert(shards.at(trial.id));
    for (const std::string& needed : {trial.tuned_by, trial.timed_by})
      EXPECT_TRUE(needed.empty() || shards.at(trial.id) == shards.at(needed)) << trial.id;
  }
  EXPECT_THAT(used, SizeIs(7));
}

TEST(Shard, RunsMakeTheRecordsOfOneRun) {
  Json config = SmallConfig();
  config["repetitions"] = 4;
  SmallRun whole, parts;
  whole.Run(config);
  std::size_t ran = 0;
  for (int index = 1; index <= 3; ++index) {
    RunOptions options;
    options.shard = {index, 3};
    const RunSummary summary = parts.Run(config, options);
    EXPECT_EQ(summary.kept, 0U) << "each trial is in one shard";
    EXPECT_EQ(summary.unlisted, 0U);
    EXPECT_EQ(summary.failed, 0U);
    ran += summary.ran;
    EXPECT_THAT(parts.Rows(), SizeIs(ran)) << "of the other shards, too";
  }
  EXPECT_EQ(ran, 12U);
  EXPECT_EQ(Timeless(parts.Rows()), Timeless(whole.Rows()));
}

TEST(Shard, IsThatOfTheWholeGrid) {
  const Json config = SmallConfig();
  SmallRun run;
  std::set<std::string> in_shard;
  RunOptions options;
  options.shard = {1, 2};
  for (const PlannedTrial& planned : run.Plan(config, options)) in_shard.insert(planned.trial.id);
  options.only = {{"method", "rm"}};
  for (const PlannedTrial& planned : run.Plan(config, options))
    EXPECT_TRUE(in_shard.contains(planned.trial.id)) << planned.trial.id;
}

}  // namespace
}  // namespace mercer
