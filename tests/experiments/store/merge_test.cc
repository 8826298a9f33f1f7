#include "experiments/store/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "experiments/store/read_results.h"
#include "experiments/store/store.h"
#include "tests/experiments/store/record_lines.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
namespace fs = std::filesystem;

using Fields = std::vector<std::pair<std::string, std::string>>;

ResultRecord MakeRecord(const std::string& id, const Fields& changes = {}) {
  ResultRecord record;
  const Fields base = {{"schema", "1"},          {"trial_id", id}, {"experiment", "test/merge"},
                       {"accuracy", "0.5"},      {"fit_s", "1"},   {"run_id", "r1"},
                       {"timing_valid", "true"}, {"status", "ok"}};
  for (const auto& [column, value] : base) record.SetText(column, value);
  for (const auto& [column, value] : changes) record.SetText(column, value);
  return record;
}

class Merge : public ::testing::Test {
 protected:
  struct Made {
    std::string id;
    Fields changes{};
    std::string identity = "identity\n";
  };

  fs::path Working(const std::string& name, const std::vector<Made>& trials,
                   const std::vector<std::string>& grid, const std::string& run = "") {
    const std::string id = run.empty() ? "run-" + name : run;
    std::map<std::string, ResultStore> stores;  // by run
    const auto store_of = [&](const std::string& of) -> ResultStore& {
      return stores.try_emplace(of, folder_ / name, "test/merge", of).first->second;
    };
    store_of(id).PutGrid(grid);
    store_of(id).PutContext({id, "{\"in\": \"" + name + "\"}"});
    for (const Made& made : trials) {
      const ResultRecord record = MakeRecord(made.id, made.changes);
      store_of(record.Text("run_id")).Put(made.id, made.identity, record);
    }
    return folder_ / name;
  }

  std::vector<std::string> Ids() const {
    std::vector<std::string> ids;
    for (const ResultRecord& record : ReadResults(out_).records)
      ids.push_back(record.Text("trial_id"));
    return ids;
  }

  std::ptrdiff_t Count() const {
    return std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
  }

  std::string WhatOf(const std::function<void()>& act) const {
    try {
      act();
    } catch (const InvalidInput& error) {
      EXPECT_FALSE(fs::exists(out_));
      return error.what();
    }
    return "nothing was thrown";
  }

  testing::TemporaryFolder folder_;
  const fs::path out_ = folder_ / "out";
};

TEST_F(Merge, TakesEveryTrialOnceInTheOrderOfTheGrids) {
  const fs::path a = Working("a", {{"t1"}, {"t2"}}, {"t2", "t1", "t5"});
  const fs::path b = Working(
      "b", {{"t2", {{"fit_s", "7"}, {"run_id", "r2"}, {"timing_valid", "false"}}}, {"t3"}, {"t5"}},
      {"t3", "t2", "t5", "t6"});
  const MergeResult result = MergeFolders({a, b}, out_);
  EXPECT_EQ(result.trials, 4U);
  EXPECT_EQ(result.shared, 1U);
  EXPECT_THAT(result.conflicts, IsEmpty());
  EXPECT_THAT(Ids(), ElementsAre("t2", "t1", "t5", "t3"));
  const ResultFolder merged = ReadResults(out_);
  EXPECT_EQ(merged.records[0].Text("fit_s"), "1") << "the first folder's";
  EXPECT_THAT(merged.contexts, SizeIs(2));
  EXPECT_EQ(testing::ReadFile(out_ / "trials.csv"), RecordsToCsv(merged.records));
  EXPECT_THAT(merged.problems,
              ElementsAre("only 4 of the 5 trials of the config are here",
                          "context/r1.json is missing: what 4 records were made with, and the "
                          "paper's numbers, are not known"));
  // A run goes on in it.
  const ResultStore store(out_, "test/merge");
  EXPECT_EQ(store.identities().at("t3"), "identity\n");
  EXPECT_EQ(Count(), 3) << "nothing temporary is left";
}

