#include "experiments/store/record_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "experiments/store/record_log.h"
#include "tests/experiments/store/made_records.h"
#include "tests/experiments/store/record_lines.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::MakeRecord;
using ::testing::SizeIs;
using Texts = std::vector<std::string>;
namespace fs = std::filesystem;

/// The line of a record, and what discards it.
struct Line {
  std::string text;
  RecordLine trial;

  std::string Discard(const std::string& why) const {
    return WriteDiscardLine({trial.record.Get(column::kTrialId), trial.record.Get(column::kRunId),
                             trial.checksum, why});
  }
};

Line MakeLine(const std::string& id, const std::string& run, const std::string& identity = "i") {
  Line line;
  line.text = WriteRecordLine({identity, MakeRecord(id, run)});
  line.trial = ReadRecordLine(line.text, "a line").value();
  return line;
}

Texts TextsOf(const std::vector<Damage>& damages) {
  Texts texts;
  for (const Damage& damage : damages) texts.push_back(damage.Text());
  return texts;
}

/// What a folder says: of each trial its record's identity, the stale trials, the damage.
struct Said {
  std::map<std::string, std::string> identities;
  std::set<std::string> stale;
  Texts damages;

  bool operator==(const Said&) const = default;
};

class Records : public ::testing::Test {
 protected:
  void Write(const std::string& run, const std::string& text) const {
    testing::WriteFile(RecordsPath(folder_.path(), run), text);
  }

