#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_TEXT_FIT_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_TEXT_FIT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mercer {

/// The size of a figure's text, in points (72 to the inch).
inline constexpr double kFontPoints = 8;

/// The width of a text in points, rather too large than too small: that of DejaVu Sans, the widest
/// of the fonts that systems take in place of Helvetica.
double TextWidth(std::string_view text);

/// The text, or its beginning and end with … between them if it is wider than `room` points.
std::string Shortened(const std::string& text, double room);

/// The text in at most so many lines, none wider than `room` points: broken after a space or a
/// punctuation mark where that is possible, and shortened if it needs more lines.
std::vector<std::string> Wrapped(const std::string& text, double room, std::size_t most_lines);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_TEXT_FIT_H_
