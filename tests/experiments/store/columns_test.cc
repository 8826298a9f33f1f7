// The columns of trials.csv: one list, which the documentation and every use follow.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "experiments/store/csv.h"
#include "experiments/store/record.h"
#include "experiments/store/store.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The columns as a table in Markdown: a line each with name, unit and meaning.
std::string ColumnTable() {
  std::string text = "| column | unit | what |\n|---|---|---|\n";
  for (const ColumnInfo& info : kRecordColumns)
    text += "| `" + std::string(info.name) + "` | " + std::string(info.unit) + " | " +
            std::string(info.meaning) + " |\n";
  return text;
}

TEST(Columns, TheDocumentationHasTheList) {
  EXPECT_THAT(testing::ReadFile(testing::SourceDir() / "docs/formats.md"), HasSubstr(ColumnTable()))
      << "docs/formats.md has another table of trials.csv";
}

TEST(Columns, NoneIsNamedByALiteralOutsideTheList) {
  const std::regex use(R"((\.|->)(Text|SetText|Number|Has)\("\w+")");
  std::vector<std::string> found;
  for (const char* folder : {"experiments", "tools"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(testing::SourceDir() / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cc" && extension != ".h") continue;
      const std::string text = testing::ReadFile(entry.path());
      if (text.find("ResultRecord") == std::string::npos) continue;
      for (std::sregex_iterator it(text.begin(), text.end(), use), end; it != end; ++it)
        found.push_back(entry.path().filename().string() + ": " + it->str());
    }
  }
  EXPECT_THAT(found, IsEmpty());
}

TEST(Columns, AreFoundByNameAndInOrder) {
  for (std::size_t i = 0; i < kNumRecordColumns; ++i)
    EXPECT_EQ(FindColumn(kRecordColumns[i].name), i);
  EXPECT_EQ(FindColumn("acuracy"), std::nullopt);
  EXPECT_EQ(kRecordColumns[column::kAccuracy.place].name, "accuracy");
  EXPECT_EQ(kRecordColumns[column::kBoxDiscrepancyExpected.place].name, "box_discrepancy_expected");
}

// What a record writes is what it reads, for each kind of value.
TEST(Record, TextAndValuesAreTheSame) {
  ResultRecord record;
  record.Set(column::kLabelSeed, std::uint64_t{18446744073709551615U});
  record.Set(column::kAccuracy, 0.1 + 0.2);
  record.Set(column::kTimingValid, false);
  record.Set(column::kStatus, TrialStatus::kOutOfMemory);
  record.Set(column::kMessage, "a, \"b\"");
  EXPECT_EQ(record.Text("label_seed"), "18446744073709551615");
  EXPECT_EQ(record.Text("accuracy"), "0.30000000000000004");
  EXPECT_EQ(record.Text("timing_valid"), "false");
  EXPECT_EQ(record.Text("status"), "out_of_memory");
  EXPECT_EQ(record.Text("rmse"), "");
  ResultRecord copy;
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) copy.SetText(i, record.Text(i));
  EXPECT_EQ(copy.Get(column::kLabelSeed), record.Get(column::kLabelSeed));
  EXPECT_EQ(copy.Get(column::kAccuracy), 0.1 + 0.2);
  EXPECT_EQ(copy.Get(column::kTimingValid), false);
  EXPECT_EQ(copy.Get(column::kStatus), TrialStatus::kOutOfMemory);
  EXPECT_EQ(copy.Get(column::kMessage), "a, \"b\"");
  EXPECT_EQ(copy.Get(column::kRmse), std::nullopt);
  copy.SetText("accuracy", "");
  EXPECT_EQ(copy.Get(column::kAccuracy), std::nullopt);
}

// Every committed number keeps its digits through values and back.
TEST(Record, CommittedFilesAreWrittenAsTheyWereRead) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(testing::SourceDir() / "results")) {
    if (entry.path().filename() != "trials.csv") continue;
    const std::string text = testing::ReadFile(entry.path());
    const std::vector<ResultRecord> records = ParseRecordsCsv(text, entry.path().string());
    // With the columns that there were when it was committed.
    const std::vector<std::string> columns =
        ParseCsv(text.substr(0, text.find('\n') + 1), "header").front().fields;
    std::string written = CsvLine(columns);
    for (const ResultRecord& record : records) {
      std::vector<std::string> fields;
      for (const std::string& column : columns) fields.push_back(record.Text(column));
      written += CsvLine(fields);
    }
    EXPECT_EQ(written == text, true) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 10);
}

TEST(Record, AllPhasesTakeTheirSumAndNothingElse) {
  ResultRecord record;
  EXPECT_EQ(SecondsOfAllPhases(record), 0);
  record.Set(column::kCpuS, 100);
  record.Set(column::kFitMinS, 200);
  double seconds = 1;
  for (const column::Number phase : {column::kDrawS, column::kTransformTrainS, column::kFitS,
                                     column::kTransformTestS, column::kPredictS})
    record.Set(phase, seconds *= 2);
  EXPECT_EQ(SecondsOfAllPhases(record), 2 + 4 + 8 + 16 + 32);
}

TEST(Record, TextThatIsNoValueIsRefused) {
  const auto fault = [](const char* column, const char* text) {
    return testing::Message([&] { ResultRecord().SetText(column, text); }, "");
  };
  EXPECT_EQ(fault("accuracy", "abc"), "accuracy is 'abc'; expected a number");
  EXPECT_EQ(fault("accuracy", "0.5 "), "accuracy is '0.5 '; expected a number");
  EXPECT_EQ(fault("n_train", "-1"), "n_train is '-1'; expected a whole number ≥ 0");
  EXPECT_EQ(fault("n_train", "1.5"), "n_train is '1.5'; expected a whole number ≥ 0");
  EXPECT_EQ(fault("timing_valid", "yes"), "timing_valid is 'yes'; expected true or false");
  EXPECT_EQ(fault("status", "fine"),
            "status is 'fine'; expected one of ok, failed, timeout, out_of_memory, skipped");
}

}  // namespace
}  // namespace mercer
