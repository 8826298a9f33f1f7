#include "experiments/run/trial/tuning_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/base/text.h"
#include "experiments/run/machine/memory.h"
#include "experiments/run/trial/tuning_scores.h"

namespace mercer {
namespace {

std::string TunedOn(const TuningSpec& spec, Index training_rows) {
  if (spec.on_test) return kTunedOnTest;
  const Index rows = spec.max_rows > 0 ? std::min(spec.max_rows, training_rows) : training_rows;
  const std::string share = spec.folds > 0
                                ? "train-folds (" + std::to_string(spec.folds)
                                : "train-validation (" + FormatNumber(spec.validation_fraction);
  return share + " of " + std::to_string(rows) + " training rows)";
}

void TryPoints(const Trial& trial, const TrialSettings& settings, const TrialData& data,
               ResultRecord& record) {
  const Machinery machinery = MakeMachinery(trial, data.train_x);
  DescribeMachinery(trial, machinery, data, record);
  record.Set(column::kTunedOn, TunedOn(*trial.tuning, data.train_x.rows()));
  PhaseTimes times;
  times.on_phase = settings.on_phase;
  const std::vector<TunedValues> points = GridPoints(*trial.tuning);
  const std::vector<double> merits = ScoreGrid(trial, points, data, settings, times);
  double best = -std::numeric_limits<double>::infinity();
  std::vector<std::string> tried;
  for (std::size_t i = 0; i < points.size(); ++i) {
    tried.push_back(FormatTuned(points[i]) + ": " + FormatNumber(merits[i]));
    if (!(merits[i] > best)) continue;
    best = merits[i];
    record.Set(column::kTunedParams, FormatTuned(points[i]));
  }
  if (!std::isfinite(best))
    throw InvalidInput("tuning: no point of the grid has a finite score (" + Join(tried, "; ") +
                       ")");
  record.Set(column::kValue, best);
  const bool values = machinery.learner && machinery.learner->target() == Target::kValues;
  const std::string rows = trial.tuning->on_test ? "test" : "validation";
  record.Set(
      column::kMessage,
      (values ? "1 - " + rows + " relative error: " : rows + " accuracy ") + Join(tried, "; "));
  record.Set(column::kFitS, times.fit);
  record.Set(column::kPredictS, times.predict);
  record.Set(column::kCpuS, times.cpu);
}

}  // namespace

ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache) {
  ResultRecord record = StartRecord(trial, settings);
  record.Set(column::kMetric, kTuningMetric);
  RunGuarded(record, [&] {
    ResetPeakMemory();
    settings.Tell("data");
    const std::shared_ptr<const TrialData> data = cache.Get(trial);
    TryPoints(trial, settings, *data, record);
    if (const auto peak = PeakMemoryMib())
      record.Set(column::kPeakRssMib, std::round(*peak * 10) / 10);
  });
  return record;
}

TunedValues ChosenValues(const TuningSpec& spec, const ResultRecord& record) {
  for (const TunedValues& point : GridPoints(spec)) {
    if (FormatTuned(point) == record.Get(column::kTunedParams)) return point;
  }
  throw InvalidInput("the tuning trial chose '" + record.Get(column::kTunedParams) +
                     "', which is no point of its grid");
}

}  // namespace mercer
