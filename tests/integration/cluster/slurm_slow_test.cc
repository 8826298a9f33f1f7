// Job arrays in a real Slurm cluster of one node, which the test starts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/background.h"
#include "tests/integration/sweeps.h"

namespace mercer {
namespace {

using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using testing::Records;
using testing::RunCommand;
using testing::SameRows;
using testing::SweepConfig;
using testing::TimelessRows;
namespace fs = std::filesystem;

/// munged, slurmctld and slurmd in a folder of their own, for as long as the object lives.
class SlurmNode {
 public:
  SlurmNode() : started_(RunCommand(Script("start"))) {}
  ~SlurmNode() { RunCommand(Script("stop")); }
  SlurmNode(const SlurmNode&) = delete;
  SlurmNode& operator=(const SlurmNode&) = delete;

  const CommandResult& started() const { return started_; }

  /// A command of Slurm, in a folder.
  CommandResult Run(const std::string& command, const fs::path& folder = "/") const {
    return RunCommand("cd " + folder.string() + " && SLURM_CONF=" +
                      (folder_ / "slurm.conf").string() + " MERCER_NO_PASSPORT=1 " + command);
  }

  /// Whether no job is left in the queue within the seconds.
  bool WaitUntilDone(int seconds) const {
    for (int i = 0; i < 2 * seconds; ++i, testing::Sleep(500)) {
      const CommandResult queue = Run("squeue -h");
      if (queue.exit_code == 0 && queue.out.empty()) return true;
    }
    return false;
  }

 private:
  std::string Script(const std::string& action) const {
    return (testing::SourceDir() / "tests/integration/cluster/slurm_node").string() + " " + action +
           " " + folder_.path().string();
  }

  testing::TemporaryFolder folder_;
  CommandResult started_;
};

class Slurm : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { node_ = new SlurmNode; }
  static void TearDownTestSuite() {
    delete node_;
    node_ = nullptr;
  }
  void SetUp() override {
    const CommandResult& started = node_->started();
    if (started.exit_code == 77) GTEST_SKIP() << started.err;
    ASSERT_EQ(started.exit_code, 0) << started.err;
  }

  /// The script for a bench as mercer slurm makes it, with its place of work.
  static std::string Script(const Bench& bench, const std::string& options) {
    const CommandResult made =
        testing::RunMercer("slurm " + bench.config() + " --out " + bench.out() + " --data " +
                           bench.data() + " " + options);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    testing::WriteFile(bench.path("job.sbatch"), made.out);
    return bench.path("job.sbatch").string();
  }

  static std::string Logs(const Bench& bench) {
    std::string text;
    for (const auto& entry : fs::directory_iterator(bench.path("")))
      if (entry.path().extension() == ".log") text += testing::ReadFile(entry.path());
    return text;
  }

  static SlurmNode* node_;
};

SlurmNode* Slurm::node_ = nullptr;

/// Trials of some tenths of a second, so that a task can be met at work.
Json SlowConfig() {
  Json config = SweepConfig(8);
  config["datasets"][0]["split"]["max_train"] = 3000;
  return config;
}

TEST_F(Slurm, AnArrayOfFourTasksOneOfThemRequeuedMakesTheRecordsOfOneProcess) {
  const Bench alone(SlowConfig()), bench(SlowConfig());
  ASSERT_EQ(alone.Run().exit_code, 0);
  const std::string script = Script(bench, "--nodes 4 --time 10:00 --memory 1");
  const CommandResult submitted = node_->Run("sbatch --parsable " + script, bench.path(""));
  ASSERT_EQ(submitted.exit_code, 0) << submitted.err;
  const std::string job = submitted.out.substr(0, submitted.out.find_first_of("\n;"));
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(100);
  const auto before = Records(bench.out());
  EXPECT_EQ(node_->Run("scontrol requeue " + job + "_1").exit_code, 0);
  EXPECT_TRUE(node_->WaitUntilDone(500)) << node_->Run("squeue").out;
  const auto after = Records(bench.out());
  for (const auto& [name, bytes] : before) EXPECT_EQ(after.at(name), bytes) << name;
  EXPECT_THAT(bench.Run().err, HasSubstr(" 0 ran now")) << "the tasks left trials\n" << Logs(bench);
  ASSERT_EQ(after.size(), 64U) << Logs(bench);
  EXPECT_TRUE(SameRows(TimelessRows(bench.out()), TimelessRows(alone.out())));
}

TEST_F(Slurm, WhatATaskThatIsCancelledLeftTheNextSubmissionDoes) {
  const Bench alone(SlowConfig()), bench(SlowConfig());
  ASSERT_EQ(alone.Run().exit_code, 0);
  const std::string script = Script(bench, "--nodes 2 --time 10:00 --memory 1");
  const CommandResult submitted = node_->Run("sbatch --parsable " + script, bench.path(""));
  ASSERT_EQ(submitted.exit_code, 0) << submitted.err;
  const std::string job = submitted.out.substr(0, submitted.out.find_first_of("\n;"));
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(100);
  EXPECT_EQ(node_->Run("scancel " + job).exit_code, 0);
  EXPECT_TRUE(node_->WaitUntilDone(60)) << "a cancelled task stays cancelled";
  const auto before = Records(bench.out());
  EXPECT_LT(before.size(), 64U);
  ASSERT_EQ(node_->Run("sbatch " + script, bench.path("")).exit_code, 0);
  EXPECT_TRUE(node_->WaitUntilDone(500));
  const auto after = Records(bench.out());
  for (const auto& [name, bytes] : before) EXPECT_EQ(after.at(name), bytes) << name;
  ASSERT_EQ(after.size(), 64U) << Logs(bench);
  EXPECT_TRUE(SameRows(TimelessRows(bench.out()), TimelessRows(alone.out())));
}

TEST_F(Slurm, ATaskThatMeetsItsLimitOfTimeGoesOnInTheQueue) {
  const Bench alone(SlowConfig()), bench(SlowConfig());
  ASSERT_EQ(alone.Run().exit_code, 0);
  const std::string script = Script(bench, "--nodes 2 --time 10:00 --memory 1");
  const CommandResult submitted = node_->Run("sbatch --parsable " + script, bench.path(""));
  ASSERT_EQ(submitted.exit_code, 0) << submitted.err;
  const std::string job = submitted.out.substr(0, submitted.out.find_first_of("\n;"));
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(100);
  // What Slurm sends by itself in the last two minutes, to the task that has the array's number.
  EXPECT_EQ(node_->Run("scancel --batch --signal=USR1 " + job + "_2").exit_code, 0);
  for (int i = 0; i < 300 && Logs(bench).find("go on with") == std::string::npos; ++i)
    testing::Sleep(100);
  EXPECT_THAT(Logs(bench), HasSubstr("go on with: mercer run"));
  EXPECT_LT(Records(bench.out()).size(), 64U);
  EXPECT_TRUE(node_->WaitUntilDone(500));
  const std::string other = testing::ReadFile(bench.path("mercer-" + job + "_1.log"));
  EXPECT_EQ(other.find("CANCELLED"), other.npos) << "one task queued the whole array again";
  ASSERT_EQ(Records(bench.out()).size(), 64U) << Logs(bench);
  EXPECT_TRUE(SameRows(TimelessRows(bench.out()), TimelessRows(alone.out())));
}

}  // namespace
}  // namespace mercer
