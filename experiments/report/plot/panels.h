#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_PANELS_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_PANELS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// A point of a curve, in the unit of its axis: shares in per cent.
struct CurvePoint {
  double x = 0, y = 0;
  std::optional<double> spread{};  // one standard deviation over repetitions
};

/// Values of one method, by the name that people are shown, over the axis below, by rising x. On an
/// axis of the data's columns a method has a curve for each D, which then follows its name.
struct Curve {
  enum class Role { kOurs, kPaper, kTheory };
  Role role = Role::kOurs;
  std::string method;
  bool is_level = false;  // a method without D: one value, a line across
  std::vector<CurvePoint> points{};
  std::string id{};  // of the method, as cells have it
};

/// The ends of an axis and how it runs.
struct Axis {
  std::string title;
  AxisScale scale = AxisScale::kLinear;
  double low = 0, high = 1;
  bool is_listed = false;  // its numbers are those of its points
};

/// One metric of one data set and kernel; on an axis of the data's columns, of all data sets that
/// differ in nothing but those.
struct Panel {
  std::string dataset, kernel, metric;
  Axis x{}, y{};
  std::vector<double> x_values{};  // of all curves, rising
  std::vector<Curve> curves{};
};

/// The panels of a figure, metric by metric, and within each in the order of the summary's rows.
struct Figure {
  std::vector<Panel> panels{};
  std::size_t of_a_metric = 0;         // most panels that a metric has
  std::vector<std::string> methods{};  // of all panels, in the order met
};

/// The columns of a data set before any map; none where no trial recorded them.
std::optional<double> InputColumns(const DatasetFacts& facts);

/// A panel has axes that fit its data: means, standard deviations, the paper's numbers and theory;
/// a logarithmic axis leaves out what is not positive, and ends at half the least value where a bar
/// reaches below. All panels of a metric have one scale. Panels without a curve of two points, or
/// two points of any methods where the axis below is not D, are left out. Throws InvalidInput for a
/// data set, kernel or method that is not there, and where no panel is left. O(rows · log rows).
Figure MakeFigure(const Summary& summary, const FigureSpec& spec);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_PANELS_H_
