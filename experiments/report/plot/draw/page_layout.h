#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_PAGE_LAYOUT_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_PAGE_LAYOUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/report/plot/figure.h"

namespace mercer {

/// The width of a picture: one column of a two-column paper (3.35 inches) or a page (7 inches).
enum class FigureWidth { kColumn, kPage };

/// The height of a page's text, in inches.
inline constexpr double kPageHeight = 9;

/// From one line of text to the next, in points.
inline constexpr double kLine = 10.8;

/// Where everything of a picture stands, in points from its lower left corner. Panels stand in
/// cells of equal size; below them are the title of the horizontal axis and the key.
struct PageLayout {
  double width = 0, height = 0;
  std::size_t columns = 1, rows = 1;
  double cell_width = 0, cell_height = 0;
  double first_cell = 0;   // from the left edge to the first cell
  double axis_title = 0;   // from there, or from each cell, to the title of its y axis
  double plot_left = 0;    // from a cell's left edge to its axis
  double plot_bottom = 0;  // from a cell's lower edge to its axis
  double plot_width = 0, plot_height = 0;
  double key_height = 0, x_title_height = 0;
  std::size_t key_columns = 1;
  std::vector<std::string> key_names{};                 // of the figure's methods
  std::vector<std::vector<std::string>> titles{};       // lines above each panel
  std::vector<std::vector<double>> x_tics{}, y_tics{};  // of each panel

  /// Whether a panel has the title of its vertical axis: the first of a row and of a metric.
  static bool NamesY(const Figure& figure, std::size_t columns, std::size_t panel);
};

/// Lays out a figure: a row of at most two panels in a column and three on a page, or more and
/// smaller ones, of at most five, where the picture would else be higher than a page. Numbers of
/// axes that have no room beside others are left out; titles are broken into lines or shortened.
PageLayout LayOut(const Figure& figure, FigureWidth width);

/// A sentence on a picture that is higher than a page, which says what makes it lower; "" for any
/// other.
std::string HeightRemark(const Figure& figure, FigureWidth width);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_PAGE_LAYOUT_H_
