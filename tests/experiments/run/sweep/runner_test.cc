#include "experiments/run/sweep/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "experiments/run/machine/system_facts.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Column;
using testing::CountFiles;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using testing::Listener;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;
using ::testing::UnorderedElementsAre;
namespace fs = std::filesystem;

TEST(Runner, EveryTrialOfTheGridIsARowInItsOrder) {
  SmallRun run;
  const RunSummary summary = run.Run(SmallConfig());
  EXPECT_EQ(summary.ran, 6U);
  EXPECT_EQ(summary.ok, 6U);
  const auto rows = run.Rows();
  EXPECT_THAT(Column(rows, "method"), ElementsAre("exact", "exact", "rm", "rm", "h01", "h01"));
  EXPECT_THAT(Column(rows, "repetition"), ElementsAre("0", "1", "0", "1", "0", "1"));
  EXPECT_THAT(Column(rows, "D"), ElementsAre("", "", "20", "20", "10", "10"));
  EXPECT_THAT(Column(rows, "output_dim"), ElementsAre("", "", "20", "20", "19", "19"));
  EXPECT_THAT(Column(rows, "n_train"), Each("150"));
  EXPECT_THAT(Column(rows, "n_test"), Each("12810"));
  EXPECT_THAT(Column(rows, "input_dim"), Each("8"));
  EXPECT_THAT(Column(rows, "metric"), Each("accuracy"));
  EXPECT_THAT(Column(rows, "instruction_set"), Each(InstructionSet()));
  for (const ResultRecord& row : rows) {
    EXPECT_EQ(row.Text("value"), row.Text("accuracy"));
    EXPECT_NEAR(*row.Number("accuracy") + *row.Number("error_rate"), 1, 1e-12);
    // The rarer half of nursery's classes never holds more than half of the rows.
    EXPECT_GT(*row.Number("accuracy"), 0.6) << row.Text("trial_id");
    EXPECT_THAT(row.Text("message"), HasSubstr("labels: "));
    EXPECT_GT(*row.Number("fit_s"), 0);
  }
  EXPECT_EQ(CountFiles(run.out() / "context"), 1U);
}

// A machine that slows down in the course of hours must not slow down one method.
TEST(Runner, MethodsTakeTurns) {
  SmallRun run;
  Listener listener;
  run.Run(SmallConfig(), {}, &listener);
  const auto rows = run.Rows();
  std::vector<std::string> expected;
  for (const std::size_t i : {0, 2, 4, 1, 3, 5}) expected.push_back(rows[i].Text("trial_id"));
  EXPECT_EQ(listener.started, expected);
}

TEST(Runner, SameSeedSameRecords) {
  SmallRun first, second;
  first.Run(SmallConfig());
  second.Run(SmallConfig());
  EXPECT_EQ(Timeless(first.Rows()), Timeless(second.Rows()));
  Json other = SmallConfig();
  other["seed"] = 8;
  SmallRun third;
  third.Run(other);
  EXPECT_NE(third.Rows()[2].Text("features_hash"), first.Rows()[2].Text("features_hash"));
}

TEST(Runner, TwoThreadsGiveTheSameBits) {
  SmallRun one, two;
  one.Run(SmallConfig());
  RunOptions options;
  options.threads = 2;
  two.Run(SmallConfig(), options);
  EXPECT_THAT(Column(two.Rows(), "threads"), Each("2"));
  EXPECT_THAT(one.Rows()[2].Text("features_hash"), SizeIs(16));
  EXPECT_EQ(Timeless(one.Rows(), {"threads"}), Timeless(two.Rows(), {"threads"}));
}

TEST(Runner, RepetitionsDrawAnew) {
  SmallRun run;
  run.Run(SmallConfig());
  const auto rows = run.Rows();
  EXPECT_NE(rows[2].Text("features_hash"), rows[3].Text("features_hash"));
  EXPECT_NE(rows[2].Text("split_seed"), rows[3].Text("split_seed"));
  EXPECT_EQ(rows[2].Text("label_seed"), rows[3].Text("label_seed"));
}

TEST(Runner, FinishedTrialsAreKept) {
  SmallRun run;
  run.Run(SmallConfig());
  const std::string before = testing::ReadFile(run.out() / "trials.csv");
  Listener listener;
  const RunSummary summary = run.Run(SmallConfig(), {}, &listener);
  EXPECT_EQ(summary.ran, 0U);
  EXPECT_EQ(summary.kept, 6U);
  EXPECT_EQ(summary.ok, 6U);
  EXPECT_THAT(listener.started, IsEmpty());
  EXPECT_EQ(testing::ReadFile(run.out() / "trials.csv"), before);
  EXPECT_EQ(CountFiles(run.out() / "context"), 1U) << "nothing ran, so nothing is to be told";
}

