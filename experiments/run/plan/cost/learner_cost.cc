#include "experiments/run/plan/cost/learner_cost.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/learners/builtin_learners.h"

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

// Classes of a Gaussian process, where they are not known.
constexpr double kProcessClasses = 10;

double CostTimesRows(const Params& learner, double rows) {
  const double lambda = NumberOr(learner, "lambda", 0);
  return lambda > 0 ? 1 / lambda : NumberOr(learner, "cost", 1) * rows;
}

}  // namespace

double Epochs(const Cell& cell) { return NumberOr(cell.learner->params, "epochs", 10); }

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

}  // namespace mercer
