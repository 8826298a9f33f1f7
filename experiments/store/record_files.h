#ifndef MERCER_EXPERIMENTS_STORE_RECORD_FILES_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_FILES_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/store/grid_file.h"
#include "experiments/store/record_log.h"

namespace mercer {

/// The suffix of the names of record files, after the id of the run that writes them.
inline constexpr std::string_view kRecordsSuffix = ".jsonl";

/// The path trials/<run-id>.jsonl in the folder.
std::filesystem::path RecordsPath(const std::filesystem::path& folder, const std::string& run_id);

/// A defect of a file of records.
struct Damage {
  enum class Kind : std::uint8_t {
    kMissing,  // the file is missing, although its run has a context or grid.json counts its lines
    kFile,     // it cannot be read at all
    kCut,      // it has fewer lines than grid.json counts
    kChanged,  // some of the lines that grid.json counts have changed, but all of them are complete
    kLines,    // lines that neither are records nor discard one, from `first` to `last`
    kTail      // an incomplete line at its end, although its run has ended
  };

  Kind kind;
  std::string run;                  // the run that the file belongs to
  std::size_t first = 0, last = 0;  // lines, from 1; for kCut the present and the former number of
                                    // lines
  std::uint64_t checksum = 0;       // of the present contents, with which the damage can be
                                    // discarded; 0: it cannot

  /// "trials/<run-id>.jsonl is missing", "trials/<run-id>.jsonl has 12 of its 40 lines",
  /// "trials/<run-id>.jsonl:7 is damaged", "…:7-9 are damaged",
  /// "…:7 is half a line, left by a killed run".
  std::string Text() const;
  /// The same, with the consequence when a folder is read, and when a run begins.
  std::string LeftOutText() const;
  std::string RunsAgainText() const;
};

/// The records of a results folder, from all files trials/*.jsonl. Each file is read in one pass,
/// in pieces, in about 5 µs per record. All methods that read throw InvalidInput if a line has
/// another schema version, or if the folder has records of older programs (trials/<trial-id>.json).
class RecordFiles {
 public:
  /// Reads nothing yet.
  explicit RecordFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Reads grid.json and all records.
  void ReadAll();

  /// Reads what was appended since, except by run `except`. Returns the trials whose valid record
  /// has changed. Bytes that were read before are not read again.
  std::set<std::string> ReadNew(const std::string& except);

  /// Counts lines that were appended to the file of a run.
  void CountAppended(const std::string& run, std::string_view lines);

  const RecordLog& log() const { return log_; }
  RecordLog& log() { return log_; }

  /// grid.json as read by ReadAll; nullopt if it is missing or damaged.
  const std::optional<GridFile>& grid() const { return grid_; }

  /// The defects found by ReadAll that no line discards.
  std::vector<Damage> Damages() const;

  /// The tallies to write to grid.json for each file: of what was read and appended, or the
  /// previous tally if the file has lost lines since.
  std::map<std::string, LineTally> Tallies() const;

 private:
  struct File {
    std::uint64_t read = 0;  // bytes, up to the end of a line
    std::size_t lines = 0;   // including empty ones
    LineTally tally{};       // of these lines
    LineTally stated{};      // the same for as many lines as grid.json counts
  };

  std::vector<std::filesystem::path> Files() const;
  void ReadGrid();
  void FindMissing();
  void ReadFile(const std::filesystem::path& path, bool all);
  void AddLine(std::string_view line, const std::string& run, const std::filesystem::path& path);
  void AddDamage(std::string_view line, const std::string& run, std::size_t number);
  void AddLoss(const std::string& run, bool has_damaged_lines);
  LineTally StatedOf(const std::string& run) const;

  std::filesystem::path folder_;
  std::optional<GridFile> grid_{};
  RecordLog log_;
  std::map<std::string, File> files_;  // by run
  std::vector<Damage> damages_;
  std::vector<RecordLine> found_;  // records that are not in the log yet
};

/// Calls `use` with each line of a file, without its line end; never if the file cannot be read.
void ForEachLine(const std::filesystem::path& path,
                 const std::function<void(std::string_view)>& use);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_FILES_H_
