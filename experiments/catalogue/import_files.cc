#include <algorithm>
#include <system_error>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/catalogue/dataset_folder.h"
#include "experiments/catalogue/fetch.h"
#include "experiments/catalogue/load_parts.h"

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
    expected.push_back(file.file + (file.sha256.empty()
                                        ? " (" + std::to_string(file.rows) + " rows)"
                                        : " (" + std::to_string(file.bytes) + " bytes, sha256 " +
                                              file.sha256 + ")"));
  }
  const std::string hash =
      source.match.sha256.empty() ? "" : " (sha256 " + source.match.sha256 + ")";
  throw InvalidInput(source.path.string() + hash + " is no file of " + manifest.name +
                     "; expected " + Join(expected, " or ") + "; nothing was copied");
}

Source Recognise(const Manifest& manifest, const fs::path& path) {
  CheckIsFile(manifest, path);
  Source source{path, {}, {}};
  for (const ManifestFile& file : manifest.files) {
    // Where nothing is known of its bytes its name is what tells it.
    if (file.sha256.empty() && path.filename() != file.file) continue;
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

// Reads what the user made of licensed data: its rows and columns are all that can be compared.
void CheckReadable(const Manifest& manifest, const std::vector<Source>& sources) {
  for (const std::string& part : manifest.Parts()) {
    SourcePart read{part};
    std::vector<std::string> absent;
    for (const ManifestFile& file : manifest.FilesOf(part)) {
      read.rows = file.rows;
      const auto given = std::find_if(sources.begin(), sources.end(), [&](const Source& source) {
        return source.path.filename() == file.file;
      });
      if (given == sources.end()) {
        absent.push_back(file.file);
      } else {
        read.files.push_back({file.role, given->path.string(), "", "", ""});
      }
    }
    if (read.files.empty()) continue;
    if (!absent.empty()) {
      throw InvalidInput("the part '" + part + "' of " + manifest.name + " lacks " +
                         Join(absent, ", ") + "; expected all its files; nothing was copied");
    }
    Dataset data;
    LoadTable({manifest.name, manifest.format, manifest.format_params, manifest.input_dim, {read}},
              &data);
  }
}

}  // namespace

std::vector<FetchedFile> ImportFiles(const Manifest& manifest, const std::vector<fs::path>& paths,
                                     const fs::path& data_dir) {
  if (manifest.IsGenerated()) return {};
  std::vector<Source> sources;
  for (const fs::path& path : paths) sources.push_back(Recognise(manifest, path));
  if (!manifest.licensed.empty()) CheckReadable(manifest, sources);
  DatasetFolder folder(manifest, data_dir, "imported");
  for (const Source& source : sources) {
    const std::vector<const ManifestFile*> lacking = folder.Lacking();
    std::vector<const ManifestFile*> wanted;
    for (const ManifestFile* file : source.files)
      // One that is not known may be a better one.
      if (file->sha256.empty() || std::find(lacking.begin(), lacking.end(), file) != lacking.end())
        wanted.push_back(file);
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
