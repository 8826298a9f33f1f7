#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_

#include <map>
#include <string>
#include <string_view>

#include "experiments/report/render/inline_html.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"

namespace mercer {

/// The text of a file of web/, or of "chart.min.js", as it was when the program was built. Aborts
/// for any other name.
std::string_view WebFile(std::string_view name);

/// Replaces each {{name}} in a template by its value, once; inserted values are not expanded again.
/// Aborts for a name without a value.
std::string FillTemplate(std::string_view text, const std::map<std::string, std::string>& values);

/// A self-contained page that makes no network requests: the parts of web/ with Chart.js and
/// PageData(). It names the paper as its NOTES.md does.
std::string HtmlPage(const Summary& summary, const ReportView& view = {});

/// The same page with links to the paper's page, index.html in the same folder, and to the index of
/// all papers, ../index.html.
std::string HtmlPageOfSite(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_