  Said Read() const {
    RecordFiles files(folder_.path());
    files.ReadAll();
    for (const auto& [id, record] : files.log().records())
      EXPECT_TRUE(files.log().identities().contains(id) && files.log().checksums().contains(id));
    return {files.log().identities(), files.log().stale(), TextsOf(files.Damages())};
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Records, OfATrialsTheLatestRunsThatWasNotDiscardedCounts) {
  const Line first = MakeLine("a", "run1", "1"), second = MakeLine("a", "run2", "2"),
             third = MakeLine("a", "run3", "3");
  Write("run1", first.text);
  Write("run2", second.text);
  Write("run3", third.text);
  using Map = std::map<std::string, std::string>;
  EXPECT_EQ(Read().identities, (Map{{"a", "3"}}));
  Write("run4", third.Discard(DiscardLine::kReplaced));
  EXPECT_EQ(Read().identities, (Map{{"a", "2"}}));
  EXPECT_THAT(Read().stale, IsEmpty());
  Write("run4", third.Discard(DiscardLine::kReplaced) + second.Discard(DiscardLine::kStale) +
                    first.Discard(DiscardLine::kFailed));
  EXPECT_THAT(Read().identities, IsEmpty());
  EXPECT_THAT(Read().stale, ElementsAre("a"));
  Write("run5", second.Discard(DiscardLine::kReplaced));
  EXPECT_THAT(Read().stale, IsEmpty());
}

// Nor does it matter in which file a line that discards stands, or how often a line is there.
TEST_F(Records, NeitherTheOrderOfLinesNorThatOfFilesMatters) {
  std::map<std::string, Texts> files;
  Texts discards;
  for (int i = 0; i < 40; ++i) {
    const std::string id = "t" + std::to_string(i % 9), run = "run" + std::to_string(i % 4);
    const Line line = MakeLine(id, run, std::to_string(i));
    files[run].push_back(line.text);
    if (i % 3 == 0) discards.push_back(line.Discard(DiscardLine::kStale));
    if (i % 5 == 0) discards.push_back(line.Discard(DiscardLine::kReplaced));
  }
  std::mt19937 random(7);
  Said expected;
  for (int round = 0; round < 30; ++round) {
    std::map<std::string, Texts> shuffled = files;
    for (const std::string& discard : discards)
      shuffled["run" + std::to_string(random() % 4)].push_back(discard);
    if (round > 0) shuffled["run0"].push_back(files["run0"].front());
    for (auto& [run, lines] : shuffled) {
      std::shuffle(lines.begin(), lines.end(), random);
      std::string text;
      for (const std::string& line : lines) text += line;
      Write(run, text);
    }
    if (round == 0) expected = Read();
    EXPECT_EQ(Read(), expected) << round;
    EXPECT_THAT(expected.damages, IsEmpty());
    EXPECT_FALSE(expected.stale.empty() || expected.identities.empty());
  }
}

TEST_F(Records, DamagedNeighboursAreToldTogetherUntilTheyAreDiscarded) {
  const std::string a = MakeLine("a", "run").text, b = MakeLine("b", "run").text;
  Write("run", a + "x\n{\n\n" + b + "y\n" + MakeLine("c", "other").text);
  Said said = Read();
  EXPECT_EQ(said.identities.size(), 2U);
  EXPECT_THAT(said.damages,
              ElementsAre("trials/run.jsonl:2-3 are damaged", "trials/run.jsonl:6-7 are damaged"));
  RecordFiles files(folder_.path());
  files.ReadAll();
  std::string discards;
  for (const Damage& damage : files.Damages())
    discards += WriteDiscardLine({"", damage.run, damage.checksum, DiscardLine::kDamaged});
  Write("next", discards);
  EXPECT_THAT(Read().damages, IsEmpty());
  Write("run", a + "x\n{\n\n" + b + "z\n");
  EXPECT_THAT(Read().damages, ElementsAre("trials/run.jsonl:6 is damaged")) << "another damage";
}

TEST_F(Records, WhatWasAppendedIsReadOnceItIsWhole) {
  const fs::path path = RecordsPath(folder_.path(), "run");
  const std::string a = MakeLine("a", "run").text, b = MakeLine("b", "run").text;
  Write("run", a);
  RecordFiles files(folder_.path());
  files.ReadAll();
  EXPECT_THAT(files.ReadNew(""), IsEmpty());
  const std::string both = a + b;
  for (std::size_t size = a.size(); size < both.size(); size += 50) {
    Write("run", both.substr(0, size));
    EXPECT_THAT(files.ReadNew(""), IsEmpty());
  }
  Write("run", both);
  EXPECT_THAT(files.ReadNew("run"), IsEmpty()) << "its own file";
  EXPECT_THAT(files.ReadNew(""), ElementsAre("b"));
  EXPECT_THAT(files.ReadNew(""), IsEmpty());
  Write("other", MakeLine("a", "other").text + MakeLine("c", "other").text);
  EXPECT_THAT(files.ReadNew(""), ElementsAre("c")) << "run counts before other";
  EXPECT_THAT(files.log().records(), SizeIs(3));
}

// Files are read in pieces of a mebibyte.
TEST_F(Records, OfManyAreAllRead) {
  constexpr std::size_t kTrials = 10'000;
  std::string text;
  for (std::size_t i = 0; i < kTrials; ++i) text += MakeLine("t" + std::to_string(i), "run").text;
  ASSERT_GT(text.size(), 2U << 20);
  Write("run", text);
  Said said = Read();
  EXPECT_THAT(said.identities, SizeIs(kTrials));
  EXPECT_THAT(said.damages, IsEmpty());
  std::string longer = text;
  longer.insert(longer.find('\n') + 1, std::string(3 << 20, '[') + "\n");
  Write("run", longer);
  said = Read();
  EXPECT_THAT(said.identities, SizeIs(kTrials));
  EXPECT_THAT(said.damages, ElementsAre("trials/run.jsonl:2 is damaged"));
}

// The same numbers or a told problem.
TEST_F(Records, AnyByteChangedCostsItsLineAndIsTold) {
  const Line a = MakeLine("a", "run1"), b = MakeLine("b", "run1");
  const std::string whole = a.text + a.Discard(DiscardLine::kStale) + b.text;
  Write("run1", whole);
  const Said expected = Read();
  for (std::size_t at = 0; at + 1 < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    Write("run1", changed);
    const Said said = Read();
    EXPECT_THAT(said.damages, SizeIs(1)) << at;
    // A line end that is none makes one damaged line of two.
    EXPECT_LE(expected.identities.size(), said.identities.size() + 1) << at;
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Write("run1", whole.substr(0, size));
    EXPECT_EQ(Read().damages.size(), size == 0 || whole[size - 1] == '\n' ? 0U : 1U) << size;
  }
}

}  // namespace
}  // namespace mercer
