#include "experiments/run/trial/timing.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "core/maps/draw_search.h"
#include "experiments/external/external_params.h"
#include "experiments/run/trial/map_measures.h"
#include "experiments/run/trial/pipeline.h"

namespace mercer {
namespace {

struct TimedPhase {
  PhaseColumns columns;
  Phase phase;
  bool of_map, of_learner;  // which part of a method it needs
};

constexpr std::array<TimedPhase, 5> kPhases = {{
    {kPhaseColumns[0], &PhaseSeconds::draw, true, false},
    {kPhaseColumns[1], &PhaseSeconds::transform_train, true, false},
    {kPhaseColumns[2], &PhaseSeconds::fit, false, true},
    {kPhaseColumns[3], &PhaseSeconds::transform_test, true, true},
    {kPhaseColumns[4], &PhaseSeconds::predict, false, true},
}};

double Least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

template <class Statistic>
PhaseTimes OfEachPhase(const std::vector<PhaseTimes>& repetitions, const Statistic& statistic) {
  MERCER_CHECK(!repetitions.empty());
  const auto of = [&](const auto& seconds) {
    std::vector<double> values;
    for (const PhaseTimes& times : repetitions) values.push_back(seconds(times));
    return statistic(std::move(values));
  };
  PhaseTimes out;
  for (const TimedPhase& timed : kPhases) {
    const Phase phase = timed.phase;
    out.*phase = of([&](const PhaseTimes& times) { return times.*phase; });
    out.program.*phase = of([&](const PhaseTimes& times) { return times.program.*phase; });
  }
  out.cpu = of([](const PhaseTimes& times) { return times.cpu; });
  return out;
}

std::vector<Index> SpreadRows(Index rows) {
  constexpr Index kRows = 64;
  std::vector<Index> numbers;
  for (Index i = 0; i < std::min(kRows, rows); ++i)
    numbers.push_back(rows <= kRows ? i : i * rows / kRows);
  return numbers;
}

// At most 64, and fewer where drawing them takes a search of more than about a millisecond.
Index WarmUpFeatures(const Machinery& machinery, Index d, Index of_trial) {
  constexpr double kOperations = 1e6;
  Index features = std::min(Index{64}, of_trial);
  if (!machinery.map_spec) return features;
  while (features > 2 &&
         DrawOperations(*machinery.map_spec, *machinery.kernel, d, features) > kOperations)
    features /= 2;
  return features;
}

}  // namespace

PhaseTimes TimePhases(const Trial& trial, const Machinery& machinery, const Parts& parts,
                      int threads) {
  PhaseTimes times;
  const MappedParts mapped = MapTraining(trial, machinery, parts.train_x, threads, times);
  if (trial.cell.learner) {
    FitAndScore(trial, machinery, mapped, parts, threads, times);
  } else if (mapped.map) {
    TransformGramRows(trial, *mapped.map, parts, threads, times);
  }
  return times;
}

void WarmUp(const Trial& trial, const Machinery& machinery, const Parts& parts, int threads) {
  constexpr double kBytes = 88 << 20;  // the program itself among them
  constexpr double kFitSeconds = 0.005;
  Trial small = trial;
  small.cell.num_random_features =
      WarmUpFeatures(machinery, parts.train_x.cols(), trial.cell.num_random_features);
  small.max_seconds = kFitSeconds;  // some learners go on until their time is over
  const std::vector<Index> train = SpreadRows(parts.train_x.rows());
  const std::vector<Index> test = SpreadRows(parts.test_x.rows());
  try {
    const Examples train_x = parts.train_x.Select(train), test_x = parts.test_x.Select(test);
    const Vector train_y = parts.train_y(train), test_y = parts.test_y(test);
    const Parts slice{train_x, train_y, test_x, test_y};
    if (EstimateBytes(small, machinery, slice) > kBytes) return;
    TimePhases(small, machinery, slice, threads);
  } catch (const std::exception&) {
    // So few rows may not do: what is wrong with the trial itself is said when it runs.
  }
}

PhaseTimes MedianTimes(const std::vector<PhaseTimes>& repetitions) {
  return OfEachPhase(repetitions, Median);
}

PhaseTimes LeastTimes(const std::vector<PhaseTimes>& repetitions) {
  return OfEachPhase(repetitions, Least);
}

void SetTimes(const std::vector<PhaseTimes>& repetitions, const MachineUse& use, int threads,
              bool shared, const Cell& cell, ResultRecord& record) {
  const PhaseTimes median = MedianTimes(repetitions), least = LeastTimes(repetitions);
  for (const TimedPhase& timed : kPhases) {
    if ((timed.of_map && !cell.map) || (timed.of_learner && !cell.learner)) continue;
    record.Set(timed.columns.seconds, median.*timed.phase);
    if (repetitions.size() > 1) record.Set(timed.columns.least_seconds, least.*timed.phase);
    if ((timed.of_map ? *cell.map : *cell.learner).name == kExternalName)
      record.Set(timed.columns.program_seconds, median.program.*timed.phase);
  }
  record.Set(column::kCpuS, median.cpu);
  if (use.other_cpu_s) record.Set(column::kOtherCpuS, *use.other_cpu_s);
  record.Set(column::kSystemCpuS, use.system_cpu_s);
  record.Set(column::kPageFaults, use.page_faults);
  record.Set(column::kContextSwitches, use.context_switches);
  if (use.last_mhz) record.Set(column::kCpuMhz, *use.last_mhz);
  const std::string note = shared ? kSharedNote : use.Disturbance(threads);
  if (note.empty()) return;
  record.Set(column::kTimingValid, false);
  record.Set(column::kTimingNote, note);
}

}  // namespace mercer
