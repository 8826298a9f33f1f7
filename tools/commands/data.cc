#include <algorithm>
#include <iostream>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/catalogue/describe.h"
#include "experiments/catalogue/describe_file.h"
#include "experiments/catalogue/fetch.h"
#include "experiments/config/read/read_named.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/commands/data_command.h"
#include "tools/usage.h"

namespace mercer {
namespace {

DataOptions ParseOptions(const std::vector<std::string>& arguments) {
  const CommandLine line("data", arguments);
  const std::string usage = UsageOf(CommandNamed("data"));
  const std::vector<std::string>& words = line.rest();
  DataOptions options;
  options.all = line.Flag("all");
  options.json = line.Flag("json");
  options.from = line.Text("from");
  options.data = line.Text("data");
  options.format = line.Text("format");
  if (words.empty()) throw InvalidInput(usage);
  options.action = words.front();
  options.names.assign(words.begin() + 1, words.end());
  if (options.action == "import") {
    if (options.all || options.names.size() < 2 || !options.from.empty())
      throw InvalidInput("import takes a data set's name and files; " + usage);
    return options;
  }
  if (options.names.empty() == !options.all) {
    throw InvalidInput(std::string(options.all ? "--all takes no names; " : "no data set named; ") +
                       usage);
  }
  return options;
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
  for (const Manifest* manifest : ChosenData(catalogue, options)) {
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

// The parts of which every file is there; that they are right is seen when they are read.
std::vector<std::string> PartsHere(const Catalogue& catalogue, const Manifest& manifest) {
  std::vector<std::string> parts;
  std::set<std::string> absent;
  for (const ManifestFile& file : manifest.files) {
    std::error_code error;
    if (!std::filesystem::exists(catalogue.data_dir() / manifest.name / file.file, error))
      absent.insert(file.part);
    if (std::find(parts.begin(), parts.end(), file.part) == parts.end()) parts.push_back(file.part);
  }
  std::erase_if(parts, [&](const std::string& part) { return absent.count(part) > 0; });
  return parts;
}

// True where every file is there.
bool IsWhole(const Catalogue& catalogue, const Manifest& manifest) {
  return std::all_of(manifest.files.begin(), manifest.files.end(), [&](const ManifestFile& file) {
    std::error_code error;
    return std::filesystem::exists(catalogue.data_dir() / manifest.name / file.file, error);
  });
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
  const bool some = !parts.empty() && !IsWhole(catalogue, manifest);
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

std::string InfoOf(const std::string& path, const DataOptions& options) {
  NamedParams format;
  if (!options.format.empty()) format = ParseNamed("--format", options.format);
  if (!format.name.empty()) {  // says what is wrong with it, and leaves out what is not said
    ReadNamedText(DataFormatRegistry(), "--format", options.format);
  }
  const FileFacts facts = ReadFileFacts(path, format);
  return options.json ? DescribeFileJson(facts) : DescribeFileText(facts);
}

// A name is that of a data set, else of a file; no data set has a dot in its name.
bool IsFile(const Catalogue& catalogue, const std::string& name) {
  const std::vector<std::string> known = catalogue.Names();
  std::error_code ignored;
  return std::find(known.begin(), known.end(), name) == known.end() &&
         (name.find_first_of("/.") != name.npos || std::filesystem::exists(name, ignored));
}

int Info(const Catalogue& catalogue, const DataOptions& options) {
  DataOptions sets = options;
  std::vector<std::string> files;
  sets.names.clear();
  for (const std::string& name : options.names)
    (IsFile(catalogue, name) ? files : sets.names).push_back(name);
  for (const Manifest* manifest : ChosenData(catalogue, sets))
    std::cout << InfoOf(catalogue, *manifest, options.json);
  for (const std::string& file : files) std::cout << InfoOf(file, options);
  return 0;
}

}  // namespace

int DataCommand(const std::vector<std::string>& arguments) {
  const DataOptions options = ParseOptions(arguments);
  const std::vector<std::pair<std::string, int (*)(const Catalogue&, const DataOptions&)>> actions =
      {{"fetch", FetchData}, {"import", ImportData}, {"verify", VerifyAll}, {"info", Info}};
  std::vector<std::string> known;
  for (const auto& [name, run] : actions) {
    if (name == options.action) return run(Catalogue(DataDir(options.data)), options);
    known.push_back(name);
  }
  throw InvalidInput(UnknownName("action", options.action, known));
}

}  // namespace mercer
