#include "experiments/report/plot/gnuplot_script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/plot/panel_names.h"

namespace mercer {
namespace {

// Okabe and Ito's colours without the yellow, which is pale on white.
constexpr std::array kColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                 "#56B4E9", "#E69F00", "#000000", "#7F7F7F"};
// Gnuplot's numbers of filled markers, and of the open ones of the same shape.
constexpr std::array kFilled = {7, 5, 9, 13, 11, 15, 1, 2};
constexpr std::array kOpen = {6, 4, 8, 12, 10, 14, 1, 2};

// In points, 72 to the inch.
constexpr double kFont = 8;
constexpr double kLine = 1.35 * kFont;       // from one line of text to the next
constexpr double kCharacter = 0.63 * kFont;  // a character's mean width
constexpr double kTics = 7.5 * kCharacter;   // numbers left of an axis
constexpr double kRight = 2 * kCharacter;    // free at the right, where half a number may stand
constexpr double kShape = 0.68;              // height of a panel by its width

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

/// Those of the values of an axis of so many points whose numbers have room beside each other.
std::vector<double> Thinned(const std::vector<double>& values, const Axis& axis, double points) {
  const auto place = [&](double value) {
    return points * (axis.scale == AxisScale::kLog
                         ? std::log(value / axis.low) / std::log(axis.high / axis.low)
                         : (value - axis.low) / (axis.high - axis.low));
  };
  const auto half = [](double value) {
    return (static_cast<double>(Number(value).size()) + 1) * kCharacter / 2;
  };
  std::vector<double> kept;
  for (const double value : values) {
    if (kept.empty() || place(value) - half(value) >= place(kept.back()) + half(kept.back()))
      kept.push_back(value);
  }
  return kept;
}

class ScriptWriter {
 public:
  ScriptWriter(const Figure& figure, FigureWidth width)
      : figure_(figure),
        width_(72 * (width == FigureWidth::kColumn ? 3.35 : 7)),
        datasets_(DistinguishNames(Names(&Panel::dataset))),
        kernels_(DistinguishNames(Names(&Panel::kernel))),
        key_names_(KeyNames(figure.methods)) {
    const std::size_t count = figure_.panels.size();
    // A row of panels for each metric where they fit; metrics of one panel stand side by side.
    const std::size_t most = width == FigureWidth::kColumn ? 2 : 3;
    columns_ = std::min(figure_.of_a_metric == 1 ? count : figure_.of_a_metric, most);
    rows_ = (count + columns_ - 1) / columns_;
    cell_width_ = width_ / static_cast<double>(columns_);
    cell_height_ = kShape * cell_width_ + (3.8 + static_cast<double>(TitleLines())) * kLine;
    std::size_t longest = 5;  // "paper"
    for (const std::string& name : key_names_) longest = std::max(longest, name.size());
    const double entry = static_cast<double>(longest + 6) * kCharacter;
    key_columns_ = std::max<std::size_t>(1, static_cast<std::size_t>(width_ / entry));
    key_columns_ = std::min(key_columns_, figure_.methods.size() + 2);
    const std::size_t lines = (figure_.methods.size() + 1 + key_columns_) / key_columns_;
    key_height_ = (static_cast<double>(lines) + 0.5) * kLine;
    height_ = static_cast<double>(rows_) * cell_height_ + key_height_;
  }

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
      return " size " + Number(std::round(scale * width_)) + "," +
             Number(std::round(scale * height_));
    };
    const std::string font = " font 'Helvetica,";
    if (format == ".pdf") {
      return "set terminal pdfcairo enhanced size " + Number(width_ / 72) + "in," +
             Number(height_ / 72) + "in" + font + Number(kFont) + "' linewidth 0.8\n";
    }
    if (format == ".png") {
      constexpr double kPixels = 300.0 / 72;
      // Its fonts are scaled as if the screen had 96 dots to the inch.
      return "set terminal pngcairo enhanced" + size(kPixels) + font + Number(kFont) +
             "' fontscale " + Number(std::round(75 * kPixels) / 100) +
             " linewidth 3 pointscale 3\n";
    }
    if (format == ".svg") {
      constexpr double kPixels = 96.0 / 72;
      return "set terminal svg enhanced" + size(kPixels) + font +
             Number(std::round(100 * kFont * kPixels) / 100) + "' linewidth 1\n";
    }
    throw InvalidInput("a figure is to be written to " + Quoted("*" + format) +
                       "; expected a file name that ends in one of " + Join(PlotFormats(), ", "));
  }

  std::vector<std::string> Names(std::string Panel::*member) const {
    std::vector<std::string> names;
    for (const Panel& panel : figure_.panels) names.push_back(panel.*member);
    return names;
  }

  /// Lines above each panel: what tells its data set and its kernel from the others.
  std::size_t TitleLines() const {
    const auto has_text = [](const std::string& text) { return !text.empty(); };
    return static_cast<std::size_t>(std::ranges::any_of(datasets_, has_text)) +
           static_cast<std::size_t>(std::ranges::any_of(kernels_, has_text));
  }

  /// Of the plotted part of a panel.
  double PlotWidth() const { return cell_width_ - LeftOfPlot() - kRight; }
  static double LeftOfPlot() { return kTics + 1.4 * kLine; }

  void WriteTitle(std::size_t i) {
    std::vector<std::string> lines;
    for (const std::string& text : {datasets_[i], kernels_[i]})
      if (!text.empty()) lines.push_back(text);
    const std::size_t all = TitleLines();
    for (std::size_t line = 0; line < all; ++line) {
      script_ += "set label " + std::to_string(line + 1) + " " +
                 Quote(line < lines.size() ? lines[line] : "") +
                 " noenhanced at graph 0.5, graph 1 center offset 0," +
                 Number(0.1 + 0.55 + static_cast<double>(all - 1 - line)) + "\n";
    }
  }

  void WritePanel(std::size_t i) {
    const Panel& panel = figure_.panels[i];
    const std::size_t row = i / columns_, column = i % columns_;
    const bool is_last_below = i + columns_ >= figure_.panels.size();
    const bool names_y = column == 0 || figure_.panels[i - 1].metric != panel.metric;
    const double left = static_cast<double>(column) * cell_width_;
    const double bottom = key_height_ + static_cast<double>(rows_ - 1 - row) * cell_height_;
    script_ +=
        "set lmargin at " + Share(left + LeftOfPlot(), width_) + "\nset rmargin at " +
        Share(left + cell_width_ - kRight, width_) + "\nset bmargin at " +
        Share(bottom + 3 * kLine, height_) + "\nset tmargin at " +
        Share(bottom + cell_height_ - (0.8 + static_cast<double>(TitleLines())) * kLine, height_) +
        "\n";
    WriteTitle(i);
    // At a place of its own: gnuplot would put it left of the widest number.
    script_ += "set label 3 " + Quote(names_y ? panel.y.title : "") + " noenhanced at " +
               Share(left + 0.7 * kLine, width_) + ", graph 0.5 center rotate\n";
    Axis x = panel.x;
    if (!is_last_below) x.title.clear();
    if (static_cast<double>(x.title.size()) * kCharacter > PlotWidth())
      x.title = ShortTitle(x.title);
    WriteAxis("x", x);
    WriteAxis("y", panel.y);
    if (panel.x.is_listed) {
      script_ += "set xtics " + List(Thinned(panel.x_values, panel.x, PlotWidth())) + "\n";
    }
    WriteCurves(panel, i);
  }

  /// "number of random features D" where there is no room for more than the letter.
  static std::string ShortTitle(const std::string& title) {
    return title.ends_with(" D") || title.ends_with(" d") ? title.substr(title.size() - 1) : title;
  }

  void WriteAxis(const std::string& name, const Axis& axis) {
    script_ += name == "x" && !axis.title.empty()
                   ? "set xlabel " + Quote(axis.title) + " noenhanced offset 0,0.4\n"
                   : "unset " + name + "label\n";
    const bool is_log = axis.scale == AxisScale::kLog;
    script_ += (is_log ? "set logscale " : "unset logscale ") + name + "\n";
    script_ += "set " + name + "range [" + Number(axis.low) + ":" + Number(axis.high) + "]\n";
    script_ += "set format " + name + " '%g'\nset m" + name + "tics default\n";
    script_ += "set " + name + "tics " +
               (is_log ? List(LogTics(axis.low, axis.high)) : std::string("autofreq")) + "\n";
  }

  std::size_t StyleOf(const std::string& method) const {
    return static_cast<std::size_t>(std::ranges::find(figure_.methods, method) -
                                    figure_.methods.begin());
  }

  static std::string ColourOf(std::size_t style) {
    return std::string("linecolor rgb '") + kColours[style % kColours.size()] + "'";
  }

  /// Beyond eight methods no colour meets the same marker again.
  static std::size_t MarkerOf(std::size_t style) {
    return (style + style / kColours.size()) % kFilled.size();
  }

  static std::string PointsOf(const Curve& curve, const Panel& panel) {
    if (curve.is_level) {
      const std::string value = " " + Number(curve.points.front().y) + "\n";
      return Number(panel.x.low) + value + Number(panel.x.high) + value;
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

  std::string StyledAs(const Curve& curve) const {
    const std::size_t style = StyleOf(curve.method);
    const std::string colour = ColourOf(style);
    const bool is_paper = curve.role == Curve::Role::kPaper;
    if (curve.role == Curve::Role::kTheory)
      return "using 1:2 with lines linecolor rgb '#767676' linewidth 0.8 dashtype 1";
    if (curve.is_level)
      return "using 1:2 with lines " + colour + " dashtype " + (is_paper ? "2" : "3");
    const std::string marker =
        " pointtype " + std::to_string((is_paper ? kOpen : kFilled)[MarkerOf(style)]);
    if (is_paper) return "using 1:2 with linespoints " + colour + " dashtype 2" + marker;
    const bool has_bars = std::ranges::any_of(
        curve.points, [](const CurvePoint& point) { return point.spread.has_value(); });
    return has_bars ? "using 1:2:3:4 with yerrorlines " + colour + " dashtype 1" + marker
                    : "using 1:2 with linespoints " + colour + " dashtype 1" + marker;
  }

  void WriteCurves(const Panel& panel, std::size_t number) {
    std::string plots;
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      const Curve& curve = panel.curves[c];
      const std::string block = "$panel" + std::to_string(number) + "_" + std::to_string(c);
      script_ += block + " << END\n" + PointsOf(curve, panel) + "END\n";
      plots += (plots.empty() ? "" : ", \\\n  ") + block + " " + StyledAs(curve) + " notitle";
    }
    script_ += "plot " + plots + "\n";
  }

  /// The key has the foot of the canvas for itself: beside a panel it would be as wide as that.
  void WriteKey() {
    script_ +=
        "unset label\nunset border\nunset tics\nunset grid\nunset xlabel\nunset logscale\n"
        "set lmargin at screen 0\nset rmargin at screen 1\nset bmargin at screen 0\n"
        "set tmargin at " +
        Share(key_height_, height_) +
        "\nset xrange [0:1]\nset yrange [0:1]\nset key noenhanced at screen 0.5, " +
        Share(key_height_ / 2, height_) + " center center horizontal maxcols " +
        std::to_string(key_columns_) + " Left reverse samplen 2 spacing 0.9\n" + "plot 2 notitle" +
        Key() + "\n";
  }

  bool HasRole(Curve::Role role) const {
    return std::ranges::any_of(figure_.panels, [&](const Panel& panel) {
      return std::ranges::any_of(panel.curves,
                                 [&](const Curve& curve) { return curve.role == role; });
    });
  }

  bool IsLevelOnly(const std::string& method) const {
    return std::ranges::all_of(figure_.panels, [&](const Panel& panel) {
      return std::ranges::all_of(panel.curves, [&](const Curve& curve) {
        return curve.method != method || curve.is_level;
      });
    });
  }

  /// A mark for each method, and one each for what is the paper's and theory's.
  std::string Key() const {
    std::string key;
    const auto add = [&key](const std::string& style, const std::string& title) {
      key += ", \\\n  keyentry with " + style + " title " + Quote(title);
    };
    for (std::size_t i = 0; i < figure_.methods.size(); ++i) {
      const std::size_t style = StyleOf(figure_.methods[i]);
      if (IsLevelOnly(figure_.methods[i])) {
        add("lines " + ColourOf(style) + " dashtype 3", key_names_[i]);
      } else {
        add("linespoints " + ColourOf(style) + " dashtype 1 pointtype " +
                std::to_string(kFilled[MarkerOf(style)]),
            key_names_[i]);
      }
    }
    if (HasRole(Curve::Role::kPaper))
      add("linespoints linecolor rgb '#000000' dashtype 2 pointtype 6", figure_.reported_by);
    if (HasRole(Curve::Role::kTheory)) add("lines linecolor rgb '#767676' linewidth 0.8", "theory");
    return key;
  }

  const Figure& figure_;
  double width_ = 0, height_ = 0;
  double cell_width_ = 0, cell_height_ = 0, key_height_ = 0;
  const std::vector<std::string> datasets_, kernels_;  // of each panel, what tells it from others
  const std::vector<std::string> key_names_;           // of the figure's methods
  std::size_t columns_ = 1, rows_ = 1, key_columns_ = 1;
  std::string script_;
};

}  // namespace

const std::vector<std::string>& PlotFormats() {
  static const std::vector<std::string> formats = {"svg", "pdf", "png", "gp"};
  return formats;
}

std::vector<double> LogTics(double low, double high) {
  constexpr std::size_t kFewest = 3, kMost = 8;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  std::vector<double> tics;
  for (const std::vector<double>& mantissas :
       {std::vector<double>{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 5, 7}}) {
    std::vector<double> found;
    for (int power = first; power <= last; ++power) {
      for (const double mantissa : mantissas) {
        // From text, so that 0.1 is the number that is written so.
        const double tic = std::stod(FormatNumber(mantissa) + "e" + std::to_string(power));
        if (tic >= low && tic <= high) found.push_back(tic);
      }
    }
    if (found.size() > kMost && !tics.empty()) break;
    tics = found;
    if (tics.size() >= kFewest) break;
  }
  const std::size_t step = (tics.size() + kMost - 1) / kMost;
  std::vector<double> kept;
  for (std::size_t i = 0; i < tics.size(); i += step) kept.push_back(tics[i]);
  return kept;
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
  if (has_level) caption += " Dotted: methods without random features.";
  return caption;
}

}  // namespace mercer
