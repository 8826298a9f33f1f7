#include "experiments/store/read_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/text.h"
#include "experiments/store/store.h"
#include "tests/experiments/store/made_records.h"
#include "tests/experiments/store/record_lines.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::ExpectSame;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MakeRecord;
using testing::Message;
using ::testing::Not;
using ::testing::SizeIs;
namespace fs = std::filesystem;

TEST(Results, WorkingAndCommittedFoldersReadTheSame) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    for (const char* id : {"a", "b", "c"}) store.Put(id, "i", MakeRecord(id));
    store.PutContext({"20260101T000000Z-000000", "{\"cpu\": \"x\"}\n"});
    store.PutGrid({"c", "a"});
    store.WriteTrialsCsv({"c", "a"});
  }
  fs::create_directories(folder / "committed");
  fs::copy(folder / "out" / "trials.csv", folder / "committed" / "trials.csv");
  fs::copy(folder / "out" / "context", folder / "committed" / "context");
  const ResultFolder working = ReadResults(folder / "out");
  const ResultFolder committed = ReadResults(folder / "committed");
  ASSERT_THAT(working.records, SizeIs(2));
  ASSERT_THAT(committed.records, SizeIs(2));
  for (std::size_t i = 0; i < 2; ++i) ExpectSame(working.records[i], committed.records[i]);
  EXPECT_EQ(working.records[0].Text("trial_id"), "c");
  ASSERT_THAT(committed.contexts, SizeIs(1));
  EXPECT_EQ(committed.contexts[0].run_id, "20260101T000000Z-000000");
  EXPECT_THAT(working.problems, ElementsAre(HasSubstr("1 records belong to no trial")));
}

TEST(Results, StaleTrialsAreCounted) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    store.PutGrid({"a", "b", "c"});
    store.PutContext({testing::kRun, "{}"});
    for (const char* id : {"a", "b"}) store.Put(id, "i", MakeRecord(id));
    store.Discard("b");
  }
  {
    // Of a trial that has a record again, and of one that is none of the grid.
    ResultStore store(folder / "out", "test/small", "later");
    store.Discard("a");
    store.Put("a", "i", MakeRecord("a", "later"));
    store.Put("old", "i", MakeRecord("old", "later"));
    store.Discard("old");
    store.PutContext({"later", "{}"});
  }
  EXPECT_THAT(ReadResults(folder / "out").problems,
              ElementsAre("only 2 of the 3 trials of the config are here",
                          "1 trials are stale, since their data, seeds or code changed, and are "
                          "left out; mercer run --retry stale runs them again"));
}

TEST(Results, TheTableIsMadeFromTheRecordsAlone) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    store.PutGrid({"b", "a", "never-ran"});
    for (const char* id : {"a", "b"}) store.Put(id, "i", MakeRecord(id));
  }
  RewriteTrialsCsv(folder / "out");
  EXPECT_EQ(testing::ReadFile(folder / "out" / "trials.csv"),
            RecordsToCsv({MakeRecord("b"), MakeRecord("a")}));
}

TEST(Results, FoldersWithoutResultsAreRefused) {
  const testing::TemporaryFolder folder;
  EXPECT_THAT(Message([&] { ReadResults(folder / "none"); }), HasSubstr("no results folder"));
  fs::create_directories(folder / "empty");
  EXPECT_THAT(Message([&] { ReadResults(folder / "empty"); }), HasSubstr("holds no results"));
}

TEST(Results, ACsvOfAnotherVersionIsRefused) {
  std::string text = RecordsToCsv({MakeRecord("a")});
  const std::size_t row = text.find('\n') + 1;
  text[row] = '7';
  EXPECT_THAT(Message([&] { ParseRecordsCsv(text, "t.csv"); }),
              AllOf(HasSubstr("t.csv"), HasSubstr("version 7")));
  EXPECT_THAT(Message([&] { ParseRecordsCsv("schema,b\n1,2\n", "t.csv"); }),
              HasSubstr("t.csv:1: column 'b' is unknown or out of order"));
  EXPECT_THAT(Message([&] { ParseRecordsCsv("schema,method,dataset\n1,2,3\n", "t.csv"); }),
              HasSubstr("column 'dataset'"));
  EXPECT_THAT(Message([&] { ParseRecordsCsv("schema,run_id\n1,2,3\n", "t.csv"); }),
              HasSubstr("t.csv:2: 3 fields; expected 2"));
  EXPECT_THAT(Message([&] { ParseRecordsCsv("", "t.csv"); }), HasSubstr("header"));
}

