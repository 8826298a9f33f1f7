#include "experiments/report/publish.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/base/error.h"
#include "experiments/report/cells/normalise.h"
#include "experiments/report/report.h"
#include "experiments/store/merge.h"
#include "experiments/store/passport.h"
#include "experiments/store/read_results.h"
#include "tests/experiments/report/finished_run.h"
#include "tests/experiments/store/record_lines.h"
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

TEST(Publish, TakesRecordsContextsAndTablesAndNothingElse) {
  const Finished finished;
  const Published published = Publish(finished.from(), finished.to());
  EXPECT_EQ(published.trials, 6U);
  EXPECT_EQ(published.of, 6U);
  EXPECT_THAT(published.runs, SizeIs(1));
  EXPECT_THAT(published.without_passport, IsEmpty());
  EXPECT_EQ(NamesIn(finished.to()),
            (std::set<std::string>{"trials.csv", "summary.csv", "report.md", "context"}));
  EXPECT_EQ(NamesIn(finished.to() / "context"), std::set{published.runs[0] + ".json"});
  EXPECT_EQ(testing::ReadFile(finished.to() / "trials.csv"),
            testing::ReadFile(finished.from() / "trials.csv"));
  EXPECT_EQ(testing::ReadFile(finished.to() / "summary.csv"), Report(finished.from(), "csv"));
  EXPECT_EQ(testing::ReadFile(finished.to() / "report.md"), Report(finished.to(), "markdown"));
  EXPECT_EQ(NamesIn(finished.to().parent_path()), (std::set<std::string>{"small", kHashesName}));
}

// As somebody would who wants another number in the table.
TEST(Publish, WhatIsChangedAfterwardsIsTold) {
  const Finished finished;
  const std::string run = Publish(finished.from(), finished.to()).runs[0];
  const fs::path hashes = finished.to().parent_path() / kHashesName;
  EXPECT_THAT(testing::ReadFile(hashes),
              AllOf(HasSubstr("  small/trials.csv\n"), HasSubstr("  small/context/" + run)));
  EXPECT_THAT(ReadResults(finished.to()).problems, IsEmpty());
  const std::string csv = testing::ReadFile(finished.to() / "trials.csv");
  testing::WriteFile(finished.to() / "trials.csv", csv + "\n");
  fs::rename(finished.to() / "context" / (run + ".json"), finished.to() / "context/other.json");
  const ResultFolder changed = ReadResults(finished.to());
  EXPECT_TRUE(changed.damaged);
  EXPECT_THAT(changed.problems,
              ElementsAre("small/context/" + run + ".json was published and is missing",
                          "small/trials.csv is not as it was published",
                          "small/context/other.json was not published with the others: SHA256SUMS "
                          "does not have it",
                          "context/other.json is damaged and left out"));
  // Publishing again makes it whole, and leaves the lines of other tables as they are.
  const std::string other = std::string(64, 'a') + "  other/trials.csv\n";
  testing::WriteFile(hashes, other + testing::ReadFile(hashes));
  fs::remove_all(finished.to());
  Publish(finished.from(), finished.to());
  EXPECT_THAT(ReadResults(finished.to()).problems, IsEmpty());
  EXPECT_THAT(testing::ReadFile(hashes), HasSubstr(other));
}

TEST(Publish, KeepsTheRunsOfKeptRecordsOnly) {
  Finished finished;
  const std::string lost = finished.FirstId();
  testing::RemoveRecord(finished.from(), lost);
  finished.run().Run(SmallConfig());
  testing::WriteFile(finished.from() / "context" / "20200101T000000Z-unused.json", "{}");
  testing::WriteFile(RecordsPath(finished.from(), "20200101T000000Z-unused"), "");
  finished.Clean();
  const Published published = Publish(finished.from(), finished.to());
  EXPECT_THAT(published.runs, SizeIs(2));
  EXPECT_THAT(NamesIn(finished.to() / "context"), SizeIs(2));
  // A trial of an earlier config stays behind.
  Json config = SmallConfig();
  config["methods"].erase(2);
  testing::RemoveRecord(finished.from(), lost);
  finished.run().Run(config);
  finished.Clean();
  EXPECT_EQ(Publish(finished.from(), finished.to()).trials, 4U) << "in place of what was there";
  EXPECT_THAT(ReadResults(finished.to()).records, SizeIs(4));
  EXPECT_EQ(NamesIn(finished.to().parent_path()), (std::set<std::string>{"small", kHashesName}));
}

