#include "experiments/report/tables/layout.h"

#include <algorithm>
#include <utility>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/best.h"

namespace mercer {
namespace {

constexpr std::size_t kSizesOfASweep = 4;
constexpr std::size_t kMostMethodsBeside = 12;

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

// More methods than can stand beside each other, without a figure.
bool HasManyMethods(const Summary& summary) {
  if (IsSweep(summary)) return false;
  const std::vector<std::string> kernels = KernelsOf(summary);
  return std::any_of(kernels.begin(), kernels.end(), [&](const std::string& kernel) {
    return MethodsOf(summary, kernel).size() > kMostMethodsBeside;
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
  if (const std::vector<std::string>& asked = summary.asked_metrics; !asked.empty()) {
    for (const std::string& metric : asked) {
      const std::string time = metric == "train_speedup"  ? "train_s"
                               : metric == "test_speedup" ? "test_s"
                                                          : "";
      const bool is_beside = std::find(asked.begin(), asked.end(), time) != asked.end();
      if (!is_beside) AddNew(out, metric);
    }
    return out;
  }
  if (!summary.main_metric.empty()) out.push_back(summary.main_metric);
  for (const Metric& metric : ReportMetrics()) {
    const bool is_reported =
        std::any_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
          return row.metric == metric.name && row.reported.has_value();
        });
    const bool is_time = metric.kind == MetricKind::kSeconds && summary.has_learner;
    if (metric.kind == MetricKind::kSpeedup) continue;  // beside their times
    const bool is_gap = metric.name == "duality_gap" && IsMeasured(summary, metric.name);
    const bool has_theory = std::any_of(
        summary.rows.begin(), summary.rows.end(),
        [&](const SummaryRow& row) { return row.metric == metric.name && row.theory.has_value(); });
    if (is_reported || is_time || is_gap || has_theory) AddNew(out, std::string(metric.name));
  }
  return out;
}

std::vector<std::string> ShownTimes(const Summary& summary) {
  std::vector<std::string> times = ShownMetrics(summary);
  std::erase_if(times, [&](const std::string& metric) {
    const bool is_of_the_run = IsMachineTime(FindMetric(metric)->kind) || metric == "duality_gap";
    return metric == summary.main_metric || !is_of_the_run;
  });
  return times;
}

std::vector<std::string> ShownResults(const Summary& summary) {
  const std::vector<std::string> times = ShownTimes(summary);
  std::vector<std::string> results = ShownMetrics(summary);
  std::erase_if(results, [&](const std::string& metric) {
    return std::find(times.begin(), times.end(), metric) != times.end();
  });
  return results;
}

std::string BaselineMethod(const Summary& summary, const std::string& kernel) {
  for (const SummaryRow& row : summary.rows) {
    const bool is_exact = !row.has_map && row.metric == "train_s";
    if (row.cell.kernel == kernel && is_exact) return row.cell.method;
  }
  return "";
}

Table VerdictTable(const Summary& summary) {
  Table table{summary.experiment + ", cell by cell",
              {{"", "data set", true},
               {"", "kernel", true},
               {"", "method", true},
               {"", "D"},
               {"", "metric", true},
               {"", "ours"},
               {"", summary.ReportedBy()},
               {"", "difference"},
               {"", "indistinguishable range"},
               {"", "by", true},
               {"", "margin"},
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
          std::string(metric->title), MeasuredText(metric->kind, row) + TunedMark(row),
          ReportedText(metric->kind, *row.reported),
          row.difference ? DifferenceText(metric->kind, *row.difference) : "–",
          band ? BandText(metric->kind, *band) : "–",
          band ? std::string(BandKindText(band->kind)) : "",
          row.judgement.margin ? PlusMinusText(metric->kind, *row.judgement.margin) : "–",
          verdict}});
  }
  return table;
}

std::string TitleOf(const Summary& summary) {
  const Provenance& from = summary.provenance;
  if (from.citekey.empty()) return summary.experiment;
  const std::string& paper = summary.names.paper;
  return summary.experiment + ": " + (paper.empty() ? from.citekey : paper) + ", " + from.location;
}

std::vector<std::string> NeverRun(const Summary& summary) {
  std::vector<std::string> never;
  for (const SummaryRow& row : summary.rows) AddNew(never, row.cell.dataset);
  std::erase_if(never, [&](const std::string& dataset) {
    return std::any_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
      return row.cell.dataset == dataset && row.measured.n > 0;
    });
  });
  return never;
}

bool IsNotRun(const Summary& summary, const std::string& kernel, const std::string& dataset) {
  return std::none_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
    return row.cell.kernel == kernel && row.cell.dataset == dataset && row.measured.n > 0;
  });
}

Document LayOut(const Summary& summary, const ReportView& view) {
  Document document;
  document.title = TitleOf(summary);
  document.caption = Caption(summary);
  document.figures = view.figures;
  if (!view.rows.empty() || !view.columns.empty()) {
    document.tables = PivotTables(summary, AxesOf(view, IsSweep(summary)));
  } else if (HasManyMethods(summary)) {
    document.tables = PivotTables(summary, {"methods", "metrics"});
  } else if (IsSweep(summary)) {
    document.tables = SweepTables(summary);
    if (const auto absent = NeverRun(summary); !absent.empty())
      document.caption.push_back(NotRunLine(summary, absent) + ".");
  } else {
    document.tables = ComparisonTables(summary);
  }
  document.notes = FootNotes(summary);
  document.best = BestNote(document.tables);
  return document;
}

}  // namespace mercer
