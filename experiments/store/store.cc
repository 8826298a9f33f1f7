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
#include "experiments/store/disk/files.h"

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
                       " is a file; expected a folder");
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

/// All that does not depend on what is in the files.
void RequireUsable(const fs::path& folder) {
  RequireWritable(NearestExisting(folder), folder);
  const bool has_trials = fs::exists(folder / "trials");
  if (fs::exists(folder / "trials.csv") && !has_trials && !fs::exists(folder / "grid.json")) {
    throw InvalidInput(
        "results folder " + Quoted(folder) +
        " is a published one (trials.csv without trials/), to which no run adds records: "
        "choose another --out");
  }
  for (const char* part : {"trials", "context"}) {
    if (fs::exists(folder / part)) RequireWritable(folder / part, folder);
  }
}

void RequireExperiment(const RecordFiles& files, const std::string& experiment,
                       const fs::path& folder) {
  if (files.grid()) RequireExperiment(files.grid()->experiment, experiment, folder);
  for (const auto& [id, record] : files.log().records())
    RequireExperiment(record.Get(column::kExperiment), experiment, folder);
}

}  // namespace

ResultStore::ResultStore(fs::path folder, const std::string& experiment)
    : folder_(std::move(folder)), experiment_(experiment), files_(folder_) {
  RequireUsable(folder_);
  Look();
  RequireExperiment(files_, experiment_, folder_);
}

ResultStore::ResultStore(fs::path folder, const std::string& experiment, const std::string& run_id)
    : ResultStore(std::move(folder), experiment) {
  BeginWriting(run_id);
}

void ResultStore::BeginWriting(const std::string& run_id) {
  run_id_ = run_id;
  Prepare();
  DiscardDamage();
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
  writer_ = std::make_unique<LineWriter>(RecordsPath(folder_, run_id_));
  // The lock is the system's, so it ends with the process however that dies. Who holds it alone
  // may clear what others shared.
  lock_ = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    std::error_code ignored;
    fs::remove_all(shared_folder(), ignored);
  }
  for (const fs::path& part : {folder_, folder_ / "trials", folder_ / "context", shared_folder()})
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

void ResultStore::Look() {
  files_.ReadAll();
  news_.clear();
  problems_.clear();
  for (const Damage& damage : files_.Damages()) problems_.push_back(damage.RunsAgainText());
}

/// By lines of this run's own. What is no file that can be read gets another name, and in the place
/// of a file that is missing there is an empty one: it is known then.
void ResultStore::DiscardDamage() {
  std::string lines;
  for (const Damage& damage : files_.Damages()) {
    const fs::path file = RecordsPath(folder_, damage.run);
    if (damage.kind == Damage::Kind::kFile) {
      std::error_code ignored;  // another process may have been quicker
      fs::rename(file, file.string() + ".damaged", ignored);
    }
    if (damage.kind == Damage::Kind::kMissing || damage.kind == Damage::Kind::kFile)
      MakingRoom([&] { LineWriter(file).MakeFile(); });
    if (damage.checksum == 0) continue;
    const DiscardLine discarded{"", damage.run, damage.checksum, DiscardLine::kDamaged};
    lines += WriteDiscardLine(discarded);
    files_.log().Add(discarded);
  }
  if (!lines.empty()) Append(lines);
}

/// Before a line is written. Two runs must not share a file: what one takes back would be the
/// other's.
void ResultStore::MakeRecordsFile() {
  if (has_file_) return;
  MakingRoom([this] { has_file_ = writer_->MakeNewFile(); });
  if (!has_file_) {
    throw StoreError(Quoted(writer_->path()) + " is there already: another run has the id '" +
                     run_id_ + "'; the same command begins under a new one");
  }
}

void ResultStore::Append(const std::string& lines) {
  MakeRecordsFile();
  MakingRoom([&] { writer_->Append(lines); });
  files_.CountAppended(run_id_, lines);
}

void ResultStore::Reload() { Look(); }

bool ResultStore::Claim(const std::string& trial_id) { return claims_->Take(trial_id); }

void ResultStore::Release(const std::string& trial_id) {
  MakingRoom([this] { writer_->SyncForOthers(); });
  claims_->Release(trial_id);
}

std::optional<int> ResultStore::HolderOf(const std::string& trial_id) const {
  return claims_->HolderOf(trial_id);
}

std::vector<std::string> ResultStore::Lacking(const std::vector<std::string>& trial_ids) const {
  std::vector<std::string> lacking;
  for (const std::string& id : trial_ids)
    if (!records().contains(id) && !files_.log().HasDiscarded(id)) lacking.push_back(id);
  return lacking;
}

bool ResultStore::Refresh(const std::string& trial_id) {
  news_.merge(files_.ReadNew(run_id_));
  return news_.erase(trial_id) > 0 && records().contains(trial_id);
}

