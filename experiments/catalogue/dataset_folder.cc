#include "experiments/catalogue/dataset_folder.h"

#include <ctime>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "experiments/catalogue/fetch/archive_member.h"
#include "experiments/catalogue/fetch/pending_file.h"
#include "experiments/json/json_values.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr char kName[] = "history.json";

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

FileState StateOf(const ManifestFile& file, const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return {path, FileState::Kind::kMissing, "missing"};
  if (!fs::is_regular_file(path, error)) return {path, FileState::Kind::kWrong, "not a file"};
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && file.bytes > 0 && size != file.bytes && file.content_sha256.empty()) {
    return {path, FileState::Kind::kWrong,
            std::to_string(size) + " bytes; expected " + std::to_string(file.bytes)};
  }
  if (file.sha256.empty()) return {path, FileState::Kind::kRight, "as imported"};
  const FileMatch match = MatchFile(file, path);
  if (match.kind == FileMatch::Kind::kExact) return {path, FileState::Kind::kRight, ""};
  if (match.kind == FileMatch::Kind::kVariant)
    return {path, FileState::Kind::kRight, "in another packing"};
  return {path, FileState::Kind::kWrong, "sha256 " + match.sha256 + "; expected " + file.sha256};
}

DatasetFolder::DatasetFolder(const Manifest& manifest, const fs::path& data_dir, std::string how)
    : manifest_(manifest), path_(data_dir / manifest.name), how_(std::move(how)), lock_(path_) {
  for (const ManifestFile& file : manifest_.files) {
    const bool right = StateOf(file, path_ / file.file).kind == FileState::Kind::kRight;
    files_.push_back(
        {path_ / file.file, right ? FetchedFile::Kind::kThere : FetchedFile::Kind::kMissing, ""});
  }
}

std::vector<const ManifestFile*> DatasetFolder::Lacking() const {
  std::vector<const ManifestFile*> lacking;
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (files_[i].kind == FetchedFile::Kind::kMissing) lacking.push_back(&manifest_.files[i]);
  return lacking;
}

void DatasetFolder::Copy(const fs::path& from, const FileMatch& match, const ManifestFile& file) {
  CopyMatched(from, match, file, path_ / file.file);
  Record(file, FetchedFile::Kind::kCopied, from.string(),
         match.kind == FileMatch::Kind::kPacked ? file.sha256 : match.sha256);
}

void DatasetFolder::Extract(const fs::path& archive, const std::string& from,
                            const std::vector<const ManifestFile*>& files) {
  std::vector<WantedMember> wanted;
  for (const ManifestFile* file : files)
    wanted.push_back({file->member, path_ / file->file, file->bytes, file->sha256});
  ExtractMembers(archive, wanted);
  const auto kind = from == archive ? FetchedFile::Kind::kCopied : FetchedFile::Kind::kDownloaded;
  for (const ManifestFile* file : files) Record(*file, kind, from, file->sha256);
}

void DatasetFolder::Record(const ManifestFile& file, FetchedFile::Kind kind,
                           const std::string& from, const std::string& sha256) {
  RecordHistory(path_, {file.file, how_, from, "", sha256});
  for (FetchedFile& fetched : files_) {
    if (fetched.path != path_ / file.file) continue;
    fetched.kind = kind;
    fetched.from = from;
  }
}

std::vector<HistoryEntry> ReadHistory(const fs::path& folder) {
  std::vector<HistoryEntry> entries;
  const std::optional<std::string> text = TryReadRegularFile(folder / kName);
  const std::optional<OrderedJson> json = text ? ParseJson(*text) : std::nullopt;
  const OrderedJson* files = json ? Member(*json, "files") : nullptr;
  if (files == nullptr || !files->is_object()) return entries;
  for (const auto& [name, value] : files->items()) {
    if (!value.is_object()) continue;
    entries.push_back({name, TextOf(value, "how"), TextOf(value, "from"), TextOf(value, "time"),
                       TextOf(value, "sha256")});
  }
  return entries;
}

void RecordHistory(const fs::path& folder, HistoryEntry entry) {
  entry.time = Now();
  std::vector<HistoryEntry> entries = ReadHistory(folder);
  entries.push_back(std::move(entry));
  nlohmann::json files;  // sorted by name
  for (const HistoryEntry& e : entries)
    files[e.file] = {{"how", e.how}, {"from", e.from}, {"time", e.time}, {"sha256", e.sha256}};
  // A path may hold bytes that are no UTF-8.
  const std::string text = nlohmann::json{{"files", files}}.dump(
                               2, ' ', false, nlohmann::json::error_handler_t::replace) +
                           "\n";
  PendingFile file(folder / kName);
  file.Write(text.data(), text.size());
  file.Publish();
}

}  // namespace mercer
