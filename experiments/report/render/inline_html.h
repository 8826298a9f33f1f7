#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_INLINE_HTML_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_INLINE_HTML_H_

#include <string>
#include <string_view>

namespace mercer {

/// A text with the characters that mean something in HTML escaped.
std::string EscapeHtml(std::string_view text);

/// A paragraph of Markdown as HTML: **strong**, *emphasis*, `code`, and links, of which those to
/// http(s) stay links. Everything else is text.
std::string InlineHtml(std::string_view markdown);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_INLINE_HTML_H_
