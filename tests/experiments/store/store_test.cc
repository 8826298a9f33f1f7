#include "experiments/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/store/disk/files.h"
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

TEST(Record, NumbersComeBackExactly) {
  ResultRecord record;
  for (const double value : {0.1, 1.0 / 3, 1e-300, -4.0, 12345678901234.0}) {
    record.SetText("value", FormatNumber(value));
    EXPECT_EQ(record.Number("value"), value);
  }
  EXPECT_FALSE(record.Number("accuracy").has_value());
}

TEST(Record, OnlyTimesMemoryTheRunAndTheMachineMayDiffer) {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) {
    if (IsTimeColumn(i)) columns.emplace_back(kRecordColumns[i].name);
  }
  EXPECT_THAT(columns,
              ElementsAre("run_id", "draw_s", "transform_train_s", "fit_s", "transform_test_s",
                          "predict_s", "cpu_s", "peak_rss_mib", "timing_valid", "instruction_set",
                          "draw_min_s", "transform_train_min_s", "fit_min_s",
                          "transform_test_min_s", "predict_min_s", "other_cpu_s", "timing_note",
                          "system_cpu_s", "page_faults", "context_switches", "cpu_mhz"));
}

TEST(Store, RecordsComeBack) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    store.Put("a-1", "identity\nof a", MakeRecord("a-1"));
    store.Put("b-2", "identity of b", MakeRecord("b-2"));
  }
  const ResultStore store(folder / "out", "test/small");
  ASSERT_THAT(store.records(), SizeIs(2));
  EXPECT_EQ(store.identities().at("a-1"), "identity\nof a");
  ExpectSame(store.records().at("b-2"), MakeRecord("b-2"));
  EXPECT_THAT(store.problems(), IsEmpty());
}

TEST(Store, BytesThatAreNoTextDoNotLoseTheRecord) {
  const testing::TemporaryFolder folder;
  ResultRecord record = MakeRecord("a");
  record.SetText("message", "bad \xff byte");
  ResultStore(folder / "out", "test/small", testing::kRun).Put("a", "i", record);
  const ResultStore store(folder / "out", "test/small");
  ASSERT_THAT(store.records(), SizeIs(1));
  EXPECT_THAT(store.records().at("a").Text("message"), HasSubstr("bad "));
}

TEST(Store, PipesAndEndlessNestingAreDamageAndNotWaitedFor) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore store(out, "test/small", testing::kRun);
    store.PutGrid({"a"});
    store.PutContext({testing::kRun, "{}"});
    store.Put("a", "i", MakeRecord("a"));
  }
  const std::string deep(100'000, '[');
  testing::WriteFile(out / "trials/deep.jsonl", deep + "\n");
  testing::WriteFile(out / "context/deep.json", deep);
  for (const std::string name : {"trials/pipe.jsonl", "context/pipe.json"})
    ASSERT_EQ(mkfifo((out / name).c_str(), 0600), 0);
  const ResultFolder read = ReadResults(out);
  EXPECT_THAT(read.records, SizeIs(1));
  EXPECT_THAT(read.contexts, SizeIs(1));
  EXPECT_THAT(read.problems, ElementsAre("trials/deep.jsonl:1 is damaged and left out",
                                         "trials/pipe.jsonl is damaged and left out",
                                         "context/deep.json is damaged and left out",
                                         "context/pipe.json is damaged and left out"));
  EXPECT_TRUE(read.damaged);
  testing::WriteFile(out / "grid.json", deep);
  EXPECT_THAT(Message([&] { ReadResults(out); }), HasSubstr("grid.json' is damaged"));
  fs::remove(out / "grid.json");
  ASSERT_EQ(mkfifo((out / "grid.json").c_str(), 0600), 0);
  EXPECT_THAT(Message([&] { ReadResults(out); }), HasSubstr("grid.json' is missing"));
}

TEST(Store, ADamagedLineIsSetAsideAndReportedOnce) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore store(out, "test/small", testing::kRun);
    for (const char* id : {"a", "b", "c"}) store.Put(id, "i", MakeRecord(id));
  }
  testing::DamageRecord(out, "b");
  const fs::path file = RecordsPath(out, testing::kRun);
  const std::string damaged = testing::ReadFile(file);
  {
    const ResultStore look(out, "test/small");
    EXPECT_THAT(look.records(), SizeIs(2));
    EXPECT_THAT(testing::RecordsFiles(out), SizeIs(1)) << "a look changes nothing";
  }
  const ResultStore store(out, "test/small", "later");
  EXPECT_THAT(store.records(), SizeIs(2));
  EXPECT_THAT(store.Lacking({"a", "b", "c"}), ElementsAre("b"));
  EXPECT_THAT(store.problems(),
              ElementsAre("trials/" + std::string(testing::kRun) +
                          ".jsonl:2 is damaged: set aside, its trial runs again"));
  EXPECT_EQ(testing::ReadFile(file), damaged) << "what was written stays";
  EXPECT_THAT(ResultStore(out, "test/small", "last").problems(), IsEmpty());
  EXPECT_THAT(testing::RecordsFiles(out), SizeIs(2)) << "nothing more is to be said";
}

