#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/generators.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/catalogue/describe.h"
#include "experiments/catalogue/fetch.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/download_bar.h"
#include "tools/interrupt.h"

namespace mercer {
namespace {

namespace po = boost::program_options;

constexpr char kUsage[] =
    "usage: mercer data fetch|verify|info NAME... [--all] [--from DIR] [--data DIR] [--json]\n"
    "       mercer data import NAME FILE... [--data DIR]";

constexpr char kHelp[] =
    "\n\nfetch downloads the files of data sets over HTTPS into the data folder, or takes them "
    "from "
    "the folder\n--from, and checks their sha256; a download that was cut goes on where it ended. "
    "import takes files that\nwere got by hand: by name, by sha256, or packed in another way. "
    "verify checks the files that are there\n(exit code 1 if one is wrong). info describes data "
    "sets and where they came from; --json as JSON.\n--all stands for every data set.\n\nThe data "
    "folder is --data, else $MERCER_DATA, else $XDG_CACHE_HOME/mercer, else ~/.cache/mercer. "
    "Proxies\n(https_proxy, no_proxy) and trusted certificates (CURL_CA_BUNDLE, SSL_CERT_FILE) are "
    "taken from the\nenvironment.\n";

struct DataOptions {
  std::string action;
  std::vector<std::string> names{};
  bool all = false;
  bool json = false;
  bool help = false;
  std::string from;
  std::string data;
};

DataOptions ParseOptions(const std::vector<std::string>& arguments) {
  DataOptions options;
  std::vector<std::string> words;
  po::options_description description;
  description.add_options()("all", po::bool_switch(&options.all))(
      "json", po::bool_switch(&options.json))("help", po::bool_switch(&options.help))(
      "from", po::value(&options.from))("data", po::value(&options.data))("word",
                                                                          po::value(&words));
  ParseCommandLine("data", description, "word", arguments);
  if (options.help) return options;
  if (words.empty()) throw InvalidInput(kUsage);
  options.action = words.front();
  options.names.assign(words.begin() + 1, words.end());
  if (options.action == "import") {
    if (options.all || options.names.size() < 2 || !options.from.empty())
      throw InvalidInput(std::string("import takes a data set's name and files; ") + kUsage);
    return options;
  }
  if (options.names.empty() == !options.all) {
    throw InvalidInput(std::string(options.all ? "--all takes no names; " : "no data set named; ") +
                       kUsage);
  }
  return options;
}

// The data sets asked for. Generated ones have no files: `info` alone knows them by themselves.
std::vector<const Manifest*> Chosen(const Catalogue& catalogue, const DataOptions& options) {
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

void PrintFetched(const Manifest& manifest, const std::vector<FetchedFile>& files,
                  const std::string& missing_from) {
  bool fetched = false;
  for (const FetchedFile& file : files) {
    std::cout << file.path.string() << ": ";
    switch (file.kind) {
      case FetchedFile::Kind::kThere:
        std::cout << "there already, sha256 right\n";
        break;
      case FetchedFile::Kind::kMissing:
        std::cout << "missing, not in " << missing_from << '\n';
        break;
      default:
        std::cout << (file.kind == FetchedFile::Kind::kCopied ? "copied" : "downloaded")
                  << ", sha256 right\n";
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
      bar->Note("interrupted; what was downloaded stays, and the same command goes on from there");
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
  return from.empty() ? !IsPublic(manifest)
                      : MissingIn(manifest, from).size() == manifest.files.size();
}

void FetchOne(const Manifest& manifest, const Catalogue& catalogue, const std::string& from,
              Online* online) {
  if (manifest.IsGenerated()) {
    std::cout << manifest.name << ": generated from its rules, nothing to fetch\n";
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

int Fetch(const Catalogue& catalogue, const DataOptions& options) {
  const std::unique_ptr<Online> online =
      options.from.empty() ? std::make_unique<Online>() : nullptr;
  std::vector<std::string> faults;
  for (const Manifest* manifest : Chosen(catalogue, options)) {
    if (options.all && Skip(*manifest, options.from)) {
      std::cout << manifest->name << ": "
                << (options.from.empty() ? "has no public address" : "not in " + options.from)
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

int Import(const Catalogue& catalogue, const DataOptions& options) {
  DataOptions one = options;
  one.names = {options.names.front()};
  const Manifest& manifest = *Chosen(catalogue, one).front();
  if (manifest.IsGenerated())
    throw InvalidInput(manifest.name + " is generated from its rules: there is nothing to import");
  const std::vector<std::filesystem::path> paths(options.names.begin() + 1, options.names.end());
  PrintFetched(manifest, ImportFiles(manifest, paths, catalogue.data_dir()), "the files given");
  return 0;
}

// The parts named; all of them where none is.
Dataset Load(const Catalogue& catalogue, const Manifest& manifest,
             const std::vector<std::string>& parts = {}) {
  DatasetSpec spec;
  spec.name = manifest.name;
  spec.parts = parts;
  return catalogue.Load(spec, 0);
}

int VerifyAll(const Catalogue& catalogue, const DataOptions& options) {
  bool wrong = false;
  for (const Manifest* manifest : Chosen(catalogue, options)) {
    if (manifest->IsGenerated()) {
      Load(catalogue, *manifest);
      std::cout << manifest->name << ": generated, sha256 right\n";
    }
    for (const FileState& state : Verify(*manifest, catalogue.data_dir())) {
      const bool right = state.kind == FileState::Kind::kRight;
      std::cout << state.path.string() << ": " << (right ? "right" : "")
                << (right && !state.text.empty() ? ", " : "") << state.text << '\n';
      // Of all data sets, those that were never fetched are not wrong.
      wrong = wrong || state.kind == FileState::Kind::kWrong ||
              (state.kind == FileState::Kind::kMissing && !options.all);
    }
  }
  return wrong ? 1 : 0;
}

// The parts whose files are there; that they are right is seen when they are read.
std::vector<std::string> PartsHere(const Catalogue& catalogue, const Manifest& manifest) {
  std::vector<std::string> parts;
  for (const ManifestFile& file : manifest.files) {
    std::error_code error;
    if (std::filesystem::exists(catalogue.data_dir() / manifest.name / file.file, error))
      parts.push_back(file.part);
  }
  return parts;
}

std::string InfoOf(const Catalogue& catalogue, const Manifest& manifest, bool json) {
  const auto describe = json ? DescribeJson : DescribeText;
  DataOnDisk disk;
  if (manifest.IsGenerated()) {
    const Dataset data = Load(catalogue, manifest);
    disk.data = &data;
    disk.where = "generated from " + manifest.rules;
    return describe(manifest, disk);
  }
  disk.where = (catalogue.data_dir() / manifest.name).string();
  disk.history = ReadHistory(disk.where);
  const std::vector<std::string> parts = PartsHere(catalogue, manifest);
  const bool some = !parts.empty() && parts.size() < manifest.files.size();
  if (some) {
    disk.parts = parts;
    disk.where += "; the rest: " + HowToFetch(manifest);
  }
  try {
    const Dataset data = Load(catalogue, manifest, disk.parts);
    disk.data = &data;
    return describe(manifest, disk);
  } catch (const DataMissing& missing) {
    disk = {};
    disk.where = missing.what();
    return describe(manifest, disk);
  }
}

int Info(const Catalogue& catalogue, const DataOptions& options) {
  for (const Manifest* manifest : Chosen(catalogue, options))
    std::cout << InfoOf(catalogue, *manifest, options.json);
  return 0;
}

}  // namespace

int DataCommand(const std::vector<std::string>& arguments) {
  const DataOptions options = ParseOptions(arguments);
  if (options.help) {
    std::cout << kUsage << kHelp;
    return 0;
  }
  const std::vector<std::pair<std::string, int (*)(const Catalogue&, const DataOptions&)>> actions =
      {{"fetch", Fetch}, {"import", Import}, {"verify", VerifyAll}, {"info", Info}};
  std::vector<std::string> known;
  for (const auto& [name, run] : actions) {
    if (name == options.action) return run(Catalogue(DataDir(options.data)), options);
    known.push_back(name);
  }
  throw InvalidInput(UnknownName("action", options.action, known));
}

}  // namespace mercer
