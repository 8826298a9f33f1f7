#include "experiments/run/trial/tuning_scores.h"

#include <cmath>
#include <memory>

#include "core/linalg/stable_norm.h"
#include "experiments/run/trial/tuning_splits.h"

namespace mercer {
namespace {

/// Fits and scores points on one split. Draws and applies a map again only where the point changed
/// more than the learner.
class PointRunner {
 public:
  PointRunner(const Trial& trial, const TrialData& data, const Parts& parts,
              const TrialSettings& settings)
      : trial_(trial), data_(data), parts_(parts), settings_(settings) {}

  Scored Score(const TunedValues& point, PhaseTimes& times) {
    const Trial trial = ApplyTuned(trial_, point, parts_.train_x.rows());
    // A bandwidth rule keeps looking at the whole training part, whatever the split.
    const Machinery machinery = MakeMachinery(trial, data_.train_x);
    RequireMemory(EstimateBytes(trial, machinery, parts_), settings_.memory_limit_bytes);
    if (!machinery.map_spec) return Fit(trial, machinery, parts_.train_x, times);
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
    return Fit(trial, machinery, features_, times);
  }

 private:
  Scored Fit(const Trial& trial, const Machinery& machinery, const Examples& features,
             PhaseTimes& times) const {
    return FitAndScore(trial, machinery, map_.get(), features, parts_, settings_.threads, times);
  }

  const Trial& trial_;
  const TrialData& data_;
  const Parts& parts_;
  const TrialSettings& settings_;
  std::string key_;
  std::unique_ptr<FeatureMap> map_;
  Examples features_;
};

/// Merit over the predictions of several splits together.
class PooledMerit {
 public:
  void Add(const Scored& scored, const Vector& y) {
    rows_ += static_cast<double>(y.size());
    if (scored.accuracy) {
      right_ += std::round(*scored.accuracy * static_cast<double>(y.size()));
    } else {
      values_ = true;
      error_ = std::hypot(error_, scored.error_norm);
      norm_ = std::hypot(norm_, StableNorm(y));
    }
  }

  double Merit() const {
    if (!values_) return right_ / rows_;
    return error_ == 0 ? 1 : 1 - error_ / norm_;
  }

 private:
  bool values_ = false;
  double rows_ = 0, right_ = 0;
  double error_ = 0, norm_ = 0;  // |ŷ − y|₂ and |y|₂
};

}  // namespace

std::vector<double> ScoreGrid(const Trial& trial, const std::vector<TunedValues>& points,
                              const TrialData& data, const TrialSettings& settings,
                              PhaseTimes& times) {
  std::vector<PooledMerit> pooled(points.size());
  const auto score = [&](const Parts& parts) {
    PointRunner runner(trial, data, parts, settings);
    for (std::size_t i = 0; i < points.size(); ++i)
      pooled[i].Add(runner.Score(points[i], times), parts.test_y);
  };
  if (trial.tuning->on_test) {
    if (data.test_x.rows() == 0)
      throw InvalidInput("tuning: tuned_on is 'test', and the test part has no row");
    score({data.train_x, data.train_y, data.test_x, data.test_y});
  } else {
    for (const TuningSplit& split :
         TuningSplits(*trial.tuning, data.train_x.rows(), trial.seeds.split)) {
      const Examples fit_x = data.train_x.Select(split.fit);
      const Examples scored_x = data.train_x.Select(split.scored);
      const Vector fit_y = data.train_y(split.fit), scored_y = data.train_y(split.scored);
      score({fit_x, fit_y, scored_x, scored_y});
    }
  }
  std::vector<double> merits;
  for (const PooledMerit& one : pooled) merits.push_back(one.Merit());
  return merits;
}

}  // namespace mercer
