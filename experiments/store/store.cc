#include "experiments/store/store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "experiments/store/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string Quoted(const fs::path& path) { return "'" + path.string() + "'"; }

/// The folder, or the nearest one above it that exists: where the first file would be made.
fs::path NearestExisting(const fs::path& folder) {
  fs::path at = fs::absolute(folder).lexically_normal();
  std::error_code ignored;
  while (!fs::exists(at, ignored) && at.has_relative_path()) at = at.parent_path();
  return at;
}

void RequireWritable(const fs::path& folder, const fs::path& shown) {
  if (!fs::is_directory(folder)) {
    throw InvalidInput("results folder " + Quoted(shown) + ": " + Quoted(folder.filename()) +
                       " is a file, expected a folder");
  }
  if (faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    throw InvalidInput("results folder " + Quoted(shown) + " cannot be written (" +
                       std::strerror(errno) + "): choose another --out");
  }
}

void RequireExperiment(const std::string& found, const std::string& experiment,
                       const fs::path& folder) {
  if (found == experiment) return;
  throw InvalidInput("results folder " + Quoted(folder) + " holds experiment '" + found +
                     "', not '" + experiment + "': choose another --out");
}

std::string OldName(const std::string& trial_id, const std::string& run_id) {
  return trial_id + "." + run_id + ".json.old";
}

/// Another record answers the trial now; the old one stays under the name of its run.
void KeepBehind(const fs::path& stale, const std::string& trial_id) {
  const fs::path file = stale / (trial_id + ".json");
  const auto text = ReadText(file);
  const auto old = text ? ReadTrialText(*text, file) : std::nullopt;
  const std::string run = old ? old->record.Get(column::kRunId) : "damaged";
  std::error_code ignored;
  fs::rename(file, stale / OldName(trial_id, run), ignored);
}

/// All of CheckResultFolder but the records.
void RequireUsable(const fs::path& folder, const std::string& experiment) {
  RequireWritable(NearestExisting(folder), folder);
  const bool has_trials = fs::exists(folder / "trials");
  if (fs::exists(folder / "trials.csv") && !has_trials && !fs::exists(folder / "grid.json")) {
    throw InvalidInput("results folder " + Quoted(folder) +
                       " is a committed one (trials.csv without trials/), which is never run into: "
                       "choose another --out");
  }
  for (const char* part : {"trials", "context", "stale"}) {
    if (fs::exists(folder / part)) RequireWritable(folder / part, folder);
  }
  if (const auto text = ReadText(folder / "grid.json")) {
    if (const auto grid = ReadGridText(*text, folder / "grid.json"))
      RequireExperiment(grid->experiment, experiment, folder);
  }
}

void RequireExperiment(const TrialsOnDisk& found, const std::string& experiment,
                       const fs::path& folder) {
  for (const TrialOnDisk& trial : found.trials)
    RequireExperiment(trial.file.record.Get(column::kExperiment), experiment, folder);
}

}  // namespace

void CheckResultFolder(const fs::path& folder, const std::string& experiment) {
  RequireUsable(folder, experiment);
  RequireExperiment(ReadTrialFiles(folder), experiment, folder);
}

ResultStore::ResultStore(fs::path folder, const std::string& experiment, Mode mode)
    : folder_(std::move(folder)), experiment_(experiment) {
  RequireUsable(folder_, experiment_);
  TrialsOnDisk found = ReadTrialFiles(folder_);
  RequireExperiment(found, experiment_, folder_);
  Take(std::move(found));
  if (mode == Mode::kWrite) BeginWriting();
}

void ResultStore::BeginWriting() {
  Prepare();
  for (const std::string& name : damaged_) {
    const fs::path file = folder_ / "trials" / name;
    std::error_code ignored;  // another process may have been quicker
    fs::rename(file, file.string() + ".damaged", ignored);
  }
  WriteIndex();
}

ResultStore::~ResultStore() {
  if (lock_ < 0) return;
  std::error_code ignored;
  if (!IsShared()) fs::remove_all(shared_folder(), ignored);
  close(lock_);
}

