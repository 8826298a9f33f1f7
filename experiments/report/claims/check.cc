#include "experiments/report/claims/check.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/layout.h"
#include "experiments/report/tables/render_text.h"
#include "experiments/report/tables/table.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string Render(const Document& document, const std::string& format) {
  if (format == "text") return RenderText(document);
  if (format == "markdown") return RenderMarkdown(document);
  const std::vector<std::string> known = {"text", "markdown"};
  throw InvalidInput(UnknownName("check format", format, known));
}

std::vector<ReportColumn> WithCounts(std::vector<ReportColumn> columns) {
  for (const std::string& name : CellCountNames()) columns.push_back({"", name});
  return columns;
}

void Append(std::vector<std::string>* cells, const std::vector<std::string>& more) {
  cells->insert(cells->end(), more.begin(), more.end());
}

Table PapersTable(const std::vector<PaperResults>& papers) {
  Table table{"Cells and claims of each paper", WithCounts({{"", "paper", true}})};
  table.columns.push_back({"", "claims that hold"});
  table.columns.push_back({"", "our own that hold"});
  for (const PaperResults& paper : papers) {
    if (!IsOfPaper(paper)) continue;
    TableRow row{"", {paper.citekey}};
    Append(&row.cells, CountCells(paper).Texts());
    Append(&row.cells, {paper.claims.of_paper.Share(), paper.claims.ours.Share()});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table TablesTable(const std::vector<PaperResults>& papers) {
  Table table{"Cells of each table",
              WithCounts({{"", "results", true}, {"", "in the paper", true}, {"", "trials"}})};
  for (const PaperResults& paper : papers) {
    table.rows.push_back({paper.citekey});
    for (const auto& [name, summary] : paper.tables) {
      TableRow row{"", {name, summary.provenance.location, std::to_string(summary.trials)}};
      Append(&row.cells, CountCells(summary).Texts());
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

bool IsContradicted(const SummaryRow& row) { return row.theory && row.theory->IsContradicted(); }

std::int64_t CountContradicted(const Summary& summary) {
  return std::count_if(summary.rows.begin(), summary.rows.end(), IsContradicted);
}

/// z; beyond a thousand standard errors their number says no more.
std::string StandardErrorsText(double z) {
  constexpr double kMost = 1000;
  if (std::abs(z) > kMost) return (z > 0 ? "> " : "< -") + FormatNumber(kMost);
  return FormatNumber(std::round(10 * z) / 10);
}

/// The cells whose measured Gram errors cannot be those of a right map.
Table ContradictedTable(const Summary& summary) {
  Table table{"Gram errors too far from what the map's exact variances predict",
              {{"", "data set", true},
               {"", "kernel", true},
               {"", "method", true},
               {"", "D"},
               {"", "ours"},
               {"", "theory"},
               {"", "standard errors"}}};
  for (const SummaryRow& row : summary.rows) {
    if (!IsContradicted(row)) continue;
    const MetricKind kind = FindMetric(row.metric)->kind;
    table.rows.push_back(
        {"",
         {row.cell.dataset, row.cell.kernel, row.cell.method,
          std::to_string(row.cell.num_random_features), MeasuredText(kind, row.measured),
          TheoryText(kind, *row.theory), StandardErrorsText(*row.theory->z)}});
  }
  return table;
}

std::string TheorySentence(const Summary& summary, std::int64_t contradicted) {
  const auto told =
      std::count_if(summary.rows.begin(), summary.rows.end(),
                    [](const SummaryRow& row) { return row.theory && row.theory->z; });
  if (told == 0) {
    return "Theory: no cell has " + std::to_string(kTheoryDraws) +
           " repetitions and a finite variance, so none is compared with the map's exact "
           "variances.";
  }
  const std::string sentence =
      "Theory: of " + std::to_string(told) + " Gram errors beside the map's exact variances ";
  if (contradicted == 0) return sentence + "none contradicts them.";
  const auto above = std::count_if(
      summary.rows.begin(), summary.rows.end(),
      [](const SummaryRow& row) { return IsContradicted(row) && *row.theory->z > 0; });
  const std::string counts = sentence + std::to_string(contradicted) +
                             " contradict them: " + std::to_string(above) + " lie above";
  if (above == contradicted) return counts + ".";
  return counts + ", " + std::to_string(contradicted - above) +
         " below (so few draws may lack rare large errors).";
}

}  // namespace

CheckResult Check(const fs::path& folder, const std::string& format) {
  const Summary summary = LoadSummary(folder);
  const CellCounts cells = CountCells(summary);
  Document document;
  document.title = summary.experiment;
  document.caption = Caption(summary);
  if (Table verdicts = VerdictTable(summary); !verdicts.rows.empty()) {
    document.tables.push_back(std::move(verdicts));
    document.notes.push_back(cells.Sentence() + ".");
  } else {
    document.notes.push_back("The experiment has no paper's numbers to check.");
  }
  const ClaimTable claims = ClaimsOfTable(summary);
  if (!claims.table.rows.empty()) {
    document.tables.push_back(claims.table);
    if (!claims.of_paper.IsEmpty())
      document.notes.push_back("Claims: " + claims.of_paper.Sentence() + ".");
    if (!claims.ours.IsEmpty())
      document.notes.push_back("Claims of our own: " + claims.ours.Sentence() + ".");
  }
  const std::int64_t contradicted = CountContradicted(summary);
  const bool has_theory = std::any_of(summary.rows.begin(), summary.rows.end(),
                                      [](const SummaryRow& row) { return row.theory.has_value(); });
  if (has_theory) document.notes.push_back(TheorySentence(summary, contradicted));
  if (contradicted > 0) document.tables.push_back(ContradictedTable(summary));
  for (std::string& note : HealthNotes(summary)) document.notes.push_back(std::move(note));
  return {Render(document, format), cells, contradicted, summary.damaged};
}

CheckResult CheckAll(const fs::path& results, const std::string& format,
                     const ScoreboardParts& parts) {
  std::vector<PaperResults> papers;
  for (const fs::path& folder : PaperFolders(results)) papers.push_back(LoadPaper(folder));
  Document document;
  document.title = "Scoreboard";
  document.tables.push_back(PapersTable(papers));
  if (parts.tables) document.tables.push_back(TablesTable(papers));
  CheckResult result;
  for (const PaperResults& paper : papers) {
    result.cells += CountCells(paper);
    if (parts.claims) document.tables.push_back(paper.claims.table);
    for (const auto& [name, summary] : paper.tables) {
      result.damaged = result.damaged || summary.damaged;
      const std::int64_t contradicted = CountContradicted(summary);
      result.contradicted += contradicted;
      if (contradicted > 0)
        document.notes.push_back(paper.citekey + "/" + name + ": " +
                                 TheorySentence(summary, contradicted));
      if (const std::string line = HealthLine(summary); !line.empty())
        document.notes.push_back(paper.citekey + "/" + name + ": " + line + ".");
    }
  }
  result.text = Render(document, format);
  return result;
}

}  // namespace mercer
