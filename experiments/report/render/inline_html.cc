#include "experiments/report/render/inline_html.h"

namespace mercer {
namespace {

/// What a mark encloses; `length` is 0 where it encloses nothing.
struct Enclosed {
  std::string_view text;
  std::size_t length = 0;  // with its marks
};

Enclosed EnclosedBy(std::string_view mark, std::string_view text) {
  if (!text.starts_with(mark)) return {};
  const std::size_t end = text.find(mark, mark.size());
  if (end == std::string_view::npos || end == mark.size() || text[mark.size()] == ' ') return {};
  return {text.substr(mark.size(), end - mark.size()), end + mark.size()};
}

std::string Element(const std::string& name, const std::string& content) {
  return "<" + name + ">" + content + "</" + name + ">";
}

/// "[text](target)" at the beginning of a text; "" where there is none.
std::string LinkAt(std::string_view text, std::size_t* length) {
  if (!text.starts_with("[")) return "";
  const std::size_t middle = text.find("](");
  if (middle == std::string_view::npos) return "";
  const std::size_t end = text.find(')', middle);
  if (end == std::string_view::npos) return "";
  const std::string content = InlineHtml(text.substr(1, middle - 1));
  const std::string_view target = text.substr(middle + 2, end - middle - 2);
  *length = end + 1;
  if (!target.starts_with("http://") && !target.starts_with("https://")) return content;
  return "<a href=\"" + EscapeHtml(target) + "\">" + content + "</a>";
}

}  // namespace

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

std::string InlineHtml(std::string_view markdown) {
  std::string out;
  while (!markdown.empty()) {
    std::size_t length = 0;
    if (const Enclosed code = EnclosedBy("`", markdown); code.length > 0) {
      out += Element("code", EscapeHtml(code.text));
      length = code.length;
    } else if (const Enclosed strong = EnclosedBy("**", markdown); strong.length > 0) {
      out += Element("strong", InlineHtml(strong.text));
      length = strong.length;
    } else if (const Enclosed emphasis = EnclosedBy("*", markdown); emphasis.length > 0) {
      out += Element("em", InlineHtml(emphasis.text));
      length = emphasis.length;
    } else if (const std::string link = LinkAt(markdown, &length); length > 0) {
      out += link;
    } else {
      const bool is_escape = markdown.size() > 1 && markdown[0] == '\\' && markdown[1] != ' ';
      out += EscapeHtml(markdown.substr(is_escape ? 1 : 0, 1));
      length = is_escape ? 2 : 1;
    }
    markdown.remove_prefix(length);
  }
  return out;
}

}  // namespace mercer