TEST(Store, WhatIsNoFileIsMovedAsideAndReported) {
  const testing::TemporaryFolder folder;
  const fs::path trials = folder / "out/trials";
  fs::create_directories(trials);
  ASSERT_EQ(mkfifo((trials / "pipe.jsonl").c_str(), 0600), 0);
  const ResultStore store(folder / "out", "test/small", testing::kRun);
  EXPECT_THAT(store.problems(), ElementsAre("trials/pipe.jsonl is damaged: moved aside to "
                                            "<name>.damaged, its trials run again"));
  EXPECT_TRUE(fs::is_regular_file(trials / "pipe.jsonl"));
  EXPECT_THAT(ResultStore(folder / "out", "test/small", "next").problems(), IsEmpty());
  EXPECT_TRUE(fs::exists(trials / "pipe.jsonl.damaged"));
}

// What it has set aside would count again in silence.
TEST(Store, ARunsFileThatIsGoneIsTold) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore first(out, "test/small", "first");
    first.PutGrid({"a"});
    first.PutContext({"first", "{}"});
    first.Put("a", "old", MakeRecord("a", "first"));
    ResultStore second(out, "test/small", "second");
    second.PutContext({"second", "{}"});
    second.SetAside("a");
    second.Put("a", "new", MakeRecord("a", "second"));
  }
  EXPECT_THAT(ReadResults(out).problems, IsEmpty());
  fs::remove(RecordsPath(out, "second"));
  const ResultFolder results = ReadResults(out);
  EXPECT_TRUE(results.damaged);
  EXPECT_THAT(results.problems,
              ElementsAre("trials/second.jsonl is missing: what its run recorded is left out"));
  EXPECT_THAT(ResultStore(out, "test/small", "third").problems(),
              ElementsAre("trials/second.jsonl is missing, its trials run again"));
  EXPECT_THAT(ReadResults(out).problems, IsEmpty()) << "a run has looked at what is left";
}

TEST(Store, AFileUnderAnotherRunsNameIsDamage) {
  const testing::TemporaryFolder folder;
  {
    ResultStore store(folder / "out", "test/small", testing::kRun);
    for (const char* id : {"a", "b"}) store.Put(id, "i", MakeRecord(id));
  }
  fs::rename(RecordsPath(folder / "out", testing::kRun), RecordsPath(folder / "out", "other"));
  const ResultStore store(folder / "out", "test/small");
  EXPECT_THAT(store.records(), IsEmpty());
  EXPECT_THAT(store.problems(), ElementsAre(HasSubstr("trials/other.jsonl:1-2 are damaged")));
}

TEST(Store, AnotherSchemaVersionIsRefusedByName) {
  const testing::TemporaryFolder folder;
  const fs::path file = RecordsPath(folder / "out", "run");
  std::string line = R"({"schema":2,"something":"else"})";
  line.insert(line.size() - 1, R"(,"checksum":")" + Sha256Hex(line).substr(0, 16) + '"');
  testing::WriteFile(file, line + "\n");
  const std::string what =
      Message([&] { ResultStore(folder / "out", "test/small", testing::kRun); });
  EXPECT_THAT(what,
              AllOf(HasSubstr(file.string()), HasSubstr("version 2"), HasSubstr("version 1")));
  EXPECT_THAT(Message([&] { ReadResults(folder / "out"); }), HasSubstr("version 2"));
  // What is damaged says nothing.
  line[10] = '3';
  testing::WriteFile(file, line + "\n");
  EXPECT_THAT(ResultStore(folder / "out", "test/small").problems(), SizeIs(1));
}

