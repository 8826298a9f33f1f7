#include "experiments/report/render/html_page.h"

#include "core/base/error.h"
#include "experiments/report/render/page_data.h"
#include "experiments/report/render/paper_parts.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

// In the order in which they use each other.
constexpr const char* kScripts[] = {"dom.js",     "axes.js",  "places.js", "tips.js",
                                    "tables.js",  "plot.js",  "panel.js",  "figures.js",
                                    "filters.js", "cells.js", "page.js"};

// The way back from a table's page to its paper's and the index, which lie where WriteSite puts
// them.
std::string Trail(const Summary& summary, const PaperNotes& notes) {
  const std::string& key = summary.provenance.citekey;
  const std::string& name = notes.name.empty() ? key : notes.name;
  return "<nav aria-label=\"Site\"><ol class=\"trail\"><li><a href=\"../index.html\">All "
         "papers</a></li><li><a href=\"index.html\">" +
         EscapeHtml(name.empty() ? "All tables" : name) + "</a></li><li aria-current=\"page\">" +
         EscapeHtml(summary.experiment.substr(summary.experiment.rfind('/') + 1)) +
         "</li></ol></nav>\n";
}

std::string MakePage(const Summary& summary, const ReportView& view, bool in_site) {
  std::string script;
  for (const char* name : kScripts) script += WebFile(name);
  const PaperNotes notes = PaperNotesOf(summary.provenance.citekey);
  return FillTemplate(WebFile("page.html"), {{"title", EscapeHtml(TitleOf(summary))},
                                             {"trail", in_site ? Trail(summary, notes) : ""},
                                             {"byline", PaperLine(notes)},
                                             {"style", std::string(WebFile("page.css"))},
                                             {"data", PageData(summary, view)},
                                             {"licence", std::string(WebFile("chart_licence.txt"))},
                                             {"chart", std::string(WebFile("chart.min.js"))},
                                             {"script", script}});
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

std::string HtmlPage(const Summary& summary, const ReportView& view) {
  return MakePage(summary, view, false);
}

std::string HtmlPageOfSite(const Summary& summary) { return MakePage(summary, {}, true); }

}  // namespace mercer
