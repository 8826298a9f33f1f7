#include "experiments/store/index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/store/store.h"
#include "experiments/store/trial_file.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
namespace fs = std::filesystem;

TrialFile MakeTrial(const std::string& id) {
  TrialFile trial{"identity of " + id + "\n\x01 \"and\" more", {}};
  trial.record.SetText("schema", "1");
  trial.record.SetText("trial_id", id);
  trial.record.SetText("experiment", "test/index");
  trial.record.SetText("message", "a \"quoted\\\", long\nmessage\twith ünïcode of " + id);
  trial.record.SetText("accuracy", FormatNumber(0.125));
  trial.record.SetText("status", "ok");
  return trial;
}

void ExpectSame(const TrialFile& a, const TrialFile& b) {
  EXPECT_EQ(a.identity, b.identity);
  EXPECT_EQ(a.record.trace(), b.record.trace());
  for (const ColumnInfo& column : kRecordColumns)
    EXPECT_EQ(a.record.Text(column.name), b.record.Text(column.name)) << column.name;
}

/// A folder with the trials a, b, c, ten minutes old, and their index.
class Index : public ::testing::Test {
 protected:
  Index() {
    for (const char* id : {"a", "b", "c"}) Write(id, MakeTrial(id));
    WriteIndex();
  }

  fs::path File(const std::string& id) const { return folder_ / ("trials/" + id + ".json"); }

  void Write(const std::string& id, const TrialFile& trial) {
    testing::WriteFile(File(id), WriteTrialText(trial));
    fs::last_write_time(File(id), old_);
  }

  void WriteIndex() {
    TrialIndexWriter index;
    for (const TrialOnDisk& trial : ReadTrialFiles(folder_.path()).trials)
      index.Add(trial.id, trial.file.identity, trial.file.record, trial.stamp);
    index.Write(folder_.path());
  }

  TrialsOnDisk Read() const { return ReadTrialFiles(folder_.path()); }

  testing::TemporaryFolder folder_;
  const fs::file_time_type old_ = fs::file_time_type::clock::now() - std::chrono::minutes(10);
};

TEST_F(Index, AnswersForFilesThatDidNotChange) {
  const TrialsOnDisk found = Read();
  EXPECT_EQ(found.num_read, 0U);
  EXPECT_TRUE(found.index_is_current);
  ASSERT_THAT(found.trials, SizeIs(3));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found.trials[i].id, std::string(1, static_cast<char>('a' + i)));
    ExpectSame(found.trials[i].file, MakeTrial(found.trials[i].id));
  }
}

TEST_F(Index, KeepsTraces) {
  TrialFile trial = MakeTrial("b");
  trial.record.set_trace({{0.1, 3}, {0.25, 1.0 / 3}});
  Write("b", trial);
  WriteIndex();
  const TrialsOnDisk found = Read();
  EXPECT_EQ(found.num_read, 0U);
  ASSERT_THAT(found.trials, SizeIs(3));
  ExpectSame(found.trials[1].file, trial);
}

TEST_F(Index, ANewFileIsReadARemovedOneDropped) {
  Write("aa", MakeTrial("aa"));
  fs::remove(File("c"));
  const TrialsOnDisk found = Read();
  EXPECT_EQ(found.num_read, 1U);
  EXPECT_FALSE(found.index_is_current);
  ASSERT_THAT(found.trials, SizeIs(3));
  EXPECT_EQ(found.trials[1].id, "aa");
  ExpectSame(found.trials[1].file, MakeTrial("aa"));
  EXPECT_EQ(found.trials[2].id, "b");
}

TEST_F(Index, OneThatHoldsARemovedTrialIsNotCurrent) {
  fs::remove(File("a"));
  const TrialsOnDisk found = Read();
  EXPECT_EQ(found.num_read, 0U);
  EXPECT_FALSE(found.index_is_current);
  EXPECT_THAT(found.trials, SizeIs(2));
}

TEST_F(Index, AFileOfAnotherSizeIsRead) {
  TrialFile longer = MakeTrial("b");
  longer.record.SetText("warnings", "longer");
  Write("b", longer);
  const TrialsOnDisk found = Read();
  EXPECT_EQ(found.num_read, 1U);
  ExpectSame(found.trials.at(1).file, longer);
}

TEST_F(Index, AFileOfAnotherTimeIsRead) {
  TrialFile other = MakeTrial("b");
  other.record.SetText("accuracy", FormatNumber(0.375));
  testing::WriteFile(File("b"), WriteTrialText(other));
  ASSERT_EQ(fs::file_size(File("b")), fs::file_size(File("a")));
  fs::last_write_time(File("b"), old_ + std::chrono::nanoseconds(1000));
  const TrialsOnDisk found = Read();
  EXPECT_EQ(found.num_read, 1U);
  ExpectSame(found.trials.at(1).file, other);
}

