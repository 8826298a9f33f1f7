#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/config/config.h"
#include "experiments/config/only.h"
#include "experiments/run/machine/measure_passport.h"
#include "experiments/run/machine/system_facts.h"
#include "experiments/run/plan/cost/cost.h"
#include "experiments/run/plan/error_plan.h"
#include "experiments/run/plan/expected.h"
#include "experiments/run/sweep/progress.h"
#include "experiments/run/sweep/runner.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

std::string Number(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string Line(const PlannedTrial& planned, const ExpectedTrial& expected,
                 const TrialNames& names) {
  std::string text = names.Of(planned.trial) + ": ";
  if (!planned.run) return text + "done\n";
  if (!expected.cost) {
    return text +
           (expected.here ? "not known before it runs\n" : "not known before its data are here\n");
  }
  return text + Number("%.3g", expected.cost->operations) + " operations, " +
         Number("%.3g", expected.cost->bytes / (1 << 20)) + " MiB, " +
         FormatDuration(expected.seconds) + (expected.here ? "" : ", its data are not here") +
         (expected.fits ? "" : ", above the limit of memory") + "\n";
}

// What some of the trials of a plan take together.
struct Total {
  std::size_t trials = 0, unknown = 0;  // of all; of those whose cost is not known
  double seconds = 0, operations = 0, bytes = 0;

  void Add(const ExpectedTrial& expected) {
    ++trials;
    unknown += expected.cost ? 0U : 1U;
    if (!expected.cost) return;
    seconds += expected.seconds;
    operations += expected.cost->operations;
    bytes = std::max(bytes, expected.cost->bytes);
  }

  std::string Text() const {
    std::string text = "about " + FormatDuration(seconds) + ", " + Number("%.3g", operations) +
                       " operations, " + Number("%.3g", bytes / (1 << 30)) + " GiB at most";
    if (unknown > 0)
      text += ", besides " + std::to_string(unknown) + " of which nothing is known yet";
    return text;
  }
};

std::string Counted(std::size_t trials) {
  return std::to_string(trials) + (trials == 1 ? " trial" : " trials");
}

void Print(const Experiment& experiment, const std::vector<PlannedTrial>& plan,
           const std::vector<ExpectedTrial>& expected) {
  const TrialNames names = NamesOf(plan);
  Total run, absent;
  std::size_t too_large = 0;
  std::set<std::string> to_get;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    std::cout << Line(plan[i], expected[i], names);
    if (!plan[i].run) continue;
    if (!expected[i].here) {
      absent.Add(expected[i]);
      to_get.insert(plan[i].trial.cell.dataset.name);
    } else if (!expected[i].fits) {
      ++too_large;
    } else {
      run.Add(expected[i]);
    }
  }
  std::cout << experiment.name << ": " << run.trials << " of " << plan.size()
            << " trials would run, " << run.Text();
  if (absent.trials > 0) {
    std::cout << "; plus " << Counted(absent.trials) << " whose data are absent ("
              << Join(Texts(to_get.begin(), to_get.end()), ", ") << "), " << absent.Text();
  }
  if (too_large > 0) std::cout << "; " << Counted(too_large) << " above the limit of memory";
  std::cout << "\n";
}

// Each data set is read once for all maps and kernels.
void PrintSizes(const std::vector<Experiment>& experiments, const CommandLine& line,
                const RunOptions& run, const Catalogue& catalogue) {
  const double target = line.Get("error", 0.0);
  const std::optional<Index> max =
      line.Has("max") ? std::optional(line.Get("max", Index{0})) : std::nullopt;
  std::vector<SizedExperiment> sized;
  for (const Experiment& experiment : experiments) {
    TrialDataCache cache(catalogue);
    sized.push_back({experiment.name, target,
                     SizeForError(FilterTrials(experiment.trials, run.only), target, max, cache)});
    if (!line.Flag("json"))
      std::cout << SizedText(experiment.name, target, sized.back().maps) << std::flush;
  }
  if (line.Flag("json")) std::cout << SizedJson(sized);
}

// --error asks for another plan, which has options of its own.
void CheckOptions(const CommandLine& line) {
  if (line.rest().empty()) throw InvalidInput("plan: no config given; expected plan CONFIG…");
  if (line.Has("error")) {
    line.Refuse({"out", "shard", "results", "no-passport"},
                "is given with --error, which plans no run; expected one of them");
  } else {
    line.Refuse({"max", "json"}, "goes with --error, which is not given; expected both or neither");
  }
}

}  // namespace

int PlanCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("plan", arguments);
  CheckOptions(line);
  RunOptions run;
  run.only = OnlyOf(line);
  run.settings = SettingsOf(line);
  if (line.Has("shard")) run.shard = ParseShard(line.Text("shard"));
  const Catalogue catalogue(DataDir(line.Text("data")));
  std::vector<Experiment> experiments;
  for (const std::string& path : line.rest())
    experiments.push_back(RequireConfig(path, catalogue, run.settings));
  UseOneBlasThread();
  if (line.Has("error")) {
    PrintSizes(experiments, line, run, catalogue);
    return 0;
  }
  const bool measure = !line.Flag("no-passport") && std::getenv("MERCER_NO_PASSPORT") == nullptr;
  const Passport passport = measure ? MachinePassport() : ReferencePassport();
  for (const Experiment& experiment : experiments) {
    const fs::path out = line.Text("out");
    run.out = out.empty() ? fs::path("results") / "scratch" / experiment.name
                          : (experiments.size() == 1 ? out : out / experiment.name);
    const std::vector<PlannedTrial> plan = PlanRun(experiment, catalogue, run);
    const fs::path published = fs::path(line.Text("results", "results")) / experiment.name;
    Print(experiment, plan,
          ExpectTrials(plan, catalogue, passport, FinishedRecords(run.out),
                       MemoryLimitBytes(experiment, run), PublishedRuns(published, passport)));
  }
  return 0;
}

}  // namespace mercer
