#include "experiments/report/render/site.h"

#include <string>
#include <system_error>
#include <vector>

#include "core/base/error.h"
#include "experiments/report/claims/scoreboard.h"
#include "experiments/report/render/html_page.h"
#include "experiments/report/render/inline_html.h"
#include "experiments/report/render/paper_parts.h"
#include "experiments/report/tables/layout.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string Findings(const PaperNotes& notes) {
  std::string text;
  for (const std::string& finding : notes.findings)
    text += (text.empty() ? "" : " ") + InlineHtml(finding);
  return text.empty() ? "" : "<p class=\"findings\">" + text + "</p>\n";
}

// Configs of our own have nothing to be compared with.
std::string Counts(const PaperView& paper) {
  return IsOfPaper(*paper.results) ? CountsHtml(paper.cells) : "";
}

// The tables without a figure, as words.
std::string TableLinks(const PaperView& paper) {
  const std::string& key = paper.results->citekey;
  std::string links;
  for (const auto& [table, summary] : paper.results->tables) {
    if (paper.thumbnails.contains(table)) continue;
    links += (links.empty() ? "" : ", ") + std::string("<a href=\"") +
             EscapeHtml(key + "/" + table) + ".html\">" + EscapeHtml(table) + "</a>";
  }
  return links.empty() ? "" : "<p>Tables: " + links + "</p>\n";
}

std::string Card(const PaperView& paper) {
  const std::string key = EscapeHtml(paper.results->citekey);
  const ClaimTable& claims = paper.results->claims;
  std::string out = "<article class=\"card\" id=\"" + key + "\" aria-labelledby=\"title-" + key +
                    "\" data-states=\"" + StatesOf(paper) + "\">\n<h2 id=\"title-" + key +
                    "\"><a href=\"" + key + "/index.html\">" + InlineHtml(paper.Title()) +
                    "</a></h2>\n" + Byline(paper.notes) + Findings(paper.notes) + Counts(paper);
  if (!claims.table.rows.empty()) {
    out += "<details class=\"claims-of-card\"><summary>" + ClaimsSentence(claims) + "</summary>\n" +
           ClaimsHtml(claims) + "</details>\n";
  }
  if (!paper.thumbnails.empty()) {
    out += "<ul class=\"thumbs\" aria-label=\"Figures\">\n" +
           ThumbnailList(paper, paper.results->citekey + "/") + "</ul>\n";
  }
  return out + TableLinks(paper) + "</article>\n";
}

std::string NumberCell(const std::string& text) {
  return "<td class=\"number\">" + EscapeHtml(text) + "</td>";
}

// What stands beside the paper's numbers is left out if there is no paper.
std::string TableOfTables(const PaperResults& paper) {
  const bool is_of_paper = IsOfPaper(paper);
  std::string out =
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Tables: table\"><table "
      "id=\"tables\"><thead><tr><th scope=\"col\">results</th>";
  if (is_of_paper) out += "<th scope=\"col\">in the paper</th>";
  out += "<th scope=\"col\" class=\"number\">trials</th>";
  if (is_of_paper) {
    for (const char* name : {"agree", "better", "worse", "cannot be told", "not run"})
      out += "<th scope=\"col\" class=\"number\">" + std::string(name) + "</th>";
  }
  out += "<th scope=\"col\">notes</th></tr></thead><tbody>\n";
  for (const auto& [name, summary] : paper.tables) {
    const SiteCounts counts = CountForSite(summary);
    out += "<tr><th scope=\"row\"><a href=\"" + EscapeHtml(name) + ".html\">" + EscapeHtml(name) +
           "</a></th>";
    if (is_of_paper) out += "<td>" + EscapeHtml(summary.provenance.location) + "</td>";
    out += NumberCell(std::to_string(summary.trials));
    if (is_of_paper) {
      for (const int count :
           {counts.agree, counts.better, counts.worse, counts.untold, counts.absent})
        out += NumberCell(std::to_string(count));
    }
    std::string note = HealthLine(summary);
    if (!summary.provenance.is_scored && counts.Sum() > 0)
      note += (note.empty() ? "" : "; ") + std::string("not in the paper's counts");
    out += "<td>" + EscapeHtml(note) + "</td></tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

/// A part of a paper's page with its heading.
struct Section {
  std::string id, heading, html;
};

/// The parts that have any content.
std::vector<Section> SectionsOf(const PaperView& paper) {
  std::string findings;
  for (const std::string& finding : paper.notes.findings)
    findings += "<li>" + InlineHtml(finding) + "</li>\n";
  if (!findings.empty()) findings = "<ul class=\"findings\">\n" + findings + "</ul>\n";
  std::string figures;
  if (!paper.thumbnails.empty()) {
    figures = "<ul class=\"thumbs large\" aria-label=\"Figures\">\n" + ThumbnailList(paper, "") +
              "</ul>\n";
  }
  std::string claims;
  if (!paper.results->claims.table.rows.empty()) {
    claims = "<p>" + ClaimsSentence(paper.results->claims) + ".</p>\n" +
             ClaimsHtml(paper.results->claims);
  } else if (IsOfPaper(*paper.results)) {
    claims = "<p>No claims of this paper are listed.</p>\n";
  }
  std::vector<Section> sections = {
      {"findings", "Findings", findings + Counts(paper)},
      {"results", "Figures and tables", figures + TableOfTables(*paper.results)},
      {"claims", "Claims", claims}};
  std::erase_if(sections, [](const Section& section) { return section.html.empty(); });
  return sections;
}

std::string PaperPage(const PaperView& paper) {
  std::string parts, sections;
  for (const auto& [id, heading, html] : SectionsOf(paper)) {
    parts += "<li><a href=\"#" + id + "\">" + heading + "</a></li>\n";
    sections += "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" + heading +
                "</h2>\n" + html + "</section>\n";
  }
  return FillTemplate(WebFile("paper.html"), {{"name", EscapeHtml(paper.Name())},
                                              {"title", InlineHtml(paper.Title())},
                                              {"style", std::string(WebFile("page.css"))},
                                              {"byline", Byline(paper.notes)},
                                              {"parts", parts},
                                              {"sections", sections}});
}

void MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw InvalidInput(folder.string() + " cannot be made: " + error.message() +
                       "; expected a folder that can be written");
  }
}

}  // namespace

void WriteSite(const fs::path& results, const fs::path& site) {
  std::string cards;
  for (const fs::path& folder : PaperFolders(results)) {
    const PaperResults paper = LoadPaper(folder);
    const PaperView view = ViewOf(paper);
    const fs::path pages = site / paper.citekey;
    MakeFolder(pages);
    for (const auto& [name, summary] : paper.tables)
      WriteFileAtomically(pages / (name + ".html"), HtmlPageOfSite(summary));
    WriteFileAtomically(pages / "index.html", PaperPage(view));
    cards += Card(view);
  }
  if (cards.empty())
    throw InvalidInput(results.string() + " holds no results; expected CITEKEY/TABLE/trials.csv");
  WriteFileAtomically(
      site / "index.html",
      FillTemplate(WebFile("index.html"), {{"style", std::string(WebFile("page.css"))},
                                           {"cards", cards},
                                           {"script", std::string(WebFile("site.js"))}}));
}

}  // namespace mercer
