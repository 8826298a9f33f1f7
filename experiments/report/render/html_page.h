#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_HTML_PAGE_H_

#include <filesystem>
#include <string>

#include "experiments/report/summary/summary.h"

namespace mercer {

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
