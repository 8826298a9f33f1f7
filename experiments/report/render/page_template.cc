#include "experiments/report/render/page_template.h"

#include "core/base/error.h"

namespace mercer {

std::string FillTemplate(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t begin = text.find("{{", at);
    out += text.substr(at, begin - at);
    if (begin == std::string_view::npos) return out;
    const std::size_t end = text.find("}}", begin);
    MERCER_CHECK(end != std::string_view::npos);
    const auto value = values.find(std::string(text.substr(begin + 2, end - begin - 2)));
    MERCER_CHECK(value != values.end());
    out += value->second;
    at = end + 2;
  }
}

std::string EscapeHtml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace mercer
