// The diagram as SVG. Lengths are in pixels of a screen; a picture scales without loss.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "experiments/report/compare/rank_diagram.h"
#include "experiments/report/render/html_page.h"

namespace mercer {
namespace {

constexpr double kFont = 14, kLetter = 8.4;
constexpr double kPad = 12, kGap = 6, kRowHeight = 20, kLevelHeight = 9, kTick = 5;
constexpr double kAxis = 78, kRuler = 22;  // from the top: the axis, the critical difference
constexpr double kNarrow = 300, kWide = 760, kPerRank = 60, kTickApart = 28;

std::string Number(const char* format, double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string Pixels(double value) { return Number("%.1f", value); }

// At least as wide as a reader's font may set it: capitals and letters beyond ASCII as squares.
double WidthOf(const std::string& text) {
  double width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_wide = (c >= 'A' && c <= 'Z') || c == 'm' || c == 'w' || c == '%' || byte >= 0xC0;
    const bool is_rest_of_letter = (byte >> 6) == 2;
    if (!is_rest_of_letter) width += is_wide ? kFont : kLetter;
  }
  return width;
}

std::string Line(double x1, double y1, double x2, double y2, double width) {
  return "<path d=\"M" + Pixels(x1) + " " + Pixels(y1) + "L" + Pixels(x2) + " " + Pixels(y2) +
         "\" stroke-width=\"" + Pixels(width) + "\"/>\n";
}

std::string Text(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + Pixels(x) + "\" y=\"" + Pixels(y) + "\" text-anchor=\"" + anchor + "\">" +
         EscapeHtml(Printable(text)) + "</text>\n";
}

std::string LabelOf(const RankDiagram::Method& method) {
  const std::string rank = Number("%.2f", method.rank);
  return method.right ? rank + "  " + method.name : method.name + "  " + rank;
}

class SvgWriter {
 public:
  explicit SvgWriter(const RankDiagram& diagram) : diagram_(diagram) {
    const double ranks = diagram.num_methods - 1;
    axis_width_ = std::clamp(kPerRank * ranks, kNarrow, kWide);
    per_rank_ = axis_width_ / ranks;
    double right_label = 0, left_label = 0;
    for (const RankDiagram::Method& method : diagram.methods) {
      double& widest = method.right ? right_label : left_label;
      widest = std::max(widest, WidthOf(LabelOf(method)));
    }
    left_ = kPad + left_label + kGap + kPad;
    const double right = left_ + axis_width_ + kPad + kGap + right_label;
    const double ruler = left_ + RulerLength() + kGap + WidthOf(RulerText());
    width_ = std::max(right, ruler) + kPad;
    first_row_ = kAxis + 3 * kPad + kLevelHeight * diagram.num_levels;
    height_ = first_row_ + kRowHeight * (diagram.num_rows - 1) + 2 * kPad;
  }

  std::string Write() {
    const std::string size = "width=\"" + Pixels(width_) + "\" height=\"" + Pixels(height_) + "\"";
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" " + size + " viewBox=\"0 0 " +
           Pixels(width_) + " " + Pixels(height_) + "\" font-family=\"Helvetica, Arial, " +
           "sans-serif\" font-size=\"" + Pixels(kFont) + "\">\n<title>Critical-difference " +
           "diagram</title>\n<desc>" + EscapeHtml(Printable(Description())) + "</desc>\n" +
           "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" +
           "<g fill=\"none\" stroke=\"#000\">\n" + Ruler() + Axis() + Leaders() + Bars() +
           "</g>\n<g fill=\"#000\" xml:space=\"preserve\">\n" + Words() + "</g>\n</svg>";
  }

 private:
  // The best rank is to the right.
  double At(double rank) const { return left_ + (diagram_.num_methods - rank) * per_rank_; }
  double RowAt(int row) const { return first_row_ + kRowHeight * row; }
  double RulerLength() const { return diagram_.critical_difference * per_rank_; }
  std::string RulerText() const { return "CD = " + Number("%.2f", diagram_.critical_difference); }

  std::string Description() const {
    std::string text = "Mean ranks, best to the right:";
    for (const RankDiagram::Method& method : diagram_.methods)
      text += " " + method.name + " " + Number("%.2f", method.rank) + ";";
    return text + " critical difference " + Number("%.2f", diagram_.critical_difference) +
           ". Bars join methods that are not shown to differ.";
  }

  std::string Ruler() const {
    const double end = left_ + RulerLength();
    return Line(left_, kRuler, end, kRuler, 1.5) +
           Line(left_, kRuler - kTick, left_, kRuler + kTick, 1.5) +
           Line(end, kRuler - kTick, end, kRuler + kTick, 1.5);
  }

  int TickStep() const {
    int step = 1;
    while (step * per_rank_ < kTickApart) step = step == 2 ? 5 : 2 * step;
    return step;
  }

  std::string Axis() const {
    std::string out = Line(left_, kAxis, left_ + axis_width_, kAxis, 1.5);
    for (int rank = 1; rank <= diagram_.num_methods; ++rank) {
      out += Line(At(rank), kAxis - kTick, At(rank), kAxis, 1.5);
      if (rank < diagram_.num_methods)
        out += Line(At(rank + 0.5), kAxis - kTick / 2, At(rank + 0.5), kAxis, 1);
    }
    return out;
  }

  std::string Leaders() const {
    std::string out;
    for (const RankDiagram::Method& method : diagram_.methods) {
      const double x = At(method.rank), y = RowAt(method.row);
      const double end = method.right ? left_ + axis_width_ + kPad : left_ - kPad;
      out += "<path d=\"M" + Pixels(x) + " " + Pixels(kAxis) + "V" + Pixels(y) + "H" + Pixels(end) +
             "\"/>\n";
    }
    return out;
  }

  std::string Bars() const {
    std::string out;
    for (const RankDiagram::Bar& bar : diagram_.bars) {
      const double y = kAxis + kPad + kLevelHeight * bar.level;
      out += Line(At(bar.worst) - 3, y, At(bar.best) + 3, y, 4);
    }
    return out;
  }

  std::string Words() const {
    constexpr double kToMiddle = 0.35 * kFont;
    std::string out = Text(left_ + RulerLength() + kGap, kRuler + kToMiddle, "start", RulerText());
    for (int rank = 1; rank <= diagram_.num_methods; rank += TickStep())
      out += Text(At(rank), kAxis - kTick - kGap, "middle", std::to_string(rank));
    for (const RankDiagram::Method& method : diagram_.methods) {
      const double y = RowAt(method.row) + kToMiddle;
      out += method.right ? Text(left_ + axis_width_ + kPad + kGap, y, "start", LabelOf(method))
                          : Text(left_ - kPad - kGap, y, "end", LabelOf(method));
    }
    return out;
  }

  const RankDiagram& diagram_;
  double axis_width_ = 0, per_rank_ = 0, left_ = 0, width_ = 0, first_row_ = 0, height_ = 0;
};

}  // namespace

std::string SvgOf(const RankDiagram& diagram) { return SvgWriter(diagram).Write(); }

}  // namespace mercer
