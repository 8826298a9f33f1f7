#include <iostream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/generators.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/catalogue/describe.h"
#include "experiments/catalogue/fetch.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {
namespace {

namespace po = boost::program_options;

constexpr char kUsage[] =
    "usage: mercer data fetch|verify|info NAME... [--all] [--from DIR] [--data DIR] [--json]";

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

void FetchOne(const Manifest& manifest, const Catalogue& catalogue, const std::string& from) {
  if (manifest.IsGenerated()) {
    std::cout << manifest.name << ": generated from its rules, nothing to fetch\n";
    return;
  }
  if (from.empty()) throw InvalidInput(HowToDownload(manifest));
  for (const FetchedFile& file : FetchFrom(manifest, from, catalogue.data_dir()))
    std::cout << file.path.string()
              << (file.copied ? ": copied, sha256 right\n" : ": there already, sha256 right\n");
}

int Fetch(const Catalogue& catalogue, const DataOptions& options) {
  std::vector<std::string> absent;
  std::vector<std::string> faults;
  for (const Manifest* manifest : Chosen(catalogue, options)) {
    if (options.all && !options.from.empty() && !MissingIn(*manifest, options.from).empty()) {
      absent.push_back(manifest->name);
      continue;
    }
    try {
      FetchOne(*manifest, catalogue, options.from);
    } catch (const InvalidInput& error) {
      faults.emplace_back(error.what());
    }
  }
  for (const std::string& name : absent)
    std::cout << name << ": not in " << options.from << "; " << HowToFetch(*catalogue.Find(name))
              << '\n';
  if (!faults.empty()) throw InvalidInput(Join(faults, "\n"));
  return 0;
}

// All parts, as the manifest says.
Dataset Load(const Catalogue& catalogue, const Manifest& manifest) {
  DatasetSpec spec;
  spec.name = manifest.name;
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
      std::cout << state.path.string() << ": " << (state.text.empty() ? "right" : state.text)
                << '\n';
      // Of all data sets, those that were never fetched are not wrong.
      wrong = wrong || state.kind == FileState::Kind::kWrong ||
              (state.kind == FileState::Kind::kMissing && !options.all);
    }
  }
  return wrong ? 1 : 0;
}

int Info(const Catalogue& catalogue, const DataOptions& options) {
  const auto describe = options.json ? DescribeJson : DescribeText;
  for (const Manifest* manifest : Chosen(catalogue, options)) {
    try {
      const Dataset data = Load(catalogue, *manifest);
      const std::string where = manifest->IsGenerated()
                                    ? "generated from " + manifest->rules
                                    : (catalogue.data_dir() / manifest->name).string();
      std::cout << describe(*manifest, &data, where);
    } catch (const DataMissing& missing) {
      std::cout << describe(*manifest, nullptr, missing.what());
    }
  }
  return 0;
}

}  // namespace

int DataCommand(const std::vector<std::string>& arguments) {
  const DataOptions options = ParseOptions(arguments);
  if (options.help) {
    std::cout << kUsage
              << "\n\nfetch takes the files of data sets from the folder --from into the data "
                 "folder and checks their\nsha256; without --from it says where to download them. "
                 "verify checks the files that are there\n(exit code 1 if one is wrong). info "
                 "describes data sets; --json as JSON. --all stands for every\ndata set. The data "
                 "folder is --data, else $MERCER_DATA, else ~/.cache/mercer.\n";
    return 0;
  }
  const std::vector<std::pair<std::string, int (*)(const Catalogue&, const DataOptions&)>> actions =
      {{"fetch", Fetch}, {"verify", VerifyAll}, {"info", Info}};
  std::vector<std::string> known;
  for (const auto& [name, run] : actions) {
    if (name == options.action) return run(Catalogue(DataDir(options.data)), options);
    known.push_back(name);
  }
  throw InvalidInput(UnknownName("action", options.action, known));
}

}  // namespace mercer