TEST(Store, AFolderOfAnOlderProgramIsRefused) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "out/trials/a.json";
  testing::WriteFile(file, "{\"schema\": 1}");
  const std::string expected = "results folder '" + (folder / "out").string() +
                               "' has records of an older program (" + file.string() +
                               ", a file for each), which this one does not read: choose another "
                               "--out";
  EXPECT_EQ(Message([&] { ResultStore(folder / "out", "test/small", testing::kRun); }), expected);
  EXPECT_EQ(Message([&] { ReadResults(folder / "out"); }), expected);
  EXPECT_EQ(testing::ReadFile(file), "{\"schema\": 1}");
}

TEST(Store, ACommittedFolderIsNeverRunInto) {
  const testing::TemporaryFolder folder;
  const fs::path csv = folder / "out" / "trials.csv";
  testing::WriteFile(csv, RecordsToCsv({MakeRecord("a")}));
  EXPECT_THAT(Message([&] { ResultStore(folder / "out", "test/small", testing::kRun); }),
              HasSubstr("committed"));
  EXPECT_FALSE(fs::exists(folder / "out" / "trials"));
  EXPECT_EQ(testing::ReadFile(csv), RecordsToCsv({MakeRecord("a")}));
}

TEST(Store, AnotherExperimentsFolderIsRefused) {
  const testing::TemporaryFolder folder;
  ResultStore(folder / "out", "test/small", testing::kRun).Put("a", "i", MakeRecord("a"));
  const std::string what =
      Message([&] { ResultStore(folder / "out", "test/other", testing::kRun); });
  EXPECT_THAT(what, AllOf(HasSubstr("'test/small'"), HasSubstr("'test/other'")));
}

TEST(Store, AnotherExperimentsGridIsRefusedBeforeItHasRecords) {
  const testing::TemporaryFolder folder;
  ResultStore(folder / "out", "test/small", testing::kRun).PutGrid({"a"});
  EXPECT_THAT(Message([&] { CheckResultFolder(folder / "out", "test/other"); }),
              HasSubstr("'test/small'"));
}

TEST(Store, AFolderThatCannotBeIsRefused) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "file", "x");
  EXPECT_THAT(Message([&] { CheckResultFolder(folder / "file", "test/small"); }),
              HasSubstr("expected a folder"));
  EXPECT_THAT(Message([&] { CheckResultFolder(folder / "file" / "out", "test/small"); }),
              HasSubstr("expected a folder"));
  EXPECT_NO_THROW(CheckResultFolder(folder / "new" / "deeper", "test/small"));
  EXPECT_FALSE(fs::exists(folder / "new")) << "a check writes nothing";
}

TEST(Store, TwoRunsInOneFolderTakeDifferentTrials) {
  const testing::TemporaryFolder folder;
  ResultStore first(folder / "out", "test/small", testing::kRun);
  EXPECT_FALSE(first.IsShared());
  ResultStore second(folder / "out", "test/small", "other");
  EXPECT_TRUE(first.IsShared());
  EXPECT_TRUE(first.Claim("a"));
  EXPECT_FALSE(second.Claim("a"));
  EXPECT_FALSE(second.Refresh("a"));
  first.Put("a", "i", MakeRecord("a"));
  first.Release("a");
  EXPECT_TRUE(second.Claim("a"));
  EXPECT_TRUE(second.Refresh("a")) << "the other has done it";
  EXPECT_EQ(second.identities().at("a"), "i");
  EXPECT_FALSE(second.Refresh("a"));
}

