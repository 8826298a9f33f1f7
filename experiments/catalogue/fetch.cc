#include "experiments/catalogue/fetch.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/dataset_folder.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// Where the folder has a file of that name; empty where it has none.
fs::path PlaceIn(const fs::path& from_dir, const Manifest& manifest, const std::string& name) {
  std::error_code error;
  for (const fs::path& place : {from_dir / manifest.folder / name, from_dir / name})
    if (!name.empty() && fs::is_regular_file(place, error)) return place;
  return {};
}

}  // namespace

std::string HowToFetch(const Manifest& manifest) {
  if (!manifest.licensed.empty()) return "how to get it says: mercer data fetch " + manifest.name;
  const std::string command = "get it with: mercer data fetch " + manifest.name;
  const bool is_public = std::all_of(manifest.files.begin(), manifest.files.end(),
                                     [](const ManifestFile& file) { return file.IsPublic(); });
  if (is_public) return command;
  std::vector<std::string> files;
  for (const ManifestFile& file : manifest.files)
    files.push_back("DIR/" + manifest.folder + "/" + file.file + ", " + std::to_string(file.bytes) +
                    " bytes");
  return command + " --from DIR (" + Join(files, "; ") + ")";
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
    if (PlaceIn(from_dir, manifest, file.file).empty() &&
        PlaceIn(from_dir, manifest, file.archive.file).empty())
      missing.push_back(from_dir / manifest.folder / file.file);
  }
  return missing;
}

std::vector<FetchedFile> FetchFrom(const Manifest& manifest, const fs::path& from_dir,
                                   const fs::path& data_dir) {
  if (manifest.IsGenerated()) return {};
  DatasetFolder folder(manifest, data_dir, "copied");
  std::map<fs::path, std::vector<const ManifestFile*>> archives;
  for (const ManifestFile* file : folder.Lacking()) {
    const fs::path plain = PlaceIn(from_dir, manifest, file->file);
    if (!plain.empty()) {
      const FileMatch match = MatchFile(*file, plain);
      if (match.kind == FileMatch::Kind::kNone)
        throw InvalidInput(MismatchText(*file, match, plain) + "; nothing was copied");
      folder.Copy(plain, match, *file);
      continue;
    }
    const fs::path archive = PlaceIn(from_dir, manifest, file->archive.file);
    if (!archive.empty()) archives[archive].push_back(file);
  }
  for (const auto& [path, files] : archives) folder.Extract(path, path.string(), files);
  return folder.files();
}

}  // namespace mercer
