#include "experiments/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "core/base/atomic_output.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/store/disk/files.h"
#include "tests/experiments/store/made_records.h"
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
  EXPECT_THAT(
      columns,
      ElementsAre("run_id", "draw_s", "transform_train_s", "fit_s", "transform_test_s", "predict_s",
                  "cpu_s", "peak_rss_mib", "timing_valid", "instruction_set", "draw_min_s",
                  "transform_train_min_s", "fit_min_s", "transform_test_min_s", "predict_min_s",
                  "other_cpu_s", "timing_note", "system_cpu_s", "page_faults", "context_switches",
                  "cpu_mhz", "draw_program_s", "transform_train_program_s", "fit_program_s",
                  "transform_test_program_s", "predict_program_s"));
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

TEST(Store, APublishedFolderIsNeverRunInto) {
  const testing::TemporaryFolder folder;
  const fs::path csv = folder / "out" / "trials.csv";
  testing::WriteFile(csv, RecordsToCsv({MakeRecord("a")}));
  EXPECT_THAT(Message([&] { ResultStore(folder / "out", "test/small", testing::kRun); }),
              HasSubstr("is a published one"));
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
  EXPECT_THAT(Message([&] { ResultStore(folder / "out", "test/other"); }),
              HasSubstr("'test/small'"));
}

TEST(Store, AFolderThatCannotBeIsRefused) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "file", "x");
  EXPECT_THAT(Message([&] { ResultStore(folder / "file", "test/small"); }),
              HasSubstr("expected a folder"));
  EXPECT_THAT(Message([&] { ResultStore(folder / "file" / "out", "test/small"); }),
              HasSubstr("expected a folder"));
  EXPECT_NO_THROW(ResultStore(folder / "new" / "deeper", "test/small"));
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
    EXPECT_THAT(error.what(), HasSubstr("all finished trials are stored in"));
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
      EXPECT_THAT(error.what(),
                  HasSubstr("No space left on device; all finished trials are stored"));
      EXPECT_THAT(error.what(), HasSubstr("the same command continues"));
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