TEST(Store, TheSecondRunClearsNothingOfTheFirst) {
  const testing::TemporaryFolder folder;
  const ResultStore first(folder / "out", "test/small", testing::kRun);
  AtomicOutput writing(folder / "out" / "trials" / "a");
  testing::WriteFile(first.shared_folder() / "rows", "1");
  const fs::path left = first.shared_folder() / (std::string(kTemporaryPrefix) + "rows.123-0");
  testing::WriteFile(left, "1");
  { const ResultStore second(folder / "out", "test/small", "other"); }
  EXPECT_NO_THROW(writing.Commit());
  EXPECT_TRUE(fs::exists(first.shared_folder() / "rows"));
  EXPECT_FALSE(fs::exists(left)) << "its writer was killed";
}

TEST(Store, WhatCannotBeWrittenAnyMoreIsTold) {
  const testing::TemporaryFolder folder;
  ResultStore store(folder / "out", "test/small", testing::kRun);
  fs::remove_all(folder / "out");
  try {
    store.Put("a", "i", MakeRecord("a"));
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_THAT(error.what(), HasSubstr("what was finished is whole in"));
  }
}

TEST(Store, OnlyWhatStandsIsCalledWhole) {
  const testing::TemporaryFolder folder;
  ResultStore store(folder / "out", "test/small", testing::kRun);
  for (const char* id : {"a", "b"}) store.Put(id, "i", MakeRecord(id));
  EXPECT_THAT(store.Lacking({"a", "b", "c"}), ElementsAre("c"));
  fs::remove_all(folder / "out");
  try {
    store.Put("c", "i", MakeRecord("c"));
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("whole")));
    EXPECT_THAT(error.what(), HasSubstr("2 of the 2 finished records are gone"));
  }
  store.Reload();
  EXPECT_THAT(store.Lacking({"a", "b"}), ElementsAre("a", "b"));
}

TEST(Store, RecordsTakeTheRoomOfWhatIsShared) {
  const testing::TemporaryFolder folder;
  const std::string disk = (folder / "disk").string();
  fs::create_directory(disk);
  if (testing::RunCommand("mount -t tmpfs -o size=64k tmpfs " + disk).exit_code != 0)
    GTEST_SKIP() << "no file system may be mounted here";
  {
    ResultStore store(folder / "disk" / "out", "test/small", testing::kRun);
    testing::RunCommand("mkdir " + store.shared_folder().string() +
                        "; head -c 100000 /dev/zero > " +
                        (store.shared_folder() / "rows").string());
    EXPECT_EQ(fs::space(disk).available, 0U);
    EXPECT_NO_THROW(store.Put("a", "i", MakeRecord("a")));
    EXPECT_FALSE(fs::exists(store.shared_folder()));
    try {
      for (int i = 0; i < 1000; ++i) {
        const std::string id = "b" + std::to_string(i);
        store.Put(id, "i", MakeRecord(id));
      }
      ADD_FAILURE() << "the disk is not full";
    } catch (const StoreError& error) {
      EXPECT_THAT(error.what(), HasSubstr("No space left on device; what was finished is whole"));
      EXPECT_THAT(error.what(), HasSubstr("the same command goes on"));
    }
    RecordFiles files(folder / "disk" / "out");
    files.ReadAll();
    EXPECT_EQ(files.log().records().size(), store.records().size());
    EXPECT_THAT(files.Damages(), IsEmpty()) << "no half line stays";
  }
  testing::RunCommand("umount " + disk);
}

TEST(PendingFolder, WhatKilledProcessesLeftIsRemovedOrGivenBack) {
  const testing::TemporaryFolder folder;
  const std::string prefix = kTemporaryPrefix;
  testing::WriteFile(folder / (prefix + "out.123") / "half", "");
  testing::WriteFile(folder / (prefix + "out.124.old") / "trials.csv", "whole");
  testing::WriteFile(folder / (prefix + "out.b.125") / "half", "another folder's");
  {
    const PendingFolder living("merge", folder / "out");
    EXPECT_EQ(testing::ReadFile(folder / "out" / "trials.csv"), "whole");
    EXPECT_FALSE(fs::exists(folder / (prefix + "out.123")));
    testing::WriteFile(living.path() / "half", "");
    RemoveIfLeft(living.path());
    EXPECT_TRUE(fs::exists(living.path() / "half"));
  }
  EXPECT_TRUE(fs::exists(folder / (prefix + "out.b.125")));
  testing::WriteFile(folder / (prefix + "out.124.old") / "trials.csv", "older");
  { const PendingFolder next("merge", folder / "out"); }
  EXPECT_FALSE(fs::exists(folder / (prefix + "out.124.old")));
  EXPECT_EQ(testing::ReadFile(folder / "out" / "trials.csv"), "whole");
}

