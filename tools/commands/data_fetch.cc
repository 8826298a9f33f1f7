#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/generators.h"
#include "experiments/catalogue/fetch.h"
#include "tools/commands/data_command.h"
#include "tools/download_bar.h"
#include "tools/interrupt.h"

namespace mercer {
namespace {

void PrintFetched(const Manifest& manifest, const std::vector<FetchedFile>& files,
                  const std::string& missing_from) {
  const std::string checked = manifest.licensed.empty() ? "sha256 right" : "rows and columns right";
  bool fetched = false;
  for (const FetchedFile& file : files) {
    std::cout << file.path.string() << ": ";
    switch (file.kind) {
      case FetchedFile::Kind::kThere:
        std::cout << "already there, " << checked << "\n";
        break;
      case FetchedFile::Kind::kMissing:
        std::cout << "missing, not in " << missing_from << '\n';
        break;
      default:
        std::cout << (file.kind == FetchedFile::Kind::kCopied ? "copied" : "downloaded") << ", "
                  << checked << "\n";
        fetched = true;
    }
  }
  if (fetched) std::cout << manifest.name << ": licence: " << manifest.licence << '\n';
  std::cout << std::flush;
}

// Where the downloads of one command come from and what they show.
class Online {
 public:
  Online() : bar_(std::make_shared<DownloadBar>(std::cerr, isatty(STDERR_FILENO) == 1)) {
    StopOnSignals([bar = bar_] {
      bar->Note(
          "interrupted; the part downloaded so far is kept, and the same command continues from "
          "there");
    });
  }

  std::vector<FetchedFile> Fetch(const Manifest& manifest, const std::filesystem::path& data_dir) {
    const std::unique_ptr<DownloadBar, void (*)(DownloadBar*)> clear(
        bar_.get(), [](DownloadBar* bar) { bar->Clear(); });
    return FetchOnline(manifest, &downloader_, data_dir);
  }

 private:
  DownloadOptions Options() const {
    DownloadOptions options;
    options.progress = [bar = bar_](std::uint64_t have, std::uint64_t total) {
      bar->Show(have, total);
    };
    options.note = [bar = bar_](const std::string& text) { bar->Note(text); };
    return options;
  }

  std::shared_ptr<DownloadBar> bar_;
  Downloader downloader_{Options()};
};

bool IsPublic(const Manifest& manifest) {
  return manifest.licensed.empty() &&
         std::any_of(manifest.files.begin(), manifest.files.end(),
                     [](const ManifestFile& file) { return file.IsPublic(); });
}

// Of all data sets, those that cannot be had here are no fault.
bool Skip(const Manifest& manifest, const std::string& from) {
  if (manifest.IsGenerated()) return false;
  if (!manifest.licensed.empty()) return true;
  return from.empty() ? !IsPublic(manifest)
                      : MissingIn(manifest, from).size() == manifest.files.size();
}

bool IsHere(const Manifest& manifest, const Catalogue& catalogue) {
  const std::vector<FileState> states = Verify(manifest, catalogue.data_dir());
  return !states.empty() && std::all_of(states.begin(), states.end(), [](const FileState& state) {
    return state.kind == FileState::Kind::kRight;
  });
}

void FetchOne(const Manifest& manifest, const Catalogue& catalogue, const std::string& from,
              Online* online) {
  if (manifest.IsGenerated()) {
    std::cout << manifest.name << ": generated from its rules, nothing to fetch\n";
  } else if (!manifest.licensed.empty() && IsHere(manifest, catalogue)) {
    std::cout << manifest.name << ": imported\n";
  } else if (!manifest.licensed.empty()) {
    throw InvalidInput(manifest.name + " is licensed: " + manifest.licensed);
  } else if (from.empty()) {
    PrintFetched(manifest, online->Fetch(manifest, catalogue.data_dir()), "");
  } else {
    const std::vector<FetchedFile> files = FetchFrom(manifest, from, catalogue.data_dir());
    const bool none = std::all_of(files.begin(), files.end(), [](const FetchedFile& file) {
      return file.kind == FetchedFile::Kind::kMissing;
    });
    if (none)
      throw InvalidInput(manifest.name + ": " + MissingIn(manifest, from).front().string() +
                         " is not there, nor any other file of it; " + HowToFetch(manifest));
    PrintFetched(manifest, files, from);
  }
}

}  // namespace

std::vector<const Manifest*> ChosenData(const Catalogue& catalogue, const DataOptions& options) {
  std::vector<const Manifest*> chosen;
  if (options.all)
    for (const Manifest& manifest : catalogue.manifests()) chosen.push_back(&manifest);
  for (const std::string& name : options.names) {
    const Manifest* manifest = catalogue.Find(name);
    if (manifest == nullptr && GeneratorRegistry().Find(name) != nullptr)
      throw InvalidInput(
          "'" + name +
          "' is drawn by a generator and has no files; its parameters: " + "mercer list datasets");
    if (manifest == nullptr) throw InvalidInput(UnknownName("data set", name, catalogue.Names()));
    chosen.push_back(manifest);
  }
  return chosen;
}

int FetchData(const Catalogue& catalogue, const DataOptions& options) {
  const std::unique_ptr<Online> online =
      options.from.empty() ? std::make_unique<Online>() : nullptr;
  std::vector<std::string> faults;
  for (const Manifest* manifest : ChosenData(catalogue, options)) {
    if (options.all && Skip(*manifest, options.from)) {
      const std::string absent =
          options.from.empty() ? "has no public address" : "not in " + options.from;
      std::cout << manifest->name << ": " << (manifest->licensed.empty() ? absent : "is licensed")
                << "; " << HowToFetch(*manifest) << '\n';
      continue;
    }
    try {
      FetchOne(*manifest, catalogue, options.from, online.get());
    } catch (const InvalidInput& error) {
      faults.emplace_back(error.what());
    }
  }
  if (!faults.empty()) throw InvalidInput(Join(faults, "\n"));
  return 0;
}

int ImportData(const Catalogue& catalogue, const DataOptions& options) {
  DataOptions one = options;
  one.names = {options.names.front()};
  const Manifest& manifest = *ChosenData(catalogue, one).front();
  if (manifest.IsGenerated())
    throw InvalidInput(manifest.name + " is generated from its rules: there is nothing to import");
  if (manifest.files.empty())
    throw InvalidInput(manifest.name + " is licensed: " + manifest.licensed);
  const std::vector<std::filesystem::path> paths(options.names.begin() + 1, options.names.end());
  PrintFetched(manifest, ImportFiles(manifest, paths, catalogue.data_dir()), "the files given");
  return 0;
}

}  // namespace mercer
