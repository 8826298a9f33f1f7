#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/integration/background.h"
#include "tests/integration/sweeps.h"

namespace mercer {
namespace {

using testing::Background;
using testing::Bench;
using ::testing::HasSubstr;
using testing::Records;
using testing::RunCommand;
using testing::SameRows;
using testing::SweepConfig;
using testing::TimelessRows;
namespace fs = std::filesystem;

/// The number before the words, in what a run said at its end; -1 where it did not.
int NumberBefore(const std::string& text, const std::string& words) {
  const std::size_t end = text.rfind(words);
  if (end == text.npos) return -1;
  const std::size_t begin = text.find_last_not_of("0123456789", end - 1) + 1;
  return std::stoi(text.substr(begin, end - begin));
}

TEST(SharedFolder, TwoRunsDoEachTrialOnce) {
  const Bench alone(SweepConfig()), shared(SweepConfig());
  ASSERT_EQ(alone.Run().exit_code, 0);
  std::vector<std::string> told;
  {
    const std::vector<std::string> command{"run",        shared.config(), "--out",
                                           shared.out(), "--data",        shared.data()};
    Background first(command, shared.path("first").string());
    Background second(command, shared.path("second").string());
    EXPECT_EQ(first.Wait(), 0);
    EXPECT_EQ(second.Wait(), 0);
  }
  int ran = 0;
  for (const char* name : {"first", "second"}) {
    const std::string text = testing::ReadFile(shared.path(name));
    const int own = NumberBefore(text, " ran now");
    EXPECT_GE(own, 1) << text << "nothing was left for one of the two";
    ran += own;
    EXPECT_EQ(NumberBefore(text, " ok, "), 48) << "each waits for what the other is at\n" << text;
  }
  EXPECT_EQ(ran, 48);
  EXPECT_TRUE(SameRows(TimelessRows(shared.out()), TimelessRows(alone.out())));
  EXPECT_EQ(testing::RecordLines(shared.out()).size(), 2U) << "each has a file of its own";
  EXPECT_EQ(testing::CountDiscarded(shared.out()), 0);
}

/// Points inside a circle or not, the last one elsewhere.
std::string Points(double last) {
  std::string text = "x,y,side\n";
  for (int i = 0; i < 300; ++i) {
    const double x = (i % 17) / 8. - 1, y = i == 299 ? last : (i % 23) / 11. - 1;
    text += std::to_string(x) + "," + std::to_string(y) + "," + (x * x + y * y < 0.6 ? "1" : "-1") +
            "\n";
  }
  return text;
}

/// What a run of the config beside others leaves of changed data.
class ChangedData {
 public:
  ChangedData() : bench_(Config()) {
    testing::WriteFile(bench_.path("points.csv"), Points(0));
    EXPECT_EQ(bench_.Run().exit_code, 0);
    testing::WriteFile(bench_.path("points.csv"), Points(0.5));
  }

  void RunTwice(std::vector<std::string> options) const {
    std::vector<std::string> command{"run",        bench_.config(), "--out",
                                     bench_.out(), "--data",        bench_.data()};
    command.insert(command.end(), options.begin(), options.end());
    Background first(command, bench_.path("first").string());
    Background second(command, bench_.path("second").string());
    EXPECT_EQ(first.Wait(), 0) << testing::ReadFile(bench_.path("first"));
    EXPECT_EQ(second.Wait(), 0) << testing::ReadFile(bench_.path("second"));
  }

  const Bench& bench() const { return bench_; }

 private:
  static testing::Json Config() {
    testing::Json config = SweepConfig();
    config["datasets"][0] = {{"path", "points.csv"},
                             {"header", true},
                             {"label", "side"},
                             {"split", {{"train_fraction", 0.6}}},
                             {"preprocess", {"max_norm"}}};
    return config;
  }

  Bench bench_;
};

TEST(SharedFolder, TwoRunsLeaveNothingStale) {
  const ChangedData changed, fresh;
  changed.RunTwice({});
  EXPECT_TRUE(TimelessRows(changed.bench().out()).empty());
  changed.RunTwice({"--retry", "stale"});
  fs::remove_all(fresh.bench().out());
  ASSERT_EQ(fresh.bench().Run().exit_code, 0);
  EXPECT_TRUE(SameRows(TimelessRows(changed.bench().out()), TimelessRows(fresh.bench().out())));
}

TEST(SharedFolder, TheTrialsOfARunThatDiedAreTakenOver) {
  const Bench bench(SweepConfig());
  const std::vector<std::string> command{"run",       bench.config(), "--out",
                                         bench.out(), "--data",       bench.data()};
  Background first(command);
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(20);
  Background second(command);
  testing::Sleep(300);
  first.Signal(SIGKILL);
  first.Wait();
  EXPECT_EQ(second.Wait(), 0);
  EXPECT_EQ(TimelessRows(bench.out()).size(), 48U);
}

TEST(FolderTrouble, DeletedWhileRunning) {
  // Far more than it comes to.
  const Bench bench(SweepConfig(/*repetitions=*/60));
  const fs::path errors = bench.path("errors");
  Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data()},
                 errors.string());
  for (int i = 0; i < 3000 && Records(bench.out()).empty(); ++i) testing::Sleep(20);
  std::error_code ignored;
  for (int i = 0; i < 10; ++i) fs::remove_all(bench.out(), ignored);
  EXPECT_EQ(run.Wait(), 1);
  EXPECT_THAT(testing::ReadFile(errors), HasSubstr("cannot write"));
}

