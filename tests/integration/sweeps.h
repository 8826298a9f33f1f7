#ifndef MERCER_TESTS_INTEGRATION_SWEEPS_H_
#define MERCER_TESTS_INTEGRATION_SWEEPS_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/run_configs.h"

namespace mercer::testing {

/// A line of trials.csv that holds no quoted line end, field by field.
inline std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

inline bool MayDiffer(const std::string& column) {
  return column == "run_id" || column == "peak_rss_mib" || column == "timing_valid" ||
         column == "timing_note" || column == "page_faults" || column == "context_switches" ||
         column == "cpu_mhz" || column.ends_with("_s");
}

/// Rows of trials.csv: column → text, without those that two runs may differ in.
using RowTexts = std::vector<std::map<std::string, std::string>>;

/// The first values that differ.
inline ::testing::AssertionResult SameRows(const RowTexts& rows, const RowTexts& expected) {
  if (rows.size() != expected.size())
    return ::testing::AssertionFailure() << rows.size() << " rows in place of " << expected.size();
  std::string text;
  for (std::size_t i = 0; i < rows.size() && text.size() < 2000; ++i) {
    for (const auto& [column, value] : expected[i]) {
      const auto found = rows[i].find(column);
      const std::string other = found == rows[i].end() ? "nothing" : found->second;
      if (other != value)
        text += "row " + std::to_string(i) + ", " + column + ": " + other + " in place of " +
                value + "\n";
    }
  }
  return text.empty() ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << text;
}

inline RowTexts TimelessRows(const std::filesystem::path& out) {
  std::istringstream text(ReadFile(out / "trials.csv"));
  std::string line;
  std::getline(text, line);
  const auto header = Fields(line);
  RowTexts rows;
  while (std::getline(text, line)) {
    const auto fields = Fields(line);
    EXPECT_EQ(fields.size(), header.size()) << line;
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < header.size() && i < fields.size(); ++i) {
      if (!MayDiffer(header[i])) row[header[i]] = fields[i];
    }
  }
  return rows;
}

/// What whole lines there are in the files of records, by file.
inline std::map<std::string, std::vector<std::string>> RecordLines(
    const std::filesystem::path& out) {
  std::map<std::string, std::vector<std::string>> lines;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(out / "trials", none)) {
    if (entry.path().extension() != ".jsonl") continue;
    const std::string text = ReadFile(entry.path());
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != text.npos;
         begin = end + 1)
      lines[entry.path().filename().string()].push_back(text.substr(begin, end - begin));
  }
  return lines;
}

/// The line of each trial's record that is there now, by trial: the last of the latest run.
inline std::map<std::string, std::string> Records(const std::filesystem::path& out) {
  std::map<std::string, std::string> records;
  for (const auto& [file, lines] : RecordLines(out)) {
    for (const std::string& line : lines) {
      const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
      EXPECT_TRUE(json.is_object()) << file << " has a line that is not whole: " << line;
      if (json.is_object() && json.contains("record"))
        records[json["record"]["trial_id"].get<std::string>()] = line;
    }
  }
  return records;
}

/// How many lines discard a record.
inline int CountDiscarded(const std::filesystem::path& out) {
  int count = 0;
  for (const auto& [file, lines] : RecordLines(out))
    for (const std::string& line : lines) count += Json::parse(line).contains("aside") ? 1 : 0;
  return count;
}

/// Tuning and two kernels: 2 · (1 + 3) trials for each repetition.
inline Json SweepConfig(int repetitions = 6) {
  Json config = QuickConfig();
  config["repetitions"] = repetitions;
  config["kernels"].push_back({{"name", "exponential"}, {"sigma", "mean_distance"}});
  config["tuning"] = Json::parse(
      R"([{"method": "exact", "grid": {"learner.cost": [0.01, 1]},
           "by": {"validation_fraction": 0.25}, "share_with": ["rm", "h01"]}])");
  return config;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_SWEEPS_H_