TEST_F(Index, ADamagedFileIsNoticed) {
  std::string text = testing::ReadFile(File("b"));
  text[text.find("0.125") + 2] = '9';
  testing::WriteFile(File("b"), text);
  const TrialsOnDisk found = Read();
  EXPECT_THAT(found.trials, SizeIs(2));
  EXPECT_THAT(found.damaged, ElementsAre("b.json"));
}

// The file system's clock ticks slowly: a file that is rewritten in the tick in which the index
// was made can keep its size and time.
TEST_F(Index, AFileAsYoungAsTheIndexIsRead) {
  fs::last_write_time(File("b"), fs::file_time_type::clock::now());
  WriteIndex();
  const auto time = fs::last_write_time(File("b"));
  TrialFile other = MakeTrial("b");
  other.record.SetText("accuracy", FormatNumber(0.375));
  testing::WriteFile(File("b"), WriteTrialText(other));
  fs::last_write_time(File("b"), time);
  ExpectSame(Read().trials.at(1).file, other);
  // An index that is touched later knows no more.
  fs::last_write_time(folder_ / kIndexName, time + std::chrono::hours(1));
  ExpectSame(Read().trials.at(1).file, other);
}

TEST_F(Index, OneWhoseFileIsOlderThanItSaysIsNotBelieved) {
  fs::last_write_time(folder_ / kIndexName, old_ - std::chrono::hours(1));
  EXPECT_EQ(Read().num_read, 3U);
}

TEST_F(Index, ADamagedOneIsNone) {
  const fs::path path = folder_ / kIndexName;
  const std::string whole = testing::ReadFile(path);
  std::vector<std::string> damaged{"", "x", whole + "x", whole.substr(1)};
  for (std::size_t length = 0; length < whole.size(); length += 97)
    damaged.push_back(whole.substr(0, length));
  for (std::size_t at = 0; at < whole.size(); at += 89) {
    damaged.push_back(whole);
    damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 1);
  }
  for (const std::string& bytes : damaged) {
    testing::WriteFile(path, bytes);
    const TrialsOnDisk found = Read();
    EXPECT_EQ(found.num_read, 3U);
    EXPECT_THAT(found.trials, SizeIs(3));
  }
}

// What is inside may be wrong though the checksum is right, as from another program.
TEST_F(Index, ASealedOneThatMakesNoSenseIsNone) {
  const fs::path path = folder_ / kIndexName;
  const std::string whole = testing::ReadFile(path);
  const std::string content = whole.substr(0, whole.size() - 64);
  const std::size_t heading = content.find('\n') + 1;
  for (std::size_t at = heading; at < content.size(); at += 7) {
    for (const std::string& bytes :
         {content.substr(0, at), std::string(content).replace(at, 1, "\xff")}) {
      testing::WriteFile(path, bytes + Sha256Hex(bytes));
      const TrialsOnDisk found = Read();
      EXPECT_LE(found.trials.size(), 3U);
      for (const TrialOnDisk& trial : found.trials)
        EXPECT_EQ(trial.file.record.Get(column::kTrialId), trial.id);
    }
  }
}

TEST_F(Index, AnotherSchemaVersionIsStillRefused) {
  testing::WriteFile(File("d"), R"({"schema": 2})");
  EXPECT_THROW(Read(), InvalidInput);
}

TEST_F(Index, WhereNoneCanBeWrittenNothingHappens) {
  TrialIndexWriter index;
  EXPECT_NO_THROW(index.Write(folder_ / "none"));
}

TEST(StoreIndex, AFolderOfManyTrialsGetsOneWhenItIsOpenedAndWhenItsTableIsWritten) {
  const testing::TemporaryFolder folder;
  const auto old = fs::file_time_type::clock::now() - std::chrono::minutes(10);
  std::vector<std::string> grid = {"new"};
  for (std::size_t i = 0; i < kIndexedTrials; ++i) {
    const std::string id = "t" + std::to_string(i);
    testing::WriteFile(folder / ("trials/" + id + ".json"), WriteTrialText(MakeTrial(id)));
    fs::last_write_time(folder / ("trials/" + id + ".json"), old);
    grid.push_back(id);
  }
  ResultStore(folder.path(), "test/index", ResultStore::Mode::kLook);
  EXPECT_FALSE(fs::exists(folder / kIndexName)) << "a look writes nothing";
  ResultStore store(folder.path(), "test/index", ResultStore::Mode::kWrite);
  EXPECT_EQ(ReadTrialFiles(folder.path()).num_read, 0U);
  EXPECT_THAT(store.records(), SizeIs(kIndexedTrials));

  ResultRecord record = MakeTrial("new").record;
  record.SetText("message", "bad \xff byte");
  store.Put("new", "identity", record);
  store.SetAside("t7");
  EXPECT_EQ(ReadTrialFiles(folder.path()).num_read, 1U);
  store.WriteTrialsCsv({"new"});
  fs::last_write_time(folder / "trials/new.json", old);
  const ResultStore again(folder.path(), "test/index", ResultStore::Mode::kLook);
  EXPECT_THAT(again.records(), SizeIs(kIndexedTrials));
  EXPECT_FALSE(again.records().contains("t7"));
  store.PutGrid(grid);
  EXPECT_EQ(again.records().at("new").Text("message"), store.records().at("new").Text("message"));
  EXPECT_THAT(ReadResults(folder.path()).records, SizeIs(kIndexedTrials));
}

