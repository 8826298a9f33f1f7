#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_SITE_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_SITE_H_

#include <filesystem>

namespace mercer {

/// Writes index.html with a card for each paper under <results>/<citekey>/<table>/, the page
/// <citekey>/index.html for each paper, and the page <citekey>/<table>.html for each table. Links
/// are relative, so that the folder can be placed anywhere. Creates the folder if it does not
/// exist. Throws InvalidInput as LoadPaper does, if `results` is not a folder, and if `site` cannot
/// be written.
void WriteSite(const std::filesystem::path& results, const std::filesystem::path& site);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_SITE_H_