TEST(Results, ColumnsThatCameLaterMayBeAbsent) {
  const auto records = ParseRecordsCsv("schema,run_id,accuracy\n1,r,0.5\n", "t.csv");
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].Text("accuracy"), "0.5");
  EXPECT_EQ(records[0].Text("projection_bound"), "");
}

// Of a committed file that somebody changed by hand.
TEST(Results, ARowThatNoTrialCanHaveMeasuredIsRefused) {
  const auto refusal = [](const std::string& header, const std::string& rows) {
    return Message([&] { ParseRecordsCsv("schema," + header + "\n" + rows, "t.csv"); });
  };
  const std::string scores = "trial_id,metric,value,accuracy,error_rate,status";
  EXPECT_EQ(refusal(scores, "1,a,accuracy,0.75,0.75,0.25,ok\n"), "nothing was thrown");
  EXPECT_EQ(refusal(scores, "1,a,accuracy,7,7,-6,ok\n"),
            "t.csv:2: accuracy is '7'; expected a number from 0 to 1");
  EXPECT_EQ(refusal(scores, "1,a,accuracy,0.75,0.75,0.3,ok\n"),
            "t.csv:2: error_rate is '0.3'; expected 1 less the accuracy, 0.75");
  EXPECT_EQ(refusal(scores, "1,a,accuracy,0.9,0.75,0.25,ok\n"),
            "t.csv:2: value is '0.9'; expected accuracy of the same row, 0.75");
  EXPECT_EQ(refusal(scores, "1,a,accuracy,,0.75,0.25,ok\n"),
            "t.csv:2: value is ''; expected accuracy of the same row, 0.75");
  EXPECT_EQ(refusal(scores, "1,a,accuracy,nan,nan,0.25,ok\n"),
            "t.csv:2: value is 'nan'; expected a finite number");
  EXPECT_THAT(refusal(scores, "1,a,accuracy,0.75,abc,0.25,ok\n"), HasSubstr("accuracy is 'abc'"));
  const std::string theory = "trial_id,status,gram_rel_frobenius_theory";
  EXPECT_EQ(refusal(theory, "1,a,ok,inf\n"), "nothing was thrown");
  EXPECT_EQ(refusal(theory, "1,a,ok,nan\n"),
            "t.csv:2: gram_rel_frobenius_theory is 'nan'; expected a finite number");
  EXPECT_EQ(refusal("trial_id,fit_s,status", "1,a,-1,failed\n"),
            "t.csv:2: fit_s is '-1'; expected a number of at least 0");
  EXPECT_EQ(refusal("trial_id,iterations,status", "1,a,-5,ok\n"),
            "t.csv:2: iterations is '-5'; expected a number of at least 0");
  for (const std::string count : {"page_faults", "context_switches"})
    EXPECT_EQ(refusal("trial_id,status," + count, "1,a,ok,-5\n"),
              "t.csv:2: " + count + " is '-5'; expected a number of at least 0");
  EXPECT_EQ(refusal("trial_id,fit_s,status", "1,a,inf,ok\n"),
            "t.csv:2: fit_s is 'inf'; expected a finite number");
  EXPECT_EQ(refusal("trial_id,status", "1,a,ok\n1,b,ok\n1,a,ok\n"),
            "t.csv:4: trial a has a row already, line 2; expected one for each trial");
}

// A config's old records would count as today's.
TEST(Results, RecordsWithoutAWholeGridAreRefused) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    EXPECT_THAT(ReadResults(folder / "out").records, IsEmpty()) << "before anything ran";
    store.PutGrid({"a"});
    for (const char* id : {"a", "old"}) store.Put(id, "i", MakeRecord(id));
  }
  EXPECT_THAT(ReadResults(folder / "out").records, SizeIs(1));
  std::string grid = testing::ReadFile(folder / "out/grid.json");
  grid[grid.size() / 2] ^= 1;
  testing::WriteFile(folder / "out/grid.json", grid);
  EXPECT_THAT(Message([&] { ReadResults(folder / "out"); }), HasSubstr("grid.json' is damaged"));
  fs::remove(folder / "out/grid.json");
  EXPECT_THAT(Message([&] { ReadResults(folder / "out"); }), HasSubstr("grid.json' is missing"));
}

