// Files of records that have lost lines since their number was stated: a record that was discarded
// in one of them would count again in silence.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/store/store.h"
#include "tests/experiments/store/made_records.h"
#include "tests/experiments/store/record_lines.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::MakeRecord;
using testing::ReadFile;
using testing::WriteFile;
using Texts = std::vector<std::string>;
namespace fs = std::filesystem;

/// A folder in which a second run has replaced a record of the first.
class LostLines : public ::testing::Test {
 protected:
  LostLines() {
    Run("first", [](ResultStore& store) {
      for (const char* id : {"a", "b"}) store.Put(id, "old", MakeRecord(id, "first"));
    });
    Run("second", [](ResultStore& store) {
      store.Discard("a");
      for (const char* id : {"a", "c"}) store.Put(id, "new", MakeRecord(id, "second"));
    });
  }

  /// From its beginning to its end, or to when it is killed.
  void Run(const std::string& run, const std::function<void(ResultStore&)>& work,
           bool ends = true) const {
    ResultStore store(out_, "test/small", run);
    store.PutGrid({"a", "b", "c"});
    store.PutContext({run, "{}"});
    work(store);
    if (ends) store.WriteTrialsCsv({"a", "b", "c"});
  }

  /// Leaves the first lines of a run's file.
  void Cut(const std::string& run, std::size_t lines) const {
    const fs::path file = RecordsPath(out_, run);
    std::string text;
    const Texts all = testing::LinesOf(file);
    for (std::size_t i = 0; i < lines; ++i) text += all.at(i) + "\n";
    WriteFile(file, text);
  }

  Texts Problems() const { return ReadResults(out_).problems; }

  testing::TemporaryFolder folder_;
  const fs::path out_ = folder_ / "out";
};

TEST_F(LostLines, ACutAtAnyEndOfALineIsTold) {
  EXPECT_THAT(Problems(), IsEmpty());
  for (const std::string run : {"first", "second"}) {
    const fs::path file = RecordsPath(out_, run);
    const std::string whole = ReadFile(file);
    const std::size_t lines = testing::LinesOf(file).size();
    for (std::size_t kept = 0; kept < lines; ++kept) {
      WriteFile(file, whole);
      Cut(run, kept);
      const ResultFolder results = ReadResults(out_);
      EXPECT_TRUE(results.damaged);
      EXPECT_THAT(
          results.problems,
          Contains("trials/" + run + ".jsonl has " + std::to_string(kept) + " of its " +
                   std::to_string(lines) + " lines: the records in the lost lines are left out"));
    }
    WriteFile(file, whole);
  }
  EXPECT_THAT(Problems(), IsEmpty());
}

// The tables say then what is there, and the run has looked at each record.
TEST_F(LostLines, ALossIsToldUntilARunHasBegun) {
  Cut("second", 0);
  EXPECT_EQ(ResultStore(out_, "test/small").identities().at("a"), "old") << "the wrong one";
  const std::string told =
      "trials/second.jsonl has 0 of its 4 lines: the trials of the lost lines run again";
  EXPECT_THAT(ResultStore(out_, "test/small").problems(), ElementsAre(told));
  {
    const ResultStore killed(out_, "test/small", "third");
    EXPECT_THAT(killed.problems(), ElementsAre(told));
  }
  EXPECT_THAT(ResultStore(out_, "test/small").problems(), IsEmpty());
  Run("fourth", [](ResultStore& store) { store.Put("c", "new", MakeRecord("c", "fourth")); });
  EXPECT_THAT(Problems(), IsEmpty());
  Cut("first", 1);
  EXPECT_THAT(
      Problems(),
      Contains(
          "trials/first.jsonl has 1 of its 2 lines: the records in the lost lines are left out"));
}

TEST_F(LostLines, LinesThatAreOthersAreTold) {
  const fs::path file = RecordsPath(out_, "second");
  Texts lines = testing::LinesOf(file);
  lines.front() = lines.back();
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  WriteFile(file, text);
  EXPECT_THAT(Problems(), Contains("trials/second.jsonl has been changed since its run wrote it: "
                                   "the records in the lost lines are left out"));
  { const ResultStore next(out_, "test/small", "next"); }
  EXPECT_THAT(ResultStore(out_, "test/small").problems(), IsEmpty());
}

