#include <gtest/gtest.h>
#include <signal.h>

#include <memory>
#include <random>

#include "tests/integration/background.h"
#include "tests/integration/sweeps.h"

namespace mercer {
namespace {

using testing::Background;
using testing::Bench;
using testing::Records;
using testing::SameRows;
using testing::SweepConfig;
using testing::TimelessRows;
namespace fs = std::filesystem;

constexpr int kKills = 200;
constexpr int kRepetitions = 40;

/// Kills the sweep or one of its workers, each every other time on average; true for the sweep.
bool KillOne(Background& run, std::mt19937& random) {
  const std::vector<pid_t> workers = run.Children();
  if (workers.empty() || random() % 2 == 0) {
    run.Signal(SIGKILL);
    run.Wait();
    return true;
  }
  kill(workers[random() % workers.size()], SIGKILL);
  return false;
}

TEST(KillSeries, TheSweepEndsAsIfNothingHadHappened) {
  const Bench undisturbed(SweepConfig(kRepetitions)), killed(SweepConfig(kRepetitions));
  ASSERT_EQ(undisturbed.Run("--jobs 2").exit_code, 0);
  const auto expected = TimelessRows(undisturbed.out());
  ASSERT_EQ(expected.size(), 8U * kRepetitions);
  std::mt19937 random(20120705);
  std::unique_ptr<Background> run;
  std::map<std::string, std::string> before;
  int cut_short = 0;
  for (int i = 0; i < kKills; ++i) {
    if (!run) {
      run = std::make_unique<Background>(
          std::vector<std::string>{"run", killed.config(), "--out", killed.out(), "--data",
                                   killed.data(), "--retry", "failed,out_of_memory"});
    }
    testing::Sleep(10 + static_cast<int>(random() % 400));
    if (KillOne(*run, random)) run.reset();
    const auto now = Records(killed.out());
    for (const auto& [id, line] : before) {
      const auto it = now.find(id);
      ASSERT_NE(it, now.end()) << id << " was finished and is gone after kill " << i;
      const bool ok = testing::Json::parse(line)["record"]["status"] == "ok";
      if (!ok) continue;
      ASSERT_EQ(it->second, line) << id << " was finished and ran again";
    }
    before = now;
    cut_short += now.size() < expected.size() ? 1 : 0;
  }
  if (run) run->Wait();
  EXPECT_GE(cut_short, kKills / 4) << "the kills came too late to test anything";
  const auto end = killed.Run("--retry failed,out_of_memory");
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_TRUE(SameRows(TimelessRows(killed.out()), expected));
  for (const auto& entry : fs::recursive_directory_iterator(killed.out())) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name.front() != '.' || name == ".claims") << entry.path();
  }
}

}  // namespace
}  // namespace mercer
