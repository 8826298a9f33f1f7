// What publishing asks of the runs behind the records, and keeps of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/sha256.h"
#include "core/data/formats/decompress.h"
#include "experiments/report/publish.h"
#include "experiments/store/disk/run_log.h"
#include "experiments/store/merge.h"
#include "experiments/store/read_results.h"
#include "tests/experiments/report/finished_run.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using testing::NamesIn;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallConfig;
namespace fs = std::filesystem;

/// Runs one of its trials again: there are two runs then, in the order of their ids.
std::vector<fs::path> WithASecondRun(Finished& finished) {
  testing::RemoveRecord(finished.from(), finished.FirstId());
  finished.run().Run(SmallConfig());
  finished.Clean();
  std::vector<fs::path> contexts = finished.Contexts();
  std::sort(contexts.begin(), contexts.end());
  return contexts;
}

void SetCommit(const fs::path& context, const std::string& commit) {
  Finished::Edit(context, [&](Json& json) { json["commit"] = commit; });
}

TEST(PublishRuns, ProgramsOfDifferentCommitsAreRefused) {
  Finished finished;
  const std::vector<fs::path> contexts = WithASecondRun(finished);
  ASSERT_THAT(contexts, SizeIs(2));
  EXPECT_EQ(finished.Refusal(), "") << "two runs of one commit";
  SetCommit(contexts[1], std::string(40, 'd'));
  EXPECT_EQ(finished.Refusal(),
            "publish: records of '" + finished.from().string() +
                "' were made by programs of different commits: commit cccccccccccc (run '" +
                contexts[0].stem().string() + "'), commit dddddddddddd (run '" +
                contexts[1].stem().string() +
                "'); expected one: build one commit and run all trials with it into a new folder "
                "(mercer run --out)");
  EXPECT_THAT(finished.Refusal(finished.to(), true), HasSubstr("different commits"));
}

TEST(PublishRuns, OnlyRunsOfKeptRecordsNeedTheCommit) {
  Finished finished;
  const std::vector<fs::path> contexts = WithASecondRun(finished);
  const fs::path other = finished.from() / "context" / "20200101T000000Z-0123456789ab.json";
  fs::copy_file(contexts[0], other);
  Finished::Edit(other, [&](Json& json) {
    json["run_id"] = other.stem().string();
    json["commit"] = std::string(40, 'e');
  });
  testing::WriteFile(RecordsPath(finished.from(), other.stem().string()), "");
  EXPECT_EQ(finished.Refusal(), "");
}

// As some folders lie there from before the rule.
TEST(PublishRuns, APublishedFolderOfTwoCommitsIsReadButNotPublishedAgain) {
  Finished finished;
  WithASecondRun(finished);
  const Published published = Publish(finished.from(), finished.to());
  SetCommit(finished.to() / "context" / (published.runs[0] + ".json"), std::string(40, 'd'));
  WriteHashes(finished.to());
  const ResultFolder read = ReadResults(finished.to());
  EXPECT_THAT(read.records, SizeIs(6));
  EXPECT_THAT(read.problems, IsEmpty());
  fs::rename(finished.to(), finished.place("old"));
  EXPECT_THAT(testing::Message([&] { Publish(finished.place("old"), finished.to()); }),
              HasSubstr("different commits"));
  EXPECT_FALSE(fs::exists(finished.to()));
}

TEST(PublishRuns, MoreRunsThanALineHoldsAreCounted) {
  Finished finished;
  for (int i = 0; i < 4; ++i) {
    testing::RemoveRecord(finished.from(), finished.run_rows()[i].Text("trial_id"));
    finished.run().Run(SmallConfig());
  }
  finished.Clean();
  std::vector<fs::path> contexts = finished.Contexts();
  ASSERT_THAT(contexts, SizeIs(5));
  std::sort(contexts.begin(), contexts.end());
  SetCommit(contexts[0], std::string(40, 'a'));
  EXPECT_THAT(finished.Refusal(),
              AllOf(HasSubstr("commit aaaaaaaaaaaa (run '" + contexts[0].stem().string() + "')"),
                    HasSubstr("(runs '" + contexts[1].stem().string() + "', '"),
                    HasSubstr(" and 1 more)"), Not(HasSubstr(contexts[4].stem().string()))));
}

