// mercer run over the ranks of a real mpirun.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "tests/integration/cluster/ranks.h"

namespace mercer {
namespace {

using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using testing::MercerRun;
using testing::Mpirun;
using testing::Records;
using testing::SameRows;
using testing::SweepConfig;
using testing::TimelessRows;
namespace fs = std::filesystem;

class Ranks : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = testing::NoRanks(); !why.empty()) GTEST_SKIP() << why;
  }
};

/// Trials of a second or so: there is time to kill a rank that is at one.
Json SlowConfig() {
  Json config = testing::QuickConfig();
  config["repetitions"] = 4;
  config["datasets"][0]["split"]["max_train"] = 6000;
  config["methods"].erase(2);
  config["methods"][0]["learner"]["cost"] = {1, 10};
  return config;
}

TEST_F(Ranks, MakeTheRecordsOfOneProcess) {
  const Bench alone(SweepConfig(3)), two(SweepConfig(3)), four(SweepConfig(3));
  ASSERT_EQ(alone.Run().exit_code, 0);
  const auto records = TimelessRows(alone.out());
  ASSERT_EQ(records.size(), 24U);
  for (const auto& [ranks, bench] : {std::pair("2", &two), std::pair("4", &four)}) {
    const CommandResult run = Mpirun("-n " + std::string(ranks) + " " + MercerRun(*bench));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("24 ok, 0 failed, 0 skipped; 24 ran now, 0 kept"));
    EXPECT_TRUE(SameRows(TimelessRows(bench->out()), records)) << ranks << " ranks";
    const std::string context =
        testing::ReadFile(fs::directory_iterator(fs::path(bench->out()) / "context")->path());
    EXPECT_THAT(context, HasSubstr("\"ranks\": " + std::string(ranks)));
  }
}

TEST_F(Ranks, TimesBesideOtherTrialsAreNotValid) {
  const Bench bench(SweepConfig(2));
  ASSERT_EQ(Mpirun("-n 2 " + MercerRun(bench)).exit_code, 0);
  int valid = 0;
  for (const auto& [name, text] : Records(bench.out()))
    valid += text.find("\"timing_valid\":\"true\"") != text.npos ? 1 : 0;
  // Only a trial that no other was beside, as the last may be.
  EXPECT_LE(valid, 2);
}

TEST_F(Ranks, OneAloneRunsAsWithout) {
  const Bench bench(testing::QuickConfig());
  const CommandResult run = Mpirun("-n 1 " + MercerRun(bench));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(TimelessRows(bench.out()).size(), 6U);
}

TEST_F(Ranks, NeedNoSharedFolder) {
  if (!testing::MayUnshare()) GTEST_SKIP() << "no private mounts here";
  const Bench alone(SweepConfig(2)), apart(SweepConfig(2));
  ASSERT_EQ(alone.Run().exit_code, 0);
  fs::create_directories(apart.out());
  // What such a rank wrote below its results folder would be gone with it.
  const std::string private_run =
      "unshare -m sh -c 'mount -t tmpfs tmpfs " + apart.out() + " && " + MercerRun(apart) + "'";
  const CommandResult run = Mpirun("-n 1 " + MercerRun(apart) + " : -n 2 " + private_run);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("16 ran now"));
  EXPECT_TRUE(SameRows(TimelessRows(apart.out()), TimelessRows(alone.out())));
}

TEST_F(Ranks, ARankThatIsKilledCostsItsTrialWhichRunsElsewhere) {
  const Bench alone(SlowConfig()), bench(SlowConfig());
  ASSERT_EQ(alone.Run().exit_code, 0);
  const std::string log = bench.path("log").string();
  const std::string command =
      "MERCER_RANK_TIMEOUT=3 " +
      testing::MpirunCommand("--enable-recovery -n 3 " + MercerRun(bench, "--json-log " + log));
  auto run = std::async(std::launch::async, [&] { return testing::RunCommand(command); });
  EXPECT_TRUE(testing::KillRankAtWork(2, bench));
  const CommandResult result = run.get();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("rank 2, which ran it, is gone: it was silent for 3 s"));
  EXPECT_THAT(result.err, HasSubstr("12 ok, 0 failed, 0 skipped; 12 ran now"));
  const std::string events = testing::ReadFile(log);
  EXPECT_NE(events.find("trial_lost"), events.npos);
  EXPECT_EQ(events.find("trial_lost"), events.rfind("trial_lost")) << "one trial, once";
  EXPECT_TRUE(SameRows(TimelessRows(bench.out()), TimelessRows(alone.out())));
}

