#include <system_error>

#include "core/base/error.h"
#include "experiments/report/html_page.h"
#include "experiments/report/page_template.h"
#include "experiments/report/scoreboard.h"
#include "experiments/store/store.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string Cell(const std::string& text) { return "<td>" + EscapeHtml(text) + "</td>"; }

std::string CountsHtml(const VerdictCounts& counts, const std::string& behind) {
  return "<td class=\"number\">" + counts.Share() + behind + "</td><td class=\"number\">" +
         std::to_string(counts.untold) + "</td>";
}

// A body of the scoreboard's table: the paper's name over all columns, its tables, its claims.
std::string PaperRows(const PaperResults& paper) {
  std::string out = "<tbody><tr><th colspan=\"5\" scope=\"rowgroup\">" + EscapeHtml(paper.citekey) +
                    "</th></tr>\n";
  for (const auto& [name, summary] : paper.tables) {
    const VerdictCounts counts = CountCells(summary);
    const std::string link = EscapeHtml(paper.citekey + "/" + name + ".html");
    out += "<tr><th scope=\"row\"><a href=\"" + link + "\">" + EscapeHtml(name) + "</a></th>" +
           Cell(summary.provenance.location) + "<td class=\"number\">" +
           std::to_string(summary.trials) + "</td>" + CountsHtml(counts, "") + "</tr>\n";
  }
  const VerdictCounts& claims = paper.claims.counts;
  if (!paper.claims.table.rows.empty()) {
    out += "<tr><th scope=\"row\"><a href=\"#claims-" + EscapeHtml(paper.citekey) +
           "\">claims</a></th><td></td><td></td>" + CountsHtml(claims, " hold") + "</tr>\n";
  }
  return out + "</tbody>\n";
}

std::string ClaimsSection(const PaperResults& paper) {
  if (paper.claims.table.rows.empty()) return "";
  const std::string id = "claims-" + EscapeHtml(paper.citekey);
  std::string out = "<section aria-labelledby=\"" + id + "\"><h2 id=\"" + id + "\">" +
                    EscapeHtml(paper.claims.table.title) +
                    "</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                    "aria-label=\"" +
                    EscapeHtml(paper.claims.table.title) + ": table\"><table><thead><tr>";
  for (const char* name : {"claim", "source", "verdict", "why"})
    out += std::string("<th scope=\"col\">") + name + "</th>";
  out += "</tr></thead><tbody>\n";
  for (const TableRow& row : paper.claims.table.rows) {
    out += "<tr>";
    for (const std::string& cell : row.cells) out += Cell(cell);
    out += "</tr>\n";
  }
  return out + "</tbody></table></div></section>\n";
}

}  // namespace

void WriteSite(const fs::path& results, const fs::path& site) {
  std::string rows, claims;
  for (const fs::path& folder : PaperFolders(results)) {
    const PaperResults paper = LoadPaper(folder);
    std::error_code error;
    fs::create_directories(site / paper.citekey, error);
    if (error) {
      throw InvalidInput((site / paper.citekey).string() + " cannot be made: " + error.message() +
                         "; expected a folder that can be written");
    }
    for (const auto& [name, summary] : paper.tables)
      WriteFileAtomically(site / paper.citekey / (name + ".html"), HtmlPage(summary));
    rows += PaperRows(paper);
    claims += ClaimsSection(paper);
  }
  if (rows.empty())
    throw InvalidInput(results.string() + " holds no results; expected CITEKEY/TABLE/trials.csv");
  WriteFileAtomically(
      site / "index.html",
      FillTemplate(
          WebFile("index.html"),
          {{"style", std::string(WebFile("page.css"))}, {"rows", rows}, {"claims", claims}}));
}

}  // namespace mercer