// With it the paper's numbers are gone.
TEST(Results, AContextThatIsNotThereIsTold) {
  const testing::TemporaryFolder folder;
  ResultStore store(folder / "out", "test/small", "early");
  store.PutGrid({"a", "b", "c"});
  for (const char* id : {"a", "b"}) store.Put(id, "i", MakeRecord(id, "early"));
  ResultStore late(folder / "out", "test/small", "late");
  late.Put("c", "i", MakeRecord("c", "late"));
  late.PutContext({"late", "{}"});
  const ResultFolder results = ReadResults(folder / "out");
  EXPECT_TRUE(results.damaged);
  EXPECT_THAT(results.problems,
              ElementsAre("context/early.json is missing: what 2 records were made with, and the "
                          "paper's numbers, are not known"));
  store.PutContext({"early", "{}"});
  EXPECT_THAT(ReadResults(folder / "out").problems, IsEmpty());
}

TEST(Results, ADamagedContextIsToldAndLeftOut) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    store.PutGrid({"a"});
    store.Put("a", "i", MakeRecord("a"));
    store.PutContext({testing::kRun, R"({"reported_csv": "accuracy,0.9"})"});
  }
  ResultFolder results = ReadResults(folder / "out");
  ASSERT_THAT(results.contexts, SizeIs(1));
  EXPECT_THAT(results.problems, IsEmpty());
  const std::string run = testing::kRun;
  const fs::path file = folder / "out" / "context" / (run + ".json");
  fs::copy_file(file, folder / "out" / "context" / "other.json");
  fs::copy_file(RecordsPath(folder / "out", run), folder / "out" / "context" / "record.json");
  for (const char* name : {"other", "record"})
    testing::WriteFile(RecordsPath(folder / "out", name), "");
  EXPECT_THAT(ReadResults(folder / "out").problems,
              ElementsAre("context/other.json is damaged and left out",
                          "context/record.json is damaged and left out"));
  for (const char* name : {"other.json", "record.json"})
    fs::remove(folder / "out" / "context" / name);
  std::string text = testing::ReadFile(file);
  text.replace(text.find("0.9"), 3, "0.8");
  testing::WriteFile(file, text);
  results = ReadResults(folder / "out");
  EXPECT_THAT(results.contexts, IsEmpty());
  EXPECT_TRUE(results.damaged);
  EXPECT_THAT(results.problems, ElementsAre("context/" + run + ".json is damaged and left out"));
}

TEST(Results, ARecordInTheGridsPlaceIsADamagedGrid) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    store.Put("a", "i", MakeRecord("a"));
  }
  fs::copy_file(RecordsPath(folder / "out", testing::kRun), folder / "out" / "grid.json");
  EXPECT_THAT(Message([&] { ReadResults(folder / "out"); }), HasSubstr("grid.json' is damaged"));
  EXPECT_NO_THROW(ResultStore(folder / "out", "test/small")) << "a run writes it again";
}

TEST(Results, TrialsThatAreNotThereAreTold) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore store(out, "test/small", testing::kRun);
    store.PutGrid({"a", "b", "c"});
    store.PutContext({testing::kRun, "{}"});
    for (const char* id : {"a", "b", "c"}) store.Put(id, "i", MakeRecord(id));
    store.WriteTrialsCsv({"a", "b", "c"});
  }
  EXPECT_THAT(ReadResults(out).problems, IsEmpty());
  testing::RemoveRecord(out, "b");
  EXPECT_THAT(ReadResults(out).problems,
              ElementsAre("only 2 of the 3 trials of the config are here"));
  fs::remove_all(out / "trials");
  EXPECT_THAT(ReadResults(out).problems,
              ElementsAre(HasSubstr(".jsonl is missing: the records of its run are left out"),
                          "only 0 of the 3 trials of the config are here"))
      << "trials.csv is no record";
  EXPECT_NO_THROW(ResultStore(out, "test/small"));
  fs::create_directory(out / "trials");
  fs::remove(out / "grid.json");
  EXPECT_THAT(ReadResults(out).problems, ElementsAre(HasSubstr(".jsonl is missing"),
                                                     HasSubstr("no trial of any config is here")));
}

}  // namespace
}  // namespace mercer