TEST(FolderTrouble, RecordsDeletedWhileRunning) {
  const Bench bench(SweepConfig());
  const fs::path errors = bench.path("errors");
  Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data()},
                 errors.string());
  for (int i = 0; i < 3000 && Records(bench.out()).size() < 3; ++i) testing::Sleep(20);
  ASSERT_TRUE(run.Stop()) << testing::ReadFile(errors);
  const auto before = Records(bench.out());
  for (const auto& [file, lines] : testing::RecordLines(bench.out()))
    fs::remove(fs::path(bench.out()) / "trials" / file);
  run.Signal(SIGCONT);
  EXPECT_EQ(run.Wait(), 1);
  const std::string told = testing::ReadFile(errors);
  const std::size_t left = Records(bench.out()).size();
  EXPECT_EQ(left, 48 - before.size());
  EXPECT_EQ(NumberBefore(told, " records that this run made or kept are gone or damaged"),
            static_cast<int>(before.size()));
  EXPECT_THAT(told, HasSubstr(before.begin()->first.substr(0, 8)));
  EXPECT_EQ(NumberBefore(told, " ok, "), static_cast<int>(left));
  EXPECT_EQ(TimelessRows(bench.out()).size(), left);
  const auto again = bench.Run();
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(TimelessRows(bench.out()).size(), 48U);
}

TEST(FolderTrouble, ALimitOfFileSizesIsToldAndLosesNothing) {
  const Bench bench(SweepConfig());
  const auto limited =
      RunCommand("ulimit -f 1; exec " + std::string(MERCER_BINARY) + " run " + bench.config() +
                 " --out " + bench.out() + " --data " + bench.data());
  EXPECT_EQ(limited.exit_code, 1);
  EXPECT_THAT(limited.err, HasSubstr("File too large; all finished trials are stored in"));
  EXPECT_EQ(bench.Run().exit_code, 0);
}

TEST(SharedFolder, ARunThatOnlyWaitsSaysForWhom) {
  const Bench bench(SweepConfig());
  const std::vector<std::string> command{"run",       bench.config(), "--out",
                                         bench.out(), "--data",       bench.data()};
  Background first(command);
  for (int i = 0; i < 600 && Records(bench.out()).empty(); ++i) testing::Sleep(20);
  std::vector<pid_t> workers;
  for (int i = 0; i < 600 && workers.empty(); ++i) workers = first.Children();
  ASSERT_FALSE(workers.empty());
  first.Signal(SIGSTOP);
  const fs::path errors = bench.path("errors");
  Background second(command, errors.string());
  std::string told;
  for (int i = 0; i < 2400 && told.find("waiting for") == told.npos; ++i) {
    testing::Sleep(50);
    told = testing::ReadFile(errors);
  }
  EXPECT_THAT(told, HasSubstr("waiting for nursery"));
  EXPECT_THAT(told, HasSubstr("which process " + std::to_string(first.pid()) + " runs"));
  first.Signal(SIGCONT);
  EXPECT_EQ(first.Wait(), 0);
  EXPECT_EQ(second.Wait(), 0) << testing::ReadFile(errors);
  EXPECT_EQ(TimelessRows(bench.out()).size(), 48U);
}

/// A file system of its own, that is gone with the object.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& folder) : folder_(folder) {
    fs::create_directories(folder);
    mounted_ = RunCommand("mount -t tmpfs -o size=64k tmpfs " + folder.string()).exit_code == 0;
  }
  ~SmallDisk() {
    if (mounted_) RunCommand("umount " + folder_.string());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  void Remount(const std::string& options) {
    ASSERT_EQ(RunCommand("mount -o remount," + options + " " + folder_.string()).exit_code, 0);
  }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

TEST(FolderTrouble, AFullDiskEndsTheRunAndLosesNothing) {
  const Bench undisturbed(SweepConfig()), bench(SweepConfig());
  SmallDisk disk(bench.path("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "no file system may be mounted here";
  const std::string out = (bench.path("disk") / "out").string();
  const std::string command = "run " + bench.config() + " --out " + out + " --data " + bench.data();
  const auto full = testing::RunMercer(command);
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_THAT(full.err, HasSubstr("No space left on device"));
  EXPECT_THAT(full.err, HasSubstr("all finished trials are stored"));
  EXPECT_THAT(full.err, HasSubstr("the same command continues from there"));
  const auto before = Records(out);
  EXPECT_GE(before.size(), 1U);
  EXPECT_LT(before.size(), 48U);
  disk.Remount("size=64m");
  const auto rest = testing::RunMercer(command);
  ASSERT_EQ(rest.exit_code, 0) << rest.err;
  const auto after = Records(out);
  for (const auto& [name, bytes] : before) EXPECT_EQ(after.at(name), bytes) << name;
  ASSERT_EQ(undisturbed.Run().exit_code, 0);
  EXPECT_TRUE(SameRows(TimelessRows(out), TimelessRows(undisturbed.out())));
}

TEST(FolderTrouble, AReadOnlyDiskIsToldBeforeAnythingRuns) {
  const Bench bench(SweepConfig());
  SmallDisk disk(bench.path("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "no file system may be mounted here";
  disk.Remount("ro");
  const auto refused =
      testing::RunMercer("run " + bench.config() + " --out " +
                         (bench.path("disk") / "out").string() + " --data " + bench.data());
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("cannot be written (Read-only file system)"));
}

}  // namespace
}  // namespace mercer
