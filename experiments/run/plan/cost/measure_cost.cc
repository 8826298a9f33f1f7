#include "experiments/run/plan/cost/measure_cost.h"

#include <algorithm>

#include "core/maps/builtin_maps.h"
#include "core/metrics/gram_theory.h"
#include "core/sequences/box_discrepancy.h"
#include "experiments/run/plan/cost/learner_cost.h"
#include "experiments/run/trial/map_measures.h"

namespace mercer {
namespace {

/// The box discrepancy of D frequencies.
void AddDiscrepancy(const Cell& cell, double d, const Passport& passport, MeasureCost& cost) {
  if (!cell.Measures("box_discrepancy")) return;
  const double operations =
      BoxDiscrepancy::Operations(cell.num_random_features, static_cast<Index>(d));
  cost.operations += operations;
  cost.seconds += operations * 1e-6 / passport.cos_million_per_s;
}

/// Kernel and features are multiplied out for every pair, twice where the spectral norm is asked
/// for, whose iterations read the matrix. Of sampled pairs two rows of features are read for each,
/// from memory where no cache holds them all.
void AddGramError(const Cell& cell, const MapSize& map, const DataSize& size, const Kernel& kernel,
                  const Passport& passport, MeasureCost& cost) {
  constexpr double kIterations = 40;
  // The kernel and its estimate are written and read, and their difference is summed.
  constexpr double kPairBytes = 48;
  const double rows = GramRowsOf(cell, size);
  const bool sampled = cell.gram.sampled > 0;
  const bool from_memory = sampled && rows * map.StoredBytes() > kCacheBytes;
  const double pairs = sampled ? static_cast<double>(cell.gram.sampled) : rows * rows;
  const double each = kernel.OperationsPerValue(size.nonzeros) + map.EstimateOperations();
  double operations = pairs * each;
  if (cell.Measures("gram_rel_spectral")) {
    operations += rows * rows * each;
    cost.seconds += kIterations * 8 * rows * rows * 1e-9 / passport.memory_gb_per_s;
  }
  cost.operations += operations;
  cost.seconds += operations * 1e-9 / passport.gemm_double_gflops;
  cost.seconds += pairs * kPairBytes * 1e-9 / passport.memory_gb_per_s;
  if (from_memory) cost.seconds += pairs * 2 * map.StoredBytes() * 1e-9 / passport.memory_gb_per_s;
}

/// The first repetition computes what theory expects, pair by pair: some ten kernel values of time,
/// and the rows are copied.
void AddTheory(const Trial& trial, const FeatureMapSpec& spec, const DataSize& size,
               const Kernel& kernel, MeasureCost& cost) {
  constexpr double kPairSeconds = 2e-6, kOperationSeconds = 1e-8, kValueSeconds = 1e-9;
  const Cell& cell = trial.cell;
  const MapTraits traits = spec.Traits(MapRegistry().Get(cell.map->name).traits);
  if (trial.repetition != 0 || !traits.HasGramTheory() || !spec.NoVarianceReason(kernel).empty())
    return;
  const double rows = GramRowsOf(cell, size);
  constexpr auto kMost = static_cast<double>(kTheoryPairs);
  const double pairs = cell.gram.sampled > 0
                           ? std::min(static_cast<double>(cell.gram.sampled), kMost)
                           : std::min(rows * (rows - 1) / 2, kMost) + std::min(rows, kMost);
  cost.seconds += pairs * (kPairSeconds + size.d * kValueSeconds +
                           kOperationSeconds * kernel.OperationsPerValue(size.nonzeros));
}

/// Both processes of test_kl, on rows of their own.
void AddDivergence(const Cell& cell, const MapSize& map, const DataSize& size, const Kernel& kernel,
                   const Passport& passport, MeasureCost& cost) {
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
    cost.seconds += learner.fit_s + learner.predict_s;
  }
  cost.seconds += (taken.n + taken.m) * map.operations_per_row * 1e-9 / passport.gemm_double_gflops;
}

}  // namespace

double GramRowsOf(const Cell& cell, const DataSize& size) {
  return static_cast<double>(NumGramRows(cell, static_cast<Index>(GramPart(cell, size.n, size.m))));
}

MeasureCost CostOfMeasures(const Trial& trial, const FeatureMapSpec& spec, const MapSize& map,
                           const DataSize& size, const Kernel& kernel, const Passport& passport) {
  MeasureCost cost;
  if (trial.tuning) return cost;
  if (WantsGramError(trial.cell)) {
    AddGramError(trial.cell, map, size, kernel, passport, cost);
    AddTheory(trial, spec, size, kernel, cost);
  }
  AddDiscrepancy(trial.cell, size.d, passport, cost);
  AddDivergence(trial.cell, map, size, kernel, passport, cost);
  return cost;
}

}  // namespace mercer
