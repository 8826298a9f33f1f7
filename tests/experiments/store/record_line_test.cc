#include "experiments/store/record_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace mercer {
namespace {

RecordLine MakeTrial(const std::string& id) {
  RecordLine trial{"identity of " + id + "\n\x01 \"and\" more", {}};
  trial.record.SetText("schema", "1");
  trial.record.SetText("trial_id", id);
  trial.record.SetText("experiment", "test/index");
  trial.record.SetText("message", "a \"quoted\\\", long\nmessage\twith ünïcode of " + id);
  trial.record.SetText("accuracy", FormatNumber(0.125));
  trial.record.SetText("status", "ok");
  return trial;
}

void ExpectSame(const RecordLine& a, const RecordLine& b) {
  EXPECT_EQ(a.identity, b.identity);
  EXPECT_EQ(a.record.trace(), b.record.trace());
  for (const ColumnInfo& column : kRecordColumns)
    EXPECT_EQ(a.record.Text(column.name), b.record.Text(column.name)) << column.name;
}

TEST(RecordLine, HalfATextIsNeverARecord) {
  const std::string whole = WriteRecordLine(MakeTrial("a"));
  ASSERT_TRUE(ReadRecordLine(whole, "a.jsonl").has_value());
  for (std::size_t length = 0; length + 1 < whole.size(); length += 13)
    EXPECT_FALSE(ReadRecordLine(whole.substr(0, length), "a.jsonl").has_value()) << length;
}

TEST(RecordLine, AValueChangedByHandIsDamage) {
  std::string text = WriteRecordLine(MakeTrial("a"));
  const std::size_t at = text.find("0.125");
  ASSERT_NE(at, std::string::npos);
  text[at + 2] = '9';
  EXPECT_FALSE(ReadRecordLine(text, "a.jsonl").has_value());
}

TEST(RecordLine, TracesComeBackAndColumnsThatCameLaterMayBeAbsent) {
  RecordLine trial = MakeTrial("a");
  trial.record.set_trace({{0.1, 3}, {0.25, 1.0 / 3}});
  const std::string text = WriteRecordLine(trial);
  const auto back = ReadRecordLine(text, "a.jsonl");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->record.trace(), trial.record.trace());
  EXPECT_FALSE(ReadRecordLine(std::string(text).replace(text.find("0.25"), 4, "0.35"), "a.jsonl"));
  // As an earlier program wrote it: without a column, and sealed so.
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(text);
  json["record"].erase("accuracy");
  json.erase("checksum");
  json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
  const auto older = ReadRecordLine(json.dump(), "a.jsonl");
  ASSERT_TRUE(older);
  EXPECT_EQ(older->record.Text("accuracy"), "");
  EXPECT_EQ(older->record.Text("trial_id"), back->record.Text("trial_id"));
}

TEST(RecordLine, IsReadInAnyLayout) {
  const RecordLine trial = MakeTrial("a");
  const std::string text = WriteRecordLine(trial);
  for (const int indent : {1, -1, 4}) {
    const auto read = ReadRecordLine(nlohmann::ordered_json::parse(text).dump(indent), "a.jsonl");
    ASSERT_TRUE(read) << indent;
    ExpectSame(*read, trial);
  }
}

TEST(RecordLine, AnyByteChangedIsNoticed) {
  const std::string text = WriteRecordLine(MakeTrial("a"));
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == ' ' || changed[i] == '\n' ? 'x' : ' ';
    EXPECT_FALSE(ReadRecordLine(changed, "a.jsonl")) << i;
  }
}

TEST(RecordLine, ColumnsMayStandInAnotherOrder) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(WriteRecordLine(MakeTrial("a")));
  json.erase("checksum");
  const std::string status = json["record"]["status"];
  json["record"].erase("status");
  nlohmann::ordered_json record{{"status", status}};
  record.update(json["record"]);
  json["record"] = record;
  json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
  const auto read = ReadRecordLine(json.dump(), "a.jsonl");
  ASSERT_TRUE(read);
  ExpectSame(*read, MakeTrial("a"));
}

TEST(RecordLine, WhatIsSealedButNoRecordIsDamage) {
  const nlohmann::ordered_json whole =
      nlohmann::ordered_json::parse(WriteRecordLine(MakeTrial("a")));
  const auto with = [&whole](const std::string& pointer, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json json = whole;
    json[nlohmann::ordered_json::json_pointer(pointer)] = value;
    json.erase("checksum");
    json["checksum"] = Sha256Hex(json.dump()).substr(0, 16);
    return ReadRecordLine(json.dump(), "a.jsonl");
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

TEST(RecordLine, AColumnThatStandsTwiceIsDamage) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(WriteRecordLine(MakeTrial("a")));
  json.erase("checksum");
  std::string text = json.dump();
  const auto sealed = [&text] {
    const std::string checksum = Sha256Hex(text).substr(0, 16);
    return text.substr(0, text.size() - 1) + R"(,"checksum":")" + checksum + "\"}";
  };
  EXPECT_TRUE(ReadRecordLine(sealed(), "a.jsonl"));
  text.insert(text.find("\"accuracy\""), R"("accuracy":"0.25",)");
  EXPECT_FALSE(ReadRecordLine(sealed(), "a.jsonl"));
}

