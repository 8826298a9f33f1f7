#include "tools/sweep/prepared_run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/base/text.h"
#include "core/data/formats/text_fault.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/config/config.h"
#include "experiments/external/exchange_files.h"
#include "experiments/external/external_use.h"
#include "experiments/report/report.h"
#include "experiments/run/sweep/json_log.h"
#include "experiments/run/sweep/observers.h"
#include "experiments/run/sweep/progress.h"
#include "experiments/run/sweep/runner.h"
#include "experiments/store/store.h"
#include "tools/config_arguments.h"
#include "tools/interrupt.h"
#include "tools/paper_files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

/// The experiments with every fault of every config at once.
std::vector<Experiment> ReadExperiments(const RunRequest& request, const Catalogue& catalogue) {
  std::vector<Experiment> experiments;
  Texts faults;
  std::set<std::string> names;
  for (const std::string& path : request.configs) {
    ConfigResult result = ReadConfig(path, catalogue, request.options.settings);
    if (!result.experiment) {
      faults.push_back(FormatFaults(path, result.faults));
    } else if (!names.insert(result.experiment->name).second) {
      faults.push_back(path + ": experiment '" + result.experiment->name +
                       "' is also that of another config given; expected each once");
    } else {
      const Texts of_files = PaperFileFaults(*result.experiment);
      faults.insert(faults.end(), of_files.begin(), of_files.end());
      experiments.push_back(std::move(*result.experiment));
    }
  }
  if (!faults.empty()) throw InvalidInput(Join(faults, "\n"));
  return experiments;
}

/// Nobody's programs are started by a config that was only meant to be run.
void RefuseExternal(const std::vector<Experiment>& experiments) {
  std::set<std::string> commands;
  for (const Experiment& experiment : experiments) {
    for (const Trial& trial : experiment.trials) AddCommands(trial.cell, commands);
  }
  if (commands.empty()) return;
  throw InvalidInput("run: " + NotAllowedText(experiments.size() == 1 ? "the config" : "a config",
                                              Join(Texts(commands.begin(), commands.end()), ", ")));
}

/// One config: --out itself; several: a folder in it for each.
fs::path OutFolder(const RunRequest& request, const Experiment& experiment) {
  if (request.out.empty()) return fs::path("results") / "scratch" / experiment.name;
  return request.configs.size() == 1 ? fs::path(request.out)
                                     : fs::path(request.out) / experiment.name;
}

/// What the thread that stops everything may ask for at any moment.
class Current {
 public:
  void Set(const fs::path& folder, const Progress* progress, std::vector<JsonLog*> logs) {
    const std::lock_guard lock(mutex_);
    folder_ = folder;
    progress_ = progress;
    logs_ = std::move(logs);
  }

  /// Says how far it got and how to go on, then makes the tables of what is there.
  void Stop(const std::string& command) {
    const std::lock_guard lock(mutex_);
    std::string text = "\nstopped";
    if (progress_ != nullptr) {
      text += ": " + std::to_string(progress_->done()) + " of " +
              std::to_string(progress_->total()) + " trials are done and kept in " +
              folder_.string();
    }
    std::cerr << text << "\ngo on with: " << command << std::endl;
    for (JsonLog* log : logs_) log->OnStopped();
    if (progress_ == nullptr || progress_->total() == 0) return;
    RewriteTrialsCsv(folder_);
    WriteSummary(folder_);
  }

 private:
  std::mutex mutex_;
  fs::path folder_;
  const Progress* progress_ = nullptr;
  std::vector<JsonLog*> logs_{};
};

void PrintPlan(const Experiment& experiment, const std::vector<PlannedTrial>& plan) {
  const TrialNames names = NamesOf(plan);
  std::size_t count = 0;
  std::size_t stale = 0;
  for (const PlannedTrial& planned : plan) {
    if (!planned.run) {
      stale += planned.stale ? 1U : 0U;
      continue;
    }
    ++count;
    std::cout << names.Of(planned.trial) << (planned.stale ? " (its record is stale)" : "") << "\n";
  }
  std::cout << experiment.name << ": " << count << " of " << plan.size() << " trials would run\n";
  if (stale > 0) std::cout << stale << " trials are stale; --retry stale would run them too\n";
}

