#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_PANELS_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_PANELS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// A point of a curve, in the unit of its axis (fractions in per cent).
struct CurvePoint {
  double x = 0, y = 0;
  std::optional<double> spread{};  // one standard deviation over repetitions
};

/// The values of one method over the horizontal axis, by increasing x. `method` is its display
/// name; on an axis of the data, a method has a curve for each D, which then follows its name.
struct Curve {
  enum class Role { kOurs, kPaper, kTheory };
  Role role = Role::kOurs;
  std::string method;
  bool is_level = false;  // a method without D: one value, drawn as a horizontal line
  std::vector<CurvePoint> points{};
  std::string id{};  // of the method, as cells have it
};

/// The ends of an axis and its scale.
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
  std::vector<double> x_values{};  // of all curves, increasing
  std::vector<Curve> curves{};
};

/// The panels of a figure, ordered by metric, and within each in the order of the summary's rows.
struct Figure {
  std::vector<Panel> panels{};
  std::size_t of_a_metric = 0;         // largest number of panels of a metric
  std::vector<std::string> methods{};  // of all panels, in order of first appearance
  std::string reported_by = "paper";   // whose numbers the curves of Role::kPaper are
};

/// Whether an axis has a value for each data set: input_dim or n_train.
bool IsDataAxis(const std::string& axis);

/// The value of a data set on such an axis; nullopt if no trial recorded it.
std::optional<double> PlaceOnDataAxis(const std::string& axis, const DatasetFacts& facts);

/// The name of the data sets that share a panel: on an axis of the data, generated sets that differ
/// in d, or all entries of one data set whatever their rows; otherwise the data set alone.
std::string PanelDataset(const std::string& axis, const std::string& dataset);

/// Whether a figure's list of data sets, kernels or methods has one, with or without its
/// parameters. An empty list has all.
bool IsAsked(const std::vector<std::string>& names, const std::string& shown);

/// Makes a figure. The axes of a panel fit its data: means, standard deviations, the paper's
/// numbers and theory. A logarithmic axis leaves out values that are not positive, and ends at half
/// the smallest value if a bar reaches below it. All panels of a metric have the same scale. A
/// panel is left out unless it has a curve of two points or, if the horizontal axis is not D, two
/// points of any methods. A metric that is the horizontal axis is left out. Throws InvalidInput for
/// a data set, kernel or method that does not exist, and if no panel is left. O(rows · log rows).
Figure MakeFigure(const Summary& summary, const FigureSpec& spec);

/// The axes on which a figure would have panels, in the order of FigureAxes().
std::vector<std::string> AxesWithPanels(const Summary& summary, const FigureSpec& spec);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_PANELS_H_