/// Again where it fails at first, without what is shared: that can be made again, a record cannot.
void ResultStore::MakingRoom(const std::function<void()>& write) const {
  const auto fault_of_trying = [&]() -> std::string {
    try {
      write();
      return "";
    } catch (const InvalidInput& error) {
      return error.what();
    }
  };
  std::string fault = fault_of_trying();
  if (fault.empty()) return;
  std::error_code ignored;
  if (fs::remove_all(shared_folder(), ignored) > 0) fault = fault_of_trying();
  if (!fault.empty()) throw StoreError(fault + "; " + StoredTrialsText());
}

void ResultStore::Write(const fs::path& file, const std::string& text) const {
  MakingRoom([&] { WriteFileAtomically(file, text); });
}

std::string ResultStore::StoredTrialsText() const {
  RecordFiles now(folder_);
  try {
    now.ReadAll();
  } catch (const InvalidInput&) {
    now = RecordFiles(folder_);
  }
  std::size_t gone = 0;
  for (const auto& [id, record] : records()) gone += now.log().records().contains(id) ? 0U : 1U;
  if (gone == 0) {
    return "all finished trials are stored in " + Quoted(folder_) +
           "; once there is room on its disk and it is writable, the same command continues from "
           "there";
  }
  return std::to_string(gone) + " of the " + std::to_string(records().size()) +
         " finished records are gone from " + Quoted(folder_) +
         ", which something else deletes or moves; the same command runs their trials again";
}

void ResultStore::Put(const std::string& trial_id, const std::string& identity,
                      const ResultRecord& record) {
  MERCER_CHECK(record.Get(column::kTrialId) == trial_id && record.Get(column::kRunId) == run_id_);
  // Kept as it will be read: bytes that are no text are replaced.
  std::string line;
  std::optional<RecordLine> written;
  for (int copy = 1; !written || files_.log().Has(trial_id, written->checksum); ++copy) {
    line = WriteRecordLine({identity, record}, copy);
    written = ReadRecordLine(line, writer_->path());
    MERCER_CHECK(written.has_value());
  }
  // Before the record: where the end of the file is lost, no earlier one counts again.
  const std::vector<DiscardLine> replaced = files_.log().ReplacedByNextOf(trial_id);
  std::string lines;
  for (const DiscardLine& discarded : replaced) lines += WriteDiscardLine(discarded);
  Append(lines + line);
  files_.log().Add(*std::move(written));
  for (const DiscardLine& discarded : replaced) files_.log().Add(discarded);
  news_.erase(trial_id);
}

void ResultStore::PutContext(const RunContext& context) {
  MERCER_CHECK(context.run_id == run_id_);
  MakeRecordsFile();
  Write(folder_ / "context" / (context.run_id + ".json"),
        WriteContextText(context.json, context.run_id));
}

std::optional<GridFile> ResultStore::GridOnDisk() const {
  const fs::path path = folder_ / "grid.json";
  const std::optional<std::string> text = ReadText(path);
  return text ? ReadGridText(*text, path) : std::nullopt;
}

void ResultStore::WriteGrid(std::map<std::string, LineTally> tallies) {
  GridFile grid{experiment_, grid_, std::move(tallies)};
  if (GridOnDisk() != grid) Write(folder_ / "grid.json", WriteGridText(grid));
}

void ResultStore::PutGrid(const std::vector<std::string>& ids) {
  grid_ = ids;
  std::map<std::string, LineTally> tallies = files_.Tallies();
  // Another run may have ended since this one looked, and what is lost is to be found again.
  if (const std::optional<GridFile> now = GridOnDisk()) {
    for (const auto& [run, stated] : now->tallies) {
      LineTally& tally = tallies[run];
      if (tally.lines <= stated.lines) tally = stated;
    }
  }
  WriteGrid(std::move(tallies));
}

void ResultStore::Discard(const std::string& trial_id) {
  for (const char* table : {"trials.csv", "summary.csv", "report.md"}) {
    std::error_code ignored;
    fs::remove(folder_ / table, ignored);
  }
  const ResultRecord& record = records().at(trial_id);
  const DiscardLine discarded{trial_id, record.Get(column::kRunId),
                              files_.log().checksums().at(trial_id),
                              record.IsOk() ? DiscardLine::kStale : DiscardLine::kFailed};
  Append(WriteDiscardLine(discarded));
  files_.log().Add(discarded);
  news_.erase(trial_id);
}

void ResultStore::WriteTrialsCsv(const std::vector<std::string>& ids) {
  std::vector<ResultRecord> rows;
  for (const std::string& id : ids) {
    if (const auto it = records().find(id); it != records().end()) rows.push_back(it->second);
  }
  MakingRoom([this] { writer_->Sync(); });
  if (!grid_.empty()) WriteGrid(files_.Tallies());
  Write(folder_ / "trials.csv", RecordsToCsv(rows));
}

}  // namespace mercer
