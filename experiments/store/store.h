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

/// The context of one invocation of `mercer run`: the text of context/<run-id>.json.
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
  std::vector<std::string> problems;  // descriptions of damaged lines and files and of what is left
                                      // out
  std::size_t missing_trials = 0;     // of the config, without a record
  bool damaged = false;               // something is damaged: the trial in question is missing
                                      // among the records
};

/// Throws InvalidInput if the folder does not exist, holds no results, has another schema version,
/// or has records without an intact grid.json, which says which of them belong to the config.
ResultFolder ReadResults(const std::filesystem::path& folder);

/// RFC 4180 text with the header of kRecordColumns, and back. ParseRecordsCsv throws InvalidInput
/// with file and line.
std::string RecordsToCsv(const std::vector<ResultRecord>& records);
std::vector<ResultRecord> ParseRecordsCsv(const std::string& text, const std::string& path);

/// Rewrites trials.csv of a working folder from its records, in grid order. Throws InvalidInput if
/// it cannot be written.
void RewriteTrialsCsv(const std::filesystem::path& folder);

/// A folder that was writable when the run began no longer is: the disk is full, or the folder is
/// gone.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The folder of one experiment's results while it is being filled: trials/<run-id>.jsonl (the
/// records of each run, a line for each trial that ended), context/<run-id>.json, grid.json (the
/// trials in grid order). Several processes may use it, each with its own trials and its own file:
/// lines are appended, and nothing else is changed. All methods that write throw StoreError if they
/// cannot; its message says which parts of the folder are intact.
class ResultStore {
 public:
  /// Reads the folder; neither creates nor changes anything. Throws InvalidInput if no run may
  /// begin in it: it cannot be written or created, is a committed results folder (trials.csv
  /// without trials/), or holds records of another experiment or another schema version.
  ResultStore(std::filesystem::path folder, const std::string& experiment);

  /// The same, followed by BeginWriting.
  ResultStore(std::filesystem::path folder, const std::string& experiment,
              const std::string& run_id);

  /// Begins writing as the run with this id. Creates the folder, and removes what killed processes
  /// left incomplete and, if no other process uses it, shared_folder(). Damage is discarded, so
  /// that it is reported once. Records that other processes have added since the constructor are
  /// found by Refresh. If another run has the id, the first call that writes a line throws.
  void BeginWriting(const std::string& run_id);

  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  /// The folder in which the processes of a run share prepared data; removed when the last of them
  /// ends.
  std::filesystem::path shared_folder() const { return folder_ / ".prepared"; }

  /// Finished trials by id. Damage is reported in problems().
  const std::map<std::string, ResultRecord>& records() const { return files_.log().records(); }
  /// The identity text (with data set hash) that each record was made with, by id.
  const std::map<std::string, std::string>& identities() const { return files_.log().identities(); }
  /// Trials whose record was discarded and that have no other.
  const std::set<std::string>& stale() const { return files_.log().stale(); }
  const std::vector<std::string>& problems() const { return problems_; }

  /// Those of these trials that have neither a record nor one that was discarded.
  std::vector<std::string> Lacking(const std::vector<std::string>& trial_ids) const;

  /// Claims a trial for this process; false if another process has it. Only when writing.
  bool Claim(const std::string& trial_id);
  void Release(const std::string& trial_id);
  /// The id of the process that has the trial, if it is visible (Claims::HolderOf).
  std::optional<int> HolderOf(const std::string& trial_id) const;

  /// Whether another process has made a record of the trial since the last read. Reads what was
  /// added to the folder for all trials, and remembers it.
  bool Refresh(const std::string& trial_id);

  /// Reads the whole folder again, so that missing or damaged records are noticed.
  void Reload();

  /// Whether this run has a file of records yet.
  bool HasWritten() const { return has_file_; }

  /// Whether another process is using the folder now.
  bool IsShared() const;

  /// Adds a record of this run, which replaces the trial's present one regardless of the clocks of
  /// their runs. It is on disk at most a tenth of a second later, unless the disk needs longer.
  void Put(const std::string& trial_id, const std::string& identity, const ResultRecord& record);
  /// Writes the context of this run.
  void PutContext(const RunContext& context);

  /// Writes to grid.json the trials of the experiment, in grid order, and how many lines each file
  /// of records has, or had when another run wrote it, so that a file that is cut later is noticed.
  void PutGrid(const std::vector<std::string>& ids);

  /// Discards a record that no longer matches its trial, which then has none; if the record is
  /// ok, the trial becomes stale(). Tables that were made with it are removed.
  void Discard(const std::string& trial_id);

  /// Writes trials.csv with the records of the given ids, in that order, and to grid.json, after
  /// PutGrid, how many lines each file of records has now. All records are then on disk.
  void WriteTrialsCsv(const std::vector<std::string>& ids);

 private:
  void Prepare();
  void Look();
  void DiscardDamage();
  void MakeRecordsFile();
  void Append(const std::string& lines);
  std::optional<GridFile> GridOnDisk() const;
  void WriteGrid(std::map<std::string, LineTally> tallies);
  void Write(const std::filesystem::path& file, const std::string& text) const;
  void MakingRoom(const std::function<void()>& write) const;
  std::string StoredTrialsText() const;

  std::filesystem::path folder_;
  std::string experiment_, run_id_;
  int lock_ = -1;
  std::unique_ptr<Claims> claims_;
  std::unique_ptr<LineWriter> writer_;  // for the run's own file
  bool has_file_ = false;
  std::vector<std::string> grid_{};  // since PutGrid
  RecordFiles files_;
  std::set<std::string> news_{};  // trials with a new record from another process
  std::vector<std::string> problems_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_STORE_H_
