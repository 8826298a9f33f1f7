#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_RENDER_TEXT_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_RENDER_TEXT_H_

#include <string>

#include "experiments/report/tables/table.h"

namespace mercer {

/// The document as text or Markdown. The best numbers are preceded by "»" in text and bold in
/// Markdown. Names, which come from configs and records, are shown literally: control characters as
/// \xNN, and in Markdown "|", "<" and "](" are escaped.
std::string RenderText(const Document& document);
std::string RenderMarkdown(const Document& document);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_RENDER_TEXT_H_
