#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The text of a file of web/, or "chart.min.js", as they were when the program was built. Aborts
/// for any other name.
std::string_view WebFile(std::string_view name);

/// A template with each {{name}} replaced by its value, once: what is put in is not looked at
/// again. Aborts for a name without a value.
std::string FillTemplate(std::string_view text, const std::map<std::string, std::string>& values);

/// A text with the characters that mean something in HTML escaped.
std::string EscapeHtml(std::string_view text);

/// One page that needs nothing beside it and asks the network for nothing: the parts of web/ with
/// Chart.js and PageData().
std::string HtmlPage(const Summary& summary);

/// Writes index.html, the scoreboard of every paper under <results>/<citekey>/<table>/ with all
/// claims, and for each table its page, <citekey>/<table>.html. Makes the folder where there is
/// none. Throws InvalidInput as LoadPaper does, where `results` is no folder, or where `site`
/// cannot be written.
void WriteSite(const std::filesystem::path& results, const std::filesystem::path& site);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_
