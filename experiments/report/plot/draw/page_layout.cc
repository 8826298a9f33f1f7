#include "experiments/report/plot/draw/page_layout.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "experiments/report/plot/draw/text_fit.h"
#include "experiments/report/plot/draw/tics.h"
#include "experiments/report/plot/panel_names.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

constexpr double kInch = 72;
constexpr double kCharacter = 0.63 * kFontPoints;  // a character's mean width
constexpr double kRight = 2.5 * kCharacter;    // free at the right, where half a number may stand
constexpr double kShape = 0.68;                // height of a plot by its cell's width
constexpr double kAxisTitle = 1.4 * kLine;     // the title of a vertical axis
constexpr double kTicGap = 1.2 * kFontPoints;  // between the numbers of an axis and the axis
constexpr double kBelowPlot = 1.9 * kLine;     // the numbers of the horizontal axis
constexpr double kAbovePlot = 0.8 * kLine;     // besides the panel's title
constexpr double kFewestPlotPoints = 36;       // a narrower plot shows nothing

class LayoutMaker {
 public:
  LayoutMaker(const Figure& figure, FigureWidth width) : figure_(figure) {
    layout_.width = kInch * (width == FigureWidth::kColumn ? 3.35 : 7);
    SetKey();
  }

  PageLayout Make(std::size_t columns) {
    layout_.columns = columns;
    layout_.rows = (figure_.panels.size() + columns - 1) / columns;
    SetCells();
    SetTitles();
    SetMargins();
    layout_.x_title_height = 1.4 * kLine;
    layout_.height = static_cast<double>(layout_.rows) * layout_.cell_height +
                     layout_.x_title_height + layout_.key_height;
    return layout_;
  }

 private:
  void SetKey() {
    std::size_t longest = figure_.reported_by.size();
    for (const std::string& name : KeyNames(figure_.methods)) {
      layout_.key_names.push_back(Shortened(name, layout_.width - 6 * kCharacter));
      longest = std::max(longest, layout_.key_names.back().size());
    }
    const double entry = static_cast<double>(longest + 6) * kCharacter;
    const std::size_t entries = figure_.methods.size() + 2;
    const auto fit = static_cast<std::size_t>(layout_.width / entry);
    layout_.key_columns = std::min(std::max<std::size_t>(1, fit), entries);
    const std::size_t lines = (entries - 1 + layout_.key_columns) / layout_.key_columns;
    layout_.key_height = (static_cast<double>(lines) + 0.5) * kLine;
  }

  /// The title of the vertical axis stands once left of all cells, or in each cell if one that is
  /// not the first of its row has another metric than its neighbour.
  void SetCells() {
    bool is_in_cells = false;
    for (std::size_t i = 0; i < figure_.panels.size(); ++i)
      is_in_cells |= i % layout_.columns != 0 && PageLayout::NamesY(figure_, layout_.columns, i);
    layout_.first_cell = is_in_cells ? 0 : kAxisTitle;
    layout_.plot_left = is_in_cells ? kAxisTitle : 0;
    layout_.axis_title = 0.7 * kLine - layout_.first_cell;
    layout_.cell_width =
        (layout_.width - layout_.first_cell) / static_cast<double>(layout_.columns);
    layout_.plot_height = kShape * (layout_.cell_width + layout_.first_cell);
  }

  Texts Names(std::string Panel::*member) const {
    Texts names;
    for (const Panel& panel : figure_.panels) names.push_back(panel.*member);
    return DistinguishNames(names);
  }

  void SetTitles() {
    const Texts datasets = Names(&Panel::dataset), kernels = Names(&Panel::kernel);
    layout_.titles.assign(figure_.panels.size(), {});
    std::size_t most = 0;
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) {
      Texts& lines = layout_.titles[i];
      for (const std::string& text : {datasets[i], kernels[i]}) {
        if (text.empty()) continue;
        for (const std::string& line : Wrapped(text, layout_.cell_width - kFontPoints, 2))
          lines.push_back(line);
      }
      most = std::max(most, lines.size());
    }
    layout_.plot_bottom = kBelowPlot;
    layout_.cell_height =
        kBelowPlot + layout_.plot_height + kAbovePlot + static_cast<double>(most) * kLine;
  }

  /// Left of the plots is room for the widest number.
  void SetMargins() {
    double widest = 0;
    layout_.y_tics.clear();
    for (const Panel& panel : figure_.panels) {
      layout_.y_tics.push_back(VerticalTics(panel.y, layout_.plot_height));
      for (const double tic : layout_.y_tics.back())
        widest = std::max(widest, TextWidth(TicText(tic)));
    }
    layout_.plot_left += widest + kTicGap;
    layout_.plot_width = layout_.cell_width - layout_.plot_left - kRight;
    layout_.x_tics.clear();
    for (const Panel& panel : figure_.panels) {
      layout_.x_tics.push_back(
          HorizontalTics(panel.x, panel.x.is_listed ? panel.x_values : std::vector<double>{},
                         layout_.plot_width, kRight));
    }
  }

  const Figure& figure_;
  PageLayout layout_;
};

bool IsHigherThanPage(const PageLayout& layout) { return layout.height > kPageHeight * kInch; }

}  // namespace

bool PageLayout::NamesY(const Figure& figure, std::size_t columns, std::size_t panel) {
  return panel % columns == 0 || figure.panels[panel - 1].metric != figure.panels[panel].metric;
}

PageLayout LayOut(const Figure& figure, FigureWidth width) {
  constexpr std::size_t kMostColumns = 5;
  const std::size_t count = figure.panels.size();
  const std::size_t most = width == FigureWidth::kColumn ? 2 : 3;
  // A row of panels for each metric where they fit; metrics of one panel stand side by side, in
  // rows of equal length.
  const std::size_t rows = (count + most - 1) / most;
  const std::size_t columns =
      figure.of_a_metric == 1 ? (count + rows - 1) / rows : std::min(figure.of_a_metric, most);
  LayoutMaker maker(figure, width);
  const PageLayout usual = maker.Make(columns);
  PageLayout layout = usual;
  for (std::size_t more = columns + 1; IsHigherThanPage(layout) && more <= kMostColumns; ++more) {
    layout = maker.Make(more);
    if (layout.plot_width < kFewestPlotPoints) return usual;
  }
  return IsHigherThanPage(layout) ? usual : layout;
}

std::string HeightRemark(const Figure& figure, FigureWidth width) {
  const PageLayout layout = LayOut(figure, width);
  if (!IsHigherThanPage(layout)) return "";
  std::set<std::string> datasets, kernels, metrics;
  for (const Panel& panel : figure.panels) {
    datasets.insert(panel.dataset);
    kernels.insert(panel.kernel);
    metrics.insert(panel.metric);
  }
  Texts options;
  const auto add = [&options](bool helps, const std::string& option) {
    if (helps) options.push_back(option);
  };
  add(datasets.size() > 1, "--only dataset=NAME");
  add(kernels.size() > 1, "--only kernel=NAME");
  add(metrics.size() > 1, "--metrics NAME");
  add(figure.methods.size() > 10, "--only method=NAME");  // a long key
  add(width == FigureWidth::kColumn, "--width page");
  std::string remark = "the picture is " + FormatNumber(std::round(layout.height / kInch)) +
                       " inches high, more than a page (" + FormatNumber(kPageHeight) + ")";
  if (!options.empty()) remark += "; " + Join(options, " or ") + " makes it lower";
  return remark;
}

}  // namespace mercer
