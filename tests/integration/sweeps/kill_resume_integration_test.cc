#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <random>

#include "tests/integration/background.h"
#include "tests/integration/sweeps.h"
#include "tests/support/sanitized.h"

namespace mercer {
namespace {

using testing::Background;
using testing::Bench;
using ::testing::HasSubstr;
using testing::Json;
using testing::QuickConfig;
using testing::Records;
using testing::SameRows;
using testing::SweepConfig;
using testing::TimelessRows;
namespace fs = std::filesystem;

TEST(KillAndResume, NothingIsLostRunTwiceOrChanged) {
  const Bench undisturbed(SweepConfig()), killed(SweepConfig());
  ASSERT_EQ(undisturbed.Run().exit_code, 0);
  const auto expected = TimelessRows(undisturbed.out());
  ASSERT_EQ(expected.size(), 48U);

  std::mt19937 moments(20120705);
  std::map<std::string, std::string> before;
  int cut_short = 0;
  for (int i = 0; i < 15; ++i) {
    Background run({"run", killed.config(), "--out", killed.out(), "--data", killed.data()});
    testing::Sleep(20 + static_cast<int>(moments() % 150));
    run.Signal(SIGKILL);
    run.Wait();
    const auto now = Records(killed.out());
    for (const auto& [id, line] : before) {
      const auto it = now.find(id);
      ASSERT_NE(it, now.end()) << id << " was finished and is gone after kill " << i;
      ASSERT_EQ(it->second, line) << id << " was finished and ran again";
    }
    before = now;
    cut_short += now.size() < expected.size() ? 1 : 0;
  }
  EXPECT_GE(cut_short, 3) << "the kills came too late to test anything";
  const auto end = killed.Run();
  ASSERT_EQ(end.exit_code, 0) << end.err;
  for (const auto& [id, line] : before) EXPECT_EQ(Records(killed.out()).at(id), line);
  EXPECT_TRUE(SameRows(TimelessRows(killed.out()), expected));
  int halves = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(killed.out()) / "trials")) {
    const std::string text = testing::ReadFile(entry.path());
    halves += text.empty() || text.back() == '\n' ? 0 : 1;
  }
  EXPECT_LE(testing::CountDiscarded(killed.out()), halves) << "nothing is stale or ran twice";
  for (const auto& entry : fs::recursive_directory_iterator(killed.out())) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name.front() != '.' || name == ".claims") << entry.path();
  }
}

/// One trial that LIBSVM is at for many seconds.
Json LongConfig() {
  Json config = QuickConfig();
  config["experiment"] = "test/long";
  config["repetitions"] = 3;
  config["datasets"][0]["split"] = {{"train_fraction", 0.9}, {"max_train", 0}};
  config["datasets"][0]["labels"] =
      Json::parse(R"({"name": "class_vs_rest", "class": "priority"})");
  config["kernels"][0] = {{"name", "polynomial"}, {"degree", 2}, {"offset", 0}};
  config["methods"] = Json::parse(
      R"([{"id": "rm", "map": {"name": "random_maclaurin"}, "D": [2],
           "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1e-4,
                       "bias": 1}},
          {"id": "exact", "learner": {"name": "libsvm", "cost": 1e7}}])");
  return config;
}

// A worker that held the run's file would keep its lock where the run is killed: half a line would
// be taken for one that is being written.
TEST(KillAndResume, NoWorkerHoldsTheFileOfRecords) {
  for (const std::string isolation : {"fork", "exec"}) {
    const Bench bench(LongConfig());
    const Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data(),
                          "--isolation", isolation});
    // The second trial was started with the file open and a thread that syncs it.
    for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(50);
    const std::size_t expected = isolation == "fork" ? 2 : 1;
    for (int i = 0; i < 600 && run.Children().size() < expected; ++i) testing::Sleep(10);
    testing::Sleep(200);
    const std::vector<pid_t> workers = run.Children();
    ASSERT_GE(workers.size(), expected) << isolation;
    const auto records_files_of = [](pid_t process) {
      int count = 0;
      std::error_code ignored;
      for (const auto& open : fs::directory_iterator("/proc/" + std::to_string(process) + "/fd"))
        count +=
            fs::read_symlink(open.path(), ignored).parent_path().filename() == "trials" ? 1 : 0;
      return count;
    };
    EXPECT_EQ(records_files_of(run.pid()), 1) << isolation;
    for (const pid_t worker : workers) EXPECT_EQ(records_files_of(worker), 0) << isolation;
  }
}