void ResultStore::Prepare() {
  for (const char* part : {"trials", "context"}) {
    std::error_code error;
    fs::create_directories(folder_ / part, error);
    if (error) {
      throw InvalidInput("results folder " + Quoted(folder_) + " cannot be made (" +
                         error.message() + "): choose another --out");
    }
  }
  claims_ = std::make_unique<Claims>(folder_ / ".claims");
  // The lock is the system's, so it ends with the process however that dies. Who holds it alone
  // may clear what others shared.
  lock_ = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    std::error_code ignored;
    fs::remove_all(shared_folder(), ignored);
  }
  for (const fs::path& part :
       {folder_, folder_ / "trials", folder_ / "context", folder_ / "stale", shared_folder()})
    RemoveTemporaries(part);
  if (lock_ < 0 || flock(lock_, LOCK_SH) != 0) {
    throw InvalidInput("results folder " + Quoted(folder_) + " cannot be locked (" +
                       std::strerror(errno) + "): choose another --out");
  }
}

bool ResultStore::IsShared() const {
  const bool alone = flock(lock_, LOCK_EX | LOCK_NB) == 0;
  flock(lock_, LOCK_SH);
  return !alone;
}

void ResultStore::Take(TrialsOnDisk found) {
  index_is_current_ = found.index_is_current;
  for (TrialOnDisk& trial : found.trials) {
    stamps_.emplace_hint(stamps_.end(), trial.id, trial.stamp);
    identities_.emplace_hint(identities_.end(), trial.id, std::move(trial.file.identity));
    records_.emplace_hint(records_.end(), trial.id, std::move(trial.file.record));
  }
  for (const std::string& name : found.damaged) {
    problems_.push_back("trials/" + name + " is damaged: moved aside to trials/" + name +
                        ".damaged, its trial runs again");
  }
  damaged_ = std::move(found.damaged);
  for (const fs::path& file : FilesEndingIn(folder_ / "stale", ".json")) {
    if (!records_.contains(file.stem().string())) stale_.insert(file.stem().string());
  }
}

void ResultStore::Reload() {
  records_.clear();
  identities_.clear();
  stamps_.clear();
  stale_.clear();
  problems_.clear();
  Take(ReadTrialFiles(folder_));
}

bool ResultStore::Claim(const std::string& trial_id) { return claims_->Take(trial_id); }

void ResultStore::Release(const std::string& trial_id) { claims_->Release(trial_id); }

std::optional<int> ResultStore::HolderOf(const std::string& trial_id) const {
  return claims_->HolderOf(trial_id);
}

std::vector<std::string> ResultStore::Lacking(const std::vector<std::string>& trial_ids) const {
  std::set<std::string> aside;  // names of files, each <id>.…
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_ / "stale", ignored))
    aside.insert(entry.path().filename().string());
  const auto is_aside = [&](const std::string& id) {
    const auto name = aside.lower_bound(id + ".");
    return name != aside.end() && name->starts_with(id + ".");
  };
  std::vector<std::string> lacking;
  for (const std::string& id : trial_ids)
    if (!records_.contains(id) && !is_aside(id)) lacking.push_back(id);
  return lacking;
}

bool ResultStore::Refresh(const std::string& trial_id) {
  const fs::path file = folder_ / "trials" / (trial_id + ".json");
  const auto text = ReadText(file);
  auto trial = text ? ReadTrialText(*text, file) : std::nullopt;
  if (!trial || trial->record.Get(column::kTrialId) != trial_id) return false;
  const auto known = records_.find(trial_id);
  if (known != records_.end() &&
      known->second.Get(column::kRunId) == trial->record.Get(column::kRunId))
    return false;
  Know(trial_id, *std::move(trial), file);
  return true;
}

void ResultStore::Know(const std::string& trial_id, TrialFile trial, const fs::path& file) {
  identities_[trial_id] = std::move(trial.identity);
  records_[trial_id] = std::move(trial.record);
  stamps_[trial_id] = StampOf(file);
  index_is_current_ = false;
  stale_.erase(trial_id);
}