TEST(RecordLine, NestedWithoutEndIsDamage) {
  const std::string deep(100'000, '[');
  EXPECT_FALSE(ReadRecordLine(deep, "a.jsonl"));
  EXPECT_FALSE(ReadRecordLine(R"({"schema":1,"record":)" + deep, "a.jsonl"));
  EXPECT_FALSE(ReadRecordLine(deep + std::string(deep.size(), ']'), "a.jsonl"));
}

TEST(RecordLine, IsALineWithoutEmptyColumns) {
  const std::string text = WriteRecordLine(MakeTrial("a"));
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_EQ(text.find("\"\""), text.npos);
  EXPECT_EQ(text.find("rmse"), text.npos);
}

/// With the checksum that it should have.
std::string Sealed(std::string text) {
  text.insert(text.size() - 1, R"(,"checksum":")" + Sha256Hex(text).substr(0, 16) + '"');
  return text;
}

// The form in which it is written is read by a reader of its own.
TEST(RecordLineScan, ReadsWhatIsWrittenAndTheSameAsAnyReaderOfJson) {
  RecordLine all = MakeTrial("every");
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) {
    const ColumnKind kind = kRecordColumns[i].kind;
    if (all.record.Text(i).empty())
      all.record.SetText(i, kind == ColumnKind::kText   ? "text \x7f\t\b\f\r\x01 \xe2\x82\xac /\\"
                            : kind == ColumnKind::kFlag ? "true"
                            : kind == ColumnKind::kInteger ? "5"
                                                           : "0.5");
  }
  all.record.SetText("status", "failed");
  RecordLine traced = MakeTrial("traced");
  traced.record.set_trace({{0, -1e-300}, {1e300, 1.0 / 3}, {0.25, -7}});
  RecordLine not_ok = MakeTrial("failed");
  not_ok.record.SetText("status", "failed");
  not_ok.record.SetText("fit_s", "inf");
  for (const RecordLine& trial : {MakeTrial("a"), all, traced, not_ok, RecordLine{}}) {
    const std::string text = WriteRecordLine(trial);
    const auto scanned = ScanRecordLine(text);
    ASSERT_TRUE(scanned) << text;
    ExpectSame(*scanned, trial);
    const auto any = ReadRecordLine(nlohmann::ordered_json::parse(text).dump(2), "a.jsonl");
    ASSERT_TRUE(any);
    ExpectSame(*any, trial);
    EXPECT_EQ(any->checksum, scanned->checksum);
  }
}

TEST(RecordLineScan, NumbersThatAreNoneAreNaNInATrace) {
  RecordLine trial = MakeTrial("a");
  trial.record.set_trace({{0, std::numeric_limits<double>::quiet_NaN()}});
  const auto scanned = ScanRecordLine(WriteRecordLine(trial));
  ASSERT_TRUE(scanned);
  EXPECT_TRUE(std::isnan(scanned->record.trace().at(0).second));
}

TEST(RecordLineScan, LeavesEveryOtherFormToTheReaderOfJson) {
  const std::string head = R"({"schema":1,"identity":"i","record":{"status":"ok")";
  EXPECT_TRUE(ScanRecordLine(Sealed(head + "}}")));
  for (const char* rest : {R"(,"unknown":"x"}})", R"(},"more":7})", R"(,"trial_id":"a"}})"}) {
    EXPECT_FALSE(ScanRecordLine(Sealed(head + rest))) << rest;
    EXPECT_TRUE(ReadRecordLine(Sealed(head + rest), "a.jsonl")) << rest;
  }
  for (const char* rest :
       {R"(,"message":"\x"}})", R"(,"message":7}})", R"(,"status":"ok"}})", "}", "}},", "}}}",
        R"(,"message":"a)"
        "\n"
        R"("}})",
        R"(},"trace":[[1,inf]]})", R"(},"trace":[7]})", R"(,"accuracy":"x"}})",
        R"(,"draw_s":"nan"}})",
        R"(,"message":")"
        "\xff"
        R"("}})"}) {
    EXPECT_FALSE(ScanRecordLine(Sealed(head + rest))) << rest;
    EXPECT_FALSE(ReadRecordLine(Sealed(head + rest), "a.jsonl")) << rest;
  }
}

TEST(DiscardLine, ComesBackAndIsNoTrial) {
  const std::string text = WriteDiscardLine({"a \"trial\"", "run", 0x0123456789abcdef, "stale"});
  EXPECT_THAT(text, ::testing::HasSubstr(R"("of":"0123456789abcdef")"));
  const auto back = ReadDiscardLine(text, "a.jsonl");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->trial, "a \"trial\"");
  EXPECT_EQ(back->run, "run");
  EXPECT_EQ(back->of, 0x0123456789abcdefU);
  EXPECT_EQ(back->why, "stale");
  EXPECT_FALSE(ReadRecordLine(text, "a.jsonl"));
  EXPECT_FALSE(ReadDiscardLine(WriteRecordLine(MakeTrial("a")), "a.jsonl"));
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::string changed = text;
    changed[i] = 'x';
    EXPECT_FALSE(ReadDiscardLine(changed, "a.jsonl")) << i;
  }
  EXPECT_FALSE(ReadDiscardLine(
      Sealed(R"({"schema":1,"aside":"a","run":"r","of":"0123","why":"stale"})"), "a.jsonl"));
  EXPECT_FALSE(ReadDiscardLine(
      Sealed(R"({"schema":1,"aside":7,"run":"r","of":"0123456789abcdef","why":"stale"})"),
      "a.jsonl"));
}

}  // namespace
}  // namespace mercer