TEST(Publish, APublishedFolderCanBeNormalised) {
  const Finished finished;
  Publish(finished.from(), finished.to());
  ReportOptions normalised;
  normalised.normalise = true;
  EXPECT_THAT(Report(finished.to(), "text", normalised),
              HasSubstr("Times are normalised by the passport"));
  EXPECT_NE(Report(finished.to(), "csv", normalised), Report(finished.to(), "csv"));
  EXPECT_EQ(Report(finished.to(), "csv", normalised), Report(finished.from(), "csv", normalised));
  finished.EditContexts([](Json& context) { context["passport"] = nullptr; });
  EXPECT_THAT(Publish(finished.from(), finished.to()).without_passport, SizeIs(1));
  EXPECT_THROW(Report(finished.to(), "text", normalised), InvalidInput);
}

TEST(Publish, RunsThatAreNotCleanAreRefused) {
  const Finished finished;
  const auto refusal = [&](const char* key, const Json& value) {
    finished.Clean();
    finished.EditContexts([&](Json& context) { context[key] = value; });
    return finished.Refusal();
  };
  EXPECT_THAT(refusal("dirty", true), HasSubstr("built from a tree with changes"));
  EXPECT_THAT(refusal("dirty", "unknown"), HasSubstr("built from a tree with changes"));
  EXPECT_THAT(refusal("dirty", nullptr), HasSubstr("built from a tree with changes"));
  EXPECT_THAT(refusal("commit", "unknown"), HasSubstr("names no commit"));
  EXPECT_THAT(refusal("commit", "abc1234"), HasSubstr("names no commit"));
  EXPECT_THAT(refusal("commit", nullptr), HasSubstr("names no commit"));
  EXPECT_THAT(refusal("experiment", "test/other"), HasSubstr("'test/other'"));
  EXPECT_EQ(refusal("experiment", "test/small"), "");
  for (const fs::path& file : finished.Contexts()) testing::WriteFile(file, "{\"commit\": ");
  EXPECT_THAT(finished.Refusal(), HasSubstr("absent or damaged"));
  for (const fs::path& file : finished.Contexts()) testing::WriteFile(file, "[1]");
  EXPECT_THAT(finished.Refusal(), HasSubstr("absent or damaged"));
  for (const fs::path& file : finished.Contexts()) fs::remove(file);
  EXPECT_THAT(finished.Refusal(), HasSubstr("absent or damaged"));
}

TEST(Publish, WhatIsUnfinishedIsRefusedUnlessPartIsAskedFor) {
  Finished finished;
  const std::string id = finished.FirstId();
  testing::RemoveRecord(finished.from(), id);
  EXPECT_THAT(finished.Refusal(), HasSubstr("holds 5 of the 6 trials of its config; expected"));
  const Published published = Publish(finished.from(), finished.to(), true);
  EXPECT_EQ(published.trials, 5U);
  EXPECT_EQ(published.of, 6U);
  const std::string said = "only 5 of the 6 trials of the config are here";
  EXPECT_THAT(testing::ReadFile(finished.to() / "report.md"), HasSubstr(said));
  EXPECT_THAT(Report(finished.to(), "text"), HasSubstr(said));
  finished.run().Run(SmallConfig());
  finished.Clean();
  EXPECT_EQ(Publish(finished.from(), finished.to(), true).trials, 6U);
  EXPECT_THAT(Report(finished.to(), "text"), Not(HasSubstr("only 5")));
  EXPECT_FALSE(fs::exists(finished.to() / "partial.json"));
}

TEST(Publish, APartDoesNotReplaceTrialsThatItLacks) {
  Finished finished;
  Publish(finished.from(), finished.to());
  const std::string id = finished.FirstId();
  finished.EditTrial(
      id, [](ResultRecord& record, std::string&) { record.SetText("status", "skipped"); });
  const std::string said = "holds trial " + id + ", which in";
  EXPECT_THAT(finished.Refusal(), HasSubstr(said));
  testing::RemoveRecord(finished.from(), id);
  EXPECT_THAT(finished.Refusal(finished.to(), true), HasSubstr(said));
  EXPECT_EQ(ReadResults(finished.to()).records.size(), 6U);
}

TEST(Publish, AFolderWithoutAnOkTrialIsRefused) {
  const Finished finished;
  const auto skip = [](ResultRecord& record, std::string&) {
    record.SetText("status", "skipped");
    record.SetText("message", "nursery is not on this machine");
  };
  const std::vector<ResultRecord> rows = finished.run_rows();
  for (std::size_t i = 1; i < rows.size(); ++i) finished.EditTrial(rows[i].Text("trial_id"), skip);
  EXPECT_EQ(finished.Refusal(), "");
  fs::remove_all(finished.to());
  finished.EditTrial(rows[0].Text("trial_id"), skip);
  for (const bool partial : {false, true}) {
    EXPECT_THAT(finished.Refusal(finished.to(), partial),
                AllOf(HasSubstr("holds no trial that is ok; its first, "),
                      HasSubstr("skipped: nursery is not on this machine")));
  }
}