TEST(PublishRuns, TheLogIsKeptPackedAndHashed) {
  const Finished finished;
  const std::string run = finished.Contexts().at(0).stem().string();
  const std::string log = "{\"event\":\"run_start\"}\n{\"event\":\"trial_st";
  testing::WriteFile(RunLogPath(finished.from(), run), log);
  testing::WriteFile(RunLogPath(finished.from(), "20200101T000000Z-unused"), "of no kept record\n");
  EXPECT_THAT(Publish(finished.from(), finished.to()).without_log, IsEmpty());
  EXPECT_EQ(NamesIn(finished.to() / "log"), std::set{run + ".jsonl.gz"});
  const fs::path kept = PackedRunLogPath(finished.to(), run);
  EXPECT_EQ(Unpack(testing::ReadFile(kept), kept.string()), log);
  EXPECT_THAT(testing::ReadFile(finished.to().parent_path() / kHashesName),
              HasSubstr(Sha256Hex(testing::ReadFile(kept)) + "  small/log/" + run + ".jsonl.gz\n"));
  EXPECT_THAT(ReadResults(finished.to()).problems, IsEmpty());
  testing::WriteFile(kept, "another log");
  EXPECT_THAT(ReadResults(finished.to()).problems,
              ElementsAre("small/log/" + run + ".jsonl.gz is not as it was published"));
}

TEST(PublishRuns, APublishedLogIsPublishedAgainAsItIs) {
  const Finished finished;
  const std::string run = finished.Contexts().at(0).stem().string();
  testing::WriteFile(RunLogPath(finished.from(), run), "{\"event\":\"run_start\"}\n");
  Publish(finished.from(), finished.to());
  const std::string kept = testing::ReadFile(PackedRunLogPath(finished.to(), run));
  fs::rename(finished.to(), finished.place("old"));
  EXPECT_THAT(Publish(finished.place("old"), finished.to()).without_log, IsEmpty());
  EXPECT_EQ(testing::ReadFile(PackedRunLogPath(finished.to(), run)), kept);
}

TEST(PublishRuns, RunsWithoutALogAreNamed) {
  const Finished finished;
  const Published published = Publish(finished.from(), finished.to());
  EXPECT_EQ(published.without_log, published.runs);
  EXPECT_FALSE(fs::exists(finished.to() / "log"));
}

TEST(PublishRuns, WhatWasChangedSinceItWasPublishedIsRefused) {
  const Finished finished;
  const Published published = Publish(finished.from(), finished.to());
  const fs::path csv = finished.to() / "trials.csv";
  testing::WriteFile(csv, testing::ReadFile(csv) + "\n");
  const fs::path elsewhere = finished.place("elsewhere/results/test/small");
  EXPECT_THAT(testing::Message([&] { Publish(finished.to(), elsewhere); }),
              HasSubstr("small/trials.csv is not as it was published"));
  EXPECT_FALSE(fs::exists(elsewhere));
}

TEST(PublishRuns, WorkingRecordsWithAnUnknownStatusAreRefused) {
  const Finished finished;
  const std::string run = finished.run_rows()[0].Text("run_id");
  testing::EditLines(finished.from(), finished.FirstId(), [](const std::string& line) {
    auto json = nlohmann::ordered_json::parse(line);
    json["record"]["status"] = "fine";
    json.erase("checksum");
    json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
    return json.dump() + "\n";
  });
  EXPECT_THAT(finished.Refusal(), HasSubstr("trials/" + run + ".jsonl:1 is damaged in"));
}

}  // namespace
}  // namespace mercer