TEST_F(Ranks, WhereTheLauncherEndsAllTheNextRunGoesOn) {
  const Bench alone(SlowConfig()), bench(SlowConfig());
  ASSERT_EQ(alone.Run().exit_code, 0);
  auto run = std::async(std::launch::async, [&] { return Mpirun("-n 3 " + MercerRun(bench)); });
  for (int i = 0; i < 1500 && Records(bench.out()).empty(); ++i) testing::Sleep(10);
  EXPECT_TRUE(testing::KillRankAtWork(1, bench));
  EXPECT_NE(run.get().exit_code, 0);
  const auto before = Records(bench.out());
  EXPECT_GE(before.size(), 1U);
  EXPECT_LT(before.size(), 12U);
  const CommandResult rest = Mpirun("-n 2 " + MercerRun(bench));
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_THAT(rest.err, HasSubstr(std::to_string(before.size()) + " kept"));
  const auto after = Records(bench.out());
  for (const auto& [name, bytes] : before) EXPECT_EQ(after.at(name), bytes) << name;
  EXPECT_TRUE(SameRows(TimelessRows(bench.out()), TimelessRows(alone.out())));
}

TEST_F(Ranks, EndThemselvesWhereRank0IsKilled) {
  const Bench bench(SlowConfig());
  auto run = std::async(std::launch::async, [&] {
    return testing::RunCommand(
        "MERCER_RANK_TIMEOUT=3 " +
        testing::MpirunCommand("--enable-recovery -n 3 " + MercerRun(bench)));
  });
  EXPECT_TRUE(testing::KillRankAtWork(0, bench));
  const CommandResult result = run.get();
  for (const char* rank : {"rank 1", "rank 2"})
    EXPECT_THAT(result.err, HasSubstr(std::string(rank) + ": rank 0 is gone"));
  for (int rank = 0; rank < 3; ++rank)
    EXPECT_TRUE(testing::FindProcesses(rank, "worker", bench.config()).empty());
}

TEST_F(Ranks, AreRefusedWhereTheirConfigsDiffer) {
  const Bench one(SweepConfig(2)), other(SweepConfig(3));
  const CommandResult run = Mpirun("-n 2 " + MercerRun(one) + " : -n 1 " + MercerRun(other));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err,
              HasSubstr("mercer: rank 2 differs from rank 0 in the config of 'test/quick'"));
  EXPECT_FALSE(fs::exists(one.out()));
  EXPECT_FALSE(fs::exists(other.out()));
  const CommandResult set =
      Mpirun("-n 1 " + MercerRun(one) + " : -n 1 " + MercerRun(one, "--set seed=12"));
  EXPECT_EQ(set.exit_code, 2);
  EXPECT_THAT(set.err, HasSubstr("rank 1 differs from rank 0 in the config of 'test/quick'"));
}

TEST_F(Ranks, AreRefusedWhereTheirDataDiffer) {
  if (!testing::MayUnshare()) GTEST_SKIP() << "no private mounts here";
  Json config = testing::QuickConfig();
  config["datasets"] = Json::parse(
      R"([{"path": "rows.csv", "split": {"train_fraction": 0.5}, "preprocess": ["minmax"]}])");
  const Bench bench(config);
  std::string rows;
  for (int i = 0; i < 60; ++i)
    rows +=
        std::to_string(i % 2) + "," + std::to_string(i) + "," + std::to_string(i * i % 7) + "\n";
  testing::WriteFile(bench.path("rows.csv"), rows);
  testing::WriteFile(bench.path("other.csv"), rows + "1,3,4\n");
  const std::string other = "unshare -m sh -c 'mount --bind " + bench.path("other.csv").string() +
                            " " + bench.path("rows.csv").string() + " && " + MercerRun(bench) + "'";
  const CommandResult run = Mpirun("-n 1 " + MercerRun(bench) + " : -n 1 " + other);
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_THAT(run.err, HasSubstr("mercer: rank 1 differs from rank 0 in the data of"));
  EXPECT_FALSE(fs::exists(bench.out()));
  EXPECT_EQ(Mpirun("-n 2 " + MercerRun(bench)).exit_code, 0);
}

TEST_F(Ranks, AFaultIsSaidOnceOrWithItsRank) {
  const Bench bench(SweepConfig(2));
  const CommandResult all = Mpirun("-n 3 " + MercerRun(bench, "--no-such-option"));
  EXPECT_EQ(all.exit_code, 2);
  EXPECT_EQ(all.err.find("unknown option"), all.err.rfind("unknown option")) << all.err;
  fs::copy_file(bench.config(), bench.path("gone.json"));
  const CommandResult one = Mpirun("-n 1 " + MercerRun(bench) + " : -n 1 " + MERCER_BINARY +
                                   " run none.json --data " + bench.data());
  EXPECT_EQ(one.exit_code, 2);
  EXPECT_THAT(one.err, HasSubstr("rank 1 cannot work: none.json: 1 fault"));
  EXPECT_FALSE(fs::exists(bench.out()));
}

// In any build: the launcher's variables are enough.
TEST(RanksWithoutMpi, AreRefused) {
  if (MpiSession::IsBuilt()) GTEST_SKIP() << "a build with MPI";
  const Bench bench(testing::QuickConfig());
  const CommandResult run =
      testing::RunCommand("OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 " + MercerRun(bench));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("this build of mercer has no MPI"));
  EXPECT_FALSE(fs::exists(bench.out()));
}

}  // namespace
}  // namespace mercer
