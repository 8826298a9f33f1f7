#include "experiments/run/cost.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "core/base/error.h"
#include "core/data/row_steps.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/read_named.h"
#include "experiments/config/step_checks.h"
#include "experiments/run/map_measures.h"

namespace mercer {
namespace {

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

struct Problem {
  double n = 0, m = 0, d = 0;  // rows that train, rows that test, columns
};

/// The rows that the row steps of "all" or "train" leave; a step of which only the rows tell leaves
/// all.
double Kept(const DatasetSpec& dataset, const std::string& of, double rows) {
  for (const NamedParams& step : dataset.rows) {
    if (step.params.Get("of").AsText() != of) continue;
    const auto kept = RowStepCount(step.name, step.params, static_cast<Index>(rows));
    rows = static_cast<double>(kept.value_or(static_cast<Index>(rows)));
  }
  return rows;
}

std::optional<Problem> SizeBeforeSteps(const DatasetSpec& dataset, const Catalogue& catalogue) {
  const auto rows = KnownRows(dataset, catalogue);
  const auto columns = PreparedDim(dataset, catalogue);
  if (!rows || !columns) return std::nullopt;
  const auto all = static_cast<double>(*rows);
  Problem size{all, 0, static_cast<double>(*columns)};
  if (!dataset.split) return size;
  const SplitSpec& split = *dataset.split;
  if (split.given) {
    size.n = static_cast<double>(split.given->train.size());
  } else if (split.folds > 0) {
    size.n = all - std::floor(all / static_cast<double>(split.folds));
  } else if (split.official) {
    DatasetSpec last = dataset;
    const Manifest* manifest = catalogue.Find(dataset.name);
    if (manifest == nullptr) return std::nullopt;
    last.parts = {(dataset.parts.empty() ? manifest->Parts() : dataset.parts).back()};
    size.n = all - static_cast<double>(KnownRows(last, catalogue).value_or(0));
  } else {
    size.n = std::floor(all * split.train_fraction);
    if (split.max_train > 0) size.n = std::min(size.n, static_cast<double>(split.max_train));
  }
  size.m = all - size.n;
  return size;
}

// Steps of all rows take as large a share of those that test.
std::optional<Problem> SizeOf(const DatasetSpec& dataset, const Catalogue& catalogue) {
  std::optional<Problem> size = SizeBeforeSteps(dataset, catalogue);
  if (!size) return size;
  const double all = size->n + size->m, share = all > 0 ? Kept(dataset, "all", all) / all : 1;
  size->n = Kept(dataset, "train", std::round(size->n * share));
  size->m = std::round(size->m * share);
  return size;
}

/// Columns, bytes and operations of a method's map.
struct MapSize {
  double columns = 0, drawn_bytes = 0, operations_per_row = 0;
};

MapSize SizeOf(const FeatureMapSpec& map, const Kernel& kernel, const Cell& cell, double columns) {
  constexpr Index kDrawn = 64;
  const auto d = static_cast<Index>(columns);
  const Index count = cell.num_random_features, few = std::min(kDrawn, count);
  MapSize size;
  size.columns = static_cast<double>(map.OutputDim(kernel, d, count));
  size.drawn_bytes = map.DrawnBytes(kernel, d, count);
  size.operations_per_row = 2 * size.columns * (columns + size.columns);
  if (MapRegistry().Get(cell.map->name).traits.data_dependent) return size;
  // What a row costs is told by a drawn map: a small one is enough.
  const auto drawn = map.Draw({kernel, d, few, 1, nullptr});
  size.operations_per_row = drawn->OperationsPerRow(columns) * size.columns /
                            std::max(1.0, static_cast<double>(drawn->output_dim()));
  return size;
}

/// Seconds and operations of fitting and of predicting.
struct LearnerCost {
  double fit_s = 0, predict_s = 0, operations = 0;
};

LearnerCost CostOf(const Cell& cell, const Problem& size, double columns, double passes,
                   const Passport& passport) {
  const LearnerEntry& entry = LearnerRegistry().Get(cell.learner->name);
  const std::string& name = cell.learner->name;
  const double n = size.n, values = n * columns;
  const double product = 1e-9 / passport.gemm_double_gflops;
  const double value_s =
      1 / (passport.liblinear_fits_per_s * kPassportValues * Passes(kPassportCost));
  LearnerCost cost;
  if (entry.kernel_machine) {
    // A value of the kernel is an inner product and its profile.
    const double per_value = 2 * size.d + 20;
    const bool sparse_rows = name == "libsvm";
    const double each = sparse_rows ? value_s / 2 : 3e-9 / passport.gemm_float_gflops;
    const double cubes = name == "kernel_ridge" ? n * n * n / 3 : 0;
    cost.operations = (n * n + size.m * n / 2) * per_value + cubes;
    cost.fit_s = n * n * per_value * each + cubes * product;
    cost.predict_s = size.m * n / 2 * per_value * each;
    return cost;
  }
  const double predict = 2 * size.m * columns;
  cost.predict_s = predict * product;
  if (name == "ridge") {
    const double operations = values * columns + columns * columns * columns / 3;
    cost.operations = operations + predict;
    cost.fit_s = operations * product;
    return cost;
  }
  const bool by_passes = name == "liblinear" || name == "dense_dual";
  const double epochs = by_passes ? passes : NumberOr(cell.learner->params, "epochs", 10);
  cost.operations = 4 * values * epochs + predict;
  cost.fit_s = values * epochs * value_s;
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

void AddMapped(const MapSize& map, const Problem& size, const Passport& passport, double maps,
               TrialCost& cost) {
  // Rows are multiplied and their features written.
  const double row_s = map.operations_per_row * 1e-9 / passport.gemm_double_gflops +
                       8 * map.columns * 1e-9 / passport.memory_gb_per_s;
  cost.seconds.draw += maps * map.drawn_bytes / 8 * 1e-6 / passport.cos_million_per_s;
  cost.seconds.transform_train += maps * size.n * row_s;
  cost.seconds.transform_test += maps * size.m * row_s;
  cost.operations += maps * (size.n + size.m) * map.operations_per_row;
}

double GramRows(const Cell& cell, const Problem& size) {
  const auto wanted = static_cast<double>(cell.gram.rows);
  return wanted > 0 ? std::min(wanted, size.n) : size.n;
}

/// Kernel and features are multiplied out for every pair, twice where the spectral norm is asked
/// for, whose iterations read the matrix.
void AddGramError(const Cell& cell, const MapSize& map, const Problem& size,
                  const Passport& passport, TrialCost& cost) {
  constexpr double kIterations = 40;
  const double rows = GramRows(cell, size);
  const bool sampled = cell.gram.sampled > 0;
  const double pairs = sampled ? static_cast<double>(cell.gram.sampled) : rows * rows;
  double operations = pairs * (2 * size.d + 2 * map.columns + 20);
  if (cell.Measures("gram_rel_spectral")) {
    operations += rows * rows * (2 * size.d + 2 * map.columns + 20);
    cost.measure += kIterations * 8 * rows * rows * 1e-9 / passport.memory_gb_per_s;
  }
  cost.operations += operations;
  cost.measure += operations * 1e-9 / passport.gemm_double_gflops;
}

double Bytes(const Cell& cell, const Problem& size, const MapSize* map, const Kernel& kernel) {
  double bytes = 8 * (size.n + size.m) * size.d;
  const double columns = map != nullptr ? map->columns : size.d;
  if (map != nullptr) {
    const double block = std::min(size.m, static_cast<double>(TestBlockRows(8 * columns)));
    bytes += 8 * (size.n + block) * columns + map->drawn_bytes;
  }
  if (!cell.learner) return bytes;
  const bool kernel_machine = LearnerRegistry().Get(cell.learner->name).kernel_machine;
  return bytes + MakeLearner(cell.learner->name, cell.learner->params)
                     ->EstimatedBytes({.n = static_cast<Index>(size.n),
                                       .columns = static_cast<Index>(columns),
                                       .stored = size.n * columns,
                                       .m = static_cast<Index>(size.m),
                                       .kernel = kernel_machine ? &kernel : nullptr});
}

// Ratios: half as much and twice as much are equally far from 1.
double GeometricMedian(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : std::sqrt(values[half - 1] * values[half]);
}

std::string MethodOf(const Trial& trial) {
  return trial.cell.kernel.name + "\n" + trial.cell.method + (trial.tuning ? "\ntuning" : "");
}

}  // namespace

double TrialCost::Seconds() const {
  return seconds.draw + seconds.transform_train + seconds.fit + seconds.transform_test +
         seconds.predict + measure;
}

CostModel::CostModel(const std::vector<Trial>& trials, const Catalogue& catalogue,
                     const Passport& passport)
    : catalogue_(catalogue), passport_(passport) {
  for (const Trial& trial : trials) {
    if (trial.tuning) tuning_[trial.id] = &*trial.tuning;
  }
}

std::optional<TrialCost> CostModel::Of(const Trial& trial) const {
  const Cell& cell = trial.cell;
  std::optional<Problem> size = SizeOf(cell.dataset, catalogue_);
  if (!size) return std::nullopt;
  TrialCost cost;
  try {
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
      if (!tuning->on_test) *size = {rows * (1 - share), rows * share, size->d};
      fits = maps = splits;
      for (const auto& [path, values] : tuning->grid) {
        const auto points = static_cast<double>(values.size());
        fits *= points;
        if (!path.starts_with("learner.")) maps *= points;
      }
    } else if (const auto chosen = tuning_.find(trial.tuned_by); chosen != tuning_.end()) {
      tuning = chosen->second;
    }
    std::optional<MapSize> map;
    if (cell.map) {
      const MapEntry& entry = MapRegistry().Get(cell.map->name);
      const auto spec = MakeMapSpec(cell.map->name, WithRulesAsOne(entry.params, cell.map->params));
      map = SizeOf(*spec, *kernel, cell, size->d);
      Problem mapped = *size;
      if (!cell.learner) mapped = {GramRows(cell, *size), 0, size->d};
      AddMapped(*map, mapped, passport_, maps, cost);
      if (!trial.tuning && WantsGramError(cell)) AddGramError(cell, *map, *size, passport_, cost);
    }
    if (cell.learner) {
      const double passes = MeanPasses(tuning, cell.learner->params, size->n);
      const LearnerCost learner =
          CostOf(cell, *size, map ? map->columns : size->d, passes, passport_);
      cost.seconds.fit = fits * learner.fit_s;
      cost.seconds.predict = fits * learner.predict_s;
      cost.operations += fits * learner.operations;
    }
    cost.bytes = Bytes(cell, *size, map ? &*map : nullptr, *kernel);
  } catch (const InvalidInput&) {
    return std::nullopt;  // what is wrong with the trial is said when it runs
  }
  return cost;
}

std::optional<double> MeasuredSeconds(const ResultRecord& record) {
  if (record.Get("status") != "ok") return std::nullopt;
  const auto phases =
      SumOfPhases(record, {"draw", "transform_train", "fit", "transform_test", "predict"});
  const double threads = std::max(1.0, record.Number("threads").value_or(1));
  // A tuning trial's transforms are in its CPU time alone.
  const auto cpu = record.Number("cpu_s");
  if (!phases && !cpu) return std::nullopt;
  return std::max(phases.value_or(0), cpu.value_or(0) / threads);
}

void CostCorrection::Add(const Trial& trial, double expected, double measured) {
  if (!(expected > 0) || measured < 1e-3) return;
  ratios_[MethodOf(trial)][trial.cell.dataset.Label()].push_back(measured / expected);
}

double CostCorrection::Factor(const Trial& trial) const {
  const std::string dataset = trial.cell.dataset.Label();
  if (const auto method = ratios_.find(MethodOf(trial)); method != ratios_.end()) {
    if (const auto own = method->second.find(dataset); own != method->second.end())
      return GeometricMedian(own->second);
    std::vector<double> medians;
    for (const auto& [unused, ratios] : method->second) medians.push_back(GeometricMedian(ratios));
    if (medians.size() > 1) return GeometricMedian(medians);
  }
  std::vector<double> medians;
  for (const auto& [unused, datasets] : ratios_) {
    if (const auto it = datasets.find(dataset); it != datasets.end())
      medians.push_back(GeometricMedian(it->second));
  }
  return medians.empty() ? 1 : GeometricMedian(medians);
}

}  // namespace mercer
