#ifndef MERCER_EXPERIMENTS_STORE_STORE_H_
#define MERCER_EXPERIMENTS_STORE_STORE_H_

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/store/disk/claims.h"
#include "experiments/store/disk/line_writer.h"
#include "experiments/store/record.h"
#include "experiments/store/record_files.h"

namespace mercer {

/// What is beside the records: one per invocation of `mercer run`, the text of
/// context/<run-id>.json.
struct RunContext {
  std::string run_id;
  std::string json;
};

/// Results read from a folder, for report and check: a working folder (trials/*.jsonl) or a
/// committed one (trials.csv).
struct ResultFolder {
  std::filesystem::path path;
  std::vector<ResultRecord> records;  // grid order
  std::vector<RunContext> contexts;   // oldest first
  std::vector<std::string> problems;  // damaged lines and files and what is left out, in words
  bool damaged = false;               // something is: what its trial was is not among the records
};

/// Throws InvalidInput where the folder does not exist, holds no results, holds another schema
/// version, or holds records and no whole grid.json, which says which of them belong to the config.
ResultFolder ReadResults(const std::filesystem::path& folder);

/// RFC 4180 text with the header of kRecordColumns, and back. ParseRecordsCsv throws InvalidInput
/// with file and line.
std::string RecordsToCsv(const std::vector<ResultRecord>& records);
std::vector<ResultRecord> ParseRecordsCsv(const std::string& text, const std::string& path);

/// trials.csv of a working folder, from the records that are there, in grid order. Throws
/// InvalidInput where it cannot be written.
void RewriteTrialsCsv(const std::filesystem::path& folder);

/// A folder that could be written when the run began no longer can: the disk is full, the folder
/// gone.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The folder of one experiment's results while it is filled: trials/<run-id>.jsonl (what each run
/// recorded, a line for each trial that ended), context/<run-id>.json, grid.json (the trials in
/// grid order). Several processes may be at it, each at trials and a file of its own: lines are
/// added and nothing else is changed. Everything that writes throws StoreError where it cannot,
/// which says what of the folder stands.
class ResultStore {
 public:
  /// Looks: neither makes nor changes anything. Throws InvalidInput where no run may begin: in a
  /// folder that cannot be written or made, is a committed one (trials.csv without trials/), or
  /// holds another experiment's or another schema version's records.
  ResultStore(std::filesystem::path folder, const std::string& experiment);

  /// The same and BeginWriting.
  ResultStore(std::filesystem::path folder, const std::string& experiment,
              const std::string& run_id);

  /// Goes on as a run of this id: makes the folder, and clears what killed processes left
  /// half-written and, where no other process is at it, shared_folder(). What is damaged is set
  /// aside, so that it is told once. What other processes have made since this one looked is found
  /// by Refresh. Where another run has the id, the first call that writes a line throws.
  void BeginWriting(const std::string& run_id);

  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  /// Where the processes of a run share what they prepare; gone when the last of them ends.
  std::filesystem::path shared_folder() const { return folder_ / ".prepared"; }

  /// Finished trials by id. What is damaged is reported in problems().
  const std::map<std::string, ResultRecord>& records() const { return files_.log().records(); }
  /// Identity text (with dataset hash) each record was made with, by id.
  const std::map<std::string, std::string>& identities() const { return files_.log().identities(); }
  /// Trials whose record was set aside and that have no other.
  const std::set<std::string>& stale() const { return files_.log().stale(); }
  const std::vector<std::string>& problems() const { return problems_; }

  /// Of these trials those that have neither a record nor one that was set aside.
  std::vector<std::string> Lacking(const std::vector<std::string>& trial_ids) const;

  /// Takes a trial for this process; false where another process has it. When writing only.
  bool Claim(const std::string& trial_id);
  void Release(const std::string& trial_id);
  /// The number of the process that has the trial, as far as it is to be seen (Claims::HolderOf).
  std::optional<int> HolderOf(const std::string& trial_id) const;

  /// Whether another process has made a record of the trial since this one looked. Reads what was
  /// added to the folder, of all trials: it is known from then on.
  bool Refresh(const std::string& trial_id);

  /// Looks at the whole folder again, so that what is no longer there or damaged is known.
  void Reload();

  /// Whether this run has a file of records yet.
  bool HasWritten() const { return has_file_; }

  /// Whether another process is at the folder now.
  bool IsShared() const;

  /// Adds a record of this run, which takes the place of the one that the trial has, whatever their
  /// runs' clocks say. On disk a tenth of a second later at the latest, unless the disk needs
  /// longer.
  void Put(const std::string& trial_id, const std::string& identity, const ResultRecord& record);
  /// Of this run.
  void PutContext(const RunContext& context);

  /// Says in grid.json which trials the experiment has, in grid order, and how many lines each file
  /// of records has, or had when another run said so: who cuts one later is told.
  void PutGrid(const std::vector<std::string>& ids);

  /// Sets aside a record that no longer answers its trial, which has none from then on; where the
  /// record is ok the trial is stale(). The tables that were made with it are removed.
  void SetAside(const std::string& trial_id);

  /// trials.csv with the records of the ids given, in that order, and in grid.json, after PutGrid,
  /// how many lines each file of records has now. All records are on disk then.
  void WriteTrialsCsv(const std::vector<std::string>& ids);

 private:
  void Prepare();
  void Look();
  void SetAsideDamage();
  void MakeRecordsFile();
  void Append(const std::string& lines);
  std::optional<GridFile> GridOnDisk() const;
  void WriteGrid(std::map<std::string, LineTally> tallies);
  void Write(const std::filesystem::path& file, const std::string& text) const;
  void MakingRoom(const std::function<void()>& write) const;
  std::string WhatStands() const;

  std::filesystem::path folder_;
  std::string experiment_, run_id_;
  int lock_ = -1;
  std::unique_ptr<Claims> claims_;
  std::unique_ptr<LineWriter> writer_;  // of the run's own file
  bool has_file_ = false;
  std::vector<std::string> grid_{};  // since PutGrid
  RecordFiles files_;
  std::set<std::string> news_{};  // trials whose record another process has made
  std::vector<std::string> problems_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_STORE_H_
