#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_INLINE_HTML_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_INLINE_HTML_H_

#include <string>
#include <string_view>

namespace mercer {

/// Escapes the characters with a meaning in HTML.
std::string EscapeHtml(std::string_view text);

/// Converts a paragraph of Markdown to HTML: **strong**, *emphasis*, `code`, and links with http(s)
/// addresses. Everything else stays text.
std::string InlineHtml(std::string_view markdown);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_INLINE_HTML_H_
