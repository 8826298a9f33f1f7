#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_TEMPLATE_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_TEMPLATE_H_

#include <map>
#include <string>
#include <string_view>

namespace mercer {

/// The text of a file of web/, or "chart.min.js", as they were when the program was built. Aborts
/// for any other name.
std::string_view WebFile(std::string_view name);

/// A template with each {{name}} replaced by its value, once: what is put in is not looked at
/// again. Aborts for a name without a value.
std::string FillTemplate(std::string_view text, const std::map<std::string, std::string>& values);

/// A text with the characters that mean something in HTML escaped.
std::string EscapeHtml(std::string_view text);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_TEMPLATE_H_
