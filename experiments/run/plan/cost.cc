#include "experiments/run/plan/cost.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "core/metrics/gram_theory.h"
#include "experiments/config/trial/tuned_values.h"
#include "experiments/run/plan/data_size.h"
#include "experiments/run/trial/map_measures.h"
#include "experiments/run/trial/trial_memory.h"

namespace mercer {
namespace {

// A process is forked, its text and its record are written.
constexpr double kTrialSeconds = 0.004;
// Bytes of prepared rows that are made or read in a second.
constexpr double kPreparedRate = 1e9;

// What the caches of a machine hold.
constexpr double kCacheBytes = 64.0 * (1 << 20);
constexpr double kMostPasses = 1000;  // LIBLINEAR's own limit
// The passport's fit: n·D values, C·n.
constexpr double kPassportValues = 2000 * 201, kPassportCost = 20;

/// Passes of a dual coordinate descent until LIBLINEAR's tolerance, as figure 2 of Kar and Karnick
/// took them.
double Passes(double cost_times_rows) {
  return std::clamp(3 * std::sqrt(cost_times_rows), 1.0, kMostPasses);
}

double NumberOr(const Params& params, std::string_view name, double otherwise) {
  const ParamValue* value = params.Find(name);
  return value != nullptr && value->is_number() ? value->AsNumber() : otherwise;
}

/// A row with so many ones.
Examples SparseRow(double columns, double nonzeros) {
  SparseMatrix row(1, static_cast<Index>(columns));
  for (Index j = 0; j < static_cast<Index>(std::round(nonzeros)); ++j) row.insert(0, j) = 1;
  row.makeCompressed();
  return row;
}

// Some maps take multiples of 2(d + 1) alone.
bool Takes(const FeatureMapSpec& map, const Kernel& kernel, Index d, Index count) {
  try {
    map.OutputDim(kernel, d, count);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

MapSize SizeOf(const FeatureMapSpec& map, const Kernel& kernel, const Cell& cell,
               const DataSize& rows) {
  constexpr Index kDrawn = 64;
  const auto d = static_cast<Index>(rows.d);
  const Index count = cell.num_random_features;
  MapSize size;
  size.columns = static_cast<double>(map.OutputDim(kernel, d, count));
  size.stored = size.columns;
  size.drawn_bytes = map.DrawnBytes(kernel, d, count);
  size.complex = map.HasComplexFeatures(kernel);
  if (rows.sparse()) {
    const auto stored = map.SparseOutputValues(kernel, SparseRow(rows.d, rows.nonzeros));
    size.sparse = stored.has_value();
    size.stored = stored.value_or(size.columns);
  }
  size.operations_per_row = 2 * size.columns * (rows.d + size.columns);
  if (map.Traits(MapRegistry().Get(cell.map->name).traits).data_dependent) return size;
  // What a row costs is told by a drawn map: a small one is enough.
  const Index few = std::min(count, Takes(map, kernel, d, kDrawn) ? kDrawn : 2 * (d + 1));
  const auto drawn = map.Draw({kernel, d, few, 1, nullptr});
  size.operations_per_row = drawn->OperationsPerRow(rows.nonzeros) * size.columns /
                            std::max(1.0, static_cast<double>(drawn->output_dim()));
  return size;
}

// Classes of a Gaussian process, where they are not known.
constexpr double kProcessClasses = 10;

double Epochs(const Cell& cell) { return NumberOr(cell.learner->params, "epochs", 10); }

/// Seconds and operations of fitting and of predicting.
struct LearnerCost {
  double fit_s = 0, predict_s = 0, operations = 0;
};

LearnerCost CostOf(const Cell& cell, const DataSize& size, const Kernel& kernel, const MapSize* map,
                   double passes, const Passport& passport) {
  const LearnerEntry& entry = LearnerRegistry().Get(cell.learner->name);
  const std::string& name = cell.learner->name;
  const double columns = map != nullptr ? map->columns : size.d;
  const double stored = map != nullptr ? map->stored : size.nonzeros;  // values of a row
  const double n = size.n, values = n * stored;
  const double product = 1e-9 / passport.gemm_double_gflops;
  const double value_s =
      1 / (passport.liblinear_fits_per_s * kPassportValues * Passes(kPassportCost));
  LearnerCost cost;
  if (entry.kernel_machine) {
    const double per_value = kernel.OperationsPerValue(size.nonzeros);
    // Inner products of dense rows are products of matrices.
    const bool products = name != "libsvm" && name != "exact_pairs" &&
                          dynamic_cast<const InnerProductForm*>(&kernel) != nullptr;
    double each = products ? 3e-9 / passport.gemm_float_gflops : value_s / 2;
    // Class sums are of all rows and need no fit; of other machines half are support vectors.
    const double in_sums = name == "kernel_nadaraya_watson" ? n : n / 2;
    double values_made = in_sums == n ? 0 : n * n;
    if (name == "kernel_sdca") {
      // Kernel rows are made anew in each epoch and once for the objective, and read again at once:
      // an eighth of a pass of LIBLINEAR over a value for each operation.
      each = value_s / 8;
      values_made *= Epochs(cell) + 1;
    }
    // A factor; a Gaussian process forms the inverse, and multiplies by it in prediction.
    const double cubes = name == "kernel_ridge" ? n * n * n / 3
                         : entry.has_posterior  ? 2 * n * n * n
                                                : 0;
    const double squares = entry.has_posterior ? 4 * size.m * n * n : 0;
    cost.operations = (values_made + size.m * in_sums) * per_value + cubes + squares;
    cost.fit_s = values_made * per_value * each + cubes * product;
    cost.predict_s = size.m * in_sums * per_value * each + squares * product;
    return cost;
  }
  const double predict = 2 * size.m * stored;
  // Of weights that no cache holds a value of a sparse row brings a line of its own from memory.
  constexpr double kLineBytes = 64;
  const bool from_memory = map != nullptr && map->sparse && 8 * columns > kCacheBytes;
  const double line_s = from_memory ? kLineBytes * 1e-9 / passport.memory_gb_per_s : 0;
  cost.predict_s = predict * product + size.m * stored * line_s;
  if (entry.has_posterior) {
    // Classes are few, and not known before the rows are read.
    const double square = kProcessClasses * columns * columns;
    const double fit = n * columns * columns + square * columns / 3, posterior = size.m * square;
    cost.operations = fit + posterior;
    cost.fit_s = fit * product;
    cost.predict_s = posterior * product;
    return cost;
  }
  if (name == "ridge" || name == "nadaraya_watson") {
    const double square = name == "ridge" ? columns * columns : 0;
    const double operations = values + n * square + square * columns / 3;
    cost.operations = operations + predict;
    cost.fit_s = operations * product;
    return cost;
  }
  if (name == "dense_newton") {
    // Most problems take 10 to 20 steps, with about half of the rows inside the margin.
    constexpr double kSteps = 15;
    const double inside = n / 2, side = std::min(inside, columns);
    const double operations =
        kSteps * (inside * columns * side + side * side * side / 3 + 6 * n * columns);
    cost.operations = operations + predict;
    cost.fit_s = operations * product;
    return cost;
  }
  const bool by_passes = name == "liblinear" || name == "dense_dual";
  const double epochs = by_passes ? passes : Epochs(cell);
  cost.operations = 4 * values * epochs + predict;
  cost.fit_s = values * (epochs * value_s + (epochs + 1) * line_s);
  return cost;
}

double CostTimesRows(const Params& learner, double rows) {
  const double lambda = NumberOr(learner, "lambda", 0);
  return lambda > 0 ? 1 / lambda : NumberOr(learner, "cost", 1) * rows;
}

double MeanPasses(const TuningSpec* tuning, const Params& learner, double rows) {
  double sum = 0, points = 0;
  for (const auto& [path, values] : tuning == nullptr ? TuningSpec().grid : tuning->grid) {
    for (const ParamValue& value : values) {
      if (!value.is_number() || (path != "learner.cost" && path != "learner.lambda")) continue;
      const double number = value.AsNumber();
      sum += Passes(path == "learner.cost" ? number * rows : 1 / number);
      ++points;
    }
  }
  return points > 0 ? sum / points : Passes(CostTimesRows(learner, rows));
}

bool HasEpochs(const Cell& cell) {
  const auto& specs = LearnerRegistry().Get(cell.learner->name).params;
  return std::ranges::find(specs, "epochs", &ParamSpec::name) != specs.end();
}

/// Rows whose features are computed: for learners of one pass once, else those of every epoch, and
/// of the one after the last in which the objective is taken.
DataSize RowsMapped(const Cell& cell, DataSize size) {
  if (!cell.learner) {
    size.n = static_cast<double>(NumGramRows(cell, static_cast<Index>(size.n)));
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
  cost.seconds.draw += maps * map.drawn_bytes / 8 * 1e-6 / passport.cos_million_per_s;
  cost.seconds.transform_train += maps * size.n * row_s;
  cost.seconds.transform_test += maps * size.m * row_s;
  cost.operations += maps * (size.n + size.m) * map.operations_per_row;
}

/// The box discrepancy compares all pairs of D frequencies, by a sine for each of d coordinates,
/// which with its division takes as long as 2.5 cosines.
void AddDiscrepancy(const Cell& cell, double d, const Passport& passport, TrialCost& cost) {
  if (!cell.Measures("box_discrepancy")) return;
  const auto count = static_cast<double>(cell.num_random_features);
  cost.operations += count * count * d;
  cost.measure += 2.5 * count * count * d * 1e-6 / passport.cos_million_per_s;
}

/// Kernel and features are multiplied out for every pair, twice where the spectral norm is asked
/// for, whose iterations read the matrix. Of sampled pairs two rows of features are read for each,
/// from memory where no cache holds them all.
void AddGramError(const Cell& cell, const MapSize& map, const DataSize& size, const Kernel& kernel,
                  const Passport& passport, TrialCost& cost) {
  constexpr double kIterations = 40;
  // The kernel and its estimate are written and read, and their difference is summed.
  constexpr double kPairBytes = 48;
  const auto rows = static_cast<double>(NumGramRows(cell, static_cast<Index>(size.n)));
  const bool sampled = cell.gram.sampled > 0;
  const bool from_memory = sampled && rows * map.StoredBytes() > kCacheBytes;
  const double pairs = sampled ? static_cast<double>(cell.gram.sampled) : rows * rows;
  const double each = kernel.OperationsPerValue(size.nonzeros) + map.EstimateOperations();
  double operations = pairs * each;
  if (cell.Measures("gram_rel_spectral")) {
    operations += rows * rows * each;
    cost.measure += kIterations * 8 * rows * rows * 1e-9 / passport.memory_gb_per_s;
  }
  cost.operations += operations;
  cost.measure += operations * 1e-9 / passport.gemm_double_gflops;
  cost.measure += pairs * kPairBytes * 1e-9 / passport.memory_gb_per_s;
  if (from_memory) cost.measure += pairs * 2 * map.StoredBytes() * 1e-9 / passport.memory_gb_per_s;
}

/// The first repetition computes what theory expects, pair by pair: some ten kernel values of time,
/// and the rows are copied.
void AddTheory(const Trial& trial, const FeatureMapSpec& spec, const MapTraits& traits,
               const DataSize& size, const Kernel& kernel, TrialCost& cost) {
  constexpr double kPairSeconds = 2e-6, kOperationSeconds = 1e-8, kValueSeconds = 1e-9;
  const Cell& cell = trial.cell;
  if (trial.repetition != 0 || !traits.HasGramTheory() || !spec.NoVarianceReason(kernel).empty())
    return;
  const auto rows = static_cast<double>(NumGramRows(cell, static_cast<Index>(size.n)));
  constexpr auto kMost = static_cast<double>(kTheoryPairs);
  const double pairs = cell.gram.sampled > 0
                           ? std::min(static_cast<double>(cell.gram.sampled), kMost)
                           : std::min(rows * (rows - 1) / 2, kMost) + std::min(rows, kMost);
  cost.measure += pairs * (kPairSeconds + size.d * kValueSeconds +
                           kOperationSeconds * kernel.OperationsPerValue(size.nonzeros));
}

/// Both processes of test_kl, on rows of their own.
void AddDivergence(const Cell& cell, const MapSize& map, const DataSize& size, const Kernel& kernel,
                   const Passport& passport, TrialCost& cost) {
  if (!WantsDivergence(cell)) return;
  const auto rows = [](double all) {
    return static_cast<double>(NumDivergenceRows(static_cast<Index>(all)));
  };
  DataSize taken = size;
  taken.n = rows(size.n), taken.m = rows(size.m);
  Cell exact = cell;
  exact.map.reset();
  exact.learner = NamedParams{"kernel_gp_classifier", {}};
  for (const LearnerCost& learner : {CostOf(cell, taken, kernel, &map, 0, passport),
                                     CostOf(exact, taken, kernel, nullptr, 0, passport)}) {
    cost.operations += learner.operations;
    cost.measure += learner.fit_s + learner.predict_s;
  }
  cost.measure += (taken.n + taken.m) * map.operations_per_row * 1e-9 / passport.gemm_double_gflops;
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
    // Tuning fits every point on every split of its rows, and draws again where a point needs it.
    double fits = 1, maps = 1;
    const TuningSpec* tuning = nullptr;
    if (trial.tuning) {
      tuning = &*trial.tuning;
      const double rows =
          tuning->max_rows > 0 ? std::min(size->n, static_cast<double>(tuning->max_rows)) : size->n;
      const double splits = std::max(1.0, static_cast<double>(tuning->folds));
      const double share = tuning->folds > 0 ? 1 / splits : tuning->validation_fraction;
      if (!tuning->on_test) size->n = rows * (1 - share), size->m = rows * share;
      fits = maps = splits;
      for (const auto& [path, values] : tuning->grid) {
        const auto points = static_cast<double>(values.size());
        fits *= points;
        if (!path.starts_with("learner.")) maps *= points;
      }
    } else if (const auto chosen = by_id_.find(trial.tuned_by); chosen != by_id_.end()) {
      tuning = &*chosen->second->tuning;
    }
    std::optional<MapSize> map;
    if (cell.map) {
      const MapEntry& entry = MapRegistry().Get(cell.map->name);
      const auto spec = MakeMapSpec(cell.map->name, WithRulesAsOne(entry.params, cell.map->params));
      const std::string key = cell.map->name + " " + cell.map->params.Canonical() + " " +
                              cell.kernel.name + " " + cell.kernel.params.Canonical() + " " +
                              std::to_string(cell.num_random_features) + " " +
                              std::to_string(size->d) + " " + std::to_string(size->nonzeros);
      const auto known = map_sizes_.find(key);
      map = known != map_sizes_.end()
                ? known->second
                : map_sizes_.emplace(key, SizeOf(*spec, *kernel, cell, *size)).first->second;
      AddMapped(*map, RowsMapped(cell, *size), passport_, maps, cost);
      if (!trial.tuning && WantsGramError(cell)) {
        AddGramError(cell, *map, *size, *kernel, passport_, cost);
        AddTheory(trial, *spec, spec->Traits(entry.traits), *size, *kernel, cost);
      }
      if (!trial.tuning) AddDiscrepancy(cell, size->d, passport_, cost);
      if (!trial.tuning) AddDivergence(cell, *map, *size, *kernel, passport_, cost);
    }
    if (cell.learner) {
      const double passes = MeanPasses(tuning, cell.learner->params, size->n);
      const LearnerCost learner =
          CostOf(cell, *size, *kernel, map ? &*map : nullptr, passes, passport_);
      cost.seconds.fit = fits * learner.fit_s;
      if (const auto timed = by_id_.find(trial.timed_by); timed != by_id_.end()) {
        if (const std::optional<TrialCost> budget = Of(*timed->second))
          cost.seconds.fit =
              fits * (budget->seconds.draw + budget->seconds.transform_train + budget->seconds.fit);
      }
      cost.seconds.predict = fits * learner.predict_s;
      cost.operations += fits * learner.operations;
    }
    cost.bytes = Bytes(trial, *size, prepared, map ? &*map : nullptr, *kernel);
  } catch (const InvalidInput&) {
    return std::nullopt;  // what is wrong with the trial is said when it runs
  }
  return cost;
}

}  // namespace mercer
