#ifndef MERCER_TESTS_EXPERIMENTS_STORE_RECORD_LINES_H_
#define MERCER_TESTS_EXPERIMENTS_STORE_RECORD_LINES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/store/record_files.h"
#include "tests/support/files.h"

namespace mercer::testing {

// What others do to the files of records of a results folder by hand.

/// The files, sorted.
inline std::vector<std::filesystem::path> RecordsFiles(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "trials", none))
    if (entry.path().extension() == kRecordsSuffix) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::vector<std::string> LinesOf(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  ForEachLine(file, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

/// Has grid.json count the lines that are there now, as though their run had written these.
inline void CountLinesAgain(const std::filesystem::path& folder) {
  RecordFiles files(folder);
  files.ReadAll();
  if (!files.grid()) return;
  GridFile grid = *files.grid();
  for (auto& [run, tally] : grid.tallies) {
    tally = {};
    tally.AddAll(ReadFile(RecordsPath(folder, run)));
  }
  WriteFile(folder / "grid.json", WriteGridText(grid));
}

/// Puts what `edit` makes of each record of a trial, its line end included, in its place. Nobody
/// counts lines that are lost so.
inline void EditLines(const std::filesystem::path& folder, const std::string& trial_id,
                      const std::function<std::string(const std::string& line)>& edit) {
  std::size_t edited = 0;
  for (const auto& file : RecordsFiles(folder)) {
    std::string text;
    const std::size_t before = edited;
    for (const std::string& line : LinesOf(file)) {
      const auto trial = ReadRecordLine(line, file);
      const bool is_its = trial && trial->record.Get(column::kTrialId) == trial_id;
      text += is_its ? edit(line) : line + "\n";
      edited += is_its ? 1U : 0U;
    }
    if (edited > before) WriteFile(file, text);
  }
  EXPECT_GT(edited, 0U) << trial_id << " has no record";
  CountLinesAgain(folder);
}

inline void RemoveRecord(const std::filesystem::path& folder, const std::string& trial_id) {
  EditLines(folder, trial_id, [](const std::string&) { return ""; });
}

/// Leaves half of its line.
inline void DamageRecord(const std::filesystem::path& folder, const std::string& trial_id) {
  EditLines(folder, trial_id,
            [](const std::string& line) { return line.substr(0, line.size() / 2) + "\n"; });
}

/// The record and the identity that it was made with.
inline void ChangeRecord(
    const std::filesystem::path& folder, const std::string& trial_id,
    const std::function<void(ResultRecord& record, std::string& identity)>& change) {
  EditLines(folder, trial_id, [&](const std::string& line) {
    RecordLine trial = ReadRecordLine(line, "a line").value();
    change(trial.record, trial.identity);
    return WriteRecordLine(trial);
  });
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_STORE_RECORD_LINES_H_