TEST(Publish, StaleTrialsAreRefused) {
  Finished finished;
  finished.EditTrial(finished.FirstId(), [](ResultRecord&, std::string& identity) {
    identity.replace(identity.find("dataset_sha256=") + 15, 4, "0000");
  });
  // No run has looked at it: the other records tell.
  EXPECT_THAT(finished.Refusal(), HasSubstr("different data of data set 'nursery'"));
  finished.run().Run(SmallConfig());
  finished.Clean();
  EXPECT_THAT(finished.Refusal(),
              HasSubstr("holds 5 of the 6 trials of its config (1 are stale); expected"));
}

TEST(Publish, OtherDataInARepetitionOfItsOwnAreRefused) {
  const Finished finished;
  for (const ResultRecord& row : finished.run_rows()) {
    if (row.Text("repetition") != "1") continue;
    finished.EditTrial(row.Text("trial_id"), [](ResultRecord&, std::string& identity) {
      identity.replace(identity.find("dataset_sha256=") + 15, 4, "0000");
    });
  }
  EXPECT_THAT(finished.Refusal(), HasSubstr("different data of data set 'nursery'"));
}

TEST(Publish, GeneratedSetsDifferByRepetition) {
  Json config = SmallConfig();
  config["datasets"] = {{{"name", "unit_ball"}, {"n", 30}, {"d", 5}}};
  config["methods"].erase(0);
  for (Json& method : config["methods"]) method.erase("learner");
  config["metrics"] = {"gram_mean_abs"};
  const Finished finished(config);
  EXPECT_EQ(finished.Refusal(), "");
}

TEST(Publish, AValueThatItsTuningTrialDidNotChooseIsRefused) {
  Json config = SmallConfig();
  config["tuning"] = {{{"method", "exact"},
                       {"grid", {{"learner.cost", {0.1, 1}}}},
                       {"by", {{"validation_fraction", 0.3}}}}};
  const Finished finished(config);
  std::string tuning;
  for (const ResultRecord& row : finished.run_rows())
    if (row.Text("metric") == "tuning") tuning = row.Text("trial_id");
  ASSERT_NE(tuning, "");
  finished.EditTrial(tuning, [](ResultRecord& record, std::string&) {
    record.SetText("tuned_params", "learner.cost=100");
  });
  EXPECT_THAT(finished.Refusal(), AllOf(HasSubstr("its tuning trial " + tuning),
                                        HasSubstr("chose 'learner.cost=100'")));
}

TEST(Publish, PublishedRecordsWithAnUnknownStatusAreRefused) {
  const Finished finished;
  Publish(finished.from(), finished.to());
  const fs::path csv = finished.to() / "trials.csv";
  std::string text = testing::ReadFile(csv);
  const std::size_t at = text.find(",ok,");
  ASSERT_NE(at, text.npos);
  testing::WriteFile(csv, text.replace(at, 4, ",fine,"));
  EXPECT_THAT(testing::Message([&] { Publish(finished.to(), finished.to()); }),
              AllOf(HasSubstr("trials.csv:2: status is 'fine'"), HasSubstr("expected one of ok")));
}

TEST(Publish, DamagedRecordsAreRefused) {
  const Finished finished;
  const std::string id = finished.FirstId();
  const std::string run = finished.run_rows()[0].Text("run_id");
  testing::DamageRecord(finished.from(), id);
  EXPECT_THAT(finished.Refusal(), HasSubstr("trials/" + run + ".jsonl:1 is damaged in"));
  EXPECT_THAT(finished.Refusal(finished.to(), true), HasSubstr("is damaged"));
  fs::remove(finished.from() / "grid.json");
  fs::remove(RecordsPath(finished.from(), run));
  EXPECT_THAT(finished.Refusal(), HasSubstr("trials/" + run + ".jsonl is missing in"));
  testing::WriteFile(RecordsPath(finished.from(), run), "");
  EXPECT_THAT(finished.Refusal(), HasSubstr("grid.json"));
}