// As where the config was changed after both runs.
TEST_F(Merge, RecordsOfNoTrialOfTheGridsKeepTheirGrid) {
  const fs::path a = Working("a", {{"t1"}}, {"t5"}), b = Working("b", {{"t2"}}, {"t5"});
  EXPECT_EQ(MergeFolders({a, b}, out_).trials, 2U);
  const ResultFolder merged = ReadResults(out_);
  EXPECT_THAT(merged.records, IsEmpty());
  EXPECT_THAT(merged.problems, Contains("only 0 of the 1 trials of the config are here"));
  EXPECT_THAT(merged.problems, Contains(HasSubstr("2 records belong to no trial of the config")));
  EXPECT_EQ(ResultStore(out_, "test/merge").records().size(), 2U);
}

TEST_F(Merge, AFileOfTheNewFolderThatIsCutIsTold) {
  const fs::path a = Working("a", {{"t1"}, {"t2"}}, {"t1", "t2"});
  MergeFolders({a, Working("b", {{"t2"}}, {"t1", "t2"})}, out_);
  const fs::path file = RecordsPath(out_, "r1");
  const std::string whole = testing::ReadFile(file);
  testing::WriteFile(file, whole.substr(0, whole.find('\n') + 1));
  EXPECT_THAT(
      ReadResults(out_).problems,
      Contains("trials/r1.jsonl has 1 of its 2 lines: the records in the lost lines are left out"));
}

TEST_F(Merge, DifferentValuesAreConflictsAndNothingIsWritten) {
  const fs::path a = Working("a", {{"t1"}, {"t2"}, {"t3"}}, {"t1", "t2", "t3"});
  const fs::path b = Working(
      "b",
      {{"t1", {{"accuracy", "0.75"}, {"iterations", "9"}}}, {"t2"}, {"t3", {}, "other identity\n"}},
      {"t1", "t2", "t3"});
  const MergeResult result = MergeFolders({a, b}, out_);
  ASSERT_THAT(result.conflicts, SizeIs(3));
  EXPECT_EQ(result.conflicts[0].trial, "t1");
  EXPECT_EQ(result.conflicts[0].column, "accuracy");
  EXPECT_EQ(result.conflicts[0].folders[0], a);
  EXPECT_EQ(result.conflicts[0].folders[1], b);
  EXPECT_EQ(result.conflicts[0].values[0], "0.5");
  EXPECT_EQ(result.conflicts[0].values[1], "0.75");
  EXPECT_EQ(result.conflicts[1].column, "iterations");
  EXPECT_EQ(result.conflicts[2].trial, "t3");
  EXPECT_EQ(result.conflicts[2].column, "identity");
  EXPECT_FALSE(fs::exists(out_));
  EXPECT_EQ(Count(), 2);
}

TEST_F(Merge, TheValueOfAMetricThatIsATimeIsATime) {
  const auto made = [](const char* metric, const char* value) {
    return Made{"t1", {{"metric", metric}, {metric, value}, {"value", value}}};
  };
  const fs::path a = Working("a", {made("fit_s", "1")}, {"t1"});
  const fs::path b = Working("b", {made("fit_s", "2")}, {"t1"});
  const MergeResult times = MergeFolders({a, b}, out_);
  EXPECT_THAT(times.conflicts, IsEmpty());
  EXPECT_EQ(times.shared, 1U);
  EXPECT_EQ(ReadResults(out_).records.at(0).Text("value"), "1");
  fs::remove_all(out_);
  const fs::path c = Working("c", {made("accuracy", "0.5")}, {"t1"});
  const fs::path d = Working("d", {made("accuracy", "0.75")}, {"t1"});
  const MergeResult accuracies = MergeFolders({c, d}, out_);
  ASSERT_THAT(accuracies.conflicts, SizeIs(2));
  EXPECT_EQ(accuracies.conflicts[0].column, "value");
  EXPECT_EQ(accuracies.conflicts[1].column, "accuracy");
}