TEST(Runner, OnlyWhatIsMissingOrDamagedRuns) {
  SmallRun run;
  run.Run(SmallConfig());
  const auto whole = run.Rows();
  testing::RemoveRecord(run.out(), whole[1].Text("trial_id"));
  testing::DamageRecord(run.out(), whole[4].Text("trial_id"));
  Listener listener;
  const RunSummary summary = run.Run(SmallConfig(), {}, &listener);
  EXPECT_EQ(listener.totals, std::pair(std::size_t{6}, std::size_t{2}));
  EXPECT_THAT(listener.started,
              UnorderedElementsAre(whole[1].Text("trial_id"), whole[4].Text("trial_id")));
  EXPECT_THAT(summary.problems, ElementsAre(HasSubstr("damaged")));
  EXPECT_EQ(Timeless(run.Rows()), Timeless(whole));
}

TEST(Runner, WhatStandsAtTheEndIsTold) {
  SmallRun run;
  Listener listener;
  std::vector<std::string> ended;
  listener.on_end = [&](const ResultRecord& record) {
    ended.push_back(record.Text("trial_id"));
    if (ended.size() < 6) return;
    testing::RemoveRecord(run.out(), ended[0]);
    testing::EditLines(run.out(), ended[1], [](const std::string&) { return "{}\n"; });
  };
  const RunSummary summary = run.Run(SmallConfig(), {}, &listener);
  EXPECT_EQ(summary.ran, 6U);
  EXPECT_EQ(summary.ok, 4U);
  EXPECT_EQ(summary.rows, 4U);
  EXPECT_THAT(summary.gone, UnorderedElementsAre(ended[0], ended[1]));
  const RunSummary again = run.Run(SmallConfig());
  EXPECT_EQ(again.ran, 2U);
  EXPECT_EQ(again.ok, 6U);
  EXPECT_THAT(again.gone, IsEmpty());
}

TEST(Runner, WhomItWaitsForIsTold) {
  SmallRun run;
  ResultStore other(run.out(), "test/small", "other");
  const std::string id = run.Plan(SmallConfig())[2].trial.id;
  ASSERT_TRUE(other.Claim(id));
  ASSERT_TRUE(other.Claim("trials.csv"));
  Listener listener;
  std::vector<std::size_t> ended;
  std::vector<std::optional<int>> processes;
  listener.on_waiting = [&](std::optional<int> process) {
    processes.push_back(process);
    ended.push_back(listener.started.size());
    other.Release(processes.size() == 1 ? id : "trials.csv");
  };
  EXPECT_EQ(run.Run(SmallConfig(), {}, &listener).ok, 6U);
  EXPECT_THAT(listener.waits, ElementsAre(id)) << "once, and not for the table";
  EXPECT_THAT(processes, ElementsAre(getpid(), getpid()));
  EXPECT_THAT(ended, ElementsAre(5U, 6U)) << "when nothing else is left";
}

TEST(Runner, LeftoversBesideTheDataAreRemoved) {
  SmallRun run;
  const fs::path left = run.out().parent_path() / "data" / "nursery" / ".partial-a.123-0";
  testing::WriteFile(left, "half");
  testing::WriteFile(left.parent_path() / "a.part", "to go on with");
  run.Run(SmallConfig());
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(left.parent_path() / "a.part"));
}

TEST(Runner, RecordsOfAnEarlierConfigStayButAreNotListed) {
  SmallRun run;
  run.Run(SmallConfig());
  Json config = SmallConfig();
  config["repetitions"] = 1;
  RunSummary summary = run.Run(config);
  EXPECT_EQ(summary.ran, 0U);
  EXPECT_EQ(summary.kept, 3U);
  EXPECT_EQ(summary.unlisted, 3U);
  EXPECT_THAT(run.Rows(), SizeIs(3));
  summary = run.Run(SmallConfig());
  EXPECT_EQ(summary.kept, 6U) << "going back costs nothing";
}

TEST(Runner, OnlySomeTrials) {
  SmallRun run;
  RunOptions options;
  options.only = {{"method", "h01"}};
  EXPECT_EQ(run.Run(SmallConfig(), options).ran, 2U);
  EXPECT_THAT(Column(run.Rows(), "method"), ElementsAre("h01", "h01"));
  options.only = {{"method", "rm"}, {"repetition", "1"}};
  EXPECT_EQ(run.Run(SmallConfig(), options).ran, 1U);
  EXPECT_THAT(Column(run.Rows(), "method"), ElementsAre("rm", "h01", "h01"));
}