TEST(Store, WhatAKilledRunLeftHalfWrittenIsCleared) {
  const testing::TemporaryFolder folder;
  const fs::path leftover =
      folder / "out" / "context" / (std::string(kTemporaryPrefix) + "a.json.123-0");
  testing::WriteFile(leftover, "{\"schema\": 1, ");
  const ResultStore store(folder / "out", "test/small", testing::kRun);
  EXPECT_FALSE(fs::exists(leftover));
  EXPECT_THAT(store.problems(), IsEmpty());
}

TEST(Store, HalfALineOfAKilledRunCostsItsTrialAlone) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out", file = RecordsPath(out, "killed");
  {
    ResultStore store(out, "test/small", "killed");
    store.PutGrid({"a", "b"});
    for (const char* id : {"a", "b"}) store.Put(id, "i", MakeRecord(id, "killed"));
    store.PutContext({"killed", "{}"});
  }
  const std::string whole = testing::ReadFile(file);
  const std::size_t second = whole.find('\n') + 1;
  for (const std::size_t size : {second + 1, second + 100, whole.size() - 1}) {
    testing::WriteFile(file, whole.substr(0, size));
    const ResultFolder results = ReadResults(out);
    EXPECT_FALSE(results.damaged);
    EXPECT_THAT(results.records, SizeIs(1));
    EXPECT_THAT(results.problems,
                ElementsAre("trials/killed.jsonl:2 is half a line, as a killed run leaves one; its "
                            "trial has no record",
                            "only 1 of the 2 trials of the config are here"));
  }
  {
    ResultStore store(out, "test/small", "next");
    EXPECT_THAT(store.problems(), ElementsAre(HasSubstr("trials/killed.jsonl:2 is half a line")));
    EXPECT_THAT(store.Lacking({"a", "b"}), ElementsAre("b"));
    store.Put("b", "i", MakeRecord("b", "next"));
    store.PutContext({"next", "{}"});
  }
  EXPECT_EQ(testing::ReadFile(file), whole.substr(0, whole.size() - 1));
  EXPECT_THAT(ReadResults(out).problems, IsEmpty());
  EXPECT_THAT(ResultStore(out, "test/small", "last").problems(), IsEmpty());
}

TEST(Store, HalfALineThatIsBeingWrittenIsNotTold) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore living(out, "test/small", "living");
    living.Put("a", "i", MakeRecord("a", "living"));
    std::ofstream(RecordsPath(out, "living"), std::ios::app) << "{\"schema\":1,";
    EXPECT_THAT(ResultStore(out, "test/small").problems(), IsEmpty());
    // Nor does a line begin behind it.
    living.Put("b", "i", MakeRecord("b", "living"));
    EXPECT_THAT(ResultStore(out, "test/small").records(), SizeIs(2));
  }
  EXPECT_THAT(ResultStore(out, "test/small").problems(), SizeIs(1)) << "a whole line by now";
}

TEST(Store, ARecordSetAsideMakesItsTrialStaleWhereItIsOk) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  ResultRecord failed = MakeRecord("b");
  failed.SetText("status", "failed");
  {
    ResultStore store(out, "test/small", testing::kRun);
    store.Put("a", "i", MakeRecord("a"));
    store.Put("b", "i", failed);
    for (const char* id : {"a", "b"}) store.SetAside(id);
    EXPECT_THAT(store.records(), IsEmpty());
    EXPECT_THAT(store.stale(), ElementsAre("a"));
    EXPECT_THAT(store.Lacking({"a", "b", "c"}), ElementsAre("c"));
  }
  const ResultStore store(out, "test/small");
  EXPECT_THAT(store.records(), IsEmpty());
  EXPECT_THAT(store.stale(), ElementsAre("a"));
  EXPECT_THAT(store.Lacking({"a", "b", "c"}), ElementsAre("c"));
  EXPECT_THAT(testing::LinesOf(RecordsPath(out, testing::kRun)), SizeIs(4)) << "nothing is deleted";
}

