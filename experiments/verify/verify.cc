#include "experiments/verify/verify.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/external/external_use.h"
#include "experiments/json/parse_json.h"
#include "experiments/run/plan/planner.h"
#include "experiments/run/sweep/runner.h"
#include "experiments/store/disk/scratch_folder.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

class Silent : public RunObserver {
 public:
  void OnStart(std::size_t, const std::vector<const Trial*>&) override {}
  void OnTrialStart(const Trial&) override {}
  void OnTrialEnd(const Trial&, const ResultRecord&, double) override {}
  void OnEnd() override {}
};

/// Puts the record of the trial that chose the drawn one's values where the run looks for it, so
/// that it is not tuned again.
void PutTuning(const Experiment& experiment, const RunOptions& options, const Catalogue& catalogue,
               const RecordedTrial& drawn) {
  const std::string run_id = "recorded";
  ResultStore store(options.out, experiment.name, run_id);
  TrialDataCache cache(catalogue);
  const std::string identity =
      Planner(experiment, options, store, cache).FullIdentity(experiment.trials.front());
  ResultRecord record = *drawn.tuning;
  record.Set(column::kRunId, run_id);
  store.Put(record.Get(column::kTrialId), identity, record);
  store.PutGrid({record.Get(column::kTrialId), drawn.trial->id});
}

/// The drawn trial alone, with the one that it takes values from before it.
Experiment WithTrial(const RecordedRun& run, const RecordedTrial& drawn) {
  Experiment one = run.experiment;
  one.trials.clear();
  for (const Trial& trial : run.experiment.trials)
    if (trial.id == drawn.trial->id || trial.id == drawn.trial->tuned_by)
      one.trials.push_back(trial);
  return one;
}

std::string CommitOf(const std::string& context) {
  const auto json = ParseJson(context);
  const OrderedJson* commit = json ? Member(*json, "commit") : nullptr;
  return commit != nullptr && commit->is_string() ? commit->get<std::string>().substr(0, 12) : "";
}

std::string MetricText(const ResultRecord& record) {
  return record.Get(column::kMetric) + " " + record.Text(column::kValue);
}

const ResultRecord* Find(const ResultFolder& results, const std::string& id) {
  const auto found = std::ranges::find_if(results.records, [&](const ResultRecord& record) {
    return record.Get(column::kTrialId) == id;
  });
  return found == results.records.end() ? nullptr : &*found;
}

void Judge(const RecordedRun& run, const RecordedTrial& drawn, const ResultFolder& again,
           VerifiedTrial& verified) {
  const ResultRecord* now = Find(again, drawn.trial->id);
  if (now == nullptr) {
    verified.outcome = VerifyOutcome::kDiffers;
    verified.what = "the run left no record of it";
    return;
  }
  const std::string context_now = again.contexts.empty() ? "" : again.contexts.back().json;
  verified.recorded_commit = CommitOf(run.context);
  verified.commit_now = CommitOf(context_now);
  if (!now->IsOk()) {
    verified.what = now->Status() + ": " + now->Get(column::kMessage);
    // What is absent or too large for this machine tells nothing of the recorded number.
    const bool is_fault = now->Get(column::kStatus) == TrialStatus::kFailed;
    if (is_fault) verified.outcome = VerifyOutcome::kDiffers;
    return;
  }
  verified.platform = ComparePlatforms(run.context, context_now, *drawn.record, *now);
  verified.what = MetricText(*now);
  verified.changes = CompareRecords(*drawn.record, *now, /*same_platform=*/true);
  verified.outcome = verified.changes.empty() ? VerifyOutcome::kSame : VerifyOutcome::kDiffers;
  const bool other_data = std::ranges::any_of(verified.platform, &PlatformChange::is_data);
  if (verified.changes.empty() || verified.platform.empty() || other_data) return;
  auto beyond_rounding = CompareRecords(*drawn.record, *now, /*same_platform=*/false);
  if (beyond_rounding.empty()) {
    verified.outcome = VerifyOutcome::kRounded;
  } else {
    verified.changes = std::move(beyond_rounding);
  }
}

VerifiedTrial RunAgain(const RecordedTrials& folder, const RecordedTrial& drawn,
                       const Catalogue& catalogue, const VerifyOptions& options) {
  const RecordedRun& run = folder.runs[drawn.run];
  VerifiedTrial verified{.folder = folder.folder, .trial = drawn.trial->id};
  const ScratchFolder scratch("mercer-verify");
  RunOptions again = options.run;
  again.out = scratch.path() / "results";
  again.threads = run.threads;
  const Experiment experiment = WithTrial(run, drawn);
  Silent silent;
  try {
    if (drawn.tuning != nullptr) PutTuning(experiment, again, catalogue, drawn);
    RunExperiment(experiment, catalogue, again, silent);
    Judge(run, drawn, ReadResults(again.out), verified);
  } catch (const InvalidInput& error) {
    verified.outcome = VerifyOutcome::kDiffers;
    verified.what = error.what();
  }
  return verified;
}

