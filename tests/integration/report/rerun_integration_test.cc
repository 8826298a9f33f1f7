// tools/rerun in a small tree of its own, with a config and a results folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/integration/report/script_tree.h"
#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::Not;
using testing::ReadFile;
using testing::RunCommand;
using testing::WriteFile;
namespace fs = std::filesystem;

/// A git repository with tools/rerun, configs/test/quick.json and results of one repetition of its
/// method rm.
class Rerun : public testing::ScriptTree {
 protected:
  Rerun() : ScriptTree("rerun") {
    WriteFile(config_file(), testing::QuickConfig().dump(1));
    const CommandResult run =
        testing::RunMercer("run '" + config_file().string() + "' --out '" + published().string() +
                           "' --repetitions 1 --only method=rm" + RunOptions());
    EXPECT_EQ(run.exit_code, 0) << run.err;
    Commit();
  }

  fs::path config_file() const { return top() / "configs/test/quick.json"; }
  fs::path published() const { return top() / "results/test/quick"; }
  fs::path scratch() const { return top() / "results/scratch/test/quick"; }

  std::string RunOptions() const {
    return " --no-passport --data '" + (folder_ / "data").string() + "'";
  }

  /// `run_options` go to `mercer run`.
  CommandResult RunAgain(const std::string& arguments = "",
                         const std::string& run_options = "") const {
    return RunScript(arguments + " -- " + run_options + RunOptions());
  }

  /// The one context of a results folder, with other values and settings.
  static void ChangeContext(const fs::path& folder, const Json& values, const Json& set) {
    const fs::path file = *fs::directory_iterator(folder / "context");
    Json context = Json::parse(ReadFile(file));
    context.update(values);
    context["settings"]["set"] = set;
    WriteFile(file, context.dump(1));
  }

  static std::string Ids(const fs::path& folder) {
    return RunCommand("cut -d, -f3 '" + (folder / "trials.csv").string() + "' | sort").out;
  }
};

TEST_F(Rerun, RunsTheRecordedTrialsAgain) {
  const CommandResult result = RunAgain();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("test/quick: done in 0:00:0"));
  EXPECT_EQ(Ids(scratch()), Ids(published()));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch() / "context"), {}), 1);
  const CommandResult diff =
      testing::RunMercer("diff '" + published().string() + "' '" + scratch().string() + "'");
  EXPECT_EQ(diff.exit_code, 0) << diff.out;

  // Nothing is left to run: no run adds a context.
  EXPECT_EQ(RunAgain().exit_code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch() / "context"), {}), 1);
}

// What a run was asked for counts less than what it recorded: it may have been interrupted.
TEST_F(Rerun, RunsAsManyRepetitionsAsAreRecorded) {
  ChangeContext(published(), {{"ended", nullptr}}, {"repetitions=2"});
  const CommandResult result = RunAgain();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(Ids(scratch()), Ids(published()));
}

TEST_F(Rerun, TheSettingsOfTheLastRunCountAndTheShortestSweepIsFirst) {
  const fs::path other = top() / "results/test/a_longer";
  Json config = testing::QuickConfig();
  config["experiment"] = "test/a_longer";
  WriteFile(top() / "configs/test/a_longer.json", config.dump(1));
  fs::copy(published(), other, fs::copy_options::recursive);
  ChangeContext(other, {{"experiment", "test/a_longer"}, {"ended", "2038-01-01T00:00:00Z"}}, {});
  const fs::path first = *fs::directory_iterator(other / "context");
  fs::copy_file(first, other / "context/later.json");
  Json later = Json::parse(ReadFile(first));
  later["started"] = "2037-01-01T00:00:00Z";
  later["settings"]["set"] = {"methods.1.D=[30]"};
  WriteFile(other / "context/later.json", later.dump(1));
  Commit();
  const CommandResult result = RunAgain();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_LT(result.out.find("test/quick: done"), result.out.find("test/a_longer: done"));
  EXPECT_THAT(Ids(top() / "results/scratch/test/a_longer"),
              AllOf(HasSubstr("rm-d30-r0"), Not(HasSubstr("rm-d50"))));
}

TEST_F(Rerun, FullRunsEveryTrialOfTheConfig) {
  const CommandResult result = RunAgain("tree/results/test/quick --full --at-once 2");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string ids = Ids(scratch());
  for (const std::string method : {"exact-r0", "exact-r1", "rm-d50-r0", "rm-d50-r1", "h01-d20-r0"})
    EXPECT_THAT(ids, HasSubstr(method));
}

TEST_F(Rerun, ChangesOutsideResultsAreRefused) {
  WriteFile(top() / "new.md", "not committed\n");
  const CommandResult refused = RunAgain();
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("the tree has changes outside results/"), HasSubstr("?? new.md")));
  EXPECT_FALSE(fs::exists(scratch()));
}

TEST_F(Rerun, AFailedSweepIsNamedWithItsOutput) {
  const CommandResult failed = RunAgain("", "--threads none");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out,
              HasSubstr("test/quick: not finished; see results/scratch/test/quick.txt\n"));
  EXPECT_THAT(failed.err, HasSubstr("1 of 1 sweeps failed or were not finished"));
  EXPECT_THAT(ReadFile(scratch().string() + ".txt"), HasSubstr("--threads"));
}

TEST_F(Rerun, AFolderWithoutItsConfigIsRefused) {
  const CommandResult empty = RunAgain("tree/tools");
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_THAT(empty.err, HasSubstr("no file in its context/; expected a results folder"));
  Git("rm -q configs/test/quick.json");
  Git("commit -q -m removed");
  const CommandResult removed = RunAgain();
  EXPECT_EQ(removed.exit_code, 1);
  EXPECT_THAT(removed.err, HasSubstr("its experiment is test/quick; expected one of configs/"));
}

// Ctrl-C in a terminal, which signals every process of the group.
TEST_F(Rerun, AnInterruptEndsTheSweepsInOrder) {
  Json config = testing::QuickConfig();
  config["repetitions"] = 4000;  // minutes
  WriteFile(config_file(), config.dump(1));
  Git("commit -q -a -m long");
  const CommandResult stopped =
      RunCommand("cd '" + top().string() +
                 "' && MERCER_PROGRAM='" MERCER_BINARY "' timeout -s INT 5 tools/rerun --full --" +
                 RunOptions());
  EXPECT_EQ(stopped.exit_code, 124) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("test/quick: not finished; see "));
  EXPECT_THAT(stopped.err, HasSubstr("1 of 1 sweeps failed or were not finished"));
  const std::string log = ReadFile(scratch().string() + ".txt");
  EXPECT_EQ(log.find("go on with: "), log.rfind("go on with: "));
  EXPECT_THAT(log, HasSubstr("go on with: "));
  EXPECT_TRUE(fs::exists(scratch() / "trials.csv")) << "the tables of what is finished";
}

}  // namespace
}  // namespace mercer
