#include "experiments/report/render/html_page.h"

#include "experiments/report/render/page_data.h"
#include "experiments/report/render/page_template.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

// In the order in which they use each other.
constexpr const char* kScripts[] = {"dom.js",     "tips.js",    "tables.js", "plot.js",
                                    "figures.js", "filters.js", "cells.js",  "page.js"};

}  // namespace

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

}  // namespace mercer
