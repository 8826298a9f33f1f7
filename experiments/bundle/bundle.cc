#include "experiments/bundle/bundle.h"

#include <optional>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/bundle/appendix.h"
#include "experiments/bundle/crate.h"
#include "experiments/bundle/zip_file.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/json/parse_json.h"
#include "experiments/report/report.h"
#include "experiments/store/disk/files.h"
#include "experiments/store/disk/run_log.h"
#include "experiments/store/read_results.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSums = "SHA256SUMS";

std::string ExperimentOf(const fs::path& folder, const ResultFolder& results) {
  if (results.records.empty() || results.contexts.empty())
    throw InvalidInput("bundle: '" + folder.string() +
                       "' holds no records, or no context of the run that made them");
  if (results.damaged)
    throw InvalidInput("bundle: '" + folder.string() +
                       "' is damaged: " + Join(results.problems, "; "));
  const std::string& name = results.records.front().Get(column::kExperiment);
  if (!name.empty() && name.find("..") == name.npos && name.front() != '/') return name;
  throw InvalidInput("bundle: the experiment of '" + folder.string() + "' is named " +
                     Quoted(name) + "; expected a path without '..'");
}

/// The files of a results folder under its experiment's name.
void AddFolder(const fs::path& folder, const std::string& experiment, const ResultFolder& results,
               FileTexts& files) {
  const std::string begin = experiment + "/";
  const OrderedJson newest =
      RequireJson(results.contexts.back().json, "context/" + results.contexts.back().run_id);
  files[begin + "config.json"] = TextOf(newest, "config_text");
  if (const std::string reported = TextOf(newest, "reported_csv"); !reported.empty())
    files[begin + "reported.csv"] = reported;
  const fs::path notes = ShareDir() / "configs" / fs::path(experiment).parent_path() / "NOTES.md";
  if (const auto text = ReadText(notes)) files[begin + "NOTES.md"] = *text;
  const bool working = IsWorkingFolder(folder);
  // A committed table goes as it is, so that its own checksums hold.
  const auto committed = working ? std::nullopt : ReadText(folder / "trials.csv");
  files[begin + "trials.csv"] = committed.value_or(RecordsToCsv(results.records));
  const std::size_t here = results.records.size(), missing = results.missing_trials;
  const auto partial = working && missing > 0 ? WritePartialText({here, here + missing})
                                              : ReadText(folder / kPartialName);
  if (partial) files[begin + kPartialName] = *partial;
  for (const RunContext& context : results.contexts) {
    files[begin + "context/" + context.run_id + ".json"] = context.json;
    if (const auto log = PackedRunLog(folder, context.run_id))
      files[PackedRunLogPath(experiment, context.run_id).generic_string()] = *log;
  }
  files[begin + "summary.csv"] = Report(folder, "csv");
  files[begin + "report.md"] = Report(folder, "markdown");
}

std::string SumsText(const FileTexts& files) {
  std::string text;
  for (const auto& [name, bytes] : files) text += Sha256Hex(bytes) + "  " + name + "\n";
  return text;
}

/// Throws for the first file, by name, that is not what the sums say.
void CheckSums(const fs::path& archive, const FileTexts& files) {
  const auto fail = [&](const std::string& what) {
    throw InvalidInput("'" + archive.string() + "': " + what);
  };
  const auto sums = files.find(kSums);
  if (sums == files.end()) fail("it has no SHA256SUMS; expected a file of mercer bundle");
  std::istringstream lines(sums->second);
  std::set<std::string> listed;
  for (std::string line; std::getline(lines, line);) {
    constexpr std::size_t kDigits = 64;
    if (line.size() < kDigits + 3 || line.substr(kDigits, 2) != "  ")
      fail("SHA256SUMS is damaged: " + Quoted(line) + " is no line of it");
    const std::string name = line.substr(kDigits + 2);
    listed.insert(name);
    const auto file = files.find(name);
    if (file == files.end()) fail("'" + name + "' is missing");
    if (const std::string hash = Sha256Hex(file->second); hash != line.substr(0, kDigits))
      fail("'" + name + "' was changed: its SHA-256 is " + hash + ", SHA256SUMS says " +
           line.substr(0, kDigits));
  }
  for (const auto& [name, text] : files)
    if (name != kSums && !listed.contains(name))
      fail("'" + name + "' is not in SHA256SUMS: it was added, or its line was changed");
}

}  // namespace

Bundled MakeBundle(const std::vector<fs::path>& folders, const fs::path& output) {
  std::vector<ResultFolder> all;
  std::vector<BundledFolder> bundled;
  FileTexts files;
  Bundled made;
  all.reserve(folders.size());
  std::set<std::string> names;
  for (const fs::path& folder : folders) {
    all.push_back(ReadResults(folder));
    const std::string experiment = ExperimentOf(folder, all.back());
    if (!names.insert(experiment).second)
      throw InvalidInput("bundle: two folders hold the experiment '" + experiment +
                         "'; expected one of each (mercer merge joins them)");
    AddFolder(folder, experiment, all.back(), files);
    bundled.push_back({experiment, &all.back()});
    made.trials += all.back().records.size();
  }
  files["ARTIFACT.md"] = AppendixText(all);
  files["ro-crate-metadata.json"] = CrateText(bundled, files);
  files[kSums] = SumsText(files);
  WriteZip(output, files);
  made.files = files.size();
  return made;
}

std::vector<fs::path> OpenBundle(const fs::path& archive, const fs::path& to) {
  const FileTexts files = ReadZip(archive);
  CheckSums(archive, files);
  std::vector<fs::path> folders;
  for (const auto& [name, text] : files) {
    const fs::path path = to / name;
    fs::create_directories(path.parent_path());
    WriteFileAtomically(path, text);
    if (path.filename() == "trials.csv") folders.push_back(path.parent_path());
  }
  return folders;
}

}  // namespace mercer