/// "a, b and 3 more".
std::string SomeOf(const Texts& names) {
  constexpr std::size_t kNamed = 3;
  const std::size_t shown = std::min(kNamed, names.size());
  const std::string rest =
      names.size() > shown ? " and " + std::to_string(names.size() - shown) + " more" : "";
  return Join({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown)}, ", ") + rest;
}

void PrintGone(const Texts& gone, const fs::path& folder) {
  if (gone.empty()) return;
  std::cerr << gone.size() << " records that this run made or kept are gone or damaged in "
            << folder.string() << " (trials/<run-id>.jsonl: " << SomeOf(gone)
            << "): something else deletes or changes files there; the same command runs their "
            << "trials again\n";
}

void PrintSummary(const Experiment& experiment, const RunSummary& summary, const fs::path& folder) {
  for (const std::string& problem : summary.problems) std::cerr << Printable(problem) << "\n";
  if (!summary.stale.empty()) {
    constexpr std::size_t kNamed = 10;
    std::cerr << summary.stale.size() << " trials are stale (their results were made with other "
              << "data, code, seeds or tuned values): left out of the tables; --retry stale runs "
              << "them again\n";
    for (std::size_t i = 0; i < std::min(kNamed, summary.stale.size()); ++i)
      std::cerr << "  " << summary.stale[i] << "\n";
    if (summary.stale.size() > kNamed)
      std::cerr << "  and " << summary.stale.size() - kNamed << " more\n";
  }
  if (summary.stale_elsewhere > 0) {
    std::cerr << summary.stale_elsewhere << " trials that were not asked for are stale too: left "
              << "out of the tables\n";
  }
  if (summary.unlisted > 0) {
    std::cerr << summary.unlisted
              << " records belong to no trial of the config as it is now (it or "
              << "the code changed): left out of trials.csv\n";
  }
  PrintGone(summary.gone, folder);
  std::cerr << experiment.name << ": " << summary.ok << " ok, " << summary.failed << " failed, "
            << summary.skipped << " skipped; " << summary.ran << " ran now, " << summary.kept
            << " kept; results in " << folder.string() << "\n";
}

/// The folder was good when the run began: what is wrong with it now is no fault of the input.
void WriteTables(const fs::path& folder) {
  try {
    WriteSummary(folder);
  } catch (const InvalidInput& error) {
    throw StoreError(error.what());
  }
}

/// Seconds between two tables of a run that goes on: $MERCER_TABLES_SECONDS, else 30.
double SecondsBetweenTables() {
  constexpr double kSeconds = 30;
  const char* given = std::getenv("MERCER_TABLES_SECONDS");
  double seconds = 0;
  return given != nullptr && ParseNumber(given, &seconds) && seconds >= 0 ? seconds : kSeconds;
}

/// Writes summary.csv and report.md of what is there while a run goes on, between two trials. They
/// take at most a fiftieth of its time.
class PeriodicTables : public RunObserver {
 public:
  explicit PeriodicTables(fs::path folder) : folder_(std::move(folder)) {}

  void OnStart(std::size_t /*total*/, const std::vector<const Trial*>& /*to_run*/) override {}
  void OnTrialStart(const Trial& /*trial*/) override {}
  void OnTrialEnd(const Trial& /*trial*/, const ResultRecord& /*record*/,
                  double /*seconds*/) override {
    constexpr double kTimesItsCost = 50;
    if (since_.Seconds() < wait_) return;
    const Stopwatch watch;
    try {
      WriteSummary(folder_);
    } catch (const InvalidInput&) {  // what is wrong with the folder is said at the end
    }
    wait_ = std::max(SecondsBetweenTables(), kTimesItsCost * watch.Seconds());
    since_ = {};
  }
  void OnEnd() override {}

