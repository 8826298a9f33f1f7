#ifndef MERCER_EXPERIMENTS_STORE_STORE_H_
#define MERCER_EXPERIMENTS_STORE_STORE_H_

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/store/claims.h"
#include "experiments/store/files.h"
#include "experiments/store/index.h"
#include "experiments/store/record.h"
#include "experiments/store/trial_file.h"

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
  std::vector<std::string> problems;  // damaged files and what is left out, in words
  bool damaged = false;               // a file is: what its trial was is not among the records
};

/// Throws InvalidInput where the folder does not exist, holds no results, holds another schema
/// version, or holds records and no whole grid.json, which says which of them belong to the config.
ResultFolder ReadResults(const std::filesystem::path& folder);

/// RFC 4180 text with the header of kRecordColumns, and back. ParseRecordsCsv throws InvalidInput
/// with file and line.
std::string RecordsToCsv(const std::vector<ResultRecord>& records);
std::vector<ResultRecord> ParseRecordsCsv(const std::string& text, const std::string& path);

/// What a run may not begin in: throws InvalidInput where the folder cannot be written or made, is
/// a committed results folder (trials.csv without trials/), or holds another experiment's or
/// another schema version's records. Writes nothing.
void CheckResultFolder(const std::filesystem::path& folder, const std::string& experiment);

/// trials.csv of a working folder, from the records that are there, in grid order. Throws
/// InvalidInput where it cannot be written.
void RewriteTrialsCsv(const std::filesystem::path& folder);

/// A folder that could be written when the run began no longer can: the disk is full, the folder
/// gone.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The folder of one experiment's results while it is filled: trials/<trial-id>.json,
/// context/<run-id>.json, grid.json (the trials in grid order), stale/<trial-id>.json (records that
/// no longer answer their trials). Several processes may be at it, each at trials of its own.
/// Everything that writes throws StoreError where it cannot, which says what of the folder stands.
class ResultStore {
 public:
  /// kLook neither makes nor changes anything; kWrite makes the folder and clears what killed
  /// processes left half-written, and where no other process is at it shared_folder().
  enum class Mode { kLook, kWrite };

  /// Throws as CheckResultFolder does.
  ResultStore(std::filesystem::path folder, const std::string& experiment, Mode mode);

  /// From kLook to kWrite. What other processes have made since it looked is found by Refresh.
  void BeginWriting();

  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  /// Where the processes of a run share what they prepare; gone when the last of them ends.
  std::filesystem::path shared_folder() const { return folder_ / ".prepared"; }

  /// Finished trials by id. A damaged file is moved aside to trials/<id>.json.damaged and reported
  /// in problems().
  const std::map<std::string, ResultRecord>& records() const { return records_; }
  /// Identity text (with dataset hash) each record was made with, by id.
  const std::map<std::string, std::string>& identities() const { return identities_; }
  /// Trials whose record was set aside and that have no other.
  const std::set<std::string>& stale() const { return stale_; }
  const std::vector<std::string>& problems() const { return problems_; }

  /// Of these trials those that have neither a record nor one that was set aside.
  std::vector<std::string> Lacking(const std::vector<std::string>& trial_ids) const;

  /// Takes a trial for this process; false where another process has it. kWrite only.
  bool Claim(const std::string& trial_id);
  void Release(const std::string& trial_id);
  /// The number of the process that has the trial, as far as it is to be seen (Claims::HolderOf).
  std::optional<int> HolderOf(const std::string& trial_id) const;

  /// Whether another process has made a record since this one looked; it is known from then on.
  bool Refresh(const std::string& trial_id);

  /// Looks at the whole folder again.
  void Reload();

  /// Whether another process is at the folder now.
  bool IsShared() const;

  void Put(const std::string& trial_id, const std::string& identity, const ResultRecord& record);
  void PutContext(const RunContext& context);

  /// Says which trials the experiment has, in grid order.
  void PutGrid(const std::vector<std::string>& ids);

  /// Takes a record that no longer answers its trial out of trials/, and forgets it: one that is ok
  /// becomes stale/<id>.json, any other one stale/<id>.<run>.json.old, after which its trial has
  /// none. The tables that were made with it are removed.
  void SetAside(const std::string& trial_id);

  /// trials.csv with the records of the ids given, in that order; and the index, where the folder
  /// has many trials and changed.
  void WriteTrialsCsv(const std::vector<std::string>& ids);

 private:
  void Prepare();
  void Take(TrialsOnDisk found);
  void WriteIndex();
  void Know(const std::string& trial_id, TrialFile trial, const std::filesystem::path& file);
  void Write(const std::filesystem::path& file, const std::string& text) const;
  std::string WhatStands() const;

  std::filesystem::path folder_;
  std::string experiment_;
  int lock_ = -1;
  std::unique_ptr<Claims> claims_;
  std::map<std::string, ResultRecord> records_;
  std::map<std::string, std::string> identities_;
  std::set<std::string> stale_;
  std::map<std::string, FileStamp> stamps_;
  bool index_is_current_ = false;
  std::vector<std::string> problems_;
  std::vector<std::string> damaged_;  // names of files
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_STORE_H_
