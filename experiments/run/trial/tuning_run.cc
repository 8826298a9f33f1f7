#include "experiments/run/trial/tuning_run.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/linalg/stable_norm.h"
#include "experiments/external/external_use.h"
#include "experiments/run/machine/process_memory.h"
#include "experiments/run/trial/pipeline.h"

namespace mercer {
namespace {

// The rows at positions [begin, end) are scored, the others fitted on.
TuningSplit SplitAt(const std::vector<Index>& rows, std::size_t begin, std::size_t end) {
  const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = rows.begin() + static_cast<std::ptrdiff_t>(end);
  TuningSplit split;
  split.scored.assign(first, last);
  split.fit.assign(rows.begin(), first);
  split.fit.insert(split.fit.end(), last, rows.end());
  std::sort(split.scored.begin(), split.scored.end());
  std::sort(split.fit.begin(), split.fit.end());
  return split;
}

TuningSplit SplitOnce(const TuningSpec& spec, const std::vector<Index>& rows) {
  const auto scored =
      static_cast<std::size_t>(spec.validation_fraction * static_cast<double>(rows.size()));
  if (scored < 1 || scored >= rows.size()) {
    throw InvalidInput("tuning: a validation fraction of " +
                       FormatNumber(spec.validation_fraction) + " of " +
                       std::to_string(rows.size()) + " training rows leaves no row on one side");
  }
  return SplitAt(rows, 0, scored);
}

/// A point of the grid, and what it is fitted with.
struct PointFit {
  Trial trial;
  Machinery machinery;
  double bytes;

  /// Points with the same one are fitted on the same features.
  std::string MapKey() const {
    if (machinery.map_spec == nullptr) return "";
    return machinery.kernel_params.Canonical() + "\n" + machinery.map_params.Canonical();
  }
};

/// Fits and scores the points of a grid on one split. Draws and applies a map again only where a
/// point changes more than the learner; points with the same features, or without any, are fitted
/// side by side, each on its share of the threads.
class GridRunner {
 public:
  GridRunner(const Trial& trial, const TrialData& data, const Parts& parts,
             const TrialSettings& settings)
      : trial_(trial), data_(data), parts_(parts), settings_(settings) {}

  std::vector<Scored> Score(const std::vector<TunedValues>& points, PhaseTimes& times) {
    std::vector<PointFit> fits;
    for (const TunedValues& point : points) fits.push_back(Prepare(point));
    std::vector<Scored> scores(fits.size());
    for (std::size_t begin = 0, end = 0; begin < fits.size(); begin = end) {
      const std::string key = fits[begin].MapKey();
      while (end < fits.size() && fits[end].MapKey() == key) ++end;
      SetExternalThreads(settings_.threads);
      const MappedParts mapped = MapTraining(fits[begin].trial, fits[begin].machinery,
                                             parts_.train_x, settings_.threads, times);
      ScoreMapped(std::span(fits).subspan(begin, end - begin), mapped,
                  std::span(scores).subspan(begin, end - begin), times);
    }
    return scores;
  }

 private:
  PointFit Prepare(const TunedValues& point) const {
    PointFit fit{ApplyTuned(trial_, point, parts_.train_x.rows()), {}, 0};
    // A bandwidth rule keeps looking at the whole training part, whatever the split.
    fit.machinery = MakeMachinery(fit.trial, data_.train_x);
    const bool are_copies = &parts_.train_x != &data_.train_x;
    const double held = are_copies ? static_cast<double>(data_.Bytes()) : 0;
    fit.bytes = EstimateBytes(fit.trial, fit.machinery, parts_, held);
    RequireMemory(fit.bytes, settings_.memory_limit_bytes);
    return fit;
  }

  /// How many points are fitted at a time: as many as there are threads, and as the memory allows
  /// with each taking all of its estimate.
  int SideBySide(std::span<const PointFit> fits, const MappedParts& mapped) const {
    if (mapped.train_rows->computes()) return 1;
    auto most = std::min(static_cast<double>(settings_.threads), static_cast<double>(fits.size()));
    for (const PointFit& fit : fits)
      if (settings_.memory_limit_bytes > 0)
        most = std::min(most, settings_.memory_limit_bytes / fit.bytes);
    return std::max(1, static_cast<int>(most));
  }

  void ScoreMapped(std::span<const PointFit> fits, const MappedParts& mapped,
                   std::span<Scored> scores, PhaseTimes& times) const {
    const int side_by_side = SideBySide(fits, mapped), threads = settings_.threads / side_by_side;
    SetExternalThreads(threads);
    if (side_by_side == 1) {
      for (std::size_t i = 0; i < fits.size(); ++i)
        scores[i] = FitAndScore(fits[i].trial, fits[i].machinery, mapped, parts_, threads, times);
      return;
    }
    if (times.on_phase) times.on_phase(NameOf(&PhaseSeconds::fit));
    std::vector<PhaseTimes> own(fits.size());
    std::vector<std::exception_ptr> failures(fits.size());
    const double cpu_before = ProcessCpuSeconds();
    ParallelFor(static_cast<Index>(fits.size()), 1, side_by_side, [&](Index begin, Index) {
      const auto i = static_cast<std::size_t>(begin);
      try {
        scores[i] = FitAndScore(fits[i].trial, fits[i].machinery, mapped, parts_, threads, own[i]);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    });
    times.cpu += ProcessCpuSeconds() - cpu_before;
    for (const PhaseTimes& one : own) {
      times.fit += one.fit;
      times.transform_test += one.transform_test;
      times.predict += one.predict;
    }
    // The failure told is that of the first point, whatever the threads.
    for (const std::exception_ptr& failure : failures)
      if (failure) std::rethrow_exception(failure);
  }

  const Trial& trial_;
  const TrialData& data_;
  const Parts& parts_;
  const TrialSettings& settings_;
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

std::vector<TuningSplit> TuningSplits(const TuningSpec& spec, Index rows, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kTuning, 0);
  std::vector<Index> drawn = RandomPermutation(stream, rows);
  if (spec.max_rows > 0 && spec.max_rows < rows)
    drawn.resize(static_cast<std::size_t>(spec.max_rows));
  if (spec.folds == 0) return {SplitOnce(spec, drawn)};
  const auto folds = static_cast<std::size_t>(spec.folds);
  if (folds < 2 || folds > drawn.size()) {
    throw InvalidInput("tuning: " + std::to_string(folds) + " folds of " +
                       std::to_string(drawn.size()) +
                       " training rows; expected at least 2 and at most as many as rows");
  }
  std::vector<TuningSplit> splits;
  const std::size_t smaller = drawn.size() / folds, larger = drawn.size() % folds;
  for (std::size_t fold = 0, begin = 0; fold < folds; ++fold) {
    const std::size_t end = begin + smaller + (fold < larger ? 1 : 0);
    splits.push_back(SplitAt(drawn, begin, end));
    begin = end;
  }
  return splits;
}

std::vector<double> ScoreGrid(const Trial& trial, const std::vector<TunedValues>& points,
                              const TrialData& data, const TrialSettings& settings,
                              PhaseTimes& times) {
  std::vector<PooledMerit> pooled(points.size());
  const auto score = [&](const Parts& parts) {
    const std::vector<Scored> scores =
        GridRunner(trial, data, parts, settings).Score(points, times);
    for (std::size_t i = 0; i < points.size(); ++i) pooled[i].Add(scores[i], parts.test_y);
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

ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache) {
  ResultRecord record = StartRecord(trial, settings);
  record.Set(column::kMetric, kTuningMetric);
  RunGuarded(record, [&] {
    ResetPeakMemory();
    settings.ReportPhase("data");
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