TEST(Runner, PlanningWritesNothing) {
  SmallRun run;
  EXPECT_THAT(run.Plan(SmallConfig()), SizeIs(6));
  EXPECT_FALSE(fs::exists(run.out()));
}

TEST(Runner, WhatIsAskedWronglyIsRefusedBeforeAFolderIsMade) {
  SmallRun run;
  RunOptions options;
  options.retry = {"fialed"};
  EXPECT_THROW(run.Run(SmallConfig(), options), InvalidInput);
  options = {};
  options.only = {{"method", "rn"}};
  EXPECT_THROW(run.Run(SmallConfig(), options), InvalidInput);
  EXPECT_FALSE(fs::exists(run.out()));
}

// Two of nursery's 12,960 rows are "recommend": with this seed the training parts hold neither.
Json ConfigWithFailures() {
  Json config = SmallConfig();
  Json dataset = config["datasets"][0];
  dataset["labels"] = {{"name", "class_vs_rest"}, {"class", "recommend"}};
  dataset["preprocess"] = {"minmax"};
  config["datasets"] = {dataset, config["datasets"][0]};
  return config;
}

TEST(Runner, AFailedTrialIsARowAndTheRestGoesOn) {
  SmallRun run;
  const RunSummary summary = run.Run(ConfigWithFailures());
  EXPECT_EQ(summary.failed, 6U);
  EXPECT_EQ(summary.ok, 6U);
  const auto rows = run.Rows();
  ASSERT_THAT(rows, SizeIs(12));
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(rows[i].Text("status"), "failed");
    EXPECT_THAT(rows[i].Text("message"), HasSubstr("class"));
    EXPECT_EQ(rows[i].Text("value"), "");
    EXPECT_EQ(rows[i].Text("dataset"), "nursery");
    EXPECT_EQ(rows[i + 6].Text("status"), "ok");
  }
}

TEST(Runner, FailedTrialsRunAgainOnlyWhenAsked) {
  SmallRun run;
  run.Run(ConfigWithFailures());
  RunSummary summary = run.Run(ConfigWithFailures());
  EXPECT_EQ(summary.ran, 0U);
  EXPECT_EQ(summary.failed, 6U) << "what failed before still counts";
  RunOptions options;
  options.retry = {"failed"};
  summary = run.Run(ConfigWithFailures(), options);
  EXPECT_EQ(summary.ran, 6U);
  EXPECT_EQ(summary.kept, 6U);
}

TEST(Runner, ADataSetThatIsNotThereIsSkippedWithTheCommandThatGetsIt) {
  SmallRun run;
  Json config = SmallConfig();
  Json dataset = config["datasets"][0];
  dataset["name"] = "cod-rna";
  dataset.erase("encode");
  dataset.erase("labels");
  config["datasets"] = {dataset, config["datasets"][0]};
  const RunSummary summary = run.Run(config);
  EXPECT_EQ(summary.skipped, 6U);
  EXPECT_EQ(summary.ok, 6U);
  EXPECT_EQ(summary.failed, 0U);
  const auto rows = run.Rows();
  ASSERT_THAT(rows, SizeIs(12));
  EXPECT_EQ(rows[0].Text("status"), "skipped");
  EXPECT_THAT(rows[0].Text("message"), HasSubstr("mercer data fetch cod-rna"));
  EXPECT_EQ(run.Run(config).ran, 0U) << "still not there";
}

TEST(Runner, ASkippedTrialRunsOnceItsDataAreThere) {
  SmallRun run;
  run.Run(SmallConfig());
  const auto rows = run.Rows();
  const std::string id = rows[0].Text("trial_id");
  testing::ChangeRecord(run.out(), id, [](ResultRecord& skipped, std::string& identity) {
    skipped.SetText("status", "skipped");
    identity = "made without its data";
  });
  const RunSummary summary = run.Run(SmallConfig());
  EXPECT_EQ(summary.ran, 1U);
  EXPECT_THAT(summary.stale, IsEmpty());
  EXPECT_EQ(Timeless(run.Rows()), Timeless(rows));
}

TEST(Runner, TooLargeATrialIsSkippedWithBothNumbers) {
  SmallRun run;
  Json config = SmallConfig();
  config["limits"] = {{"memory_gib", 1e-4}};
  config["methods"][1]["D"] = {5000};
  const RunSummary summary = run.Run(config);
  EXPECT_EQ(summary.failed, 0U);
  const auto rows = run.Rows();
  EXPECT_EQ(rows[2].Text("status"), "skipped");
  EXPECT_THAT(rows[2].Text("message"), AllOf(HasSubstr("GiB"), HasSubstr("0.0001 GiB")));
  EXPECT_EQ(rows[2].Text("fit_s"), "");
}

