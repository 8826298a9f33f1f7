#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_AXIS_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_AXIS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

enum class AxisScale { kLinear, kLog };

/// Parses "linear" or "log". Throws InvalidInput, naming `where`.
AxisScale ParseAxisScale(const std::string& text, const std::string& where);

/// The quantities that a horizontal axis can show besides a parameter of the methods: D, input_dim,
/// n_train, and metrics that are a cost or a Gram error of a cell.
const std::vector<std::string>& FigureAxes();

/// Throws InvalidInput, beginning with `where`, for an axis that is neither one of FigureAxes() nor
/// a parameter.
void CheckFigureAxis(const std::string& axis, const std::string& where);

/// Whether an axis is a parameter of the methods' map or learner: "map.iterations", "learner.cost".
bool IsParameterAxis(const std::string& axis);

/// The parameters of a summary's methods as axes, those with the most values first.
std::vector<std::string> ParameterAxes(const Summary& summary);

/// Whether an axis has a value for each data set: input_dim or n_train.
bool IsDataAxis(const std::string& axis);

/// The value of a data set on such an axis; nullopt if no trial recorded it.
std::optional<double> PlaceOnDataAxis(const std::string& axis, const DatasetFacts& facts);

/// The name of the data sets that share a panel: on an axis of the data, generated sets that differ
/// in d, or all entries of one data set whatever their rows; otherwise the data set alone.
std::string PanelDataset(const std::string& axis, const std::string& dataset);

/// The title of an axis that shows this, with its unit: one of FigureAxes(), a parameter, or a
/// metric.
std::string AxisTitle(const std::string& name);

/// A horizontal axis: where the cells of a summary stand on it, and which of them are one curve.
/// The summary and its rows must outlive it.
class FigureAxis {
 public:
  /// Throws InvalidInput if the axis is a parameter that no method has.
  FigureAxis(const Summary& summary, const RowIndex& rows, const std::string& name);

  const std::string& name() const { return name_; }
  /// Its values are known before anything runs: one of them makes no curve.
  bool IsGiven() const;
  /// Each D of a method is a curve of its own.
  bool HasCurveOfEachSize() const { return IsDataAxis(name_) || IsParameterAxis(name_); }
  /// Logarithmic, but linear for a parameter that has a value which is not positive.
  AxisScale UsualScale() const;

  /// Where a cell stands; none if it has no place here, such as a method without D on the axis D.
  std::optional<double> PlaceOf(const CellKey& cell) const;
  /// Whether a cell without a place is a horizontal line: not on an axis of the data, nor where its
  /// parameters are not known, because it has no trials.
  bool IsLevel(const CellKey& cell) const;
  /// The method of a cell, as cells name it. On the axis of a parameter, the name of all methods
  /// that differ in it alone: the id that they share, or else their map or learner; each with its
  /// other parameters.
  const std::string& CurveOf(const CellKey& cell) const;

 private:
  struct OnParameter {
    double place = 0;
    std::string curve;
  };

  void PlaceParameters();

  const Summary& summary_;
  const std::string name_;
  const RowIndex& rows_;
  std::map<CellKey, OnParameter> on_parameter_{};  // of the cells that have the parameter
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_AXIS_H_
