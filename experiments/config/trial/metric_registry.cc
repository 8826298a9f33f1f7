#include "experiments/config/trial/metric_registry.h"

namespace mercer {
namespace {

MetricEntry Metric(const char* name, const char* summary, MeasuredOn on, const char* column) {
  MetricEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.measured_on = on;
  entry.column = column;
  return entry;
}

}  // namespace

const Registry<MetricEntry>& MetricRegistry() {
  using enum MeasuredOn;
  static const Registry<MetricEntry> registry(
      "metric",
      {Metric("accuracy", "fraction of the test rows with the correct label, in [0, 1]", kClasses,
              "accuracy"),
       Metric("error_rate", "1 - accuracy", kClasses, "error_rate"),
       Metric("relative_error", "|predicted - y|_2 / |y|_2 over the test rows", kValues,
              "relative_error"),
       Metric("rmse", "root of the mean squared error over the test rows, in the unit of y",
              kValues, "rmse"),
       Metric("mnll",
              "mean negative log likelihood of the test rows' labels, of a Gaussian-process "
              "classifier",
              kPosterior, "mnll"),
       Metric(
           "test_kl",
           "Kullback-Leibler divergence of a Gaussian-process classifier's posterior on a map's "
           "features from the exact one, on up to 5000 test rows, after up to 5000 training rows",
           kDivergence, "test_kl"),
       Metric("primal_objective",
              "the objective that the learner minimised, over the training rows, in its own form",
              kFit, "primal_objective"),
       Metric("projection_bound",
              "bound on how much a map's primal objective exceeds the exact one (Cotter et al. "
              "2011, Theorem 1)",
              kProjection, "projection_bound"),
       Metric("gram_error",
              "all Gram errors below except the spectral and the squared ones; its main value is "
              "gram_rel_frobenius",
              kGram, "gram_rel_frobenius"),
       Metric("gram_rel_frobenius", "|K - ZZ'|_F / |K|_F over the pairs of `gram`", kGram,
              "gram_rel_frobenius"),
       Metric("gram_rel_spectral", "|K - ZZ'|_2 / |K|_2 over all pairs of the rows of `gram`",
              kGram, "gram_rel_spectral"),
       Metric("gram_mean_abs", "mean of |K(i,j) - <z_i, z_j>| over the pairs of `gram`", kGram,
              "gram_mean_abs"),
       Metric("gram_max_abs", "largest |K(i,j) - <z_i, z_j>| over the pairs of `gram`", kGram,
              "gram_max_abs"),
       Metric("gram_mean_abs_nonzero", "gram_mean_abs over the pairs whose kernel value is not 0",
              kGram, "gram_mean_abs_nonzero"),
       Metric("gram_mean_sq", "mean of |K(i,j) - <z_i, z_j>|^2 over the pairs of `gram`", kGram,
              "gram_mean_sq"),
       Metric("gram_max_sq", "largest |K(i,j) - <z_i, z_j>|^2 over the pairs of `gram`", kGram,
              "gram_max_sq"),
       Metric("box_discrepancy",
              "D^2 of a Fourier map's frequencies over the box of `box_discrepancy`, normalised",
              kFrequencies, "box_discrepancy"),
       Metric("box_discrepancy_expected",
              "expected D^2 of as many independent frequencies over the same box", kFrequencies,
              "box_discrepancy_expected"),
       Metric("transform_train_s",
              "wall-clock seconds to map the training rows, or without a learner those of `gram`",
              kMapping, "transform_train_s")});
  return registry;
}

}  // namespace mercer
