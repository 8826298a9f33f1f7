#include "experiments/report/summary/summary_csv.h"

#include <optional>
#include <vector>

#include "core/base/text.h"
#include "experiments/report/summary/metrics.h"
#include "experiments/store/csv.h"

namespace mercer {
namespace {

std::string Text(const std::optional<double>& value) { return value ? FormatNumber(*value) : ""; }

}  // namespace

std::vector<std::string> DeviationsOf(const Summary& summary, const SummaryRow& row) {
  std::vector<std::string> all = summary.provenance.deviations;
  const std::string& substitutes = summary.Substitutes(row.cell.dataset);
  if (!substitutes.empty()) all.push_back("substitute for " + substitutes);
  if (row.unsolved) all.emplace_back("unsolved");
  if (row.tuned_on_test) all.emplace_back("tuned on the test part");
  const Metric* metric = FindMetric(row.metric);
  const bool is_time = metric != nullptr && IsMachineTime(metric->kind);
  if (summary.normalised && is_time) all.emplace_back("normalised by the machine's passport");
  return all;
}

std::string SummaryCsv(const Summary& summary) {
  std::string out = CsvLine({"experiment", "dataset", "kernel", "method", "D", "metric", "n",
                             "mean", "std", "stderr", "reported", "reported_std", "difference",
                             "band_low", "band_high", "band_kind", "verdict", "deviations"});
  for (const SummaryRow& row : summary.rows) {
    const Measured& measured = row.measured;
    const auto size = row.cell.num_random_features;
    const std::optional<Band>& band = row.judgement.band;
    out += CsvLine(
        {summary.experiment, row.cell.dataset, row.cell.kernel, row.cell.method,
         size == 0 ? "" : std::to_string(size), row.metric, std::to_string(measured.n),
         measured.n == 0 ? "" : FormatNumber(measured.mean), Text(measured.std),
         Text(measured.standard_error), row.reported ? FormatNumber(row.reported->value) : "",
         row.reported ? Text(row.reported->std) : "", Text(row.difference),
         band ? FormatNumber(band->low) : "", band ? FormatNumber(band->high) : "",
         band ? std::string(BandKindText(band->kind)) : "",
         std::string(VerdictText(row.judgement.verdict)), Join(DeviationsOf(summary, row), "; ")});
  }
  return out;
}

}  // namespace mercer