TEST(StoreIndex, AFolderOfFewTrialsGetsNone) {
  const testing::TemporaryFolder folder;
  ResultStore store(folder.path(), "test/index", ResultStore::Mode::kWrite);
  store.Put("a", "identity", MakeTrial("a").record);
  store.WriteTrialsCsv({"a"});
  EXPECT_FALSE(fs::exists(folder / kIndexName));
}

TEST(TrialText, IsReadInAnyLayout) {
  const TrialFile trial = MakeTrial("a");
  const std::string text = WriteTrialText(trial);
  for (const int indent : {1, -1, 4}) {
    const auto read = ReadTrialText(nlohmann::ordered_json::parse(text).dump(indent), "a.json");
    ASSERT_TRUE(read) << indent;
    ExpectSame(*read, trial);
  }
}

TEST(TrialText, AnyByteChangedIsNoticed) {
  const std::string text = WriteTrialText(MakeTrial("a"));
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == ' ' || changed[i] == '\n' ? 'x' : ' ';
    EXPECT_FALSE(ReadTrialText(changed, "a.json")) << i;
  }
}

TEST(TrialText, ColumnsMayStandInAnotherOrder) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(WriteTrialText(MakeTrial("a")));
  json.erase("checksum");
  const std::string status = json["record"]["status"];
  json["record"].erase("status");
  nlohmann::ordered_json record{{"status", status}};
  record.update(json["record"]);
  json["record"] = record;
  json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
  const auto read = ReadTrialText(json.dump(), "a.json");
  ASSERT_TRUE(read);
  ExpectSame(*read, MakeTrial("a"));
}

TEST(TrialText, WhatIsSealedButNoRecordIsDamage) {
  const nlohmann::ordered_json whole =
      nlohmann::ordered_json::parse(WriteTrialText(MakeTrial("a")));
  const auto with = [&whole](const std::string& pointer, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json json = whole;
    json[nlohmann::ordered_json::json_pointer(pointer)] = value;
    json.erase("checksum");
    json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
    return ReadTrialText(json.dump(), "a.json");
  };
  EXPECT_TRUE(with("/record/message", "another"));
  EXPECT_FALSE(with("/record/message", 7));
  EXPECT_FALSE(with("/record", "text"));
  EXPECT_FALSE(with("/identity", 7));
  EXPECT_FALSE(with("/trace", {7}));
  // Of a trial that ended well.
  for (const char* column : {"accuracy", "fit_s", "primal_objective"}) {
    for (const char* value : {"nan", "inf", "-inf"})
      EXPECT_FALSE(with(std::string("/record/") + column, value)) << column << value;
  }
  EXPECT_FALSE(with("/record/accuracy", "7"));
}

TEST(TrialText, AColumnThatStandsTwiceIsDamage) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(WriteTrialText(MakeTrial("a")));
  json.erase("checksum");
  std::string text = json.dump();
  const auto sealed = [&text] {
    const std::string checksum = Sha256Hex(text).substr(0, 16);
    return text.substr(0, text.size() - 1) + R"(,"checksum":")" + checksum + "\"}";
  };
  EXPECT_TRUE(ReadTrialText(sealed(), "a.json"));
  text.insert(text.find("\"accuracy\""), R"("accuracy":"0.25",)");
  EXPECT_FALSE(ReadTrialText(sealed(), "a.json"));
}

TEST(GridText, AListOfOtherThingsThanNamesIsDamage) {
  const auto read = [](const nlohmann::ordered_json& trials) {
    nlohmann::ordered_json json = {{"schema", 1}, {"experiment", "test/small"}};
    if (!trials.is_null()) json["trials"] = trials;
    json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
    return ReadGridText(json.dump(), "grid.json");
  };
  using List = std::vector<nlohmann::ordered_json>;
  ASSERT_TRUE(read(List{"a", "b"}));
  EXPECT_EQ(read(List{"a", "b"})->trials, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(read(List{}));
  EXPECT_FALSE(read(List{"a", "b", "a"}));
  EXPECT_FALSE(read(List{"a", 1}));
  EXPECT_FALSE(read(List{""}));
  EXPECT_FALSE(read({{"0", "a"}}));
  EXPECT_FALSE(read(nullptr));
}

TEST(TrialText, NestedWithoutEndIsDamage) {
  const std::string deep(100'000, '[');
  EXPECT_FALSE(ReadTrialText(deep, "a.json"));
  EXPECT_FALSE(ReadTrialText(R"({"schema":1,"record":)" + deep, "a.json"));
  EXPECT_FALSE(ReadTrialText(deep + std::string(deep.size(), ']'), "a.json"));
}

}  // namespace
}  // namespace mercer