// Under a sanitizer the program itself takes seconds to end.
constexpr double kPromptSeconds = testing::kSanitized ? 20 : 2.5;

class Interrupts : public ::testing::TestWithParam<int> {};

TEST_P(Interrupts, StopsAtOnceAndTellsHowToGoOn) {
  const Bench bench(LongConfig());
  const fs::path errors = bench.path("errors"), log = bench.path("log");
  Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data(), "--json-log",
                  log.string()},
                 errors.string());
  // Into the first of the long trials: the short one before it has its record.
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(50);
  ASSERT_EQ(Records(bench.out()).size(), 1U) << testing::ReadFile(errors);
  // The fork server and the trial.
  for (int i = 0; i < 600 && run.Children().size() < 2; ++i) testing::Sleep(10);
  const std::vector<pid_t> workers = run.Children();
  ASSERT_EQ(workers.size(), 2U);
  const auto start = std::chrono::steady_clock::now();
  run.Signal(GetParam());
  EXPECT_EQ(run.Wait(), 128 + GetParam());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), kPromptSeconds);
  for (const pid_t worker : workers) {
    for (int i = 0; i < 100 && testing::IsAlive(worker); ++i) testing::Sleep(10);
    EXPECT_FALSE(testing::IsAlive(worker)) << "nothing goes on behind the user's back";
  }
  const std::string told = testing::ReadFile(errors);
  EXPECT_THAT(told, HasSubstr("1 of 6 trials"));
  EXPECT_THAT(told, HasSubstr("mercer run " + bench.config()));
  const std::string events = testing::ReadFile(log);
  EXPECT_THAT(events.substr(events.rfind("{\"time\"")), HasSubstr("\"event\":\"run_stopped\""));
  const std::string kept =
      testing::ReadFile(fs::directory_iterator(fs::path(bench.out()) / "log")->path());
  EXPECT_THAT(kept.substr(kept.rfind("{\"time\"")), HasSubstr("\"event\":\"run_stopped\""));
  EXPECT_EQ(TimelessRows(bench.out()).size(), 1U) << "the table of what is done";
  EXPECT_TRUE(fs::exists(fs::path(bench.out()) / "summary.csv"));
  const auto next = bench.Run("--only method=rm");
  EXPECT_EQ(next.exit_code, 0) << next.err;
  EXPECT_THAT(next.err, HasSubstr("2 ran now, 1 kept"));
}

TEST(Interrupt, TheSecondSignalEndsItAtOnce) {
  const Bench bench(LongConfig());
  Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data()});
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(50);
  const auto start = std::chrono::steady_clock::now();
  run.Signal(SIGINT);
  run.Signal(SIGINT);
  EXPECT_EQ(run.Wait(), 128 + SIGINT);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 1.5);
}

// What a terminal sends goes to every process of the group.
TEST(Interrupt, OfTheWholeGroupIsNoFailureOfATrial) {
  const Bench bench(LongConfig());
  Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data()});
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(50);
  for (int i = 0; i < 600 && run.Children().empty(); ++i) testing::Sleep(10);
  for (const pid_t worker : run.Children()) kill(worker, SIGINT);
  testing::Sleep(200);
  run.Signal(SIGINT);
  EXPECT_EQ(run.Wait(), 128 + SIGINT);
  EXPECT_EQ(Records(bench.out()).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupts, ::testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace mercer
