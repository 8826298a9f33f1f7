#include "experiments/run/plan/cost/cost.h"

#include <algorithm>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/trial/tuned_values.h"
#include "experiments/run/plan/cost/data_size.h"
#include "experiments/run/plan/cost/measure_cost.h"
#include "experiments/run/trial/trial_memory.h"

namespace mercer {
namespace {

// A process is forked, its text and its record are written.
constexpr double kTrialSeconds = 0.004;
// Bytes of prepared rows that are made or read in a second.
constexpr double kPreparedRate = 1e9;

/// Rows whose features are computed: for learners of one pass once, else those of every epoch, and
/// of the one after the last in which the objective is taken.
DataSize RowsMapped(const Cell& cell, DataSize size) {
  if (!cell.learner) {
    size.n = GramRowsOf(cell, size);
    size.m = 0;
  } else if (StreamsFeatures(cell) && HasEpochs(cell)) {
    size.n *= Epochs(cell) + 1;
  }
  return size;
}

void AddMapped(const MapSize& map, const DataSize& size, const Passport& passport, double maps,
               TrialCost& cost) {
  // Rows are multiplied and their features written.
  const double row_s = map.operations_per_row * 1e-9 / passport.gemm_double_gflops +
                       map.StoredBytes() * 1e-9 / passport.memory_gb_per_s;
  // A value that is drawn, or an operation of a search, takes as long as a cosine.
  cost.seconds.draw +=
      maps * (map.drawn_bytes / 8 + map.draw_operations) * 1e-6 / passport.cos_million_per_s;
  cost.seconds.transform_train += maps * size.n * row_s;
  cost.seconds.transform_test += maps * size.m * row_s;
  cost.operations += maps * (map.draw_operations + (size.n + size.m) * map.operations_per_row);
}

/// How often a trial fits, and how often it draws a map.
struct Repeats {
  double fits = 1, maps = 1;
};

/// Tuning fits every point on every split of its rows, and draws again where a point needs it;
/// `size` becomes that of a split.
Repeats RepeatsOf(const TuningSpec& tuning, DataSize& size) {
  const double rows =
      tuning.max_rows > 0 ? std::min(size.n, static_cast<double>(tuning.max_rows)) : size.n;
  const double splits = std::max(1.0, static_cast<double>(tuning.folds));
  const double share = tuning.folds > 0 ? 1 / splits : tuning.validation_fraction;
  if (!tuning.on_test) size.n = rows * (1 - share), size.m = rows * share;
  Repeats repeats{splits, splits};
  for (const auto& [path, values] : tuning.grid) {
    const auto points = static_cast<double>(values.size());
    repeats.fits *= points;
    if (!path.starts_with("learner.")) repeats.maps *= points;
  }
  return repeats;
}

RowBytes RowsOf(double rows, double row_bytes) { return {rows, rows * row_bytes}; }

/// `prepared`: rows of all data; a tuning trial's `size` has those of a split, copied from them.
double Bytes(const Trial& trial, const DataSize& size, const DataSize& prepared, const MapSize* map,
             const Kernel& kernel) {
  const Cell& cell = trial.cell;
  TrialSizes sizes{.train = RowsOf(size.n, size.RowBytes()),
                   .test = RowsOf(size.m, size.RowBytes()),
                   .d = size.d,
                   .stored = size.n * size.nonzeros};
  if (map != nullptr) {
    const double row = map->StoredBytes();
    sizes.features = {map->columns, size.n * map->stored, RowsOf(size.n, row), RowsOf(size.m, row),
                      map->drawn_bytes};
  }
  std::unique_ptr<Learner> learner;
  bool kernel_machine = false;
  if (cell.learner) {
    learner = MakeLearner(cell.learner->name, cell.learner->params);
    kernel_machine = LearnerRegistry().Get(cell.learner->name).kernel_machine;
  }
  const double rows = prepared.PreparedBytes();
  const double running = (trial.tuning && !trial.tuning->on_test ? rows : 0) +
                         TrialBytes(cell, sizes, learner.get(), kernel_machine ? &kernel : nullptr);
  return std::max(running, LoadingBytes(prepared.text_bytes, prepared.raw_bytes, rows));
}

}  // namespace

double TrialCost::PhaseSeconds() const {
  return seconds.draw + seconds.transform_train + seconds.fit + seconds.transform_test +
         seconds.predict;
}

double TrialCost::Seconds() const { return PhaseSeconds() + measure; }

CostModel::CostModel(const std::vector<Trial>& trials, const Catalogue& catalogue,
                     const Passport& passport)
    : catalogue_(catalogue), passport_(passport) {
  for (const Trial& trial : trials) by_id_[trial.id] = &trial;
}

void CostModel::AddFits(const Trial& trial, const LearnerCost& learner, double fits,
                        TrialCost& cost) const {
  cost.seconds.fit = fits * learner.fit_s;
  if (const auto timed = by_id_.find(trial.timed_by); timed != by_id_.end()) {
    if (const std::optional<TrialCost> budget = Of(*timed->second))
      cost.seconds.fit =
          fits * (budget->seconds.draw + budget->seconds.transform_train + budget->seconds.fit);
  }
  cost.seconds.predict = fits * learner.predict_s;
  cost.operations += fits * learner.operations;
}

std::optional<TrialCost> CostModel::Of(const Trial& trial) const {
  const Cell& cell = trial.cell;
  TrialCost cost;
  try {
    std::optional<DataSize> size = SizeOf(cell.dataset, catalogue_);
    if (!size) return std::nullopt;
    const DataSize prepared = *size;
    cost.overhead = kTrialSeconds + prepared.PreparedBytes() / kPreparedRate;
    cost.reading = prepared.reading_s;
    cost.preparing = prepared.PreparedBytes() / kPreparedRate;
    const KernelEntry& kernel_entry = KernelRegistry().Get(cell.kernel.name);
    const auto kernel = kernel_entry.make(WithRulesAsOne(kernel_entry.params, cell.kernel.params));
    Repeats repeats;
    const TuningSpec* tuning = nullptr;
    if (trial.tuning) {
      tuning = &*trial.tuning;
      repeats = RepeatsOf(*tuning, *size);
    } else if (const auto chosen = by_id_.find(trial.tuned_by); chosen != by_id_.end()) {
      tuning = &*chosen->second->tuning;
    }
    std::optional<MapSize> map;
    if (cell.map) {
      const MapEntry& entry = MapRegistry().Get(cell.map->name);
      const auto spec = MakeMapSpec(cell.map->name, WithRulesAsOne(entry.params, cell.map->params));
      const std::string key = cell.map->name + " " + cell.map->params.Canonical() + " " +
                              cell.kernel.name + " " + cell.kernel.params.Canonical() + " " +
                              std::to_string(size->d) + " " + std::to_string(size->nonzeros);
      map = SizeOf(*spec, *kernel, cell, *size, counted_[key]);
      AddMapped(*map, RowsMapped(cell, *size), passport_, repeats.maps, cost);
      const MeasureCost measures = CostOfMeasures(trial, *spec, *map, *size, *kernel, passport_);
      cost.measure = measures.seconds;
      cost.operations += measures.operations;
    }
    if (cell.learner) {
      const double passes = MeanPasses(tuning, cell.learner->params, size->n);
      AddFits(trial, CostOf(cell, *size, *kernel, map ? &*map : nullptr, passes, passport_),
              repeats.fits, cost);
    }
    cost.bytes = Bytes(trial, *size, prepared, map ? &*map : nullptr, *kernel);
  } catch (const InvalidInput&) {
    return std::nullopt;  // what is wrong with the trial is said when it runs
  }
  return cost;
}

}  // namespace mercer
