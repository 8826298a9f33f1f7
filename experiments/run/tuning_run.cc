#include "experiments/run/tuning_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/base/random.h"
#include "core/base/text.h"
#include "experiments/run/memory.h"

namespace mercer {
namespace {

/// Fitting rows and validation rows: a random part of the training part, split in two.
struct TuningParts {
  Examples fit_x, validation_x;
  Vector fit_y, validation_y;
};

Vector SelectLabels(const Vector& y, const std::vector<Index>& numbers) {
  Vector selected(static_cast<Index>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) selected(static_cast<Index>(i)) = y(numbers[i]);
  return selected;
}

TuningParts DrawParts(const Trial& trial, const TrialData& data) {
  RandomStream stream(trial.seeds.split, StreamPurpose::kTuning, 0);
  std::vector<Index> rows = RandomPermutation(stream, data.train_x.rows());
  const TuningSpec& spec = *trial.tuning;
  if (spec.max_rows > 0 && spec.max_rows < data.train_x.rows())
    rows.resize(static_cast<std::size_t>(spec.max_rows));
  const auto validation_rows =
      static_cast<std::ptrdiff_t>(spec.validation_fraction * static_cast<double>(rows.size()));
  if (validation_rows < 1 || validation_rows >= static_cast<std::ptrdiff_t>(rows.size())) {
    throw InvalidInput("tuning: a validation fraction of " +
                       FormatNumber(spec.validation_fraction) + " of " +
                       std::to_string(rows.size()) + " training rows leaves no row on one side");
  }
  std::vector<Index> validation(rows.begin(), rows.begin() + validation_rows);
  std::vector<Index> fit(rows.begin() + validation_rows, rows.end());
  std::sort(validation.begin(), validation.end());
  std::sort(fit.begin(), fit.end());
  return {data.train_x.Select(fit), data.train_x.Select(validation),
          SelectLabels(data.train_y, fit), SelectLabels(data.train_y, validation)};
}

/// Draws and applies a map again only where the point changed more than the learner.
class PointRunner {
 public:
  PointRunner(const Trial& trial, const TrialData& data, const TuningParts& parts,
              const TrialSettings& settings)
      : trial_(trial),
        data_(data),
        parts_{parts.fit_x, parts.fit_y, parts.validation_x, parts.validation_y},
        settings_(settings) {}

  double Merit(const TunedValues& point, PhaseTimes& times) {
    const Trial trial = ApplyTuned(trial_, point);
    // A bandwidth rule keeps looking at the whole training part: every point has the same kernel.
    const Machinery machinery = MakeMachinery(trial, data_.train_x);
    RequireMemory(EstimateBytes(trial, machinery, parts_), settings_.memory_limit_bytes);
    if (!machinery.map_spec) return Score(trial, machinery, parts_.train_x, times);
    const std::string key =
        machinery.kernel_params.Canonical() + "\n" + machinery.map_params.Canonical();
    if (map_ == nullptr || key != key_) {
      features_ = Examples();
      map_ = DrawMap(trial, machinery, parts_.train_x, times);
      if (!machinery.streams)
        features_ = Timed(times.transform_train, times,
                          [&] { return Features(*map_, parts_.train_x, settings_.threads); });
      key_ = key;
    }
    return Score(trial, machinery, features_, times);
  }

 private:
  double Score(const Trial& trial, const Machinery& machinery, const Examples& features,
               PhaseTimes& times) const {
    return FitAndScore(trial, machinery, map_.get(), features, parts_, settings_.threads, times)
        .Merit();
  }

  const Trial& trial_;
  const TrialData& data_;
  Parts parts_;
  const TrialSettings& settings_;
  std::string key_;
  std::unique_ptr<FeatureMap> map_;
  Examples features_;
};

std::string TunedOn(const TuningSpec& spec, const TuningParts& parts) {
  return "train-validation (" + FormatNumber(spec.validation_fraction) + " of " +
         std::to_string(parts.fit_x.rows() + parts.validation_x.rows()) + " training rows)";
}

void TryPoints(const Trial& trial, const TrialSettings& settings, const TrialData& data,
               ResultRecord& record) {
  const Machinery machinery = MakeMachinery(trial, data.train_x);
  DescribeMachinery(trial, machinery, data, record);
  const TuningParts parts = DrawParts(trial, data);
  record.Set("tuned_on", TunedOn(*trial.tuning, parts));
  PointRunner runner(trial, data, parts, settings);
  PhaseTimes times;
  double best = -std::numeric_limits<double>::infinity();
  std::vector<std::string> tried;
  for (const TunedValues& point : GridPoints(*trial.tuning)) {
    const double merit = runner.Merit(point, times);
    tried.push_back(FormatTuned(point) + ": " + FormatNumber(merit));
    if (merit <= best) continue;
    best = merit;
    record.Set("tuned_params", FormatTuned(point));
  }
  record.Set("metric", kTuningMetric);
  record.SetNumber("value", best);
  const bool values = machinery.learner && machinery.learner->target() == Target::kValues;
  record.Set("message", (values ? "1 - validation relative error: " : "validation accuracy ") +
                            Join(tried, "; "));
  record.SetNumber("fit_s", times.fit);
  record.SetNumber("predict_s", times.predict);
  record.SetNumber("cpu_s", times.cpu);
}

}  // namespace

std::vector<TunedValues> GridPoints(const TuningSpec& spec) {
  std::vector<TunedValues> points{{}};
  for (const auto& [path, listed] : spec.grid) {
    ParamValue::List values = listed;
    std::stable_sort(values.begin(), values.end(), [](const ParamValue& a, const ParamValue& b) {
      return a.is_number() && b.is_number() && a.AsNumber() < b.AsNumber();
    });
    std::vector<TunedValues> longer;
    for (const TunedValues& point : points) {
      for (const ParamValue& value : values) {
        longer.push_back(point);
        longer.back().emplace_back(path, value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache) {
  ResultRecord record = StartRecord(trial, settings);
  record.Set("metric", kTuningMetric);
  RunGuarded(record, [&] {
    ResetPeakMemory();
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
