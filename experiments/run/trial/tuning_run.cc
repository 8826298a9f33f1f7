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
  record.Set("tuned_on", TunedOn(*trial.tuning, data.train_x.rows()));
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
    record.Set("tuned_params", FormatTuned(points[i]));
  }
  if (!std::isfinite(best))
    throw InvalidInput("tuning: no point of the grid has a finite score (" + Join(tried, "; ") +
                       ")");
  record.SetNumber("value", best);
  const bool values = machinery.learner && machinery.learner->target() == Target::kValues;
  const std::string rows = trial.tuning->on_test ? "test" : "validation";
  record.Set("message", (values ? "1 - " + rows + " relative error: " : rows + " accuracy ") +
                            Join(tried, "; "));
  record.SetNumber("fit_s", times.fit);
  record.SetNumber("predict_s", times.predict);
  record.SetNumber("cpu_s", times.cpu);
}

}  // namespace

ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache) {
  ResultRecord record = StartRecord(trial, settings);
  record.Set("metric", kTuningMetric);
  RunGuarded(record, [&] {
    ResetPeakMemory();
    settings.Tell("data");
    const std::shared_ptr<const TrialData> data = cache.Get(trial);
    TryPoints(trial, settings, *data, record);
    if (const auto peak = PeakMemoryMib())
      record.SetNumber("peak_rss_mib", std::round(*peak * 10) / 10);
  });
  return record;
}

TunedValues ChosenValues(const TuningSpec& spec, const ResultRecord& record) {
  for (const TunedValues& point : GridPoints(spec)) {
    if (FormatTuned(point) == record.Get("tuned_params")) return point;
  }
  throw InvalidInput("the tuning trial chose '" + record.Get("tuned_params") +
                     "', which is no point of its grid");
}

}  // namespace mercer
