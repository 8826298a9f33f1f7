#include <algorithm>
#include <system_error>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/catalogue/dataset_folder.h"
#include "experiments/catalogue/fetch.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// What a path is to the data set: one of its files, or an archive with files of it.
struct Source {
  fs::path path;
  FileMatch match{};
  std::vector<const ManifestFile*> files;
  bool is_archive = false;
};

void CheckIsFile(const Manifest& manifest, const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    throw InvalidInput(path.string() + " is a folder; expected files (of a folder: mercer data " +
                       "fetch " + manifest.name + " --from DIR)");
  if (!fs::is_regular_file(path, error))
    throw InvalidInput(path.string() + " is not there; expected a file");
}

[[noreturn]] void FailNoFile(const Manifest& manifest, const Source& source) {
  std::vector<std::string> expected;
  for (const ManifestFile& file : manifest.files) {
    if (source.path.filename() == file.file)
      throw InvalidInput(MismatchText(file, source.match, source.path) + "; nothing was copied");
    expected.push_back(file.file + " (" + std::to_string(file.bytes) + " bytes, sha256 " +
                       file.sha256 + ")");
  }
  throw InvalidInput(source.path.string() + " (sha256 " + source.match.sha256 + ") is no file of " +
                     manifest.name + "; expected " + Join(expected, " or ") +
                     "; nothing was copied");
}

Source Recognise(const Manifest& manifest, const fs::path& path) {
  CheckIsFile(manifest, path);
  Source source{path, {}, {}};
  for (const ManifestFile& file : manifest.files) {
    const FileMatch match = MatchFile(file, path);
    if (match.kind == FileMatch::Kind::kNone) {
      source.match.sha256 = match.sha256;
      continue;
    }
    // Its own bytes decide before equal contents do.
    if (match.kind == FileMatch::Kind::kExact) return {path, match, {&file}};
    source.match = match;
    source.files.push_back(&file);
  }
  if (source.files.size() > 1)
    throw InvalidInput(path.string() + " has the contents of both " + source.files[0]->file +
                       " and " + source.files[1]->file + "; nothing was copied");
  if (!source.files.empty()) return source;
  for (const ManifestFile& file : manifest.files) {
    const ManifestArchive& archive = file.archive;
    if (archive.file.empty()) continue;
    const bool same = !archive.sha256.empty() && archive.sha256 == source.match.sha256;
    if (same || path.filename() == archive.file) source.files.push_back(&file);
  }
  if (source.files.empty()) FailNoFile(manifest, source);
  source.is_archive = true;
  return source;
}

}  // namespace

std::vector<FetchedFile> ImportFiles(const Manifest& manifest, const std::vector<fs::path>& paths,
                                     const fs::path& data_dir) {
  if (manifest.IsGenerated()) return {};
  std::vector<Source> sources;
  for (const fs::path& path : paths) sources.push_back(Recognise(manifest, path));
  DatasetFolder folder(manifest, data_dir, "imported");
  for (const Source& source : sources) {
    const std::vector<const ManifestFile*> lacking = folder.Lacking();
    std::vector<const ManifestFile*> wanted;
    for (const ManifestFile* file : source.files)
      if (std::find(lacking.begin(), lacking.end(), file) != lacking.end()) wanted.push_back(file);
    if (wanted.empty()) continue;
    if (source.is_archive) {
      folder.Extract(source.path, source.path.string(), wanted);
    } else {
      folder.Copy(source.path, source.match, *wanted.front());
    }
  }
  return folder.files();
}

}  // namespace mercer
