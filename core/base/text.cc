#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace mercer {

std::string FormatNumber(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 40> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

std::string Join(std::span<const std::string> items, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += separator;
    out += items[i];
  }
  return out;
}

namespace {

// Optimal string alignment: a swap of neighbours counts as one edit, being the commonest slip.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string DidYouMean(std::string_view name, std::span<const std::string> candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(name.size(), candidate.size());
    if (longer - std::min(name.size(), candidate.size()) >= best_distance) continue;
    const std::size_t distance = EditDistance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string UnknownName(std::string_view kind, std::string_view name,
                        std::span<const std::string> known) {
  std::string message = "unknown " + std::string(kind) + " " + Quoted(name);
  const std::string near = DidYouMean(name, known);
  if (!near.empty()) message += "; did you mean '" + near + "'?";
  return message + (near.empty() ? "; known: " : " known: ") + Join(known, ", ");
}

namespace {

// Bytes of the character of UTF-8 that begins the text; 0 where none does.
std::size_t Utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  for (std::size_t k = 1; k < length; ++k)
    if (byte(k) < 0x80 || byte(k) > 0xBF) return 0;
  // Longer than needed, a surrogate, or beyond U+10FFFF.
  const bool is_none = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return is_none ? 0 : length;
}

// U+0080 to U+009F are control characters too.
bool IsControl(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

// What of the text is shown, "…" behind `most` bytes of it; `stays`: control characters that are.
std::string Shown(std::string_view text, std::string_view stays, std::size_t most) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    std::string piece(text.substr(0, std::max<std::size_t>(length, 1)));
    text.remove_prefix(piece.size());
    if (length == 0 || (IsControl(piece) && stays.find(piece[0]) == std::string_view::npos)) {
      std::string escaped;
      for (const char c : piece) {
        const auto byte = static_cast<unsigned char>(c);
        escaped += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
      }
      piece = escaped;
    }
    if (piece.size() > most - shown.size()) return shown + "…";
    shown += piece;
  }
  return shown;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  while (!text.empty()) {
    std::uint64_t eight = 0;
    if (text.size() >= sizeof eight) {
      std::memcpy(&eight, text.data(), sizeof eight);
      if ((eight & kHighBits) == 0) {  // hardly any text has more than ASCII
        text.remove_prefix(sizeof eight);
        continue;
      }
    }
    const std::size_t length = Utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string Printable(std::string_view text) { return Shown(text, "\n\t", std::string_view::npos); }

std::string Cut(std::string_view text, std::size_t most) { return Shown(text, "", most); }

std::string Quoted(std::string_view text) { return "'" + Cut(text) + "'"; }

std::string Slug(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if (keep) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

}  // namespace mercer
