#include "experiments/report/cells/report_metrics.h"

#include <algorithm>

namespace mercer {
namespace {

constexpr Metric kMetrics[] = {
    {"accuracy", MetricKind::kShare, "accuracy %", true, true},
    {"error_rate", MetricKind::kShare, "error %", true, true},
    {"relative_error", MetricKind::kError, "relative error", true, true},
    {"rmse", MetricKind::kError, "RMSE", true, true},
    {"mnll", MetricKind::kError, "mean negative log likelihood", true, true},
    {"test_kl", MetricKind::kError, "divergence from the exact posterior", false, true},
    {"gram_rel_frobenius", MetricKind::kError, "Gram error, Frobenius"},
    {"gram_rel_frobenius_theory", MetricKind::kError, "Gram error, Frobenius, expected"},
    {"gram_rel_spectral", MetricKind::kError, "Gram error, spectral"},
    {"gram_mean_abs", MetricKind::kError, "mean abs. Gram error"},
    {"gram_max_abs", MetricKind::kError, "max abs. Gram error"},
    {"gram_mean_abs_nonzero", MetricKind::kError, "mean abs. Gram error, K not 0"},
    {"gram_mean_sq", MetricKind::kError, "mean squared Gram error"},
    {"gram_max_sq", MetricKind::kError, "max squared Gram error"},
    {"box_discrepancy", MetricKind::kError, "box discrepancy"},
    {"box_discrepancy_expected", MetricKind::kError, "box discrepancy expected of Monte Carlo"},
    {"primal_objective", MetricKind::kError, "primal objective", true},
    {"duality_gap", MetricKind::kError, "gap"},
    {"projection_bound", MetricKind::kError, "bound on its excess"},
    {"output_dim", MetricKind::kCount, "feature columns"},
    {"ops_per_row", MetricKind::kCount, "operations per row"},
    {"factors_per_feature", MetricKind::kCount, "factors per feature"},
    {"draw_s", MetricKind::kPhase, "draw"},
    {"transform_train_s", MetricKind::kPhase, "map training rows"},
    {"fit_s", MetricKind::kPhase, "fit"},
    {"transform_test_s", MetricKind::kPhase, "map test rows"},
    {"predict_s", MetricKind::kPhase, "predict"},
    {"train_s", MetricKind::kSeconds, "train"},
    {"test_s", MetricKind::kSeconds, "test"},
    {"train_speedup", MetricKind::kSpeedup, "×"},
    {"test_speedup", MetricKind::kSpeedup, "×"},
};

}  // namespace

std::span<const Metric> ReportMetrics() { return kMetrics; }

std::string_view BaselineOf(std::string_view metric) {
  const std::size_t colon = metric.find(':');
  return colon == std::string_view::npos ? "" : metric.substr(colon + 1);
}

const Metric* FindMetric(std::string_view name) {
  const std::string_view plain = name.substr(0, name.find(':'));
  const auto* it = std::find_if(std::begin(kMetrics), std::end(kMetrics),
                                [&](const Metric& m) { return m.name == plain; });
  if (plain != name && (it == std::end(kMetrics) || it->kind != MetricKind::kSpeedup))
    return nullptr;
  return it == std::end(kMetrics) ? nullptr : it;
}

std::string TitleWithUnit(const Metric& metric) {
  return std::string(metric.title) + (IsSeconds(metric.kind) ? " s" : "");
}

bool IsHigherBetter(std::string_view metric) { return metric == "accuracy"; }

bool IsCompared(std::string_view metric) {
  const Metric* known = FindMetric(metric);
  return known != nullptr && IsJudged(known->kind) && metric != "duality_gap" &&
         metric != "projection_bound" && !metric.ends_with("_theory") &&
         !metric.ends_with("_expected");
}

bool IsOfKernel(std::string_view metric) {
  return metric.starts_with("gram_") || metric == "box_discrepancy";
}

std::string_view ReportedUnit(MetricKind kind) {
  switch (kind) {
    case MetricKind::kShare:
      return "fraction";
    case MetricKind::kPhase:
    case MetricKind::kSeconds:
      return "s";
    case MetricKind::kSpeedup:
      return "ratio";
    case MetricKind::kError:
    case MetricKind::kCount:
      break;
  }
  return "";
}

}  // namespace mercer
