#include "experiments/store/disk/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "core/base/atomic_output.h"
#include "core/base/error.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// Suffix of a folder that is being replaced.
constexpr const char* kOld = ".old";

}  // namespace

std::optional<std::string> ReadText(const std::filesystem::path& path, std::uint64_t most) {
  return TryReadRegularFile(path, most);
}

std::vector<std::filesystem::path> FilesEndingIn(const std::filesystem::path& folder,
                                                 const std::string& suffix) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(suffix) && !name.starts_with(kTemporaryPrefix))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void WriteFileAtomically(const std::filesystem::path& path, const std::string& bytes) {
  AtomicOutput file(path);
  file.Write(bytes);
  file.Commit();
}

PendingFolder::PendingFolder(std::string owner, fs::path path)
    : owner_(std::move(owner)), path_(std::move(path)) {
  const fs::path whole = fs::absolute(path_).lexically_normal();
  named_ = whole.has_filename() ? whole : whole.parent_path();
  temporary_ = named_.parent_path() /
               (kTemporaryPrefix + named_.filename().string() + "." + std::to_string(getpid()));
  RemoveLeftovers();
  while (held_ < 0) {
    std::error_code error;
    fs::create_directories(temporary_, error);
    if (error) Fail(error);
    held_ = open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (held_ < 0) Fail(std::error_code(errno, std::generic_category()));
    if (!HoldTemporary(held_)) close(std::exchange(held_, -1));
  }
}

PendingFolder::~PendingFolder() {
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
  if (held_ >= 0) close(held_);
}

void PendingFolder::RemoveLeftovers() const {
  const std::string prefix = kTemporaryPrefix + named_.filename().string() + ".";
  std::vector<fs::path> made, replaced;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(named_.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const std::string owner = name.substr(prefix.size());
    const std::size_t digits = std::min(owner.find_first_not_of("0123456789"), owner.size());
    if (owner.substr(digits) == kOld) replaced.push_back(entry.path());
    if (digits == owner.size()) made.push_back(entry.path());
  }
  for (const fs::path& folder : made) RemoveIfLeft(folder);
  for (const fs::path& old : replaced) {
    fs::path made_then = old;
    made_then.replace_extension();
    if (fs::exists(made_then, ignored)) continue;  // somebody is at it
    // Killed between the two renames of Replace.
    if (!fs::exists(named_, ignored)) fs::rename(old, named_, ignored);
    RemoveIfLeft(old);
  }
}

void PendingFolder::Sync() const {
  // One sync for all files: one for each would take minutes for a folder of many.
  const int folder = open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = folder >= 0 && syncfs(folder) == 0;
  const std::error_code error(synced ? 0 : errno, std::generic_category());
  if (folder >= 0) close(folder);
  if (!synced) Fail(error);
}

void PendingFolder::Commit() {
  Sync();
  std::error_code error;
  fs::rename(temporary_, named_, error);
  if (error) Fail(error);
}

void PendingFolder::Replace() {
  Sync();
  const fs::path old = temporary_.string() + kOld;
  std::error_code error;
  fs::rename(named_, old, error);
  const bool had_one = !error;
  if (error && error != std::errc::no_such_file_or_directory) Fail(error);
  fs::rename(temporary_, named_, error);
  if (error) {
    std::error_code ignored;
    if (had_one) fs::rename(old, named_, ignored);
    Fail(error);
  }
  std::error_code ignored;
  if (had_one) fs::remove_all(old, ignored);
}

void PendingFolder::Fail(const std::error_code& error) const {
  throw InvalidInput(owner_ + ": folder '" + path_.string() + "' cannot be made (" +
                     error.message() + ")");
}

}  // namespace mercer