void NoteLeftOut(const RecordedTrials& folder, double most_seconds, VerifyResult& result) {
  const auto note = [&](std::size_t count, const std::string& why) {
    if (count > 0)
      result.left_out.push_back(folder.folder.string() + ": " + std::to_string(count) +
                                " trials cannot be drawn: " + why);
  };
  note(folder.num_slow,
       "they took longer than " + FormatNumber(most_seconds) + " s (--most-seconds)");
  note(folder.num_limited_by_time, "their training was limited by time");
  note(folder.num_unknown,
       "another version of Mercer, of its kernels, maps or learners made them, or the context of "
       "their run is missing; of a config with data or programs beside it name it with --config");
  for (const std::string& run : folder.unread)
    result.left_out.push_back(folder.folder.string() + ": " + run);
  for (const std::string& problem : folder.results.problems)
    result.left_out.push_back(folder.folder.string() + ": " + problem);
  result.damaged |= folder.results.damaged;
}

void RefuseExternal(const std::vector<RecordedTrials>& recorded,
                    const std::vector<DrawnTrial>& all_drawn) {
  std::set<std::string> commands;
  for (const DrawnTrial& drawn : all_drawn) {
    AddCommands(recorded[drawn.folder].trials[drawn.trial].trial->cell, commands);
  }
  if (commands.empty()) return;
  const std::vector<std::string> list(commands.begin(), commands.end());
  throw InvalidInput("verify: " + NotAllowedText("a trial that was drawn", Join(list, ", ")));
}

const char* Word(VerifyOutcome outcome) {
  switch (outcome) {
    case VerifyOutcome::kSame:
      return "same";
    case VerifyOutcome::kRounded:
      return "rounded";
    case VerifyOutcome::kDiffers:
      return "differs";
    case VerifyOutcome::kNotRun:
      break;
  }
  return "not run";
}

}  // namespace

int VerifyResult::ExitCode() const {
  const auto has = [this](VerifyOutcome outcome) {
    return std::ranges::find(trials, outcome, &VerifiedTrial::outcome) != trials.end();
  };
  const bool compared = has(VerifyOutcome::kSame) || has(VerifyOutcome::kRounded);
  return damaged || !compared || has(VerifyOutcome::kDiffers) ? 1 : 0;
}

VerifyResult Verify(const std::vector<fs::path>& folders, const Catalogue& catalogue,
                    const VerifyOptions& options,
                    const std::function<void(const VerifiedTrial&)>& on_trial) {
  VerifyResult result;
  std::vector<RecordedTrials> recorded;
  std::vector<std::size_t> counts;
  recorded.reserve(folders.size());
  for (const fs::path& folder : folders) {
    recorded.push_back(
        ReadRecordedTrials(folder, catalogue, options.config_path, options.most_seconds));
    counts.push_back(recorded.back().trials.size());
    result.candidates += counts.back();
    NoteLeftOut(recorded.back(), options.most_seconds, result);
  }
  if (result.candidates == 0) {
    throw InvalidInput("verify: no trial can be run again" +
                       (result.left_out.empty() ? "" : ": " + Join(result.left_out, "; ")));
  }
  const std::vector<DrawnTrial> all_drawn = DrawTrials(counts, options.sample, options.seed);
  if (!options.allow_external) RefuseExternal(recorded, all_drawn);
  for (const DrawnTrial& drawn : all_drawn) {
    const RecordedTrials& folder = recorded[drawn.folder];
    result.trials.push_back(RunAgain(folder, folder.trials[drawn.trial], catalogue, options));
    on_trial(result.trials.back());
  }
  return result;
}

std::string VerifiedText(const VerifiedTrial& trial) {
  std::string word = Word(trial.outcome);
  word.resize(8, ' ');
  std::string text = word + trial.folder.string() + "  " + trial.trial + "  " + trial.what + "\n";
  if (trial.outcome == VerifyOutcome::kSame || trial.outcome == VerifyOutcome::kNotRun) return text;
  const std::string indent(8, ' ');
  if (trial.outcome == VerifyOutcome::kDiffers) {
    for (const ColumnChange& change : trial.changes)
      text +=
          indent + change.column + ": " + change.recorded + " recorded, " + change.now + " now\n";
  }
  for (const PlatformChange& change : trial.platform)
    text += indent + "other " + change.what + ": " + change.recorded + " recorded, " + change.now +
            " here\n";
  if (!trial.changes.empty() && trial.platform.empty())
    text += indent +
            "data, compiler, instruction set, libraries and threads are the same: look at " +
            (trial.recorded_commit == trial.commit_now
                 ? std::string("changes that are not committed")
                 : "the program (commit " + trial.recorded_commit + " recorded, " +
                       trial.commit_now + " here)") +
            "\n";
  return text;
}

std::string SummaryText(const VerifyResult& result) {
  std::map<VerifyOutcome, std::size_t> counts;
  for (const VerifiedTrial& trial : result.trials) ++counts[trial.outcome];
  const std::size_t not_run = counts[VerifyOutcome::kNotRun];
  std::string text = std::to_string(result.trials.size() - not_run) + " of " +
                     std::to_string(result.candidates) +
                     " trials run again: " + std::to_string(counts[VerifyOutcome::kSame]) +
                     " the same to the last digit";
  if (const std::size_t n = counts[VerifyOutcome::kRounded])
    text += ", " + std::to_string(n) + " within the rounding of another platform";
  text += ", " + std::to_string(counts[VerifyOutcome::kDiffers]) + " differ";
  if (not_run > 0) text += "; " + std::to_string(not_run) + " more could not be run";
  text += "\n";
  for (const std::string& note : result.left_out) text += note + "\n";
  return text;
}

}  // namespace mercer
