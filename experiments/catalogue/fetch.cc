#include "experiments/catalogue/fetch.h"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/catalogue/dataset_folder.h"
#include "experiments/catalogue/load_parts.h"

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

// A text of several lines, each further in.
std::string Indented(const std::string& text) {
  std::string indented = "  ";
  for (const char c : text) {
    indented += c;
    if (c == '\n') indented += "  ";
  }
  return indented;
}

class OnlineFetch {
 public:
  OnlineFetch(const Manifest& manifest, Downloader* downloader, const fs::path& data_dir)
      : manifest_(manifest), downloader_(*downloader), folder_(manifest, data_dir, "downloaded") {}

  std::vector<FetchedFile> Run() {
    for (const ManifestFile* file : folder_.Lacking()) FetchPlain(*file);
    std::map<std::string, std::vector<const ManifestFile*>> archives;
    for (const ManifestFile* file : folder_.Lacking())
      if (!file->archive.file.empty()) archives[file->archive.file].push_back(file);
    for (const auto& [name, files] : archives) FetchArchive(files);
    const std::vector<const ManifestFile*> lacking = folder_.Lacking();
    if (!lacking.empty()) throw InvalidInput(Explanation(lacking));
    return folder_.files();
  }

 private:
  void FetchPlain(const ManifestFile& file) {
    if (file.urls.empty()) return;
    try {
      const std::string url =
          downloader_.Download({file.urls, folder_.path() / file.file, file.bytes, file.sha256});
      folder_.Record(file, FetchedFile::Kind::kDownloaded, url, file.sha256);
    } catch (const DownloadFailed& failed) {
      faults_[file.file] = failed.what();
    }
  }

  void FetchArchive(const std::vector<const ManifestFile*>& files) {
    const ManifestArchive& archive = files.front()->archive;
    const fs::path path = folder_.path() / archive.file;
    std::string fault;
    try {
      const std::string url =
          downloader_.Download({archive.urls, path, archive.bytes, archive.sha256});
      Extract(path, url, files);
      return;
    } catch (const DownloadFailed& failed) {
      fault = failed.what();
    } catch (const InvalidInput& error) {
      // Downloaded, but it is no archive that holds the files.
      std::error_code ignored;
      if (!fs::exists(path, ignored)) throw;
      fault = error.what();
    }
    std::error_code ignored;
    fs::remove(path, ignored);
    for (const ManifestFile* file : files) {
      std::string& text = faults_[file->file];
      text += (text.empty() ? "" : "\n") + fault;
    }
  }

  void Extract(const fs::path& path, const std::string& url,
               const std::vector<const ManifestFile*>& files) {
    folder_.Extract(path, url, files);
    std::error_code ignored;
    fs::remove(path, ignored);
  }

  std::string Explanation(const std::vector<const ManifestFile*>& lacking) const {
    std::string text;
    std::vector<std::string> by_hand;
    for (const ManifestFile* file : lacking) {
      text += manifest_.name + ": " + file->file + " (" + std::to_string(file->bytes) +
              " bytes, sha256 " + file->sha256 + ")";
      const auto fault = faults_.find(file->file);
      text += fault == faults_.end()
                  ? " has no public address\n"
                  : " could not be downloaded:\n" + Indented(fault->second) + "\n";
      const std::string name =
          file->urls.empty() && !file->archive.file.empty() ? file->archive.file : file->file;
      if (by_hand.empty() || by_hand.back() != name) by_hand.push_back(name);
    }
    return text + "get it by hand, then: mercer data import " + manifest_.name + " " +
           Join(by_hand, " ");
  }

  const Manifest& manifest_;
  Downloader& downloader_;
  DatasetFolder folder_;
  std::map<std::string, std::string> faults_{};  // file → its addresses and what happened there
};

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

// Which of two paths is meant for a file cannot be told. A file may lie in an archive too.
void CheckGivenOnce(const Manifest& manifest, const std::vector<Source>& sources) {
  std::map<std::pair<const ManifestFile*, bool>, fs::path> given;
  for (const Source& source : sources) {
    for (const ManifestFile* file : source.files) {
      const auto [first, is_first] = given.try_emplace({file, source.is_archive}, source.path);
      if (is_first) continue;
      throw InvalidInput(first->second.string() + " and " + source.path.string() +
                         " are both given for the file " + file->file + " of " + manifest.name +
                         "; expected one of them; nothing was copied");
    }
  }
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

std::vector<FetchedFile> FetchOnline(const Manifest& manifest, Downloader* downloader,
                                     const fs::path& data_dir) {
  if (manifest.IsGenerated()) return {};
  if (!manifest.licensed.empty())
    throw InvalidInput(manifest.name + " is licensed: " + manifest.licensed);
  return OnlineFetch(manifest, downloader, data_dir).Run();
}

std::vector<FetchedFile> ImportFiles(const Manifest& manifest, const std::vector<fs::path>& paths,
                                     const fs::path& data_dir) {
  if (manifest.IsGenerated()) return {};
  std::vector<Source> sources;
  for (const fs::path& path : paths) sources.push_back(Recognise(manifest, path));
  CheckGivenOnce(manifest, sources);
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