void ResultStore::Write(const fs::path& file, const std::string& text) const {
  const auto fault_of_trying = [&]() -> std::string {
    try {
      WriteFileAtomically(file, text);
      return "";
    } catch (const InvalidInput& error) {
      return error.what();
    }
  };
  std::string fault = fault_of_trying();
  if (fault.empty()) return;
  // What is shared can be made again, a record cannot.
  std::error_code ignored;
  if (fs::remove_all(shared_folder(), ignored) > 0) fault = fault_of_trying();
  if (!fault.empty()) throw StoreError(fault + "; " + WhatStands());
}

std::string ResultStore::WhatStands() const {
  std::size_t gone = 0;
  for (const auto& [id, stamp] : stamps_)
    gone += StampOf(folder_ / "trials" / (id + ".json")).bytes < 0 ? 1U : 0U;
  if (gone == 0) {
    return "what was finished is whole in " + Quoted(folder_) +
           "; once its disk has room and it can be written, the same command goes on from there";
  }
  return std::to_string(gone) + " of the " + std::to_string(stamps_.size()) +
         " finished records are gone from " + Quoted(folder_) +
         ", which something else deletes or moves; the same command runs their trials again";
}

void ResultStore::WriteIndex() {
  if (index_is_current_ || records_.size() < kIndexedTrials) return;
  TrialIndexWriter index;
  for (const auto& [id, record] : records_)
    index.Add(id, identities_.at(id), record, stamps_.at(id));
  index.Write(folder_);
  index_is_current_ = true;
}

void ResultStore::Put(const std::string& trial_id, const std::string& identity,
                      const ResultRecord& record) {
  MERCER_CHECK(record.Get(column::kTrialId) == trial_id);
  const fs::path file = folder_ / "trials" / (trial_id + ".json");
  const std::string text = WriteTrialText({identity, record});
  Write(file, text);
  // Kept as it will be read: bytes that are no text are replaced.
  std::optional<TrialFile> written = ReadTrialText(text, file);
  MERCER_CHECK(written.has_value());
  if (stale_.contains(trial_id)) KeepBehind(folder_ / "stale", trial_id);
  Know(trial_id, *std::move(written), file);
}

void ResultStore::PutContext(const RunContext& context) {
  Write(folder_ / "context" / (context.run_id + ".json"),
        WriteContextText(context.json, context.run_id));
}

void ResultStore::PutGrid(const std::vector<std::string>& ids) {
  Write(folder_ / "grid.json", WriteGridText({experiment_, ids}));
}

void ResultStore::SetAside(const std::string& trial_id) {
  for (const char* table : {"trials.csv", "summary.csv", "report.md"}) {
    std::error_code ignored;
    fs::remove(folder_ / table, ignored);
  }
  const ResultRecord& record = records_.at(trial_id);
  const bool was_ok = record.IsOk();
  const fs::path from = folder_ / "trials" / (trial_id + ".json");
  const fs::path to = folder_ / "stale" /
                      (was_ok ? trial_id + ".json" : OldName(trial_id, record.Get(column::kRunId)));
  std::error_code error;
  fs::create_directories(folder_ / "stale", error);
  if (!error) fs::rename(from, to, error);
  // Where there is none another process has been quicker.
  if (error && error != std::errc::no_such_file_or_directory)
    throw StoreError("cannot move '" + from.string() + "' to stale/: " + error.message());
  records_.erase(trial_id);
  identities_.erase(trial_id);
  if (was_ok) stale_.insert(trial_id);
  stamps_.erase(trial_id);
  index_is_current_ = false;
}

void ResultStore::WriteTrialsCsv(const std::vector<std::string>& ids) {
  std::vector<ResultRecord> rows;
  for (const std::string& id : ids) {
    if (const auto it = records_.find(id); it != records_.end()) rows.push_back(it->second);
  }
  Write(folder_ / "trials.csv", RecordsToCsv(rows));
  WriteIndex();
}

}  // namespace mercer
