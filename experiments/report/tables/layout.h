#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_LAYOUT_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_LAYOUT_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// Appends an item that the list lacks.
template <class T>
void AddNew(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

/// The layout of a report's tables: the contents of rows and columns, each one of TableAxes() or ""
/// for the choice that suits the other; both "" for the layout of the paper. Also the pictures that
/// accompany the report.
struct ReportView {
  std::string rows{}, columns{};
  std::vector<DocumentFigure> figures{};
};

/// The whole report: caption, tables in the layout of the paper with its numbers below or beside
/// ours, and failed and skipped trials. If some method has four or more D on one data set and
/// kernel, the tables are those of a figure (a row per D), otherwise those of a table (a row per
/// data set, or per method if there are more than twelve). Throws InvalidInput if the view names an
/// unknown axis, or the same axis twice.
Document LayOut(const Summary& summary, const ReportView& view = {});

/// The title of the report: the experiment, and which part of which paper it reproduces.
std::string TitleOf(const Summary& summary);

/// A table for `mercer check`, with a row per number that the paper reports and that is judged.
Table VerdictTable(const Summary& summary);

/// The axes of tables: "datasets", "methods", "metrics", "D".
const std::vector<std::string>& TableAxes();

/// Two different items of TableAxes().
struct PivotAxes {
  std::string rows, columns;
};

/// The axes of a view. If it names only one, the other is methods, otherwise data sets, or D for a
/// sweep. Throws InvalidInput for an unknown axis, or the same axis twice.
PivotAxes AxesOf(const ReportView& view, bool is_sweep);

/// Tables with these rows and columns, one for each combination of kernel, data set, method and
/// metric that is on neither axis. If D is on neither axis it is shown after its method. The
/// paper's numbers and those of theory are shown beside ours.
std::vector<Table> PivotTables(const Summary& summary, const PivotAxes& axes);

/// Whether no method has a number for a data set and kernel: its data are missing, or no trial
/// ended well.
bool IsNotRun(const Summary& summary, const std::string& kernel, const std::string& dataset);

/// The data sets that are not run for any kernel.
std::vector<std::string> NeverRun(const Summary& summary);

/// A line listing the data sets that were not run: "not run: Covertype (data absent)".
std::string NotRunLine(const Summary& summary, const std::vector<std::string>& datasets);

/// Two tables per kernel, of results and of times. Each data set has a line of our numbers and
/// below it one of the paper's, or only ours if the paper reports nothing for it. Each method has
/// its D and its numbers; the times also show the speed-ups over each exact kernel machine. Methods
/// that the paper has no numbers for are in separate tables, so that the first tables are the
/// paper's.
std::vector<Table> ComparisonTables(const Summary& summary);

/// Two tables per data set and kernel, of results and of times: a line per D, and for each method
/// our number with the paper's beside it.
std::vector<Table> SweepTables(const Summary& summary);

/// The origin of the numbers and remarks on them: repetitions, rows, substitutes, deviations,
/// timing, machine.
std::vector<std::string> Caption(const Summary& summary);

/// The defects of a folder as notes: how many trials did not end well and why, damaged files, and
/// records left out. Empty if there are none.
std::vector<std::string> HealthNotes(const Summary& summary);

/// The same on one line, without the reasons; "" if there are none.
std::string HealthLine(const Summary& summary);

/// Failed and skipped trials, warnings, damaged files.
std::vector<std::string> FootNotes(const Summary& summary);

/// The distinct values in a summary's rows, in the order of the rows.
std::vector<std::string> KernelsOf(const Summary& summary);
std::vector<std::string> DatasetsOf(const Summary& summary, const std::string& kernel);
std::vector<std::string> MethodsOf(const Summary& summary, const std::string& kernel);

/// The metrics to show: the main metric, then those that the paper reports or that theory predicts,
/// the duality gap if it is recorded, and the times if a learner ran.
std::vector<std::string> ShownMetrics(const Summary& summary);

/// Those of ShownMetrics that go into a separate table: the times and what the solver reached, but
/// never the main metric.
std::vector<std::string> ShownTimes(const Summary& summary);

/// ShownMetrics without ShownTimes.
std::vector<std::string> ShownResults(const Summary& summary);

/// The exact kernel machine that speed-ups without a named baseline are relative to, for a kernel;
/// "" if there is none.
std::string BaselineMethod(const Summary& summary, const std::string& kernel);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_LAYOUT_H_
