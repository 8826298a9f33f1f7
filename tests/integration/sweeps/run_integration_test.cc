// `mercer run` from a config to its table.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <filesystem>

#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using testing::QuickConfig;
namespace fs = std::filesystem;

TEST(Run, MakesTheResultsAndPrintsTheirTable) {
  const Bench bench(QuickConfig());
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("test/quick"), HasSubstr("Nursery"), HasSubstr("h01")));
  EXPECT_THAT(result.err, HasSubstr("6/6 ok nursery polynomial h01 D=20 rep 1 acc 0."));
  for (const char* file : {"trials.csv", "summary.csv", "report.md"})
    EXPECT_TRUE(fs::exists(fs::path(bench.out()) / file)) << file;
  const CommandResult again = bench.Run();
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.out, result.out);
  EXPECT_THAT(again.err, HasSubstr("0 ran now, 6 kept"));
}

TEST(Run, TheDefaultFolderIsNamedAfterTheExperiment) {
  const Bench bench(QuickConfig());
  const CommandResult result =
      testing::RunCommand("cd " + bench.path("").string() + " && " + MERCER_BINARY +
                          " run config.json --data data --repetitions 1 --only method=h01");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(fs::exists(bench.path("results/scratch/test/quick/trials.csv")));
}

TEST(Run, ADryRunListsTheTrialsAndWritesNothing) {
  const Bench bench(QuickConfig());
  const CommandResult result = bench.Run("--dry-run --only method=rm");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "nursery polynomial rm D=50 rep 0\nnursery polynomial rm D=50 rep 1\n"
            "test/quick: 2 of 2 trials would run\n");
  EXPECT_FALSE(fs::exists(bench.out()));
}

TEST(Run, SettingsReachTheTrialsAndTheContext) {
  const Bench bench(QuickConfig());
  const CommandResult result =
      bench.Run("--set methods.1.learner.cost=0.5 --repetitions 1 --only method=rm --threads 2");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(testing::ReadFile(fs::path(bench.out()) / "trials.csv"), HasSubstr("cost=0.5"));
  const fs::directory_iterator contexts(fs::path(bench.out()) / "context");
  EXPECT_THAT(testing::ReadFile(contexts->path()),
              AllOf(HasSubstr("methods.1.learner.cost=0.5"), HasSubstr("repetitions=1")));
}

TEST(Run, TrialsRunOnTheCoresThatAreGiven) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  int core = 0;
  while (CPU_ISSET(core, &allowed) == 0) ++core;
  const std::string one = std::to_string(core), cores = "--repetitions 1 --only method=rm --cores ";
  const Bench bench(QuickConfig());
  const CommandResult result = bench.Run(cores + one);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const fs::directory_iterator contexts(fs::path(bench.out()) / "context");
  EXPECT_EQ(Json::parse(testing::ReadFile(contexts->path()))["settings"]["cores"], one);
  const CommandResult few = bench.Run(cores + one + " --threads 2");
  EXPECT_EQ(few.exit_code, 2);
  EXPECT_THAT(few.err, HasSubstr("run: --cores " + one + " are too few"));
  EXPECT_EQ(bench.Run(cores + "none").exit_code, 2);
}

TEST(Run, SeveralConfigsShareOneOutFolder) {
  const Bench bench(QuickConfig());
  Json other = QuickConfig();
  other["experiment"] = "test/other";
  testing::WriteFile(bench.path("other.json"), other.dump());
  const CommandResult result =
      bench.Run(bench.path("other.json").string() + " --repetitions 1 --only method=h01");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(fs::exists(fs::path(bench.out()) / "test/quick/trials.csv"));
  EXPECT_TRUE(fs::exists(fs::path(bench.out()) / "test/other/trials.csv"));
}

TEST(Run, AFailedTrialGivesExitOneAndTheRestRuns) {
  Json config = QuickConfig();
  Json dataset = config["datasets"][0];
  // Two rows of 12,960 have this class; the small training part misses both.
  dataset["labels"] = {{"name", "class_vs_rest"}, {"class", "recommend"}};
  dataset["split"] = {{"train_fraction", 0.5}, {"max_train", 20}};
  config["datasets"].push_back(dataset);
  const Bench bench(config);
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("6 ok, 6 failed, 0 skipped"));
  EXPECT_THAT(result.err, HasSubstr("12/12 failed"));
}

TEST(Run, ADataSetThatIsNotThereGivesExitZeroForTheRest) {
  Json config = QuickConfig();
  Json dataset = config["datasets"][0];
  dataset["name"] = "ijcnn1";
  dataset.erase("encode");
  dataset.erase("labels");
  config["datasets"].push_back(dataset);
  const Bench bench(config);
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("6 ok, 0 failed, 6 skipped"));
  EXPECT_THAT(result.err, HasSubstr("mercer data fetch ijcnn1"));
}

TEST(Run, TheShippedQuickConfigRunsWithoutAnyDownload) {
  const Bench bench(QuickConfig());
  const CommandResult result = testing::RunMercer(
      "run " + (testing::SourceDir() / "configs/kar2012/nursery.json").string() + " --out " +
      bench.out() + " --data " + bench.data() + " --repetitions 1 --only kernel=polynomial");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("ours"), HasSubstr("paper"), HasSubstr("99.9")));
}

}  // namespace
}  // namespace mercer
