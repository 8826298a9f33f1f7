#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "tests/integration/background.h"
#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using testing::Background;
using testing::Bench;
using ::testing::HasSubstr;
using testing::Json;
using testing::QuickConfig;
namespace fs = std::filesystem;

/// A line of trials.csv that holds no quoted line end, field by field.
std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

bool MayDiffer(const std::string& column) {
  return column == "run_id" || column == "peak_rss_mib" || column == "timing_valid" ||
         column == "timing_note" || column.ends_with("_s");
}

/// Rows of trials.csv: column → text, without those that two runs may differ in.
std::vector<std::map<std::string, std::string>> TimelessRows(const fs::path& out) {
  std::istringstream text(testing::ReadFile(out / "trials.csv"));
  std::string line;
  std::getline(text, line);
  const auto header = Fields(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(text, line)) {
    const auto fields = Fields(line);
    EXPECT_EQ(fields.size(), header.size()) << line;
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < header.size() && i < fields.size(); ++i) {
      if (!MayDiffer(header[i])) row[header[i]] = fields[i];
    }
  }
  return rows;
}

/// run_id and bytes of every record that is there now.
std::map<std::string, std::string> Records(const fs::path& out) {
  std::map<std::string, std::string> records;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(out / "trials", none)) {
    if (entry.path().extension() == ".json" && entry.path().filename().string().front() != '.')
      records[entry.path().filename().string()] = testing::ReadFile(entry.path());
  }
  return records;
}

/// Tuning, two kernels, six repetitions: 2 · (1 + 3) · 6 trials.
Json SweepConfig() {
  Json config = QuickConfig();
  config["repetitions"] = 6;
  config["kernels"].push_back({{"name", "exponential"}, {"sigma", "mean_distance"}});
  config["tuning"] = Json::parse(
      R"([{"method": "exact", "grid": {"learner.cost": [0.01, 1]},
           "by": {"validation_fraction": 0.25}, "share_with": ["rm", "h01"]}])");
  return config;
}

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
    for (const auto& [name, bytes] : before) {
      const auto it = now.find(name);
      ASSERT_NE(it, now.end()) << name << " was finished and is gone after kill " << i;
      ASSERT_EQ(it->second, bytes) << name << " was finished and ran again";
    }
    for (const auto& [name, bytes] : now)
      ASSERT_TRUE(Json::accept(bytes)) << name << " is not whole after kill " << i;
    before = now;
    cut_short += now.size() < expected.size() ? 1 : 0;
  }
  EXPECT_GE(cut_short, 3) << "the kills came too late to test anything";
  const auto end = killed.Run();
  ASSERT_EQ(end.exit_code, 0) << end.err;
  for (const auto& [name, bytes] : before)
    EXPECT_EQ(testing::ReadFile(fs::path(killed.out()) / "trials" / name), bytes);
  EXPECT_EQ(TimelessRows(killed.out()), expected);
  EXPECT_FALSE(fs::exists(fs::path(killed.out()) / "stale"));
  for (const auto& entry : fs::recursive_directory_iterator(killed.out()))
    EXPECT_NE(entry.path().filename().string().front(), '.') << entry.path();
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
           "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1e-4, "bias": 1}},
          {"id": "exact", "learner": {"name": "libsvm", "cost": 1e7}}])");
  return config;
}

class Interrupt : public ::testing::TestWithParam<int> {};

TEST_P(Interrupt, StopsAtOnceAndTellsHowToGoOn) {
  const Bench bench(LongConfig());
  const fs::path errors = bench.path("errors");
  Background run({"run", bench.config(), "--out", bench.out(), "--data", bench.data()},
                 errors.string());
  // Into the first of the long trials: the three short ones have their records.
  for (int i = 0; i < 300 && Records(bench.out()).size() < 3; ++i) testing::Sleep(50);
  ASSERT_EQ(Records(bench.out()).size(), 3U) << testing::ReadFile(errors);
  testing::Sleep(300);
  const auto start = std::chrono::steady_clock::now();
  run.Signal(GetParam());
  EXPECT_EQ(run.Wait(), 128 + GetParam());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 2.5);
  const std::string told = testing::ReadFile(errors);
  EXPECT_THAT(told, HasSubstr("3 of 6 trials"));
  EXPECT_THAT(told, HasSubstr("mercer run " + bench.config()));
  EXPECT_EQ(TimelessRows(bench.out()).size(), 3U) << "the table of what is done";
  EXPECT_TRUE(fs::exists(fs::path(bench.out()) / "summary.csv"));
  const auto next = bench.Run("--only method=rm");
  EXPECT_EQ(next.exit_code, 0) << next.err;
  EXPECT_THAT(next.err, HasSubstr("0 ran now, 3 kept"));
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, ::testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace mercer
