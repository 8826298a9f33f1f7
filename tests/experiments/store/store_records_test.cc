// What the lines of several runs in one folder say, whole, half and damaged.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "experiments/store/store.h"
#include "tests/experiments/store/made_records.h"
#include "tests/experiments/store/record_lines.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::MakeRecord;
using ::testing::SizeIs;
namespace fs = std::filesystem;

TEST(Store, ADamagedLineIsDiscardedAndReportedOnce) {
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
                          ".jsonl:2 is damaged: discarded, its trial runs again"));
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
                                            "trials/pipe.jsonl.damaged, its trials run again"));
  EXPECT_TRUE(fs::is_regular_file(trials / "pipe.jsonl"));
  EXPECT_THAT(ResultStore(folder / "out", "test/small", "next").problems(), IsEmpty());
  EXPECT_TRUE(fs::exists(trials / "pipe.jsonl.damaged"));
}

// What it has discarded would count again in silence.
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
    second.Discard("a");
    second.Put("a", "new", MakeRecord("a", "second"));
  }
  EXPECT_THAT(ReadResults(out).problems, IsEmpty());
  fs::remove(RecordsPath(out, "second"));
  const ResultFolder results = ReadResults(out);
  EXPECT_TRUE(results.damaged);
  EXPECT_THAT(results.problems,
              ElementsAre("trials/second.jsonl is missing: the records of its run are left out"));
  EXPECT_THAT(ResultStore(out, "test/small", "third").problems(),
              ElementsAre("trials/second.jsonl is missing: its trials run again"));
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
  EXPECT_THAT(store.problems(),
              ElementsAre("trials/other.jsonl:1-2 are damaged: discarded, their trials run again"));
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
    EXPECT_THAT(
        results.problems,
        ElementsAre(
            "trials/killed.jsonl:2 is half a line, left by a killed run; its trial has no record",
            "only 1 of the 2 trials of the config are here"));
  }
  {
    ResultStore store(out, "test/small", "next");
    EXPECT_THAT(
        store.problems(),
        ElementsAre(
            "trials/killed.jsonl:2 is half a line, left by a killed run; its trial runs again"));
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

TEST(Store, ADiscardedRecordMakesItsTrialStaleWhereItIsOk) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  ResultRecord failed = MakeRecord("b");
  failed.SetText("status", "failed");
  {
    ResultStore store(out, "test/small", testing::kRun);
    store.Put("a", "i", MakeRecord("a"));
    store.Put("b", "i", failed);
    for (const char* id : {"a", "b"}) store.Discard(id);
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

TEST(Store, ADiscardedRecordStaysBehindItsSuccessor) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore store(out, "test/small", "first");
    store.Put("a", "i", MakeRecord("a", "first"));
    store.Discard("a");
  }
  const std::string first = testing::ReadFile(RecordsPath(out, "first"));
  {
    ResultStore store(out, "test/small", "second");
    ResultRecord failed = MakeRecord("a", "second");
    failed.SetText("status", "failed");
    store.Put("a", "other", failed);
    EXPECT_THAT(store.stale(), IsEmpty());
    store.Discard("a");
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

// Where a kill or a loss of power takes the end of the file.
TEST(Store, HalfOfWhatAnotherRecordWritesNeverLeavesTheEarlierOne) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out", file = RecordsPath(out, "2020");
  ResultStore(out, "test/small", "2030").Put("a", "of 2030", MakeRecord("a", "2030"));
  ResultStore(out, "test/small", "2020").Put("a", "of 2020", MakeRecord("a", "2020"));
  const std::string whole = testing::ReadFile(file);
  const std::size_t first = whole.find('\n') + 1;
  ASSERT_LT(first, whole.size()) << "one line discards the other record";
  for (std::size_t size = first; size < whole.size(); ++size) {
    testing::WriteFile(file, whole.substr(0, size));
    EXPECT_THAT(ResultStore(out, "test/small").records(), IsEmpty()) << size;
  }
}

// Of runs that begin in one second, or a folder that was copied while it ran.
TEST(Store, ASecondRunOfTheSameIdIsRefused) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  ResultStore first(out, "test/small", "run"), second(out, "test/small", "run");
  first.Put("a", "i", MakeRecord("a", "run"));
  for (int i = 0; i < 2; ++i) {
    try {
      second.Put("b", "i", MakeRecord("b", "run"));
      ADD_FAILURE() << "two runs write to one file";
    } catch (const StoreError& error) {
      EXPECT_EQ(error.what(), "'" + RecordsPath(out, "run").string() +
                                  "' is there already: another run has the id 'run'; the same "
                                  "command begins under a new one");
    }
  }
  EXPECT_THROW(second.PutContext({"run", "{}"}), StoreError);
  EXPECT_FALSE(fs::exists(out / "context/run.json"));
  first.Put("b", "i", MakeRecord("b", "run"));
  EXPECT_THAT(ResultStore(out, "test/small").records(), SizeIs(2));
}

TEST(Store, ATrialThatEndsTwiceInTheSameWayHasTheSecondRecord) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  {
    ResultStore store(out, "test/small", testing::kRun);
    store.Put("a", "i", MakeRecord("a"));
    store.Discard("a");
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

TEST(Store, WhatAnotherRunDiscardsIsSeen) {
  const testing::TemporaryFolder folder;
  const fs::path out = folder / "out";
  ResultStore first(out, "test/small", "first"), second(out, "test/small", "second");
  first.Put("a", "i", MakeRecord("a", "first"));
  ASSERT_TRUE(second.Refresh("a"));
  first.Discard("a");
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

}  // namespace
}  // namespace mercer
