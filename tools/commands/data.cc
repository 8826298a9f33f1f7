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
  if (!options.format.empty() && (options.all || !sets.names.empty())) {
    throw InvalidInput("data: --format is given with " +
                       (options.all ? "--all" : "'" + sets.names.front() + "', which is no file") +
                       "; expected files of rows");
  }
  for (const Manifest* manifest : ChosenData(catalogue, sets))
    std::cout << InfoOf(catalogue, *manifest, options.json);
  for (const std::string& file : files) std::cout << InfoOf(file, options);
  return 0;
}

struct Action {
  std::string name;
  int (*run)(const Catalogue& catalogue, const DataOptions& options);
};

const std::vector<Action>& Actions() {
  static const std::vector<Action> actions = {
      {"fetch", FetchData}, {"import", ImportData}, {"verify", VerifyAll}, {"info", Info}};
  return actions;
}

const Action& ActionNamed(const std::string& name) {
  std::vector<std::string> known;
  for (const Action& action : Actions()) {
    if (action.name == name) return action;
    known.push_back(action.name);
  }
  throw InvalidInput(UnknownName("action", name, known));
}

// Whether a form of the command with this action names the option.
bool IsTaken(const Command& command, const std::string& action, const std::string& option) {
  return std::ranges::any_of(command.forms, [&](const std::string& form) {
    return form.starts_with(action + " ") && form.find("--" + option) != form.npos;
  });
}

void RefuseOptionsOfOthers(const CommandLine& line, const std::string& action) {
  const Command& command = CommandNamed("data");
  for (const CommandOption& option : command.options) {
    if (IsTaken(command, action, option.name)) continue;
    std::vector<std::string> takers;
    for (const Action& other : Actions())
      if (IsTaken(command, other.name, option.name)) takers.push_back(other.name);
    line.Refuse({option.name},
                "is given with " + action + "; expected it with " + Join(takers, " or "));
  }
}

DataOptions ReadOptions(const CommandLine& line) {
  const std::string usage = UsageOf(CommandNamed("data"));
  const std::vector<std::string>& words = line.rest();
  if (words.empty()) throw InvalidInput(usage);
  DataOptions options;
  options.action = ActionNamed(words.front()).name;
  options.names.assign(words.begin() + 1, words.end());
  RefuseOptionsOfOthers(line, options.action);
  options.all = line.Flag("all");
  options.json = line.Flag("json");
  options.from = line.Text("from");
  options.data = line.Text("data");
  options.format = line.Text("format");
  if (options.action == "import") {
    if (options.names.size() < 2)
      throw InvalidInput("import takes a data set's name and files; " + usage);
  } else if (options.names.empty() == !options.all) {
    throw InvalidInput(std::string(options.all ? "--all takes no names; " : "no data set named; ") +
                       usage);
  }
  return options;
}

}  // namespace

int DataCommand(const std::vector<std::string>& arguments) {
  const DataOptions options = ReadOptions(CommandLine("data", arguments));
  return ActionNamed(options.action).run(Catalogue(DataDir(options.data)), options);
}

}  // namespace mercer