TEST_F(Merge, WhatTwoInstructionSetsRoundDifferentlyIsTheSame) {
  const auto made = [](const char* id, const char* error, const char* instructions) {
    return Made{id,
                {{"gram_rel_frobenius", error},
                 {"features_hash", instructions},
                 {"map_bytes", std::string(instructions) == "avx512" ? "4096" : "4000"},
                 {"iterations", std::string(instructions) == "avx512" ? "7" : "8"},
                 {"instruction_set", instructions}}};
  };
  const fs::path a = Working("a", {made("t1", "0.1", "avx512"), made("t2", "0.1", "avx512")}, {});
  const fs::path b = Working("b", {made("t1", "0.10000001", "sse4.2")}, {});
  const fs::path c = Working("c", {made("t2", "0.101", "sse4.2")}, {});
  const fs::path unknown = Working("unknown", {made("t1", "0.10000001", "")}, {});
  EXPECT_THAT(MergeFolders({a, b}, out_).conflicts, IsEmpty());
  fs::remove_all(out_);
  const MergeResult other = MergeFolders({a, c}, out_);
  ASSERT_THAT(other.conflicts, SizeIs(1));
  EXPECT_EQ(other.conflicts[0].column, "gram_rel_frobenius");
  const MergeResult old = MergeFolders({a, unknown}, out_);
  ASSERT_THAT(old.conflicts, SizeIs(4)) << "the hash too: nothing says who rounded";
}

TEST_F(Merge, APreferredFolderDecides) {
  const fs::path a = Working("a", {{"t1"}, {"t2"}}, {"t1", "t2"});
  const fs::path b =
      Working("b", {{"t1", {{"accuracy", "0.75"}}}, {"t2", {{"status", "failed"}}}}, {"t1", "t2"});
  const MergeResult result = MergeFolders({a, b}, out_, b);
  EXPECT_THAT(result.conflicts, IsEmpty());
  const ResultFolder merged = ReadResults(out_);
  EXPECT_EQ(merged.records[0].Text("accuracy"), "0.75");
  EXPECT_EQ(merged.records[1].Text("status"), "ok") << "what failed is preferred to nothing";
}

TEST_F(Merge, APreferredFolderDecidesNothingAboutTrialsOfOthers) {
  const fs::path a = Working("a", {{"t1"}}, {"t1"});
  const fs::path b = Working("b", {{"t1", {{"accuracy", "0.75"}}}}, {"t1"});
  const fs::path c = Working("c", {{"t2"}}, {"t2"});
  EXPECT_THAT(MergeFolders({a, b, c}, out_, c).conflicts, SizeIs(1));
}

TEST_F(Merge, ATrialThatWentWellGoesBeforeOneThatDidNot) {
  const fs::path a = Working("a",
                             {{"t1", {{"status", "timeout"}, {"accuracy", ""}}},
                              {"t2", {{"status", "skipped"}, {"message", "no data"}}},
                              {"t3"},
                              {"t4", {{"status", "skipped"}, {"message", "no data"}}},
                              {"t5", {{"status", "failed"}, {"message", "first"}}},
                              {"t6", {{"status", "failed"}}}},
                             {"t1", "t2", "t3", "t4", "t5", "t6"});
  const fs::path b = Working("b",
                             {{"t1"},
                              {"t2", {{"status", "failed"}}},
                              {"t3", {{"status", "out_of_memory"}}},
                              {"t4", {{"status", "skipped"}, {"message", "too large"}}, "other"},
                              {"t5", {{"status", "failed"}, {"message", "second"}}},
                              {"t6", {{"status", "failed"}}, "other"}},
                             {});
  const MergeResult result = MergeFolders({a, b}, out_);
  ASSERT_THAT(result.conflicts, SizeIs(1));
  EXPECT_EQ(result.conflicts[0].trial, "t6");
  testing::RemoveRecord(b, "t6");
  EXPECT_THAT(MergeFolders({a, b}, out_).conflicts, IsEmpty());
  std::vector<std::string> statuses;
  for (const ResultRecord& record : ReadResults(out_).records)
    statuses.push_back(record.Text("status"));
  EXPECT_THAT(statuses, ElementsAre("ok", "failed", "ok", "skipped", "failed", "failed"));
}