TEST(Publish, ThePlaceIsTheExperiments) {
  const Finished finished;
  const auto refusal = [&](const char* place) { return finished.Refusal(finished.place(place)); };
  EXPECT_THAT(refusal("results/test/large"), HasSubstr("expected results/test/small"));
  EXPECT_THAT(refusal("results/small"), HasSubstr("expected results/test/small"));
  EXPECT_THAT(refusal("test/small"), HasSubstr("expected results/test/small"));
  EXPECT_THAT(refusal("results/test/small/more"), HasSubstr("expected results/test/small"));
  EXPECT_EQ(refusal("results/other/../test/small/"), "");
  testing::WriteFile(finished.to() / "report-figure1.svg", "a picture of the last report");
  EXPECT_EQ(finished.Refusal(), "");
  EXPECT_FALSE(fs::exists(finished.to() / "report-figure1.svg"));
  testing::WriteFile(finished.to() / "mine.txt", "mine");
  EXPECT_THAT(finished.Refusal(), HasSubstr("holds 'mine.txt'"));
  EXPECT_EQ(testing::ReadFile(finished.to() / "mine.txt"), "mine");
  const Finished working;
  fs::create_directories(working.to() / "trials");
  EXPECT_THAT(working.Refusal(), HasSubstr("holds 'trials'"));
}

TEST(Publish, MergedPublishedFoldersAreOfOneConfig) {
  const Finished one, other;
  const auto publish_part = [](const Finished& finished, std::size_t kept) {
    const auto rows = finished.run_rows();
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (i % 2 != kept) testing::RemoveRecord(finished.from(), rows[i].Text("trial_id"));
    Publish(finished.from(), finished.to(), true);
  };
  publish_part(one, 0);
  publish_part(other, 1);
  const fs::path merged = one.place("merged");
  MergeFolders({one.to(), other.to()}, merged);
  EXPECT_FALSE(fs::exists(merged / "partial.json")) << "together they have all";
  EXPECT_EQ(Publish(merged, one.to()).trials, 6U);
  const fs::path file = *fs::directory_iterator(merged / "context");
  Finished::Edit(file, [](Json& context) { context["config_text"] = "{}"; });
  EXPECT_THROW(Publish(merged, one.to()), InvalidInput);
}

TEST(Publish, MergedPartsSayHowMuchTheyAre) {
  const Finished one, other;
  const auto rows = one.run_rows();
  for (const Finished* finished : {&one, &other}) {
    testing::RemoveRecord(finished->from(), rows[finished == &one ? 0 : 1].Text("trial_id"));
    testing::RemoveRecord(finished->from(), rows[2].Text("trial_id"));
    Publish(finished->from(), finished->to(), true);
  }
  const fs::path merged = one.place("merged");
  MergeFolders({one.to(), other.to()}, merged);
  EXPECT_THAT(ReadResults(merged).problems,
              ElementsAre("only 5 of the 6 trials of the config are here"));
  EXPECT_THROW(Publish(merged, one.to()), InvalidInput);
  EXPECT_EQ(Publish(merged, one.to(), true).of, 6U);
}

TEST(Publish, MergedPartsKeepTheirRunsPassports) {
  const Finished measured, unmeasured;
  unmeasured.EditContexts([](Json& context) { context["passport"] = nullptr; });
  const auto rows = measured.run_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Finished& lacks = i % 2 == 0 ? unmeasured : measured;
    testing::RemoveRecord(lacks.from(), rows[i].Text("trial_id"));
  }
  Publish(measured.from(), measured.to(), true);
  Publish(unmeasured.from(), unmeasured.to(), true);
  const fs::path merged = measured.place("merged");
  MergeFolders({measured.to(), unmeasured.to()}, merged);
  const std::string run = Publish(unmeasured.from(), unmeasured.to(), true).without_passport.at(0);
  EXPECT_EQ(Publish(merged, measured.to()).without_passport, std::vector{run});
  ReportOptions normalised;
  normalised.normalise = true;
  try {
    Report(measured.to(), "csv", normalised);
    ADD_FAILURE() << "times of a run without a passport were normalised";
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("run '" + run + "' has no machine passport"));
  }
  // With a passport of its own each record is normalised by that of the run that made it.
  Finished::Edit(measured.to() / "context" / (run + ".json"), [](Json& context) {
    context["passport"] = Json::parse(PassportToJson(ReferencePassport()));
  });
  ResultFolder plain = ReadResults(measured.to()), scaled = ReadResults(measured.to());
  NormaliseTimes(scaled);
  for (std::size_t i = 0; i < plain.records.size(); ++i) {
    const double factor = plain.records[i].Text("run_id") == run ? 1 : 0.25;
    EXPECT_DOUBLE_EQ(*scaled.records[i].Number("fit_s"),
                     factor * *plain.records[i].Number("fit_s"));
  }
}

}  // namespace
}  // namespace mercer
