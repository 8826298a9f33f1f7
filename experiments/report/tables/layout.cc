#include "experiments/report/tables/layout.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "experiments/report/cells/normalise.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summary.h"

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

std::string RowsLine(const Summary& summary) {
  std::string line;
  for (const DatasetFacts& facts : summary.datasets) {
    const bool is_split = !facts.n_test.empty() && facts.n_test != "0";
    if (facts.n_train.empty()) continue;
    line += line.empty() ? "Rows: " : ", ";
    line += facts.label + " " + facts.n_train;
    if (is_split) line += "/" + facts.n_test;
  }
  if (line.empty()) return line;
  const bool any_split =
      std::any_of(summary.datasets.begin(), summary.datasets.end(),
                  [](const auto& facts) { return !facts.n_test.empty() && facts.n_test != "0"; });
  return line + (any_split ? " (training/test)." : ".");
}

// The values that tuning chose, by data set; "" where it chose none.
std::string TunedLine(const Summary& summary, const std::string& begin,
                      std::vector<std::string> DatasetFacts::*values) {
  std::string line;
  for (const DatasetFacts& facts : summary.datasets) {
    if ((facts.*values).empty()) continue;
    line += line.empty() ? begin : "; ";
    line += facts.label + " " + Join(facts.*values, " or ");
  }
  return line.empty() ? line : line + ".";
}

// "58 of 60 trials ended well"; "" where all did.
std::string FinishedText(const Summary& summary) {
  if (summary.finished == summary.trials) return "";
  return std::to_string(summary.finished) + " of " + std::to_string(summary.trials) +
         " trials ended well";
}

std::string NoteText(const TrialNote& note) {
  const std::string dataset = note.dataset.empty() ? "" : note.dataset + ", ";
  return note.status + ": " + dataset + std::to_string(note.trials) + " of " +
         std::to_string(note.of) + (note.of == 1 ? " trial" : " trials") + " of " +
         Join(note.methods, ", ") + ": " + note.text;
}

std::string InvalidTimes(const std::string& note, std::int64_t trials, std::int64_t of) {
  return "Times of " + std::to_string(trials) + " of " + std::to_string(of) +
         (of == 1 ? " trial" : " trials") + " are not valid: " +
         (note.empty() ? "other work ran on the machine at the same time" : note) + ".";
}

// What a mark says, where it stands behind some number.
std::string Legend(const Summary& summary) {
  const std::pair<Verdict, const char*> marks[] = {
      {Verdict::kExact, "nothing is drawn, and the number has the paper's printed digits"},
      {Verdict::kAgrees, "equal up to the margin, whatever the runs leave open"},
      {Verdict::kBetter, "they differ, ours better"},
      {Verdict::kWorse, "they differ, the paper's better"},
      {Verdict::kUnsolved,
       "a trial stopped with a duality gap above 1 per cent, which is no result"},
      {Verdict::kUntold,
       "cannot be told: the runs leave it open, no data, substitute data, or fitted to this "
       "number"}};
  std::vector<std::string> said;
  for (const auto& [verdict, text] : marks) {
    const bool is_there =
        std::any_of(summary.rows.begin(), summary.rows.end(), [v = verdict](const auto& row) {
          return row.judgement.verdict == v || (v == Verdict::kUnsolved && row.unsolved);
        });
    if (is_there) said.push_back(std::string(VerdictMark(verdict)) + " " + text);
  }
  if (said.empty()) return "";
  return Join(said, "; ") + ". Times and speed-ups have no verdict (docs/verdicts.md).";
}

// What the numbers beside "theory" are, where there are any.
std::string TheoryLegend(const Summary& summary) {
  bool has_theory = false, contradicted = false;
  for (const SummaryRow& row : summary.rows) {
    has_theory = has_theory || row.theory.has_value();
    contradicted = contradicted || (row.theory && row.theory->IsContradicted());
  }
  if (!has_theory) return "";
  return "theory: the root of the mean square that the map's exact variances let expect; the mean "
         "of "
         "roots that is measured is at most that" +
         std::string(contradicted ? "; ! the measured errors contradict it" : "") +
         " (docs/theory.md).";
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
    const bool is_exact = row.cell.num_random_features == 0 && row.metric == "train_s";
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
               {"", "paper"},
               {"", "difference"},
               {"", "not told apart"},
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
          std::string(metric->title), MeasuredText(metric->kind, row.measured) + TunedMark(row),
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

std::vector<std::string> Caption(const Summary& summary) {
  std::vector<std::string> lines;
  const auto n = summary.repetitions;
  lines.push_back("Mean" + std::string(n > 1 ? " ± standard deviation" : "") + " of " +
                  std::to_string(n) + (n == 1 ? " repetition." : " repetitions.") + " " +
                  std::to_string(summary.trials) +
                  " trials in all. Shares in per cent, times in seconds of wall clock" +
                  (summary.normalised ? ", normalised." : "."));
  if (const std::string rows = RowsLine(summary); !rows.empty()) lines.push_back(rows);
  for (const DatasetFacts& facts : summary.datasets) {
    if (facts.substitutes.empty()) continue;
    lines.push_back("Substitute data: " + facts.label + " stands in for " + facts.substitutes +
                    "; how it stands to the paper's numbers cannot be told.");
  }
  for (const DatasetFacts& facts : summary.datasets) {
    if (!facts.said.empty()) lines.push_back(facts.label + " " + facts.said + ".");
  }
  for (const std::string& tuned :
       {TunedLine(summary, "Tuned on the training part: ", &DatasetFacts::tuned),
        TunedLine(summary,
                  "† tuned on the test part, as a paper did: ", &DatasetFacts::tuned_on_test)}) {
    if (!tuned.empty()) lines.push_back(tuned);
  }
  if (const auto& keys = summary.provenance.deviations; !keys.empty()) {
    lines.push_back(
        "Declared deviations and choices that the paper leaves open: " + Join(keys, ", ") + ".");
  }
  if (summary.normalised) {
    lines.push_back(
        "Times are normalised by the passport of the machine that took them, and are those of " +
        ReferenceText() + ".");
  }
  for (const auto& [note, trials] : summary.invalid_times)
    lines.push_back(InvalidTimes(note, trials, summary.finished));
  for (const std::string& machine : summary.provenance.machines) {
    lines.push_back("Run on " + machine + ".");
  }
  return lines;
}

std::vector<std::string> HealthNotes(const Summary& summary) {
  std::vector<std::string> lines;
  if (const std::string finished = FinishedText(summary); !finished.empty())
    lines.push_back(finished + ".");
  for (const TrialNote& note : summary.failures) lines.push_back(NoteText(note));
  for (const std::string& problem : summary.problems) lines.push_back("problem: " + problem);
  return lines;
}

std::string HealthLine(const Summary& summary) {
  std::vector<std::string> parts;
  if (const std::string finished = FinishedText(summary); !finished.empty())
    parts.push_back(finished);
  parts.insert(parts.end(), summary.problems.begin(), summary.problems.end());
  return Join(parts, "; ");
}

std::vector<std::string> FootNotes(const Summary& summary) {
  std::vector<std::string> lines;
  for (const std::string& legend : {Legend(summary), TheoryLegend(summary)})
    if (!legend.empty()) lines.push_back(legend);
  for (const TrialNote& note : summary.failures) lines.push_back(NoteText(note));
  for (const TrialNote& note : summary.warnings) lines.push_back(NoteText(note));
  for (const std::string& problem : summary.problems) lines.push_back("problem: " + problem);
  return lines;
}

}  // namespace mercer
