#include "experiments/verify/recorded_trials.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "experiments/config/config.h"
#include "experiments/json/parse_json.h"
#include "experiments/run/plan/chosen_counts.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::vector<std::pair<std::string, std::string>> SettingsOf(const OrderedJson& settings) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& text : TextsOf(settings, "set")) {
    const std::size_t equals = text.find('=');
    if (equals != text.npos) pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return pairs;
}

/// Throws InvalidInput where this program cannot read the config.
RecordedRun ReadRun(const RunContext& context, const Catalogue& catalogue,
                    const std::string& config_path) {
  const OrderedJson json = RequireJson(context.json, "its context");
  RecordedRun run{context.run_id, context.json};
  const OrderedJson* settings = Member(json, "settings");
  const OrderedJson none = OrderedJson::object();
  if (settings == nullptr) settings = &none;
  // A shipped config has the paper's numbers beside it.
  const fs::path shipped = ShareDir() / "configs" / (TextOf(json, "experiment") + ".json");
  std::string path = config_path;
  if (path.empty()) path = fs::exists(shipped) ? shipped.string() : TextOf(json, "config_file");
  ConfigResult read =
      ParseConfig(TextOf(json, "config_text"), path, catalogue, SettingsOf(*settings));
  if (!read.experiment) throw InvalidInput(FormatFaults(path, read.faults));
  run.experiment = *std::move(read.experiment);
  // The paper's numbers are no part of a trial, and their file need not be here.
  run.experiment.paper.reset();
  if (LacksCounts(run.experiment)) {
    TrialDataCache cache(catalogue);
    run.experiment = WithChosenCounts(std::move(run.experiment), cache);
  }
  const OrderedJson* threads = Member(*settings, "threads");
  if (threads != nullptr && threads->is_number_integer()) run.threads = threads->get<int>();
  return run;
}

}  // namespace

RecordedTrials ReadRecordedTrials(const fs::path& folder, const Catalogue& catalogue,
                                  const std::string& config_path, double most_seconds) {
  RecordedTrials all;
  all.folder = folder;
  all.results = ReadResults(folder);
  for (const RunContext& context : all.results.contexts) {
    try {
      all.runs.push_back(ReadRun(context, catalogue, config_path));
    } catch (const InvalidInput& error) {
      all.unread.push_back("run " + context.run_id + ": " + error.what());
    }
  }
  std::map<std::string, std::map<std::string, const Trial*>> by_run;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < all.runs.size(); ++i) {
    places[all.runs[i].run_id] = i;
    for (const Trial& trial : all.runs[i].experiment.trials)
      by_run[all.runs[i].run_id][trial.id] = &trial;
  }
  std::map<std::string, const ResultRecord*> by_id;
  for (const ResultRecord& record : all.results.records)
    by_id[record.Get(column::kTrialId)] = &record;
  for (const ResultRecord& record : all.results.records) {
    if (!record.IsOk()) continue;
    const std::string& run_id = record.Get(column::kRunId);
    const auto found = by_run[run_id].find(record.Get(column::kTrialId));
    if (found == by_run[run_id].end()) {
      ++all.num_unknown;
      continue;
    }
    RecordedTrial one{&record, found->second, places.at(run_id)};
    if (!one.trial->timed_by.empty() || one.trial->max_seconds > 0) {
      ++all.num_limited_by_time;
      continue;
    }
    if (SecondsOfAllPhases(record) > most_seconds) {
      ++all.num_slow;
      continue;
    }
    if (!one.trial->tuned_by.empty()) {
      const auto tuning = by_id.find(one.trial->tuned_by);
      if (tuning == by_id.end() || !tuning->second->IsOk()) {
        ++all.num_unknown;
        continue;
      }
      one.tuning = tuning->second;
    }
    all.trials.push_back(one);
  }
  return all;
}

std::vector<DrawnTrial> DrawTrials(const std::vector<std::size_t>& trials_of_folders,
                                   std::size_t count, std::uint64_t seed) {
  const auto shuffled = [&](std::size_t n, std::uint64_t index) {
    RandomStream stream(seed, StreamPurpose::kSeed, index);
    return RandomPermutation(stream, static_cast<Index>(n));
  };
  const std::size_t folders = trials_of_folders.size();
  const std::vector<Index> order = shuffled(folders, 0);
  std::vector<std::vector<Index>> trials;
  std::size_t most = 0;
  for (std::size_t i = 0; i < folders; ++i) {
    trials.push_back(shuffled(trials_of_folders[i], i + 1));
    most = std::max(most, trials_of_folders[i]);
  }
  std::vector<DrawnTrial> drawn;
  for (std::size_t turn = 0; turn < most; ++turn) {
    for (const Index i : order) {
      const auto folder = static_cast<std::size_t>(i);
      if (drawn.size() == count) return drawn;
      if (turn < trials[folder].size())
        drawn.push_back({folder, static_cast<std::size_t>(trials[folder][turn])});
    }
  }
  return drawn;
}

}  // namespace mercer
