#include "experiments/report/render/html_page.h"

#include <system_error>

#include "core/base/error.h"
#include "experiments/report/claims/scoreboard.h"
#include "experiments/report/render/page_data.h"
#include "experiments/report/tables/layout.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

// In the order in which they use each other.
constexpr const char* kScripts[] = {"dom.js",     "tips.js",    "tables.js", "plot.js",
                                    "figures.js", "filters.js", "cells.js",  "page.js"};

namespace fs = std::filesystem;

std::string Cell(const std::string& text) { return "<td>" + EscapeHtml(text) + "</td>"; }

std::string NumberCells(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += "<td class=\"number\">" + EscapeHtml(text) + "</td>";
  return out;
}

// A line of the scoreboard.
std::string PaperLine(const PaperResults& paper) {
  const std::string key = EscapeHtml(paper.citekey);
  const ClaimTable& claims = paper.claims;
  std::string share = EscapeHtml(claims.of_paper.Share());
  if (!claims.table.rows.empty()) share = "<a href=\"#claims-" + key + "\">" + share + "</a>";
  return "<tr><th scope=\"row\"><a href=\"#tables-" + key + "\">" + key + "</a></th>" +
         NumberCells(CountCells(paper).Texts()) + "<td class=\"number\">" + share + "</td>" +
         NumberCells({claims.ours.Share()}) + "</tr>\n";
}

// A body of the table of tables: the paper's name over all columns, and its tables.
std::string TableLines(const PaperResults& paper) {
  const std::string key = EscapeHtml(paper.citekey);
  const std::size_t columns = 3 + CellCountNames().size();
  std::string out = "<tbody id=\"tables-" + key + "\"><tr><th colspan=\"" +
                    std::to_string(columns) + "\" scope=\"rowgroup\">" + key + "</th></tr>\n";
  for (const auto& [name, summary] : paper.tables) {
    const std::string link = EscapeHtml(paper.citekey + "/" + name + ".html");
    out += "<tr><th scope=\"row\"><a href=\"" + link + "\">" + EscapeHtml(name) + "</a></th>" +
           Cell(summary.provenance.location) + NumberCells({std::to_string(summary.trials)}) +
           NumberCells(CountCells(summary).Texts()) + "</tr>\n";
  }
  return out + "</tbody>\n";
}

std::string CountHeadings() {
  std::string out;
  for (const std::string& name : CellCountNames()) out += "<th scope=\"col\">" + name + "</th>";
  return out;
}

std::string ClaimsSection(const PaperResults& paper) {
  if (paper.claims.table.rows.empty()) return "";
  const std::string id = "claims-" + EscapeHtml(paper.citekey);
  std::string out = "<section aria-labelledby=\"" + id + "\"><h2 id=\"" + id + "\">" +
                    EscapeHtml(paper.claims.table.title) +
                    "</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                    "aria-label=\"" +
                    EscapeHtml(paper.claims.table.title) + ": table\"><table><thead><tr>";
  for (const char* name : {"claim", "source", "by", "verdict", "why"})
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

std::string FillTemplate(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t begin = text.find("{{", at);
    out += text.substr(at, begin - at);
    if (begin == std::string_view::npos) return out;
    const std::size_t end = text.find("}}", begin);
    MERCER_CHECK(end != std::string_view::npos);
    const auto value = values.find(std::string(text.substr(begin + 2, end - begin - 2)));
    MERCER_CHECK(value != values.end());
    out += value->second;
    at = end + 2;
  }
}

std::string EscapeHtml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string HtmlPage(const Summary& summary) {
  std::string script;
  for (const char* name : kScripts) script += WebFile(name);
  return FillTemplate(WebFile("page.html"), {{"title", EscapeHtml(TitleOf(summary))},
                                             {"style", std::string(WebFile("page.css"))},
                                             {"data", PageData(summary)},
                                             {"licence", std::string(WebFile("chart_licence.txt"))},
                                             {"chart", std::string(WebFile("chart.min.js"))},
                                             {"script", script}});
}

void WriteSite(const fs::path& results, const fs::path& site) {
  std::string papers, tables, claims;
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
    papers += PaperLine(paper);
    tables += TableLines(paper);
    claims += ClaimsSection(paper);
  }
  if (papers.empty())
    throw InvalidInput(results.string() + " holds no results; expected CITEKEY/TABLE/trials.csv");
  WriteFileAtomically(
      site / "index.html",
      FillTemplate(WebFile("index.html"), {{"style", std::string(WebFile("page.css"))},
                                           {"counts", CountHeadings()},
                                           {"papers", papers},
                                           {"tables", tables},
                                           {"claims", claims}}));
}

}  // namespace mercer