TEST(Store, ARecordSetAsideStaysBehindItsSuccessor) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore store(out, "test/small", "first");
    store.Put("a", "i", MakeRecord("a", "first"));
    store.SetAside("a");
  }
  const std::string first = testing::ReadFile(RecordsPath(out, "first"));
  {
    ResultStore store(out, "test/small", "second");
    ResultRecord failed = MakeRecord("a", "second");
    failed.SetText("status", "failed");
    store.Put("a", "other", failed);
    EXPECT_THAT(store.stale(), IsEmpty());
    store.SetAside("a");
    EXPECT_THAT(store.stale(), IsEmpty()) << "the first would count as stale again";
  }
  EXPECT_THAT(ResultStore(out, "test/small").stale(), IsEmpty());
  EXPECT_EQ(testing::ReadFile(RecordsPath(out, "first")), first);
}

TEST(Store, AnotherRecordCountsWhateverTheClockSays) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  ResultStore(out, "test/small", "2030").Put("a", "of 2030", MakeRecord("a", "2030"));
  ResultStore(out, "test/small", "2020").Put("a", "of 2020", MakeRecord("a", "2020"));
  EXPECT_EQ(ResultStore(out, "test/small").identities().at("a"), "of 2020");
}

TEST(Store, ATrialThatEndsTwiceInTheSameWayHasTheSecondRecord) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore store(out, "test/small", testing::kRun);
    store.Put("a", "i", MakeRecord("a"));
    store.SetAside("a");
    for (int i = 0; i < 2; ++i) store.Put("a", "i", MakeRecord("a"));
  }
  const ResultStore store(out, "test/small");
  EXPECT_THAT(store.records(), SizeIs(1));
  EXPECT_THAT(testing::LinesOf(RecordsPath(out, testing::kRun)), SizeIs(6));
}

TEST(Store, TwoRunsAppendAtOnceAndSeeEachOthersRecords) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  constexpr int kTrials = 300;
  const auto id = [](const std::string& run, int i) { return run + "-" + std::to_string(i); };
  const auto fill = [&](const std::string& run) {
    ResultStore store(out, "test/small", run);
    for (int i = 0; i < kTrials; ++i) store.Put(id(run, i), "i", MakeRecord(id(run, i), run));
  };
  ResultStore look(out, "test/small", "look");
  std::thread first([&] { fill("first"); }), second([&] { fill("second"); });
  for (int i = 0; i < kTrials; ++i) {
    for (const char* run : {"first", "second"})
      while (!look.Refresh(id(run, i))) std::this_thread::yield();
  }
  first.join();
  second.join();
  EXPECT_THAT(look.records(), SizeIs(2 * kTrials));
  EXPECT_FALSE(look.Refresh(id("first", 7))) << "it is known";
  EXPECT_THAT(ResultStore(out, "test/small").records(), SizeIs(2 * kTrials));
}

TEST(Store, WhatAnotherRunSetsAsideIsSeen) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  ResultStore first(out, "test/small", "first"), second(out, "test/small", "second");
  first.Put("a", "i", MakeRecord("a", "first"));
  ASSERT_TRUE(second.Refresh("a"));
  first.SetAside("a");
  EXPECT_FALSE(second.Refresh("a"));
  EXPECT_THAT(second.records(), IsEmpty());
  EXPECT_THAT(second.stale(), ElementsAre("a"));
}

TEST(Store, RecordsAreReadAgainWhereTheirFileIsDeletedMeanwhile) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  ResultStore store(out, "test/small", testing::kRun);
  store.Put("a", "i", MakeRecord("a"));
  fs::remove(RecordsPath(out, testing::kRun));
  store.Put("b", "i", MakeRecord("b"));
  store.Reload();
  EXPECT_THAT(store.Lacking({"a", "b"}), ElementsAre("a"));
}

TEST(AtomicFile, ReplacesAndLeavesNothingElse) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "x", "old");
  WriteFileAtomically(folder / "x", "new");
  EXPECT_EQ(testing::ReadFile(folder / "x"), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
  EXPECT_THAT(Message([&] { WriteFileAtomically(folder / "none" / "x", "y"); }),
              HasSubstr("cannot write"));
}

}  // namespace
}  // namespace mercer
