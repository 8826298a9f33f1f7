#include "experiments/report/plot/draw/gnuplot_script.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <tuple>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/plot/draw/method_look.h"
#include "experiments/report/plot/draw/text_fit.h"

namespace mercer {
namespace {

/// Between single quotes gnuplot takes every character as it is; a quote is written twice.
std::string Quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      quoted += ' ';
    } else {
      quoted += c;
      if (c == '\'') quoted += c;
    }
  }
  return quoted + "'";
}

std::string Number(double value) { return FormatNumber(value); }

/// A width, height or place as a share of the canvas.
std::string Share(double part, double whole) {
  return "screen " + Number(std::round(1e5 * part / whole) / 1e5);
}

std::string List(const std::vector<double>& values) {
  std::string list = "(";
  for (const double value : values) list += (list.size() > 1 ? ", " : "") + Number(value);
  return list + ")";
}

class ScriptWriter {
 public:
  ScriptWriter(const Figure& figure, FigureWidth width)
      : figure_(figure), layout_(LayOut(figure, width)) {}

  std::string Write(const std::string& output) {
    const std::string format = std::filesystem::path(output).extension().string();
    script_ = Terminal(format == ".gp" ? ".svg" : format);
    script_ +=
        "set output " +
        Quote(format == ".gp" ? std::filesystem::path(output).stem().string() + ".svg" : output) +
        "\n";
    script_ +=
        "set encoding utf8\nset border 3\nset tics nomirror out scale 0.5\n"
        "set grid linecolor rgb '#E2E2E2' linetype 1 linewidth 0.5\nset errorbars 0.6\nset "
        "pointsize 0.5\n";
    script_ += "unset key\nset multiplot\n";
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) WritePanel(i);
    WriteKey();
    return script_ + "unset multiplot\nset output\n";
  }

 private:
  /// The terminal and its size; the numbers above are in points.
  std::string Terminal(const std::string& format) const {
    const auto size = [this](double scale) {
      return " size " + Number(std::round(scale * layout_.width)) + "," +
             Number(std::round(scale * layout_.height));
    };
    const std::string font = " font 'Helvetica,";
    if (format == ".pdf") {
      return "set terminal pdfcairo enhanced size " + Number(layout_.width / 72) + "in," +
             Number(layout_.height / 72) + "in" + font + Number(kFontPoints) + "' linewidth 0.8\n";
    }
    if (format == ".png") {
      constexpr double kPixels = 300.0 / 72;
      // Its fonts are scaled as if the screen had 96 dots to the inch.
      return "set terminal pngcairo enhanced" + size(kPixels) + font + Number(kFontPoints) +
             "' fontscale " + Number(std::round(75 * kPixels) / 100) +
             " linewidth 3 pointscale 3\n";
    }
    if (format == ".svg") {
      constexpr double kPixels = 96.0 / 72;
      return "set terminal svg enhanced" + size(kPixels) + font +
             Number(std::round(100 * kFontPoints * kPixels) / 100) + "' linewidth 1\n";
    }
    throw InvalidInput("a figure is to be written to " + Quoted("*" + format) +
                       "; expected a file name that ends in one of " + Join(PlotFormats(), ", "));
  }

  /// Above the middle of the plot, or further left where the cell ends before the title.
  void WriteTitle(std::size_t i, double left, double top) {
    const std::vector<std::string>& lines = layout_.titles[i];
    double half = 0;
    for (const std::string& line : lines) half = std::max(half, TextWidth(line) / 2);
    const double middle = std::min(left + layout_.plot_left + layout_.plot_width / 2,
                                   left + layout_.cell_width - 0.25 * kFontPoints - half);
    script_ += "unset label\n";
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const double above = 0.65 + static_cast<double>(lines.size() - 1 - line);
      script_ += "set label " + Quote(lines[line]) + " noenhanced at " +
                 Share(middle, layout_.width) + ", " + Share(top + above * kLine, layout_.height) +
                 " center\n";
    }
  }

  void WritePanel(std::size_t i) {
    const Panel& panel = figure_.panels[i];
    const std::size_t row = i / layout_.columns, column = i % layout_.columns;
    const double left = layout_.first_cell + static_cast<double>(column) * layout_.cell_width;
    const double bottom = layout_.key_height + layout_.x_title_height + layout_.plot_bottom +
                          static_cast<double>(layout_.rows - 1 - row) * layout_.cell_height;
    const double top = bottom + layout_.plot_height, plot = left + layout_.plot_left;
    script_ += "set lmargin at " + Share(plot, layout_.width) + "\nset rmargin at " +
               Share(plot + layout_.plot_width, layout_.width) + "\nset bmargin at " +
               Share(bottom, layout_.height) + "\nset tmargin at " + Share(top, layout_.height) +
               "\n";
    WriteTitle(i, left, top);
    if (PageLayout::NamesY(figure_, layout_.columns, i)) {
      // At a place of its own: gnuplot would put it left of the widest number. Beside the middle of
      // the plot, or lower where it would reach over the cell.
      const std::string title = Shortened(panel.y.title, layout_.cell_height);
      const double highest =
          bottom - layout_.plot_bottom + layout_.cell_height - TextWidth(title) / 2;
      script_ += "set label " + Quote(title) + " noenhanced at " +
                 Share(left + layout_.axis_title, layout_.width) + ", " +
                 (bottom + layout_.plot_height / 2 > highest ? Share(highest, layout_.height)
                                                             : "graph 0.5") +
                 " center rotate\n";
    }
    WriteAxis("x", panel.x, layout_.x_tics[i]);
    WriteAxis("y", panel.y, layout_.y_tics[i]);
    WriteCurves(panel, i);
  }

  void WriteAxis(const std::string& name, const Axis& axis, const std::vector<double>& tics) {
    const bool is_log = axis.scale == AxisScale::kLog;
    script_ += (is_log ? "set logscale " : "unset logscale ") + name + "\n";
    script_ += "set " + name + "range [" + Number(axis.low) + ":" + Number(axis.high) + "]\n";
    script_ += "set format " + name + " '%g'\nset " + name + "tics " + List(tics) + "\n";
  }

  static std::string PointsOf(const Curve& curve, const Panel& panel) {
    if (curve.is_level) {
      const std::string value = " " + Number(curve.points.front().y) + "\n";
      return Number(panel.x.high) + value + Number(panel.x.low) + value;
    }
    std::string text;
    for (const CurvePoint& point : curve.points) {
      if (panel.y.scale == AxisScale::kLog && !(point.y > 0)) continue;
      const double spread = point.spread.value_or(0);
      text += Number(point.x) + " " + Number(point.y) + " " +
              Number(std::max(point.y - spread, panel.y.low)) + " " +
              Number(std::min(point.y + spread, panel.y.high)) + "\n";
    }
    return text;
  }

  const MethodLook& LookOfMethod(const std::string& method) const {
    return LookOf(static_cast<std::size_t>(std::ranges::find(figure_.methods, method) -
                                           figure_.methods.begin()));
  }

  /// How a curve is drawn, in the plot and in the key: a single point has no line, and a level one
  /// mark at its right end, the first of its two points.
  static std::string StyleOf(const Curve& curve, const MethodLook& look) {
    const bool is_single = curve.points.size() == 1 && !curve.is_level;
    if (curve.role == Curve::Role::kTheory) {
      return std::string(is_single ? "points pointtype 1" : "lines dashtype 1") +
             " linecolor rgb '" + kTheoryColour + "' linewidth 0.8";
    }
    const bool is_paper = curve.role == Curve::Role::kPaper;
    const int dash = is_paper ? 2 : curve.is_level ? 3 : look.dash;
    return std::string(is_single ? "points" : "linespoints") + " linecolor rgb '" + look.colour +
           "' dashtype " + std::to_string(dash) + " pointtype " +
           std::to_string(is_paper ? look.open : look.filled) +
           (curve.is_level ? " pointinterval 2" : "");
  }

  std::string PlotOf(const Curve& curve) const {
    const std::string style = StyleOf(curve, LookOfMethod(curve.method));
    const bool has_bars =
        curve.role == Curve::Role::kOurs && !curve.is_level &&
        std::ranges::any_of(curve.points, [](const CurvePoint& p) { return p.spread.has_value(); });
    if (!has_bars) return " using 1:2 with " + style + " notitle";
    return std::string(" using 1:2:3:4 with ") +
           (curve.points.size() == 1 ? "yerrorbars" : "yerrorlines") +
           style.substr(style.find(' ')) + " notitle";
  }

  void WriteCurves(const Panel& panel, std::size_t number) {
    std::string plots;
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      const Curve& curve = panel.curves[c];
      const std::string block = "$panel" + std::to_string(number) + "_" + std::to_string(c);
      script_ += block + " << END\n" + PointsOf(curve, panel) + "END\n";
      plots += (plots.empty() ? "" : ", \\\n  ") + block + PlotOf(curve);
    }
    script_ += "plot " + plots + "\n";
  }

  /// Below all panels, which have the same horizontal axis.
  std::string SharedXTitle() const {
    const double left = layout_.first_cell + layout_.plot_left;
    const double right =
        layout_.width - (layout_.cell_width - layout_.plot_left - layout_.plot_width);
    return "set label " + Quote(Shortened(figure_.panels.front().x.title, layout_.width)) +
           " noenhanced at " + Share((left + right) / 2, layout_.width) + ", " +
           Share(layout_.key_height + layout_.x_title_height - 0.5 * kLine, layout_.height) +
           " center\n";
  }

  /// The key has the foot of the canvas for itself: beside a panel it would be as wide as that.
  void WriteKey() {
    script_ += "unset label\nunset border\nunset tics\nunset grid\nunset logscale\n" +
               SharedXTitle() +
               "set lmargin at screen 0\nset rmargin at screen 1\nset bmargin at screen 0\n"
               "set tmargin at " +
               Share(layout_.key_height, layout_.height) +
               "\nset xrange [0:1]\nset yrange [0:1]\nset key noenhanced at screen 0.5, " +
               Share(layout_.key_height / 2, layout_.height) +
               " center center horizontal maxcols " + std::to_string(layout_.key_columns) +
               " Left reverse samplen 2 spacing 0.9\nplot 2 notitle" + Key() + "\n";
  }

  /// The curve of a method, or of a role if there is none, that shows most: lines before single
  /// points, ours before levels and the paper's. nullptr if there is none.
  const Curve* MainCurve(const std::string& method, std::optional<Curve::Role> role) const {
    const auto rank = [](const Curve& curve) {
      return std::tuple(curve.role == Curve::Role::kOurs, !curve.is_level, curve.points.size() > 1);
    };
    const Curve* foremost = nullptr;
    for (const Panel& panel : figure_.panels) {
      for (const Curve& curve : panel.curves) {
        if (role ? curve.role != *role : curve.method != method) continue;
        if (foremost == nullptr || rank(curve) > rank(*foremost)) foremost = &curve;
      }
    }
    return foremost;
  }

  /// An entry for each method, and one each for what is the paper's and theory's, as they are
  /// drawn.
  std::string Key() const {
    std::string key;
    const auto add = [&key](const Curve* curve, const MethodLook& look, const std::string& title) {
      if (curve != nullptr)
        key += ", \\\n  keyentry with " + StyleOf(*curve, look) + " title " + Quote(title);
    };
    for (std::size_t i = 0; i < figure_.methods.size(); ++i)
      add(MainCurve(figure_.methods[i], {}), LookOf(i), layout_.key_names[i]);
    const MethodLook any{.colour = "#000000", .filled = 7, .open = 6, .dash = 1};
    add(MainCurve("", Curve::Role::kPaper), any, figure_.reported_by);
    add(MainCurve("", Curve::Role::kTheory), any, "theory");
    return key;
  }

  const Figure& figure_;
  const PageLayout layout_;
  std::string script_;
};

}  // namespace

