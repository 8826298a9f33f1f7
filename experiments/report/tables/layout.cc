#include "experiments/report/tables/layout.h"

#include <algorithm>

#include "experiments/report/summary/metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/row_index.h"

namespace mercer {
namespace {

constexpr std::size_t kSizesOfASweep = 4;

template <class T>
void AddNew(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

bool IsMeasured(const Summary& summary, std::string_view metric) {
  return std::any_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
    return row.metric == metric && row.measured.n > 0;
  });
}

bool IsSweep(const Summary& summary) {
  const RowIndex rows(summary);
  return std::any_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
    return rows.Sizes(row.cell).size() >= kSizesOfASweep;
  });
}

}  // namespace

std::vector<std::string> KernelsOf(const Summary& summary) {
  std::vector<std::string> out;
  for (const SummaryRow& row : summary.rows) AddNew(out, row.cell.kernel);
  return out;
}

std::vector<std::string> DatasetsOf(const Summary& summary, const std::string& kernel) {
  std::vector<std::string> out;
  for (const SummaryRow& row : summary.rows) {
    if (row.cell.kernel == kernel) AddNew(out, row.cell.dataset);
  }
  return out;
}

std::vector<std::string> MethodsOf(const Summary& summary, const std::string& kernel) {
  std::vector<std::string> out;
  for (const SummaryRow& row : summary.rows) {
    if (row.cell.kernel == kernel) AddNew(out, row.cell.method);
  }
  return out;
}

std::vector<std::string> ShownMetrics(const Summary& summary) {
  std::vector<std::string> out;
  if (!summary.main_metric.empty()) out.push_back(summary.main_metric);
  for (const Metric& metric : ReportMetrics()) {
    const bool is_reported =
        std::any_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
          return row.metric == metric.name && row.reported.has_value();
        });
    const bool is_time = metric.kind == MetricKind::kSeconds && summary.has_learner;
    if (metric.kind == MetricKind::kSpeedup) continue;  // beside their times
    const bool is_gap = metric.name == "duality_gap" && IsMeasured(summary, metric.name);
    if (is_reported || is_time || is_gap) AddNew(out, std::string(metric.name));
  }
  return out;
}

Table VerdictTable(const Summary& summary) {
  Table table{summary.experiment + ", cell by cell",
              {{"", "data set", true},
               {"", "kernel", true},
               {"", "method", true},
               {"", "D"},
               {"", "metric", true},
               {"", "ours"},
               {"", "paper"},
               {"", "difference"},
               {"", "agrees"},
               {"", "by", true},
               {"", "verdict", true}}};
  for (const SummaryRow& row : summary.rows) {
    const Metric* metric = FindMetric(row.metric);
    if (!row.reported || !IsJudged(metric->kind)) continue;
    const std::string& substitutes = summary.Substitutes(row.cell.dataset);
    const std::optional<Band>& band = row.judgement.band;
    std::string verdict(VerdictText(row.judgement.verdict));
    if (!substitutes.empty()) verdict += " (substitute for " + substitutes + ")";
    const auto size = row.cell.num_random_features;
    table.rows.push_back(
        {"",
         {row.cell.dataset, row.cell.kernel, row.cell.method, size == 0 ? "" : std::to_string(size),
          std::string(metric->title), MeasuredText(metric->kind, row.measured) + TunedMark(row),
          ReportedText(metric->kind, *row.reported),
          row.difference ? DifferenceText(metric->kind, *row.difference) : "–",
          band ? BandText(metric->kind, *band) : "–",
          band ? std::string(BandKindText(band->kind)) : "", verdict}});
  }
  return table;
}

std::string TitleOf(const Summary& summary) {
  const Provenance& from = summary.provenance;
  if (from.citekey.empty()) return summary.experiment;
  return summary.experiment + ": " + from.citekey + ", " + from.location;
}

Document LayOut(const Summary& summary) {
  Document document;
  document.title = TitleOf(summary);
  document.caption = Caption(summary);
  document.tables = IsSweep(summary) ? SweepTables(summary) : ComparisonTables(summary);
  document.notes = FootNotes(summary);
  return document;
}

}  // namespace mercer