// 8 columns: 16 features are two whole blocks, 20 are not.
TEST(Runner, WhatAMapSaysOfItsDrawIsAWarning) {
  SmallRun run;
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["kernels"] = Json::parse(R"([{"name": "anova", "order": 2}])");
  config["methods"] = Json::parse(R"([
    {"id": "sc", "map": {"name": "signed_circulant_kernel"}, "D": [16, 20],
     "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}}])");
  EXPECT_EQ(run.Run(config).ok, 2U);
  const auto rows = run.Rows();
  EXPECT_THAT(rows[0].Text("warnings"), Not(HasSubstr("signed_circulant_kernel")));
  EXPECT_THAT(rows[1].Text("warnings"),
              HasSubstr("signed_circulant_kernel: D = 20 is not a multiple of d = 8"));
}

TEST(Runner, GramErrorsNeedNoLearner) {
  SmallRun run;
  const Json config = Json::parse(R"({
    "experiment": "test/gram", "seed": 3, "repetitions": 2,
    "datasets": [{"name": "unit_ball", "n": 40, "d": 6}],
    "kernels": [{"name": "polynomial", "degree": 2, "offset": 1}],
    "methods": [{"id": "rm", "map": {"name": "random_maclaurin"}, "D": [10, 4000]}],
    "metrics": ["gram_mean_abs"], "gram": {"rows": 0, "pairs": "i<=j"}})");
  EXPECT_EQ(run.Run(config).ok, 4U);
  const auto rows = run.Rows();
  for (const ResultRecord& row : rows) {
    EXPECT_EQ(row.Text("metric"), "gram_mean_abs");
    EXPECT_EQ(row.Text("value"), row.Text("gram_mean_abs"));
    EXPECT_EQ(row.Text("gram_pairs"), "820");
    EXPECT_EQ(row.Text("accuracy"), "");
    EXPECT_LE(*row.Number("gram_mean_abs"), *row.Number("gram_max_abs"));
    EXPECT_THAT(row.Text("dataset"), HasSubstr("d=6"));
  }
  // 400 times the features: errors fall twentyfold on average; a tenth leaves room for chance.
  EXPECT_LT(*rows[2].Number("value"), *rows[0].Number("value") / 10);
  EXPECT_NE(rows[0].Text("value"), rows[1].Text("value"));
}

// The runs of one point set measure on the same points: a map without randomness tells them apart
// from the runs of another set.
TEST(Runner, OnePointSetServesSeveralRepetitions) {
  SmallRun run;
  const Json config = Json::parse(R"({
    "experiment": "test/sets", "seed": 3, "repetitions": 4,
    "datasets": [{"name": "unit_ball", "n": 20, "d": 6, "law": "gaussian", "pool": 60,
                  "runs_per_set": 2}],
    "kernels": [{"name": "polynomial", "degree": 3, "offset": 1}],
    "methods": [{"id": "linear", "map": {"name": "monomials", "max_degree": 1}},
                {"id": "rm", "map": "random_maclaurin", "D": 50}],
    "metrics": ["gram_mean_abs"]})");
  EXPECT_EQ(run.Run(config).ok, 8U);
  std::map<std::string, std::vector<ResultRecord>> rows;
  for (const ResultRecord& row : run.Rows()) rows[row.Text("method")].push_back(row);
  for (const auto& [method, of] : rows) {
    ASSERT_EQ(of.size(), 4U);
    for (std::size_t r = 0; r < 4; ++r) {
      EXPECT_EQ(of[r].Text("point_set"), std::to_string(r / 2));
      EXPECT_THAT(of[r].Text("dataset"), HasSubstr("pool=60"));
    }
  }
  const auto value = [&](const char* method, std::size_t r) {
    return rows[method][r].Text("value");
  };
  EXPECT_EQ(value("linear", 0), value("linear", 1));
  EXPECT_EQ(value("linear", 2), value("linear", 3));
  EXPECT_NE(value("linear", 0), value("linear", 2));
  EXPECT_NE(value("rm", 0), value("rm", 1));
  EXPECT_EQ(rows["linear"][0].Text("D"), "");
  EXPECT_EQ(rows["linear"][0].Text("output_dim"), "7");
}

}  // namespace
}  // namespace mercer
