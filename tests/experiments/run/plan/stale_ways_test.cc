// Every way a trial can be stale: nothing of it may stay in a table.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>

#include "core/base/sha256.h"
#include "tests/experiments/run/plan/stale_folder.h"

namespace mercer {
namespace {

using ::testing::Contains;
using testing::Ids;
using ::testing::IsEmpty;
using testing::Json;
using testing::Listener;
using ::testing::Not;
using testing::Retry;
using ::testing::SizeIs;
using testing::StaleFolder;
using ::testing::UnorderedElementsAreArray;
namespace fs = std::filesystem;

RunOptions Only(const std::string& key, const std::string& value) {
  RunOptions options;
  options.only = {{key, value}};
  return options;
}

TEST(Stale, OtherDataLeaveNoRowOfAnyMethod) {
  StaleFolder folder;
  folder.Run();
  const Ids all = folder.Of(""), of_a = folder.Of("a"), of_b = folder.Of("b");
  ASSERT_THAT(of_a, SizeIs(5)) << "tuning, exact, rff, fm, plain";
  folder.Write("a", 1);
  for (int again = 0; again < 2; ++again) {
    const RunSummary summary = folder.Run();
    EXPECT_THAT(summary.stale, UnorderedElementsAreArray(of_a));
    EXPECT_EQ(summary.ran, 0U);
    EXPECT_EQ(summary.rows, 5U);
    EXPECT_EQ(folder.Shown(), of_b);
  }
  const RunSummary summary = folder.Run(Retry("stale"));
  EXPECT_THAT(summary.stale, IsEmpty());
  EXPECT_EQ(summary.ran, 5U);
  EXPECT_EQ(folder.Shown(), all);
  EXPECT_EQ(folder.Run().kept, 10U);
}

TEST(Stale, WithAllStaleNoTableIsLeft) {
  StaleFolder folder;
  folder.Run();
  testing::WriteFile(folder.out() / "summary.csv", "old numbers");
  testing::WriteFile(folder.out() / "report.md", "old numbers");
  folder.Write("a", 1);
  folder.Write("b", 1);
  EXPECT_THAT(folder.Run().stale, SizeIs(10));
  EXPECT_THAT(folder.Shown(), IsEmpty());
  EXPECT_FALSE(fs::exists(folder.out() / "summary.csv"));
  EXPECT_FALSE(fs::exists(folder.out() / "report.md"));
}

TEST(Stale, TrialsThatAreNotAskedForLeaveTheTablesToo) {
  StaleFolder other_data, other_method;
  for (StaleFolder* folder : {&other_data, &other_method}) {
    folder->Run();
    folder->Write("a", 1);
  }
  const Ids of_b = other_data.Of("b");
  RunSummary summary = other_data.Run(Only("dataset", "b"));
  EXPECT_THAT(summary.stale, IsEmpty());
  EXPECT_EQ(summary.stale_elsewhere, 5U);
  EXPECT_EQ(other_data.Shown(), of_b);
  summary = other_method.Run(Only("method", "plain"));
  EXPECT_THAT(summary.stale, SizeIs(1));
  EXPECT_EQ(summary.stale_elsewhere, 4U);
  EXPECT_EQ(other_method.Shown(), of_b);
  RunOptions options = Only("method", "plain");
  options.retry = {"stale"};
  summary = other_method.Run(options);
  EXPECT_EQ(summary.ran, 1U);
  EXPECT_EQ(summary.stale_elsewhere, 4U);
  EXPECT_THAT(other_method.Shown(), SizeIs(6));
}

TEST(Stale, AnotherShardsTrialsLeaveTheTablesToo) {
  StaleFolder folder;
  folder.Run();
  const Ids of_b = folder.Of("b");
  folder.Write("a", 1);
  std::size_t stale = 0;
  for (int shard = 1; shard <= 3; ++shard) {
    RunOptions options;
    options.shard = {shard, 3};
    const RunSummary summary = folder.Run(options);
    EXPECT_EQ(folder.Shown(), of_b) << shard;
    EXPECT_EQ(summary.stale.size() + summary.stale_elsewhere, 5U);
    stale += summary.stale.size();
  }
  EXPECT_EQ(stale, 5U);
}

TEST(Stale, AFailureOfOtherDataIsNoRowEither) {
  StaleFolder folder;
  folder.Run();
  const std::string plain = folder.Id("a", "plain"), tuning = folder.Id("a", "exact", true);
  for (const std::string& id : {plain, tuning}) {
    folder.Rewrite(id,
                   [](ResultRecord& record, std::string&) { record.SetText("status", "failed"); });
    folder.MakeOfOtherData(id);
  }
  folder.Run(Only("dataset", "b"));
  EXPECT_THAT(folder.Shown(), Not(Contains(plain)));
  EXPECT_THAT(folder.Shown(), Not(Contains(tuning)));
  const RunSummary summary = folder.Run();
  EXPECT_THAT(summary.stale, IsEmpty()) << "failures run again by themselves";
  EXPECT_EQ(summary.ran, 2U);
  EXPECT_EQ(summary.kept, 8U);
}

TEST(Stale, AnotherSeedLeavesNoRow) {
  StaleFolder folder;
  folder.Run();
  Json other = folder.Config();
  other["seed"] = 8;
  EXPECT_THAT(folder.Run(other).stale, SizeIs(10));
  EXPECT_THAT(folder.Shown(), IsEmpty());
  const RunSummary only = folder.Run(other, Only("method", "plain"));
  EXPECT_THAT(only.stale, SizeIs(2));
  EXPECT_EQ(only.stale_elsewhere, 8U);
  EXPECT_EQ(folder.Run(other, Retry("stale")).ran, 10U);
  EXPECT_EQ(folder.Run().kept, 10U) << "going back costs nothing";
}

/// Makes the records look as if another version of something had made them: of the first `@` behind
/// `what` in their identities. Returns the trials whose identity is another one now.
Ids Age(const StaleFolder& folder, const std::string& what) {
  std::map<std::string, std::string> identities, new_ids;
  {
    const ResultStore store(folder.out(), "test/stale");
    identities = store.identities();
  }
  // The name that a trial has then; what it names is renamed first.
  const std::function<std::string(const std::string&)> rename = [&](const std::string& id) {
    if (const auto it = new_ids.find(id); it != new_ids.end()) return it->second;
    std::string& text = identities.at(id);
    const std::string before = text;
    for (const std::string key : {"\ntuned_by=", "\ntimed_by="}) {
      const std::size_t at = text.find(key);
      if (at == text.npos) continue;
      const std::size_t begin = at + key.size(), end = text.find('\n', begin);
      const std::string needed = text.substr(begin, end - begin);
      text.replace(begin, end - begin, rename(needed));
    }
    if (const std::size_t named = text.find(what); named != text.npos)
      text.replace(text.find('@', named), 2, "@0");
    if (text == before) return id;
    return new_ids[id] = id + "-" + Sha256Hex(text).substr(0, 4);
  };
  Ids all, aged;
  for (const auto& [id, unused] : identities) all.insert(id);
  for (const std::string& id : all) rename(id);
  for (const auto& renamed : new_ids) {
    aged.insert(renamed.first);
    testing::ChangeRecord(folder.out(), renamed.first,
                          [&](ResultRecord& record, std::string& identity) {
                            record.SetText("trial_id", renamed.second);
                            identity = identities.at(renamed.first);
                          });
  }
  return aged;
}

class StaleCode : public ::testing::TestWithParam<std::pair<const char*, std::size_t>> {};

TEST_P(StaleCode, OfAnotherVersionLeavesNoRow) {
  StaleFolder folder;
  folder.Run();
  const auto& [what, count] = GetParam();
  const Ids all = folder.Of(""), aged = Age(folder, what);
  ASSERT_THAT(aged, SizeIs(count));
  const RunSummary summary = folder.Run();
  EXPECT_THAT(summary.stale, UnorderedElementsAreArray(aged));
  EXPECT_EQ(summary.ran, 0U);
  for (const std::string& id : folder.Shown()) {
    EXPECT_TRUE(all.contains(id)) << id;
    EXPECT_FALSE(aged.contains(id)) << id;
  }
  EXPECT_THAT(folder.Shown(), SizeIs(10 - count));
  EXPECT_EQ(folder.Run(Retry("stale")).ran, count);
  EXPECT_EQ(folder.Shown(), all);
}

INSTANTIATE_TEST_SUITE_P(
    Of, StaleCode,
    ::testing::Values(std::pair("\nkernel=gaussian", 10), std::pair("\nmap=random_fourier", 4),
                      // The tuning trials, exact, what shares its cost, what has its time.
                      std::pair("\nlearner=libsvm", 8), std::pair("\nlearner=liblinear", 4),
                      std::pair("preprocess=minmax", 10), std::pair(",max_norm", 10)));

TEST(Stale, ARunThatIsCutOffLeavesNoneBehind) {
  StaleFolder folder;
  folder.Run();
  const Ids of_b = folder.Of("b");
  folder.Write("a", 1);
  Listener listener;
  listener.on_end = [](const ResultRecord&) { throw std::runtime_error("cut off"); };
  EXPECT_THROW(folder.small().Run(folder.Config(), Retry("stale"), &listener), std::runtime_error);
  EXPECT_FALSE(fs::exists(folder.out() / "trials.csv"));
  RewriteTrialsCsv(folder.out());
  EXPECT_THAT(folder.Shown(), SizeIs(6)) << "b, and the tuning trial that ran";
  for (const std::string& id : of_b) EXPECT_THAT(folder.Shown(), Contains(id));
}

TEST(Stale, UnreadableDataAreNotJudgedWhereTheyAreNotAskedFor) {
  StaleFolder folder;
  folder.Run();
  const Ids all = folder.Of("");
  testing::WriteFile(fs::path(folder.Config()["datasets"][0]["path"].get<std::string>()),
                     "x,y,side\n1,2\n");
  EXPECT_EQ(folder.Run(Only("dataset", "b")).kept, 5U);
  EXPECT_EQ(folder.Shown(), all);
}

TEST(Stale, AnUnreadableFileHidesNoOtherOfItsName) {
  StaleFolder folder;
  Json config = folder.Config();
  for (Json& dataset : config["datasets"]) dataset["name"] = "circle";
  config["kernels"].push_back({{"name", "laplacian"}, {"sigma", 1}});
  config["datasets"][0]["kernels"] = {"gaussian"};
  config["datasets"][1]["kernels"] = {"laplacian"};
  folder.Run(config);
  EXPECT_THAT(folder.Shown(), SizeIs(10));
  testing::WriteFile(fs::path(config["datasets"][0]["path"].get<std::string>()), "x,y,side\n1,2\n");
  folder.Write("b", 3);
  folder.Run(config, Only("kernel", "laplacian"));
  EXPECT_THAT(folder.Shown(), SizeIs(5)) << "those of the file that nobody could read";
}

}  // namespace
}  // namespace mercer
