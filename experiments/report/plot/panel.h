#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/report/plot/figure_axis.h"
#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// A point of a curve, in the unit of its axis (fractions in per cent).
struct CurvePoint {
  double x = 0, y = 0;
  std::optional<double> spread{};  // one standard deviation over repetitions
};

/// The values of one method over the horizontal axis, by increasing x; on the axis of a parameter,
/// of the methods that differ in it alone. `method` is the display name; where a method has a curve
/// for each D (FigureAxis), that follows its name.
struct Curve {
  enum class Role { kOurs, kPaper, kTheory };
  Role role = Role::kOurs;
  std::string method;
  bool is_level = false;  // a method without a place on the axis: drawn as a horizontal line
  std::vector<CurvePoint> points{};
  std::string id{};  // of its first method, as cells have it
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

/// The panel of a metric for a kernel and for one data set, or for those that share a panel on the
/// axis. Its horizontal axis fits its data; of the vertical one only the title is set.
Panel MakePanel(const Summary& summary, const RowIndex& rows, const FigureAxis& axis,
                const FigureSpec& spec, const std::vector<std::string>& datasets,
                const std::string& kernel, const std::string& metric);

/// The least and the largest value of a panel.
std::pair<double, double> ValuesOf(const Panel& panel);

/// Fits the vertical axis to the data. A logarithmic one leaves out values that are not positive,
/// and ends at half the smallest value if a bar reaches below it.
void SetYAxis(AxisScale scale, Panel& panel);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_H_
