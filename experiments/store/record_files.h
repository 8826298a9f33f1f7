#ifndef MERCER_EXPERIMENTS_STORE_RECORD_FILES_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_FILES_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/store/record_log.h"

namespace mercer {

/// Names of the files of records end so, behind the id of the run that writes them.
inline constexpr std::string_view kRecordsSuffix = ".jsonl";

/// trials/<run-id>.jsonl.
std::filesystem::path RecordsPath(const std::filesystem::path& folder, const std::string& run_id);

/// What of a file of records is neither a record nor sets one aside.
struct Damage {
  enum class Kind : std::uint8_t {
    kMissing,  // its run has a context and it is gone: what it set aside may count again
    kFile,     // it cannot be read at all
    kLines,    // neighbours, from `first` to `last`
    kTail      // half a line at its end, whose run is at it no more
  };

  Kind kind;
  std::string run;                  // whose file it is
  std::size_t first = 0, last = 0;  // lines, from 1
  std::uint64_t checksum = 0;       // of the lines: by it they can be set aside

  /// "trials/<run-id>.jsonl is missing", "trials/<run-id>.jsonl:7 is damaged", "…:7-9 are damaged",
  /// "…:7 is half a line, as a killed run leaves one".
  std::string Text() const;
  /// The same, with what becomes of it where a folder is read, and where a run begins.
  std::string LeftOutText() const;
  std::string RunsAgainText() const;
};

/// The records of a results folder, from all files trials/*.jsonl. Each is read in one pass, in
/// pieces, some 5 µs a record. Everything that reads throws InvalidInput where a line is of another
/// schema version, or the folder has records of older programs (trials/<trial-id>.json).
class RecordFiles {
 public:
  /// Reads nothing yet.
  explicit RecordFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// From the beginning.
  void ReadAll();

  /// What was appended since, but by run `except`. Returns the trials whose record is another one
  /// now. Bytes that were read before are not looked at again.
  std::set<std::string> ReadNew(const std::string& except);

  const RecordLog& log() const { return log_; }
  RecordLog& log() { return log_; }

  /// What is damaged and was not set aside, in the order of runs and lines. Those whose half line
  /// was found by ReadAll alone.
  std::vector<Damage> Damages() const;

 private:
  struct File {
    std::uint64_t read = 0;  // bytes, up to the end of a line
    std::size_t lines = 0;
  };

  std::vector<std::filesystem::path> Files() const;
  void FindMissing();
  void ReadFile(const std::filesystem::path& path, bool all);
  void AddLine(std::string_view line, const std::string& run, const std::filesystem::path& path);
  void AddDamage(std::string_view line, const std::string& run, std::size_t number);

  std::filesystem::path folder_;
  RecordLog log_;
  std::map<std::string, File> files_;  // by run
  std::vector<Damage> damages_;
  std::vector<TrialFile> found_;  // records that are not in the log yet
};

/// Calls `use` with each line of a file, without its end; with none where it cannot be read.
void ForEachLine(const std::filesystem::path& path,
                 const std::function<void(std::string_view)>& use);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_FILES_H_
