#include "experiments/run/plan/cost/learner_cost.h"

#include <algorithm>
#include <cmath>
#include <optional>
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

/// What the costs of the families of learners are made of.
struct Setting {
  const Cell& cell;
  const LearnerEntry& entry;
  const DataSize& size;
  double columns = 0, stored = 0;  // of a row that the learner takes
  double product_s = 0;            // of an operation of a product of matrices
  double value_s = 0;              // of a value in a pass of LIBLINEAR

  const std::string& name() const { return cell.learner->name; }
};

LearnerCost KernelMachineCost(const Setting& setting, const Kernel& kernel,
                              const Passport& passport) {
  const double n = setting.size.n, m = setting.size.m;
  const double per_value = kernel.OperationsPerValue(setting.size.nonzeros);
  // Inner products of dense rows are products of matrices.
  const bool products = setting.name() != "libsvm" && setting.name() != "exact_pairs" &&
                        dynamic_cast<const InnerProductForm*>(&kernel) != nullptr;
  double each = products ? 3e-9 / passport.gemm_float_gflops : setting.value_s / 2;
  // Class sums are of all rows and need no fit; of other machines half are support vectors.
  const double in_sums = setting.name() == "kernel_nadaraya_watson" ? n : n / 2;
  double values_made = in_sums == n ? 0 : n * n;
  if (setting.name() == "kernel_sdca") {
    // Kernel rows are made anew in each epoch and once for the objective, and read again at once:
    // an eighth of a pass of LIBLINEAR over a value for each operation.
    each = setting.value_s / 8;
    values_made *= Epochs(setting.cell) + 1;
  }
  // A factor; a Gaussian process forms the inverse, and multiplies by it in prediction.
  const double cubes = setting.name() == "kernel_ridge" ? n * n * n / 3
                       : setting.entry.has_posterior    ? 2 * n * n * n
                                                        : 0;
  const double squares = setting.entry.has_posterior ? 4 * m * n * n : 0;
  return {.fit_s = values_made * per_value * each + cubes * setting.product_s,
          .predict_s = m * in_sums * per_value * each + squares * setting.product_s,
          .operations = (values_made + m * in_sums) * per_value + cubes + squares};
}

/// Each test row is compared with all training rows; nothing is fitted.
LearnerCost NearestNeighbourCost(const Setting& setting) {
  const double operations = 2 * setting.size.m * setting.size.n * setting.stored;
  return {.fit_s = 0, .predict_s = operations * setting.product_s, .operations = operations};
}

/// Classes are few, and not known before the rows are read.
LearnerCost ProcessCost(const Setting& setting) {
  const double columns = setting.columns, square = kProcessClasses * columns * columns;
  const double fit = setting.size.n * columns * columns + square * columns / 3,
               posterior = setting.size.m * square;
  return {.fit_s = fit * setting.product_s,
          .predict_s = posterior * setting.product_s,
          .operations = fit + posterior};
}

/// Operations of a fit that consists of products of matrices; nullopt of other learners.
std::optional<double> ProductsOfFit(const Setting& setting) {
  const double n = setting.size.n, columns = setting.columns;
  if (setting.name() == "nadaraya_watson") return n * setting.stored;
  if (setting.name() == "ridge") {
    const double square = columns * columns;
    return n * setting.stored + n * square + square * columns / 3;
  }
  if (setting.name() != "dense_newton") return std::nullopt;
  // Most problems take 10 to 20 steps, with about half of the rows inside the margin.
  constexpr double kSteps = 15;
  const double inside = n / 2, side = std::min(inside, columns);
  return kSteps * (inside * columns * side + side * side * side / 3 + 6 * n * columns);
}

/// Weights of features, or factors of rows: `rank` of them for each column.
LearnerCost LinearCost(const Setting& setting, const MapSize* map, double passes,
                       const Passport& passport) {
  // Of weights that no cache holds a value of a sparse row brings a line of its own from memory.
  constexpr double kLineBytes = 64;
  const bool from_memory = map != nullptr && map->sparse && 8 * setting.columns > kCacheBytes;
  const double line_s = from_memory ? kLineBytes * 1e-9 / passport.memory_gb_per_s : 0;
  const double rank = NumberOr(setting.cell.learner->params, "rank", 1);
  const double n = setting.size.n, m = setting.size.m, stored = setting.stored;
  const double predict = 2 * m * stored * rank;
  LearnerCost cost{.predict_s = predict * setting.product_s + m * stored * line_s};
  if (const std::optional<double> products = ProductsOfFit(setting)) {
    cost.operations = *products + predict;
    cost.fit_s = *products * setting.product_s;
    return cost;
  }
  const bool by_passes = setting.name() == "liblinear" || setting.name() == "dense_dual";
  const double epochs = by_passes ? passes : Epochs(setting.cell), values = n * stored * rank;
  cost.operations = 4 * values * epochs + predict;
  cost.fit_s = values * (epochs * setting.value_s + (epochs + 1) * line_s);
  return cost;
}

}  // namespace

double Epochs(const Cell& cell) { return NumberOr(cell.learner->params, "epochs", 10); }

LearnerCost CostOf(const Cell& cell, const DataSize& size, const Kernel& kernel, const MapSize* map,
                   double passes, const Passport& passport) {
  const Setting setting{
      .cell = cell,
      .entry = LearnerRegistry().Get(cell.learner->name),
      .size = size,
      .columns = map != nullptr ? map->columns : size.d,
      .stored = map != nullptr ? map->stored : size.nonzeros,
      .product_s = 1e-9 / passport.gemm_double_gflops,
      .value_s = 1 / (passport.liblinear_fits_per_s * kPassportValues * Passes(kPassportCost))};
  if (setting.entry.kernel_machine) return KernelMachineCost(setting, kernel, passport);
  if (setting.name() == "nearest_neighbour") return NearestNeighbourCost(setting);
  if (setting.entry.has_posterior) return ProcessCost(setting);
  return LinearCost(setting, map, passes, passport);
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
