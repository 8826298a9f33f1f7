// bench_folders FOLDER [REPETITIONS]: makes FOLDER/sweep.json and FOLDER/results with 10,000 trials
// for each repetition (10), where they are not there yet, then opens and reports the results. A
// line of JSON for each figure, seconds by wall clock and of CPU.

#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>

#include "benchmarks/made_sweep.h"
#include "core/base/stopwatch.h"
#include "experiments/report/report.h"
#include "experiments/run/sweep/runner.h"

namespace {

namespace fs = std::filesystem;

void Measure(const std::string& what, std::size_t trials, const std::function<void()>& work) {
  const mercer::Stopwatch watch;
  const std::clock_t before = std::clock();
  work();
  const double cpu = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  std::cout << R"({"what": ")" << what << R"(", "trials": )" << trials << R"(, "seconds": )"
            << watch.Seconds() << R"(, "cpu_seconds": )" << cpu << "}" << std::endl;
}

void Run(const fs::path& folder, int repetitions) {
  using mercer::ResultStore;
  const fs::path config = folder / "sweep.json", results = folder / "results";
  fs::create_directories(folder);
  std::ofstream(config) << mercer::SweepConfig(repetitions);
  const mercer::Catalogue catalogue(folder / "data");
  const mercer::Experiment experiment = mercer::RequireConfig(config.string(), catalogue);
  if (!fs::exists(results)) mercer::MakeSweepFolder(experiment, catalogue, results);
  mercer::RunOptions options;
  options.out = results;
  const std::size_t trials = mercer::ExpandTrials(experiment).size();
  Measure("look", trials, [&] { ResultStore(results, experiment.name); });
  Measure("open for writing", trials,
          [&] { ResultStore(results, experiment.name, mercer::NewRunId()); });
  Measure("plan", trials, [&] { mercer::PlanRun(experiment, catalogue, options); });
  Measure("read", trials, [&] { mercer::ReadResults(results); });
  Measure("report as text", trials, [&] { mercer::Report(results, "text"); });
  Measure("report as csv", trials, [&] { mercer::Report(results, "csv"); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: bench_folders FOLDER [REPETITIONS]\n";
    return 2;
  }
  Run(argv[1], argc > 2 ? std::stoi(argv[2]) : 10);
  return 0;
}