const std::vector<std::string>& PlotFormats() {
  static const std::vector<std::string> formats = {"svg", "pdf", "png", "gp"};
  return formats;
}

std::string GnuplotScript(const Figure& figure, FigureWidth width, const std::string& output) {
  return ScriptWriter(figure, width).Write(output);
}

std::string FigureCaption(const Figure& figure) {
  std::int64_t bars = 0;
  bool has_paper = false, has_theory = false, has_level = false;
  for (const Panel& panel : figure.panels) {
    for (const Curve& curve : panel.curves) {
      has_paper = has_paper || curve.role == Curve::Role::kPaper;
      has_theory = has_theory || curve.role == Curve::Role::kTheory;
      has_level = has_level || curve.is_level;
      for (const CurvePoint& point : curve.points) bars += point.spread.has_value() ? 1 : 0;
    }
  }
  std::vector<std::string> titles;
  for (const Panel& panel : figure.panels)
    if (!std::ranges::count(titles, panel.y.title)) titles.push_back(panel.y.title);
  std::string caption = Join(titles, "; ") + " against " + figure.panels.front().x.title + ".";
  if (bars > 0) caption += " Bars: ± one standard deviation over repetitions.";
  if (has_paper) caption += " Open markers, dashed: the " + figure.reported_by + "'s numbers.";
  if (has_theory) caption += " Grey: the error expected from the map's exact variance.";
  if (has_level) caption += " Dotted: methods without " + figure.levels + ".";
  return caption;
}

}  // namespace mercer