 private:
  fs::path folder_;
  Stopwatch since_;
  double wait_ = SecondsBetweenTables();
};

void PrintTables(const fs::path& folder) {
  WriteTables(folder);
  try {
    std::cout << Report(folder, "text") << std::flush;
  } catch (const InvalidInput& error) {
    throw StoreError(error.what());
  }
}

/// Runs one config into request.options.out. `asked`: the log of --json-log, or null. Returns the
/// number of trials that did not end well.
std::size_t RunOne(const Experiment& experiment, const Catalogue& catalogue, const PreparedRun& run,
                   Current& current, JsonLog* asked) {
  const fs::path& out = run.request.options.out;
  JsonLog kept(JsonLog::InFolder{out});
  std::vector<JsonLog*> logs{&kept};
  if (asked != nullptr) logs.push_back(asked);
  Progress progress(std::cerr, isatty(STDERR_FILENO) == 1, run.slots);
  PeriodicTables tables(out);
  std::vector<RunObserver*> observers{&progress, &tables};
  for (JsonLog* log : logs) {
    log->set_experiment(experiment.name);
    observers.push_back(log);
  }
  current.Set(out, &progress, logs);
  Observers all(observers);
  const RunSummary summary = RunExperiment(experiment, catalogue, run.request.options, all);
  PrintSummary(experiment, summary, out);
  // A shard may hold no trial, and all that there was may be stale.
  if (summary.ran + summary.kept > 0) {
    PrintTables(out);
  } else if (summary.rows > 0) {
    WriteTables(out);
  }
  current.Set("", nullptr, {});
  if (kept.failed())
    std::cerr << "some lines of " << kept.path().string() << " could not be written\n";
  return summary.failed + summary.gone.size();
}

/// The file of this program, which may have been moved or replaced since: the kernel still has it.
std::string ProgramPath() { return "/proc/self/exe"; }

}  // namespace

PreparedRun PrepareRun(const Texts& arguments) {
  PreparedRun run;
  run.command = "mercer run" + QuotedWords(arguments);
  run.request = ReadRunRequest(arguments);
  run.request.options.worker = {ProgramPath(), "worker"};
  run.catalogue = std::make_unique<Catalogue>(DataDir(run.request.data));
  run.experiments = ReadExperiments(run.request, *run.catalogue);
  if (run.request.allow_external) {
    // Programs run in workers alone, where a trial's limits end them.
    run.request.options.worker.push_back("--allow-external");
  } else if (!run.request.dry_run) {
    RefuseExternal(run.experiments);
  }
  run.slots = run.request.options.jobs;
  return run;
}

int RunPrepared(PreparedRun& run) {
  RunRequest& request = run.request;
  const Catalogue& catalogue = *run.catalogue;
  const std::vector<Experiment>& experiments = run.experiments;
  // Everything that can be wrong is found before the first trial of the first config runs.
  const bool plan_first = request.dry_run || experiments.size() > 1;
  for (std::size_t i = 0; plan_first && i < experiments.size(); ++i) {
    request.options.out = OutFolder(request, experiments[i]);
    const auto plan = PlanRun(experiments[i], catalogue, request.options);
    if (request.dry_run) PrintPlan(experiments[i], plan);
  }
  if (request.dry_run) return 0;
  std::optional<JsonLog> log;
  if (!request.json_log.empty()) log.emplace(request.json_log);

  const auto current = std::make_shared<Current>();
  StopOnSignals([current, command = run.command] { current->Stop(command); });
  std::size_t faults = 0;
  for (const Experiment& experiment : experiments) {
    request.options.out = OutFolder(request, experiment);
    faults += RunOne(experiment, catalogue, run, *current, log ? &*log : nullptr);
  }
  // A trial that was killed could not remove the files that it exchanged.
  if (request.allow_external) ExchangeFolder::RemoveLeft();
  if (log && log->failed()) std::cerr << "some lines of --json-log could not be written\n";
  return faults > 0 ? 1 : 0;
}

}  // namespace mercer
