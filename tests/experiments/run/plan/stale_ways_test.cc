// Every way a trial can be stale, tuned and not: nothing of it may stay in a table.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

#include "core/base/sha256.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer {
namespace {

using testing::Column;
using ::testing::Contains;
using ::testing::Each;
using ::testing::IsEmpty;
using testing::Json;
using testing::Listener;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallRun;
using testing::Timeless;
using ::testing::UnorderedElementsAreArray;
namespace fs = std::filesystem;
using Ids = std::set<std::string>;

/// Points of a grid inside a circle or not; `moved` puts one of them elsewhere.
std::string Circle(int moved) {
  std::string text = "x,y,side\n";
  for (int i = 0; i < 200; ++i) {
    const double x = (i % 17) / 8. - 1 + (i == 3 ? 0.01 * moved : 0), y = (i % 23) / 11. - 1;
    text += std::to_string(x) + "," + std::to_string(y) + "," + (x * x + y * y < 0.6 ? "1" : "-1") +
            "\n";
  }
  return text;
}

/// Two files, a and b; of each in one repetition: exact with its tuning trial, rm that shares the
/// tuned cost, a machine limited by exact's time, and a machine of its own.
class Folder {
 public:
  Folder() {
    Write("a", 0);
    Write("b", 0);
  }

  void Write(const std::string& data, int moved) const {
    testing::WriteFile(files_ / (data + ".csv"), Circle(moved));
  }

