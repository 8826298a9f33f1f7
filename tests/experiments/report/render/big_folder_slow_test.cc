// A results folder of 100,000 trials is opened and reported in seconds. benchmarks/bench_folders
// measures the same; the bounds here are what the program promises, on an idle machine several
// times what it takes.

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "benchmarks/made_sweep.h"
#include "core/base/stopwatch.h"
#include "experiments/report/report.h"
#include "experiments/run/sweep/runner.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

double SecondsOf(const std::function<void()>& work) {
  const Stopwatch watch;
  work();
  return watch.Seconds();
}

TEST(BigFolder, OpensInFiveSecondsAndReportsInFifteen) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "timed with the plain program";
#endif
  constexpr int kRepetitions = 10;
  constexpr std::size_t kTrials = 100'000;
  const testing::TemporaryFolder folder;
  const std::filesystem::path results = folder / "results";
  const Catalogue catalogue(folder / "data");
  testing::WriteFile(folder / "sweep.json", SweepConfig(kRepetitions));
  const Experiment experiment = RequireConfig((folder / "sweep.json").string(), catalogue);
  MakeSweepFolder(experiment, catalogue, results);

  RunOptions options;
  options.out = results;
  EXPECT_LT(SecondsOf([&] {
              const ResultStore store(results, experiment.name);
              EXPECT_EQ(store.records().size(), kTrials);
            }),
            5);
  EXPECT_LT(SecondsOf([&] {
              const ResultStore store(results, experiment.name, NewRunId());
              EXPECT_EQ(store.records().size(), kTrials);
            }),
            5);
  EXPECT_LT(SecondsOf([&] {
              std::size_t kept = 0;
              for (const PlannedTrial& planned : PlanRun(experiment, catalogue, options))
                kept += planned.run ? 0U : 1U;
              EXPECT_EQ(kept, kTrials);
            }),
            15);
  for (const char* format : {"text", "csv"})
    EXPECT_LT(SecondsOf([&] { EXPECT_GT(Report(results, format).size(), 100'000U); }), 15);
}

}  // namespace
}  // namespace mercer
