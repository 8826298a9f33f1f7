#include "experiments/config/metrics.h"

namespace mercer {
namespace {

MetricEntry Metric(const char* name, const char* summary, bool of_gram, const char* column) {
  MetricEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.of_gram = of_gram;
  entry.column = column;
  return entry;
}

}  // namespace

const Registry<MetricEntry>& MetricRegistry() {
  static const Registry<MetricEntry> registry(
      "metric",
      {Metric("accuracy", "share of the test rows whose label is predicted, in [0, 1]", false,
              "accuracy"),
       Metric("error_rate", "1 - accuracy", false, "error_rate"),
       Metric("gram_error", "every Gram error below; its main value is gram_rel_frobenius", true,
              "gram_rel_frobenius"),
       Metric("gram_rel_frobenius", "|K - ZZ'|_F / |K|_F over the pairs of `gram`", true,
              "gram_rel_frobenius"),
       Metric("gram_mean_abs", "mean of |K(i,j) - <z_i, z_j>| over the pairs of `gram`", true,
              "gram_mean_abs"),
       Metric("gram_max_abs", "largest |K(i,j) - <z_i, z_j>| over the pairs of `gram`", true,
              "gram_max_abs")});
  return registry;
}

}  // namespace mercer