TEST_F(Merge, DamagedLinesAreLeftOutAndSaid) {
  const fs::path a = Working("a", {{"t1"}, {"t2"}}, {"t1", "t2"});
  const fs::path b = Working("b", {{"t3"}}, {"t3"});
  testing::DamageRecord(a, "t2");
  const MergeResult result = MergeFolders({a, b}, out_);
  EXPECT_THAT(result.problems,
              ElementsAre(a.string() + ": trials/r1.jsonl:2 is damaged and left out"));
  EXPECT_THAT(Ids(), ElementsAre("t1", "t3"));
}

TEST_F(Merge, OfARunsTwoContextsTheLaterIsTaken) {
  const fs::path a = Working("a", {{"t1"}}, {"t1"}, "run");
  const fs::path b = Working("b", {{"t2"}}, {"t2"}, "run");
  testing::WriteFile(b / "context" / "run.json",
                     WriteContextText(R"({"in": "b", "ended": "now"})", "run"));
  const fs::path other = out_.string() + "2";
  MergeFolders({a, b}, out_);
  MergeFolders({b, a}, other);
  for (const fs::path& out : {out_, other}) {
    ASSERT_THAT(ReadResults(out).contexts, SizeIs(1));
    EXPECT_THAT(ReadResults(out).contexts[0].json, HasSubstr("ended")) << out;
  }
}

TEST_F(Merge, OfARunsTwoLogsTheLongerIsTaken) {
  const fs::path a = Working("a", {{"t1"}}, {"t1"}, "run");
  const fs::path b = Working("b", {{"t2"}}, {"t2"}, "run");
  testing::WriteFile(a / "log/run.jsonl", "one\n");
  testing::WriteFile(b / "log/run.jsonl", "one\ntwo\n");
  testing::WriteFile(b / "log/of-no-context.jsonl", "one\n");
  const fs::path other = out_.string() + "2";
  MergeFolders({a, b}, out_);
  MergeFolders({b, a}, other);
  for (const fs::path& out : {out_, other}) {
    EXPECT_EQ(testing::ReadFile(out / "log/run.jsonl"), "one\ntwo\n");
    EXPECT_FALSE(fs::exists(out / "log/of-no-context.jsonl"));
  }
}

TEST_F(Merge, CommittedFoldersKeepTheirLogs) {
  for (const char* name : {"a", "b"}) {
    const fs::path folder = folder_ / name;
    testing::WriteFile(folder / "trials.csv",
                       RecordsToCsv({MakeRecord(std::string("of ") + name, {{"run_id", name}})}));
    testing::WriteFile(folder / "context" / (std::string(name) + ".json"),
                       WriteContextText("{}", name));
    testing::WriteFile(folder / "log" / (std::string(name) + ".jsonl.gz"), "packed");
  }
  MergeFolders({folder_ / "a", folder_ / "b"}, out_);
  EXPECT_EQ(testing::ReadFile(out_ / "log/a.jsonl.gz"), "packed");
  EXPECT_EQ(testing::ReadFile(out_ / "log/b.jsonl.gz"), "packed");
}

TEST_F(Merge, LinesAreTakenAsTheyStand) {
  const fs::path a = Working("a", {{"t1"}, {"t2"}}, {"t1", "t2"});
  const fs::path b = Working("b", {{"t2", {{"accuracy", "0.75"}}}}, {"t2"});
  // As a newer program may write it.
  testing::EditLines(a, "t1", [](const std::string& line) {
    auto json = nlohmann::ordered_json::parse(line);
    json["record"]["column_of_tomorrow"] = "7";
    json.erase("checksum");
    json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
    return json.dump() + "\n";
  });
  MergeFolders({a, b}, out_, b);
  EXPECT_EQ(testing::ReadFile(RecordsPath(out_, "r1")),
            testing::LinesOf(RecordsPath(a, "r1")).at(0) + "\n" +
                testing::ReadFile(RecordsPath(b, "r1")));
}

TEST_F(Merge, WhatWasDiscardedIsLeftBehind) {
  const fs::path a = Working("a", {{"t1"}, {"t2"}}, {"t1", "t2"});
  const fs::path b = Working("b", {{"t3"}}, {"t3"});
  ResultStore(a, "test/merge", "r2").Discard("t2");
  MergeFolders({a, b}, out_);
  EXPECT_THAT(Ids(), ElementsAre("t1", "t3"));
  EXPECT_THAT(ResultStore(out_, "test/merge").stale(), IsEmpty());
}