  Json Config() const {
    Json config = Json::parse(R"({
      "experiment": "test/stale", "seed": 7, "repetitions": 1, "datasets": [],
      "kernels": [{"name": "gaussian", "sigma": 1}],
      "methods": [
        {"id": "exact", "learner": {"name": "libsvm", "cost": 1}},
        {"id": "rff", "map": {"name": "random_fourier"}, "D": [20],
         "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}},
        {"id": "fm", "learner": {"name": "factorization_machine", "beta": 0.01, "rank": 2},
         "budget": {"fit_time_of": "exact"}},
        {"id": "plain", "map": {"name": "random_fourier"}, "D": [10],
         "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}}],
      "metrics": ["accuracy"],
      "tuning": [{"method": "exact", "grid": {"learner.cost": [0.1, 1, 10]},
                  "by": {"validation_fraction": 0.3}, "share_with": ["rff"]}]})");
    for (const char* data : {"a", "b"}) {
      config["datasets"].push_back(
          {{"path", (files_ / (std::string(data) + ".csv")).string()},
           {"header", true},
           {"label", "side"},
           {"split", {{"train_fraction", 0.6}}},
           {"preprocess", Json::parse(R"([{"name": "minmax", "low": -1}, "max_norm"])")}});
    }
    return config;
  }

  RunSummary Run(const Json& config, const RunOptions& options = {}) {
    return run_.Run(config, options);
  }
  RunSummary Run(const RunOptions& options = {}) { return run_.Run(Config(), options); }
  SmallRun& small() { return run_; }
  std::vector<ResultRecord> Rows() const { return run_.Rows(); }

  /// In trials.csv, as a report of the folder reads them.
  Ids Shown() const {
    const auto table = Column(Rows(), "trial_id");
    const auto reported = Column(ReadResults(run_.out()).records, "trial_id");
    EXPECT_EQ(table, reported);
    return {table.begin(), table.end()};
  }

  /// Trials of a data set; of all for "".
  Ids Of(const std::string& data) const {
    Ids ids;
    for (const ResultRecord& row : ReadResults(run_.out()).records)
      if (data.empty() || row.Text("dataset") == data) ids.insert(row.Text("trial_id"));
    return ids;
  }

  std::string Id(const std::string& data, const std::string& method, bool tuning = false) const {
    for (const ResultRecord& row : Rows()) {
      const bool tunes = row.Text("metric") == "tuning";
      if (row.Text("dataset") == data && row.Text("method") == method && tunes == tuning)
        return row.Text("trial_id");
    }
    ADD_FAILURE() << "no row of " << data << " " << method;
    return "";
  }

  /// Changes a record and the identity it was made with.
  template <class Change>
  void Rewrite(const std::string& id, Change change) const {
    testing::ChangeRecord(run_.out(), id, change);
  }

  void MakeOfOtherData(const std::string& id) const {
    Rewrite(id, [](ResultRecord&, std::string& identity) {
      identity.replace(identity.find("dataset_sha256=") + 15, 4, "0000");
    });
  }

  const fs::path out() const { return run_.out(); }

 private:
  testing::TemporaryFolder files_;
  SmallRun run_;
};

RunOptions Retry(const std::string& status) {
  RunOptions options;
  options.retry = {status};
  return options;
}

RunOptions Only(const std::string& key, const std::string& value) {
  RunOptions options;
  options.only = {{key, value}};
  return options;
}

TEST(Stale, OtherDataLeaveNoRowOfAnyMethod) {
  Folder folder;
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
  Folder folder;
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
  Folder other_data, other_method;
  for (Folder* folder : {&other_data, &other_method}) {
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
  Folder folder;
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
  Folder folder;
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
  Folder folder;
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
Ids Age(const Folder& folder, const std::string& what) {
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
  Folder folder;
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

TEST(Stale, AStaleTuningTrialTakesAllThatRestsOnIt) {
  Folder folder;
  folder.Run();
  const Ids all = folder.Of("");
  Ids expected{folder.Id("a", "exact", true), folder.Id("a", "exact"), folder.Id("a", "rff"),
               folder.Id("a", "fm")};
  folder.MakeOfOtherData(folder.Id("a", "exact", true));
  const RunSummary summary = folder.Run();
  EXPECT_THAT(summary.stale, UnorderedElementsAreArray(expected));
  for (const std::string& id : expected) EXPECT_THAT(folder.Shown(), Not(Contains(id)));
  EXPECT_THAT(folder.Shown(), SizeIs(6));
  EXPECT_EQ(folder.Run(Retry("stale")).ran, 4U);
  EXPECT_EQ(folder.Shown(), all);
}

TEST(Stale, AnotherTunedValueTakesAllThatHaveItAndTheBudgetsOfThese) {
  Folder folder;
  folder.Run();
  const Ids expected{folder.Id("a", "exact"), folder.Id("a", "rff"), folder.Id("a", "fm")};
  folder.Rewrite(folder.Id("a", "exact", true), [](ResultRecord& record, std::string&) {
    record.SetText("tuned_params", record.Text("tuned_params") == "learner.cost=10"
                                       ? "learner.cost=0.1"
                                       : "learner.cost=10");
  });
  EXPECT_THAT(folder.Run().stale, UnorderedElementsAreArray(expected));
  for (const std::string& id : expected) EXPECT_THAT(folder.Shown(), Not(Contains(id)));
  EXPECT_EQ(folder.Run(Retry("stale")).ran, 3U);
  EXPECT_THAT(folder.Shown(), SizeIs(10));
}

TEST(Stale, AStaleSourceOfABudgetTakesWhatItLimits) {
  Folder folder;
  folder.Run();
  const Ids expected{folder.Id("b", "exact"), folder.Id("b", "fm")};
  folder.MakeOfOtherData(folder.Id("b", "exact"));
  EXPECT_THAT(folder.Run().stale, UnorderedElementsAreArray(expected));
  for (const std::string& id : expected) EXPECT_THAT(folder.Shown(), Not(Contains(id)));
  EXPECT_EQ(folder.Run(Retry("stale")).ran, 2U);
}

TEST(Stale, ASourceThatRanAgainTakesWhatItLimited) {
  Folder folder;
  folder.Run();
  const std::string fm = folder.Id("a", "fm");
  testing::RemoveRecord(folder.out(), folder.Id("a", "exact"));
  const RunSummary summary = folder.Run();
  EXPECT_EQ(summary.ran, 1U);
  EXPECT_THAT(summary.stale, ::testing::ElementsAre(fm)) << "another time, another budget";
  EXPECT_THAT(folder.Shown(), Not(Contains(fm)));
}

TEST(Stale, ValuesOfABandwidthRule) {
  Folder folder;
  Json config = folder.Config();
  config["kernels"][0]["sigma"] = "mean_distance";
  config["tuning"][0]["grid"] = {{"kernel.sigma", {"mean_distance", 0.1}}};
  ASSERT_EQ(folder.Run(config).ok, 10U);
  const Ids of_b = folder.Of("b");
  folder.Write("a", 1);
  EXPECT_THAT(folder.Run(config).stale, SizeIs(5));
  EXPECT_EQ(folder.Shown(), of_b);
}

TEST(Stale, ANewTrialWhoseTuningIsStaleDoesNotRun) {
  Folder folder;
  Json config = folder.Config();
  Json fewer = config;
  fewer["methods"].erase(1);
  fewer["tuning"][0].erase("share_with");
  // The same tuning trial, as who shares its values is no part of it.
  ASSERT_EQ(folder.Run(fewer).ok, 8U);
  folder.Write("a", 1);
  const auto plan = folder.small().Plan(config);
  EXPECT_EQ(std::count_if(plan.begin(), plan.end(), [](const auto& trial) { return trial.run; }),
            1);
  const RunSummary summary = folder.Run(config);
  EXPECT_EQ(summary.ran, 1U) << "rff on b";
  EXPECT_THAT(summary.stale, SizeIs(5));
}

TEST(Stale, ARunThatIsCutOffLeavesNoneBehind) {
  Folder folder;
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
  Folder folder;
  folder.Run();
  const Ids all = folder.Of("");
  testing::WriteFile(fs::path(folder.Config()["datasets"][0]["path"].get<std::string>()),
                     "x,y,side\n1,2\n");
  EXPECT_EQ(folder.Run(Only("dataset", "b")).kept, 5U);
  EXPECT_EQ(folder.Shown(), all);
}

TEST(Stale, AnUnreadableFileHidesNoOtherOfItsName) {
  Folder folder;
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
