#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_SITE_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_SITE_H_

#include <filesystem>

namespace mercer {

/// Writes index.html with a card for each paper under <results>/<citekey>/<table>/, for each paper
/// its page, <citekey>/index.html, and for each table its page, <citekey>/<table>.html. Their links
/// are relative, so that the folder can be put anywhere. Makes the folder where there is none.
/// Throws InvalidInput as LoadPaper does, where `results` is no folder, or where `site` cannot be
/// written.
void WriteSite(const std::filesystem::path& results, const std::filesystem::path& site);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_SITE_H_
