#ifndef MERCER_EXPERIMENTS_STORE_STORE_H_
#define MERCER_EXPERIMENTS_STORE_STORE_H_

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/store/files.h"
#include "experiments/store/index.h"
#include "experiments/store/record.h"

namespace mercer {

/// What is beside the records: one per invocation of `mercer run`, the text of
/// context/<run-id>.json.
struct RunContext {
  std::string run_id;
  std::string json;
};

/// Results read from a folder, for report and check: a working folder (trials/*.json) or a
/// committed one (trials.csv).
struct ResultFolder {
  std::filesystem::path path;
  std::vector<ResultRecord> records;  // grid order
  std::vector<RunContext> contexts;   // oldest first
  std::vector<std::string> problems;  // damaged files, in words
};

/// Throws InvalidInput where the folder does not exist, holds no results, or holds another schema
/// version.
ResultFolder ReadResults(const std::filesystem::path& folder);

/// RFC 4180 text with the header of kRecordColumns, and back. ParseRecordsCsv throws InvalidInput
/// with file and line.
std::string RecordsToCsv(const std::vector<ResultRecord>& records);
std::vector<ResultRecord> ParseRecordsCsv(const std::string& text, const std::string& path);

/// Writes to a temporary name beside it, syncs, renames: the file is the old one or the whole new
/// one.
void WriteFileAtomically(const std::filesystem::path& path, const std::string& bytes);

/// What a run may not begin in: throws InvalidInput where the folder cannot be written or made, is
/// a committed results folder (trials.csv without trials/), or holds another experiment's or
/// another schema version's records. Writes nothing.
void CheckResultFolder(const std::filesystem::path& folder, const std::string& experiment);

/// trials.csv of a working folder, from the records that are there, in grid order. Throws
/// InvalidInput where it cannot be written.
void RewriteTrialsCsv(const std::filesystem::path& folder);

/// The folder of one experiment's results while it is filled: trials/<trial-id>.json,
/// context/<run-id>.json, grid.json (the trials in grid order). One process at a time.
class ResultStore {
 public:
  /// kLook neither makes nor changes anything; kWrite makes the folder, clears what a killed run
  /// left half-written, and keeps other processes out.
  enum class Mode { kLook, kWrite };

  /// Throws as CheckResultFolder does, and where another process runs in the folder.
  ResultStore(std::filesystem::path folder, const std::string& experiment, Mode mode);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  /// Finished trials by id. A damaged file is moved aside to trials/<id>.json.damaged and reported
  /// in problems().
  const std::map<std::string, ResultRecord>& records() const { return records_; }
  /// Identity text (with dataset hash) each record was made with, by id.
  const std::map<std::string, std::string>& identities() const { return identities_; }
  const std::vector<std::string>& problems() const { return problems_; }

  void Put(const std::string& trial_id, const std::string& identity, const ResultRecord& record);
  void PutContext(const RunContext& context);

  /// Says which trials the experiment has, in grid order.
  void PutGrid(const std::vector<std::string>& ids);

  /// Moves a record that no longer answers its trial to stale/<id>.json, and forgets it.
  void SetAside(const std::string& trial_id);

  /// trials.csv with the records of the ids given, in that order; and the index, where the folder
  /// has many trials and changed.
  void WriteTrialsCsv(const std::vector<std::string>& ids);

 private:
  void Prepare();
  void Take(TrialsOnDisk found, Mode mode);
  void WriteIndex();

  std::filesystem::path folder_;
  std::string experiment_;
  int lock_ = -1;
  std::map<std::string, ResultRecord> records_;
  std::map<std::string, std::string> identities_;
  std::map<std::string, FileStamp> stamps_;
  bool index_is_current_ = false;
  std::vector<std::string> problems_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_STORE_H_
