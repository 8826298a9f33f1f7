#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

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

/// Whether the process has begun to be a worker: until then it is a copy of the run, files and all.
bool IsWorker(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/cmdline");
  std::string program, command;
  return std::getline(in, program, '\0') && std::getline(in, command, '\0') && command == "worker";
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
    std::vector<pid_t> workers;
    const auto are_workers = [&] {
      workers = run.Children();
      return workers.size() >= expected && std::all_of(workers.begin(), workers.end(), IsWorker);
    };
    bool found = are_workers();
    for (int i = 0; i < 6000 && !found; ++i, found = are_workers()) testing::Sleep(10);
    ASSERT_TRUE(found) << isolation << ": " << workers.size() << " children";
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

/// How a run ended, and how long after the first of two signals.
struct EndBySignals {
  int exit_code = 0;
  double seconds = 0;
};

/// Interrupts a run that can write no line of its log any more, so that it takes the whole second
/// and a half that it has to stop, and signals it again once it has said that it stops.
EndBySignals InterruptAndSignal(int second) {
  const Bench bench(LongConfig());
  const fs::path errors = bench.path("errors"), log = bench.path("log");
  EXPECT_EQ(mkfifo(log.c_str(), 0600), 0);
  const int pipe = open(log.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data(), "--json-log",
                  log.string()},
                 errors.string());
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(50);
  while (write(pipe, "x", 1) == 1) {
  }
  const auto says_that_it_stops = [&] {
    return testing::ReadFile(errors).find("go on with: ") != std::string::npos;
  };
  const auto start = std::chrono::steady_clock::now();
  run.Signal(SIGINT);
  for (int i = 0; i < 6000 && testing::IsAlive(run.pid()) && !says_that_it_stops(); ++i)
    testing::Sleep(10);
  run.Signal(second);
  EndBySignals end{.exit_code = run.Wait()};
  end.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  close(pipe);
  return end;
}

TEST(Interrupt, TheSecondSignalEndsItAtOnce) {
  for (const int second : {SIGINT, SIGTERM}) {
    EndBySignals end;
    // On a loaded machine the second one may be sent too late, but not every time.
    for (int i = 0; i < 5 && (end.exit_code != 128 + second || end.seconds >= 1.5); ++i)
      end = InterruptAndSignal(second);
    EXPECT_EQ(end.exit_code, 128 + second) << "the first one ended it";
    EXPECT_LT(end.seconds, 1.5);
  }
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
