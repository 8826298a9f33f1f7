#include "experiments/bundle/appendix.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <map>
#include <optional>
#include <set>

#include "core/base/text.h"
#include "experiments/json/parse_json.h"
#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/shell_word.h"

namespace mercer {
namespace {

/// Distinct texts in the order in which they come.
class Texts {
 public:
  void Add(const std::string& text) {
    if (!text.empty() && seen_.insert(text).second) all_.push_back(text);
  }
  std::string Joined(const std::string& between) const {
    return all_.empty() ? "not recorded" : Join(all_, between);
  }
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::set<std::string> seen_;
  std::vector<std::string> all_;
};

/// What the contexts of all runs say.
struct Facts {
  Texts processors, systems, compilers, libraries, commits, data;
};

std::string NumberAt(const OrderedJson& json, const std::string& key) {
  const OrderedJson* value = Member(json, key);
  return value != nullptr && value->is_number() ? value->dump() : "";
}

// Some versions begin with the name: "OpenSSL 3.0.22".
std::string LibraryText(const std::string& name, const std::string& version) {
  return version.starts_with(name) ? version : name + " " + version;
}

void AddFacts(const RunContext& context, Facts& facts) {
  const std::optional<OrderedJson> json = ParseJson(context.json);
  if (!json) return;
  std::string processor = TextOf(*json, "cpu");
  if (!processor.empty())
    processor += ", " + NumberAt(*json, "cores") + " cores, " + NumberAt(*json, "memory_gib") +
                 " GiB of memory";
  facts.processors.Add(processor);
  facts.systems.Add(TextOf(*json, "os"));
  facts.compilers.Add(TextOf(*json, "compiler") + " (" + TextOf(*json, "flags") + ")");
  facts.commits.Add(TextOf(*json, "commit"));
  if (const OrderedJson* libraries = Member(*json, "libraries")) {
    for (const auto& [name, version] : libraries->items())
      if (version.is_string()) facts.libraries.Add(LibraryText(name, version.get<std::string>()));
  }
  if (const OrderedJson* blas = Member(*json, "blas"))
    facts.libraries.Add(TextOf(*blas, "description"));
  if (const OrderedJson* data = Member(*json, "dataset_sha256")) {
    for (const auto& [name, hash] : data->items())
      if (hash.is_string()) facts.data.Add("`" + name + "`, SHA-256 " + hash.get<std::string>());
  }
}

std::string TimeText(double seconds) {
  const auto rounded = [](double value) { return FormatNumber(std::round(value * 10) / 10); };
  if (seconds < 90) return rounded(seconds) + " s";
  return seconds < 5400 ? rounded(seconds / 60) + " min" : rounded(seconds / 3600) + " h";
}

std::string ThreeDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

const std::string& ExperimentOf(const ResultFolder& folder) {
  static const std::string none;
  return folder.records.empty() ? none : folder.records.front().Get(column::kExperiment);
}

/// The median over cells of the standard deviation of the main metric over a cell's repetitions,
/// by metric.
std::map<std::string, double> Variations(const ResultFolder& folder) {
  std::map<std::string, std::vector<double>> deviations;
  for (const CellTrials& cell : GroupByCell(folder.records)) {
    std::vector<double> values;
    for (const ResultRecord* trial : cell.finished)
      if (const auto value = trial->Get(column::kValue)) values.push_back(*value);
    if (const auto deviation = Measure(values).std)
      deviations[cell.main_metric].push_back(*deviation);
  }
  std::map<std::string, double> medians;
  for (auto& [metric, of_cells] : deviations) {
    const auto middle = of_cells.begin() + static_cast<std::ptrdiff_t>(of_cells.size() / 2);
    std::nth_element(of_cells.begin(), middle, of_cells.end());
    medians[metric] = *middle;
  }
  return medians;
}

/// Seconds since 1970 of "2026-11-23T22:33:32Z".
std::optional<double> SecondsAt(const std::string& time) {
  std::tm parts{};
  const char* const end = strptime(time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return static_cast<double>(timegm(&parts));
}

/// How long the runs took that have an end; nullopt if none has.
std::optional<double> SecondsOfRuns(const ResultFolder& folder) {
  std::optional<double> seconds;
  for (const RunContext& context : folder.contexts) {
    const OrderedJson json = ParseJson(context.json).value_or(OrderedJson::object());
    const auto started = SecondsAt(TextOf(json, "started")),
               ended = SecondsAt(TextOf(json, "ended"));
    if (started && ended) seconds = seconds.value_or(0) + *ended - *started;
  }
  return seconds;
}

/// The commands of the folder's runs, each with the commit that ran it.
void AddCommands(const ResultFolder& folder, Texts& commands) {
  for (const RunContext& context : folder.contexts) {
    const OrderedJson json = ParseJson(context.json).value_or(OrderedJson::object());
    const OrderedJson* const found = Member(json, "settings");
    const OrderedJson settings = found != nullptr ? *found : OrderedJson();
    std::string command = "tools/run configs/" + ExperimentOf(folder) + ".json";
    for (const std::string& setting : TextsOf(settings, "set"))
      command += " --set " + ShellWord(setting);
    for (const std::string& pair : TextsOf(settings, "only"))
      command += " --only " + ShellWord(pair);
    commands.Add(command + "  # commit " + TextOf(json, "commit").substr(0, 12));
  }
}

std::string TrialsText(const ResultFolder& folder) {
  const std::size_t here = folder.records.size();
  if (folder.missing_trials == 0) return std::to_string(here) + " trials";
  return std::to_string(here) + " of the config's " + std::to_string(here + folder.missing_trials) +
         " trials";
}

std::string FolderText(const ResultFolder& folder) {
  std::size_t ok = 0;
  double seconds = 0, memory = 0;
  for (const ResultRecord& record : folder.records) {
    ok += record.IsOk() ? 1U : 0U;
    seconds += SecondsOfAllPhases(record);
    memory = std::max(memory, record.Get(column::kPeakRssMib).value_or(0));
  }
  const std::optional<double> of_runs = SecondsOfRuns(folder);
  std::string text =
      "- `" + ExperimentOf(folder) + "`: " + TrialsText(folder) + ", " + std::to_string(ok) +
      " of them ok; " + (of_runs ? "the runs took " + TimeText(*of_runs) + ", of which " : "") +
      TimeText(seconds) + " were for drawing, mapping, training and testing; at most " +
      FormatNumber(std::ceil(memory)) + " MiB.";
  for (const auto& [metric, deviation] : Variations(folder)) {
    text += " Standard deviation of " + metric +
            " over the repetitions of a cell: " + ThreeDigits(deviation) + " (median over cells).";
  }
  return text + "\n";
}

}  // namespace

std::string AppendixText(const std::vector<ResultFolder>& folders) {
  Facts facts;
  for (const ResultFolder& folder : folders)
    for (const RunContext& context : folder.contexts) AddFacts(context, facts);
  std::string text =
      "# Artifact appendix\n\n"
      "## What is here\n\n"
      "For each experiment a folder with the config, the paper's numbers that it is compared "
      "with, the record of every trial (`trials.csv`; each row has the seeds that it was made "
      "with), the context of every run, a summary and a report. `SHA256SUMS` has the checksum of "
      "every file; `ro-crate-metadata.json` describes them as a Process Run Crate.\n\n"
      "## Hardware\n\n";
  text += facts.processors.Joined("; ") + ". No accelerator.\n\n";
  text += "## Software\n\n";
  text += "Mercer, commit " + facts.commits.Joined(", ") + "; " + facts.systems.Joined("; ") +
          "; compiler " + facts.compilers.Joined("; ") + "; " + facts.libraries.Joined(", ") +
          ".\n\n";
  text += "## Data\n\n";
  for (const std::string& one : facts.data.all()) text += "- " + one + "\n";
  text +=
      "\n`mercer data fetch NAME` downloads a data set of the catalogue and checks its SHA-256; "
      "generated data sets need no file.\n\n"
      "## How to run\n\n"
      "In a clone of Mercer, at the commit that ran it:\n\n```sh\n";
  Texts commands;
  for (const ResultFolder& folder : folders) AddCommands(folder, commands);
  for (const std::string& command : commands.all()) text += command + "\n";
  text +=
      "```\n\n"
      "`mercer verify FILE.zip` checks the files of this bundle, draws some of its trials, runs "
      "them again and compares the numbers.\n\n"
      "## Expected time and variation\n\n";
  for (const ResultFolder& folder : folders) text += FolderText(folder);
  text +=
      "\nA trial is a function of its seeds: run again with the same program, compiler, "
      "instruction set and number of threads it gives the same digits. On another platform "
      "features and Gram errors agree to 1e-6; what a solver finds moves by its tolerance. With "
      "other seeds the numbers vary by the deviations above. Times depend on the machine.\n";
  return text;
}

}  // namespace mercer
