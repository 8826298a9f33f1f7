#include "experiments/doctor/target.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "experiments/doctor/four_digits.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostDrawBytes = 2147483648.0;

std::string ChosenText(const TargetReport& r) {
  std::string text = "D = " + std::to_string(r.chosen.num_random_features);
  if (r.chosen.source == CountSource::kDrawing)
    return text + ", by drawings, which err " + FourDigits(r.chosen.error);
  return text + ", by theory, which expects " + FourDigits(r.chosen.error) + " ± " +
         FourDigits(r.chosen.standard_error) + " from " + std::to_string(r.chosen.pairs) + " pairs";
}

std::string MeasuredText(const TargetReport& r) {
  if (!r.measured) return "not measured: a draw takes more than 2 GiB";
  return FourDigits(*r.measured) + " ± " + FourDigits(*r.measured_sd) +
         ", mean and standard deviation of " + std::to_string(r.draws) + " draws";
}

}  // namespace

TargetReport SizeForTarget(const GramProblem& problem, const TargetOptions& options) {
  MERCER_CHECK(options.draws >= 2);
  TargetReport report{.map = problem.map,
                      .kernel = problem.kernel.Describe(),
                      .rows = problem.rows.rows(),
                      .input_dim = problem.rows.cols(),
                      .target = options.target,
                      .draws = options.draws};
  const Stopwatch watch;
  report.chosen = FeatureCountFinder(problem).Least(options.target, options.max);
  report.choosing_s = watch.Seconds();
  const Index D = report.chosen.num_random_features;
  report.cost = CostOf(problem, D);
  if (DrawnGramErrorBytes(problem, D) > kMostDrawBytes) return report;
  double sum = 0;
  for (Index draw = 0; draw < options.draws; ++draw) {
    const std::uint64_t seed =
        DeriveSeed(options.seed, {static_cast<std::uint64_t>(D), static_cast<std::uint64_t>(draw)});
    report.errors.push_back(DrawnGramError(problem, D, seed));
    sum += report.errors.back();
  }
  const auto draws = static_cast<double>(options.draws);
  report.measured = sum / draws;
  double squares = 0;
  for (const double error : report.errors) squares += std::pow(error - *report.measured, 2);
  report.measured_sd = std::sqrt(squares / (draws - 1));
  return report;
}

std::string TargetText(const TargetReport& r) {
  const auto line = [](const std::string& name, const std::string& value) {
    return name + std::string(22 - name.size(), ' ') + value + "\n";
  };
  return line("map", r.map) + line("kernel", r.kernel) +
         line("rows", std::to_string(r.rows) + " x " + std::to_string(r.input_dim)) +
         line("target", FourDigits(r.target) + ", relative Gram error over all pairs of the rows") +
         line("chosen", ChosenText(r)) + line("measured", MeasuredText(r)) +
         line("columns", std::to_string(r.cost.columns)) +
         line("drawn map", FourDigits(r.cost.bytes) + " bytes") +
         line("cost", FourDigits(r.cost.operations_per_row) + " operations per row");
}

std::string TargetJson(const TargetReport& r) {
  const auto number = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
  };
  const Json json = {{"map", r.map},
                     {"kernel", r.kernel},
                     {"rows", r.rows},
                     {"input_dim", r.input_dim},
                     {"target", r.target},
                     {"D", r.chosen.num_random_features},
                     {"source", NameOf(r.chosen.source)},
                     {"error_at_D", number(r.chosen.error)},
                     {"error_standard_error", number(r.chosen.standard_error)},
                     {"pairs", r.chosen.pairs},
                     {"choosing_s", r.choosing_s},
                     {"draws", r.draws},
                     {"measured", number(r.measured)},
                     {"measured_sd", number(r.measured_sd)},
                     {"errors", r.errors},
                     {"output_dim", r.cost.columns},
                     {"bytes", r.cost.bytes},
                     {"operations_per_row", r.cost.operations_per_row}};
  return json.dump(2) + "\n";
}

}  // namespace mercer