TEST_F(LostLines, OrderEmptyLinesAndWhatIsAddedAreNoLoss) {
  const fs::path file = RecordsPath(out_, "second");
  Texts lines = testing::LinesOf(file);
  std::string text = "\n\n";
  for (std::size_t i = lines.size(); i > 0; --i) text += lines[i - 1] + "\n\n";
  WriteFile(file, text);
  EXPECT_THAT(Problems(), IsEmpty());
  WriteFile(file, text + lines.front() + "\n");
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(LostLines, ADamagedLineIsToldAloneUnlessLinesAreLostToo) {
  const fs::path file = RecordsPath(out_, "second");
  std::string text = ReadFile(file);
  text[10] ^= 1;
  WriteFile(file, text);
  EXPECT_THAT(Problems(), ElementsAre("trials/second.jsonl:1 is damaged and left out"));
  Cut("second", 2);
  EXPECT_THAT(Problems(), Contains("trials/second.jsonl:1 is damaged and left out"));
  EXPECT_THAT(Problems(), Contains(::testing::HasSubstr("has 2 of its 4 lines")));
}

TEST_F(LostLines, TheLinesOfAKilledRunAreCountedWhenTheNextBegins) {
  const auto put = [](const std::string& run) {
    return [run](ResultStore& store) { store.Put("b", "again", MakeRecord("b", run)); };
  };
  Run("third", put("third"), /*ends=*/false);
  const std::string whole = ReadFile(RecordsPath(out_, "third"));
  Cut("third", 0);
  EXPECT_THAT(Problems(), IsEmpty()) << "docs/running.md says so";
  WriteFile(RecordsPath(out_, "third"), whole);
  Run(
      "fourth", [](ResultStore&) {}, /*ends=*/false);
  Cut("third", 0);
  EXPECT_THAT(Problems(), Contains(::testing::HasSubstr("third.jsonl has 0 of its 2 lines")));
}

TEST_F(LostLines, ARunOfOtherTrialsForgetsNothing) {
  {
    ResultStore killed(out_, "test/small", "third");
    killed.PutGrid({"a", "b", "c", "d"});
  }
  Cut("second", 2);
  EXPECT_THAT(Problems(), Contains(::testing::HasSubstr("second.jsonl has 2 of its 4 lines")));
}

// What it discarded would count again: its end does not make it the new state.
TEST_F(LostLines, WhatIsLostWhileARunIsAtTheFolderIsToldByTheNextCommand) {
  Run("third", [&](ResultStore& store) {
    store.Put("b", "new", MakeRecord("b", "third"));
    Cut("second", 0);
    store.Reload();
  });
  EXPECT_THAT(Problems(), Contains(::testing::HasSubstr("second.jsonl has 0 of its 4 lines")));
}

TEST_F(LostLines, AFileThatIsGoneWithItsContextIsTold) {
  fs::remove(RecordsPath(out_, "second"));
  fs::remove(out_ / "context/second.json");
  EXPECT_THAT(Problems(),
              Contains("trials/second.jsonl is missing: the records of its run are left out"));
  { const ResultStore next(out_, "test/small", "next"); }
  EXPECT_THAT(ResultStore(out_, "test/small").problems(), IsEmpty());
}

TEST_F(LostLines, WhatIsNoFileIsToldOnce) {
  fs::remove(RecordsPath(out_, "second"));
  fs::create_directory(RecordsPath(out_, "second"));
  EXPECT_THAT(Problems(), Contains("trials/second.jsonl is damaged and left out"));
  { const ResultStore next(out_, "test/small", "next"); }
  EXPECT_THAT(ResultStore(out_, "test/small").problems(), IsEmpty());
}

// It looked before the other ended.
TEST_F(LostLines, ARunThatBeginsKeepsWhatAnotherHasCountedMeanwhile) {
  ResultStore slow(out_, "test/small", "slow");
  Run("third", [](ResultStore& store) { store.Put("b", "new", MakeRecord("b", "third")); });
  slow.PutGrid({"a", "b", "c"});
  Cut("third", 0);
  EXPECT_THAT(Problems(), Contains(::testing::HasSubstr("third.jsonl has 0 of its 2 lines")));
}

// A run that goes on writing is not held against what the last one stated.
TEST_F(LostLines, ALivingRunMayGoOn) {
  ResultStore living(out_, "test/small", "living");
  living.Put("b", "i", MakeRecord("b", "living"));
  Run("other", [](ResultStore& store) { store.Refresh("b"); });
  living.Put("c", "i", MakeRecord("c", "living"));
  living.PutContext({"living", "{}"});
  EXPECT_THAT(Problems(), IsEmpty());
  EXPECT_THAT(ReadFile(out_ / "grid.json"), ::testing::HasSubstr("\"living\""));
}

}  // namespace
}  // namespace mercer
