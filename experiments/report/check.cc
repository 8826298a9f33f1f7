#include "experiments/report/check.h"

#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/layout.h"
#include "experiments/report/load_summary.h"
#include "experiments/report/scoreboard.h"
#include "experiments/report/table.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string Render(const Document& document, const std::string& format) {
  if (format == "text") return RenderText(document);
  if (format == "markdown") return RenderMarkdown(document);
  const std::vector<std::string> known = {"text", "markdown"};
  throw InvalidInput(UnknownName("check format", format, known));
}

/// The scoreboard's rows of one paper.
void AddPaper(const PaperResults& paper, Table* scoreboard, CheckResult* result) {
  scoreboard->rows.push_back({paper.citekey});
  for (const auto& [name, summary] : paper.tables) {
    const VerdictCounts cells = CountCells(summary);
    result->inside += cells.good;
    result->outside += cells.bad;
    result->untold += cells.untold;
    scoreboard->rows.push_back({"",
                                {name, summary.provenance.location, std::to_string(summary.trials),
                                 cells.Share(), std::to_string(cells.untold)}});
  }
  const VerdictCounts& counts = paper.claims.counts;
  if (paper.claims.table.rows.empty()) return;
  scoreboard->rows.push_back(
      {"", {"claims", "", "", counts.Share() + " hold", std::to_string(counts.untold)}});
}

}  // namespace

CheckResult Check(const fs::path& folder, const std::string& format) {
  const Summary summary = LoadSummary(folder);
  const VerdictCounts cells = CountCells(summary);
  Document document;
  document.title = summary.experiment;
  document.caption = Caption(summary);
  document.tables.push_back(VerdictTable(summary));
  document.notes.push_back(cells.Text("inside", "outside") + ".");
  const ClaimTable claims = ClaimsOfTable(summary);
  if (!claims.table.rows.empty()) {
    document.tables.push_back(claims.table);
    document.notes.push_back("Claims: " + claims.counts.Text("hold", "do not hold") + ".");
  }
  return {Render(document, format), cells.good, cells.bad, cells.untold};
}

CheckResult CheckAll(const fs::path& results, const std::string& format, bool with_claims) {
  Document document;
  document.title = "Scoreboard";
  Table scoreboard;
  scoreboard.title = "Cells inside their band and claims that hold";
  scoreboard.columns = {{"", "results", true},
                        {"", "in the paper", true},
                        {"", "trials"},
                        {"", "inside"},
                        {"", "cannot be told"}};
  document.tables.emplace_back();
  CheckResult result;
  for (const fs::path& folder : PaperFolders(results)) {
    const PaperResults paper = LoadPaper(folder);
    AddPaper(paper, &scoreboard, &result);
    if (with_claims) document.tables.push_back(paper.claims.table);
  }
  document.tables.front() = std::move(scoreboard);
  result.text = Render(document, format);
  return result;
}

}  // namespace mercer
