#include "experiments/catalogue/fetch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void FailWriting(const fs::path& path) {
  throw InvalidInput(path.string() + " cannot be written: " + std::strerror(errno));
}

// A file under a name of its own in the target's folder; removed again unless it was published.
class PendingFile {
 public:
  explicit PendingFile(const fs::path& target)
      : target_(target), name_((target.string() + ".part-XXXXXX")) {
    descriptor_ = mkstemp(name_.data());
    if (descriptor_ < 0) FailWriting(target_);
  }
  ~PendingFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!published_) unlink(name_.c_str());
  }
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  void Write(const char* bytes, std::size_t count) {
    while (count > 0) {
      const ssize_t written = write(descriptor_, bytes, count);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) FailWriting(target_);
      bytes += written;
      count -= static_cast<std::size_t>(written);
    }
  }

  void Publish() {
    // mkstemp makes files that only their owner reads; data are for all.
    if (fchmod(descriptor_, 0644) != 0 || fsync(descriptor_) != 0) FailWriting(target_);
    const int closed = close(descriptor_);
    descriptor_ = -1;
    if (closed != 0 || rename(name_.c_str(), target_.c_str()) != 0) FailWriting(target_);
    published_ = true;
    const int folder = open(target_.parent_path().c_str(), O_RDONLY | O_DIRECTORY);
    if (folder < 0) return;
    // The name must be on disk too; a file system that cannot sync folders keeps the file anyway.
    fsync(folder);
    close(folder);
  }

 private:
  fs::path target_;
  std::string name_;
  int descriptor_ = -1;
  bool published_ = false;
};

void CopyVerified(const fs::path& from, const fs::path& to, const ManifestFile& file) {
  std::ifstream in(from, std::ios::binary);
  if (!in) throw InvalidInput(from.string() + " cannot be read: " + std::strerror(errno));
  PendingFile pending(to);
  Sha256 hash;
  std::vector<char> block(1 << 20);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    const auto count = static_cast<std::size_t>(in.gcount());
    hash.Update(block.data(), count);
    pending.Write(block.data(), count);
  }
  if (in.bad()) throw InvalidInput(from.string() + " cannot be read: " + std::strerror(errno));
  const std::string sha256 = hash.Hex();
  if (sha256 != file.sha256) {
    throw InvalidInput(from.string() + " has sha256 " + sha256 + "; expected " + file.sha256 +
                       "; nothing was copied");
  }
  pending.Publish();
}

FileState StateOf(const ManifestFile& file, const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return {path, FileState::Kind::kMissing, "missing"};
  if (!fs::is_regular_file(path, error)) return {path, FileState::Kind::kWrong, "not a file"};
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size != file.bytes) {
    return {path, FileState::Kind::kWrong,
            std::to_string(size) + " bytes; expected " + std::to_string(file.bytes)};
  }
  const std::string sha256 = Sha256OfFile(path.string());
  if (sha256 == file.sha256) return {path, FileState::Kind::kRight, ""};
  return {path, FileState::Kind::kWrong, "sha256 " + sha256 + "; expected " + file.sha256};
}

}  // namespace

std::string HowToFetch(const Manifest& manifest) {
  std::vector<std::string> files;
  for (const ManifestFile& file : manifest.files)
    files.push_back("DIR/" + manifest.folder + "/" + file.file + ", " + std::to_string(file.bytes) +
                    " bytes");
  return "get it with: mercer data fetch " + manifest.name + " --from DIR (" + Join(files, "; ") +
         ")";
}

std::string HowToDownload(const Manifest& manifest) {
  std::string text =
      manifest.name + ": this version does not download over HTTPS; download by hand";
  for (const ManifestFile& file : manifest.files) {
    text += "\n  " + manifest.folder + "/" + file.file + " from " +
            (file.urls.empty() ? "(no public address)" : Join(file.urls, " or "));
  }
  return text + "\ninto a folder DIR, then " + HowToFetch(manifest);
}

std::vector<FileState> Verify(const Manifest& manifest, const fs::path& data_dir) {
  std::vector<FileState> states;
  if (manifest.IsGenerated()) return states;
  for (const ManifestFile& file : manifest.files)
    states.push_back(StateOf(file, data_dir / manifest.name / file.file));
  return states;
}

std::vector<fs::path> MissingIn(const Manifest& manifest, const fs::path& from_dir) {
  std::vector<fs::path> missing;
  if (manifest.IsGenerated()) return missing;
  for (const ManifestFile& file : manifest.files) {
    std::error_code error;
    const fs::path path = from_dir / manifest.folder / file.file;
    if (!fs::exists(path, error)) missing.push_back(path);
  }
  return missing;
}

std::vector<FetchedFile> FetchFrom(const Manifest& manifest, const fs::path& from_dir,
                                   const fs::path& data_dir) {
  std::vector<FetchedFile> fetched;
  if (manifest.IsGenerated()) return fetched;
  for (const ManifestFile& file : manifest.files) {
    const fs::path to = data_dir / manifest.name / file.file;
    if (StateOf(file, to).kind == FileState::Kind::kRight) {
      fetched.push_back({to, false});
      continue;
    }
    const fs::path from = from_dir / manifest.folder / file.file;
    std::error_code error;
    if (!fs::is_regular_file(from, error)) {
      throw InvalidInput(from.string() + " is not there; expected the file of " +
                         std::to_string(file.bytes) + " bytes");
    }
    fs::create_directories(to.parent_path(), error);
    if (error)
      throw InvalidInput(to.parent_path().string() + " cannot be made: " + error.message());
    CopyVerified(from, to, file);
    fetched.push_back({to, true});
  }
  return fetched;
}

}  // namespace mercer
