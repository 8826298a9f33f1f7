#include "experiments/store/store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

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

/// Another record answers the trial now; the old one stays under the name of its run.
void KeepBehind(const fs::path& stale, const std::string& trial_id) {
  const fs::path file = stale / (trial_id + ".json");
  const auto text = ReadText(file);
  const auto old = text ? ReadTrialText(*text, file) : std::nullopt;
  const std::string run = old ? old->record.Get("run_id") : "damaged";
  std::error_code ignored;
  fs::rename(file, stale / (trial_id + "." + run + ".json.old"), ignored);
}

}  // namespace

void CheckResultFolder(const fs::path& folder, const std::string& experiment) {
  RequireWritable(NearestExisting(folder), folder);
  const bool has_trials = fs::exists(folder / "trials");
  if (fs::exists(folder / "trials.csv") && !has_trials) {
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
  for (const fs::path& file : FilesEndingIn(folder / "trials", ".json")) {
    const auto text = ReadText(file);
    const auto trial = text ? ReadTrialText(*text, file) : std::nullopt;
    if (trial) RequireExperiment(trial->record.Get("experiment"), experiment, folder);
  }
}

ResultStore::ResultStore(fs::path folder, const std::string& experiment, Mode mode)
    : folder_(std::move(folder)), experiment_(experiment) {
  CheckResultFolder(folder_, experiment_);
  if (mode == Mode::kWrite) Prepare();
  Load(mode);
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
  // may clear what is left of others.
  lock_ = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    for (const fs::path& part : {folder_, folder_ / "trials", folder_ / "context"})
      RemoveTemporaries(part);
    std::error_code ignored;
    fs::remove_all(shared_folder(), ignored);
  }
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

void ResultStore::Load(Mode mode) {
  for (const fs::path& file : FilesEndingIn(folder_ / "trials", ".json")) {
    const auto text = ReadText(file);
    auto trial = text ? ReadTrialText(*text, file) : std::nullopt;
    const std::string id = file.stem().string();
    if (trial && trial->record.Get("trial_id") == id) {
      identities_[id] = std::move(trial->identity);
      records_[id] = std::move(trial->record);
      continue;
    }
    problems_.push_back("trials/" + file.filename().string() +
                        " is damaged: moved aside to trials/" + file.filename().string() +
                        ".damaged, its trial runs again");
    std::error_code ignored;  // another process may have been quicker
    if (mode == Mode::kWrite) fs::rename(file, file.string() + ".damaged", ignored);
  }
  for (const fs::path& file : FilesEndingIn(folder_ / "stale", ".json")) {
    if (!records_.contains(file.stem().string())) stale_.insert(file.stem().string());
  }
}

void ResultStore::Reload() {
  records_.clear();
  identities_.clear();
  stale_.clear();
  Load(Mode::kLook);
}

bool ResultStore::Claim(const std::string& trial_id) { return claims_->Take(trial_id); }

void ResultStore::Release(const std::string& trial_id) { claims_->Release(trial_id); }

bool ResultStore::Refresh(const std::string& trial_id) {
  const fs::path file = folder_ / "trials" / (trial_id + ".json");
  const auto text = ReadText(file);
  auto trial = text ? ReadTrialText(*text, file) : std::nullopt;
  if (!trial || trial->record.Get("trial_id") != trial_id) return false;
  const auto known = records_.find(trial_id);
  if (known != records_.end() && known->second.Get("run_id") == trial->record.Get("run_id"))
    return false;
  identities_[trial_id] = std::move(trial->identity);
  records_[trial_id] = std::move(trial->record);
  stale_.erase(trial_id);
  return true;
}

void ResultStore::Write(const fs::path& file, const std::string& text) const {
  try {
    WriteFileAtomically(file, text);
  } catch (const InvalidInput& error) {
    throw StoreError(std::string(error.what()) + "; what was finished is whole in " +
                     Quoted(folder_));
  }
}

void ResultStore::Put(const std::string& trial_id, const std::string& identity,
                      const ResultRecord& record) {
  MERCER_CHECK(record.Get("trial_id") == trial_id);
  Write(folder_ / "trials" / (trial_id + ".json"), WriteTrialText({identity, record}));
  records_[trial_id] = record;
  identities_[trial_id] = identity;
  if (stale_.erase(trial_id) > 0) KeepBehind(folder_ / "stale", trial_id);
}

void ResultStore::PutContext(const RunContext& context) {
  Write(folder_ / "context" / (context.run_id + ".json"), context.json);
}

void ResultStore::PutGrid(const std::vector<std::string>& ids) {
  Write(folder_ / "grid.json", WriteGridText({experiment_, ids}));
}

void ResultStore::SetAside(const std::string& trial_id) {
  const std::string name = trial_id + ".json";
  std::error_code error;
  fs::create_directories(folder_ / "stale", error);
  if (!error) fs::rename(folder_ / "trials" / name, folder_ / "stale" / name, error);
  if (error) {
    throw StoreError("cannot move '" + (folder_ / "trials" / name).string() +
                     "' to stale/: " + error.message());
  }
  records_.erase(trial_id);
  identities_.erase(trial_id);
  stale_.insert(trial_id);
}

void ResultStore::WriteTrialsCsv(const std::vector<std::string>& ids) const {
  std::vector<ResultRecord> rows;
  for (const std::string& id : ids) {
    if (const auto it = records_.find(id); it != records_.end()) rows.push_back(it->second);
  }
  Write(folder_ / "trials.csv", RecordsToCsv(rows));
}

}  // namespace mercer