TEST_F(Merge, CommittedFoldersMakeACommittedOne) {
  for (const char* name : {"a", "b"}) {
    testing::WriteFile(folder_ / (std::string(name) + "/trials.csv"),
                       RecordsToCsv({MakeRecord("t1"), MakeRecord(std::string("of ") + name)}));
  }
  MergeFolders({folder_ / "a", folder_ / "b"}, out_);
  EXPECT_THAT(Ids(), ElementsAre("t1", "of a", "of b"));
  EXPECT_FALSE(fs::exists(out_ / "trials"));
  const fs::path c = Working("c", {{"t1"}}, {"t1"});
  fs::remove_all(out_);
  EXPECT_THAT(WhatOf([&] {
                MergeFolders({folder_ / "a", c}, out_);
              }),
              HasSubstr("is a committed folder"));
}

TEST_F(Merge, ACommittedFolderThatWasChangedIsRefused) {
  const fs::path a = folder_ / "a", b = folder_ / "b";
  testing::WriteFile(a / "trials.csv", RecordsToCsv({MakeRecord("t1")}));
  testing::WriteFile(b / "trials.csv", RecordsToCsv({MakeRecord("t2")}));
  WriteHashes(a);
  WriteHashes(b);
  testing::WriteFile(b / "trials.csv", RecordsToCsv({MakeRecord("t2", {{"accuracy", "0.7"}})}));
  EXPECT_EQ(WhatOf([&] {
              MergeFolders({a, b}, out_);
            }),
            "merge: '" + b.string() +
                "' is not as it was published: b/trials.csv is not as it was published");
  EXPECT_FALSE(fs::exists(out_));
  testing::WriteFile(b / "trials.csv", RecordsToCsv({MakeRecord("t2")}));
  MergeFolders({a, b}, out_);
  EXPECT_THAT(Ids(), ElementsAre("t1", "t2"));
}

TEST_F(Merge, WhatCannotBeMergedIsRefused) {
  const fs::path a = Working("a", {{"t1"}}, {"t1"});
  const fs::path b = Working("b", {{"t2"}}, {"t2"});
  EXPECT_THAT(WhatOf([&] { MergeFolders({a}, out_); }), HasSubstr("expected two or more"));
  EXPECT_THAT(WhatOf([&] {
                MergeFolders({a, folder_ / "b/../a"}, out_);
              }),
              HasSubstr("given twice"));
  EXPECT_THAT(WhatOf([&] {
                MergeFolders({a, folder_ / "none"}, out_);
              }),
              HasSubstr("no results folder"));
  EXPECT_THAT(WhatOf([&] { MergeFolders({a, b}, out_, folder_ / "c"); }), HasSubstr("--prefer"));
  EXPECT_THAT(WhatOf([&] { MergeFolders({a, b}, a); }), HasSubstr("exists"));
  testing::WriteFile(folder_ / "file", "");
  EXPECT_THAT(WhatOf([&] { MergeFolders({a, b}, folder_ / "file"); }), HasSubstr("exists"));
  EXPECT_THAT(WhatOf([&] {
                MergeFolders({a, b}, folder_ / "file" / "out");
              }),
              HasSubstr("cannot be made"));
  const std::string other = RecordsToCsv({MakeRecord("t1", {{"experiment", "test/other"}})});
  testing::WriteFile(folder_ / "c/trials.csv", other);
  testing::WriteFile(folder_ / "d/trials.csv", RecordsToCsv({MakeRecord("t1")}));
  EXPECT_THAT(WhatOf([&] {
                MergeFolders({folder_ / "c", folder_ / "d"}, out_);
              }),
              HasSubstr("'test/other'"));
}

TEST_F(Merge, AnEmptyFolderMayBeTheTarget) {
  fs::create_directory(out_);
  MergeFolders({Working("a", {{"t1"}}, {"t1"}), Working("b", {{"t2"}}, {"t2"})}, out_);
  EXPECT_THAT(Ids(), ElementsAre("t1", "t2"));
}

}  // namespace
}  // namespace mercer
