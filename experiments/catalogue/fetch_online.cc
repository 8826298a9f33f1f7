#include <map>
#include <system_error>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/dataset_folder.h"
#include "experiments/catalogue/fetch.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

std::vector<FetchedFile> FetchOnline(const Manifest& manifest, Downloader* downloader,
                                     const fs::path& data_dir) {
  if (manifest.IsGenerated()) return {};
  if (!manifest.licensed.empty())
    throw InvalidInput(manifest.name + " is licensed: " + manifest.licensed);
  return OnlineFetch(manifest, downloader, data_dir).Run();
}

}  // namespace mercer
