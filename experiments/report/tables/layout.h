#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_LAYOUT_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_LAYOUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// What stands in the rows and in the columns of a report's tables: one of TableAxes(), or "" for
/// what suits the other; both "" for the layout of the paper. And the pictures beside the report.
struct ReportView {
  std::string rows{}, columns{};
  std::vector<DocumentFigure> figures{};
};

/// The whole report: caption, tables in the layout of the paper with its numbers beneath or beside
/// ours, failed and skipped trials. Where a method has four or more D on one data set and kernel
/// the tables are those of a figure (a row per D), else those of a table (a row per data set).
/// Throws InvalidInput where the view asks for an unknown axis, or the same twice.
Document LayOut(const Summary& summary, const ReportView& view = {});

/// The title of that report: the experiment, and what of which paper it is.
std::string TitleOf(const Summary& summary);

/// A row per number that the paper reports and that is judged, for `mercer check`.
Table VerdictTable(const Summary& summary);

/// What can stand in rows or columns: "datasets", "methods", "metrics", "D".
const std::vector<std::string>& TableAxes();

/// Two different items of TableAxes().
struct PivotAxes {
  std::string rows, columns;
};

/// Those that a view asks for. Where it names one of them, the other is methods, or else data sets,
/// or D of a sweep. Throws InvalidInput for an unknown axis, or the same twice.
PivotAxes AxesOf(const ReportView& view, bool is_sweep);

/// Tables with these rows and columns, one for each kernel and each data set, method and metric
/// that is on neither. D stands behind its method where it is on neither; the paper's numbers and
/// those of theory stand beside ours.
std::vector<Table> PivotTables(const Summary& summary, const PivotAxes& axes);

/// Whether no method has a number of a data set and kernel: its data are absent, or no trial ended
/// well.
bool IsNotRun(const Summary& summary, const std::string& kernel, const std::string& dataset);

/// The data sets of which that is so for every kernel.
std::vector<std::string> NeverRun(const Summary& summary);

/// "not run: Covertype (data absent)", of the data sets of which that is so.
std::string NotRunLine(const Summary& summary, const std::vector<std::string>& datasets);

/// Two tables per kernel, of results and of times: for each data set a line of ours and one of the
/// paper's beneath, or its line alone where the paper reports nothing at all; for each method its D
/// and its numbers, and among the times the speed-ups over each exact machine. Methods that the
/// paper has no numbers for stand in tables of their own, so that the first are the paper's.
std::vector<Table> ComparisonTables(const Summary& summary);

/// Two tables per data set and kernel, of results and of times: a line per D, for each method ours
/// and the paper's beside it.
std::vector<Table> SweepTables(const Summary& summary);

/// Where the numbers come from and what is to be known of them: repetitions, rows, substitutes,
/// deviations, timing, machine.
std::vector<std::string> Caption(const Summary& summary);

/// What a folder lacks, as notes: how many trials did not end well and why, damaged files, records
/// left out. Empty where it lacks nothing.
std::vector<std::string> HealthNotes(const Summary& summary);

/// The same in one line, without the reasons; "" where it lacks nothing.
std::string HealthLine(const Summary& summary);

/// Failed and skipped trials, warnings, damaged files.
std::vector<std::string> FootNotes(const Summary& summary);

/// The distinct values of a summary's rows in the order of the rows.
std::vector<std::string> KernelsOf(const Summary& summary);
std::vector<std::string> DatasetsOf(const Summary& summary, const std::string& kernel);
std::vector<std::string> MethodsOf(const Summary& summary, const std::string& kernel);

/// The metrics to show: the one that the trials are about, then those that the paper reports or
/// that theory speaks of, the duality gap where it is recorded, and the times where a learner ran.
std::vector<std::string> ShownMetrics(const Summary& summary);

/// Of these the times and what the solver reached, for a table of their own; the main metric is
/// never among them.
std::vector<std::string> ShownTimes(const Summary& summary);

/// ShownMetrics without ShownTimes.
std::vector<std::string> ShownResults(const Summary& summary);

/// The exact machine of a kernel that speed-ups without a name of their own are over; "" for none.
std::string BaselineMethod(const Summary& summary, const std::string& kernel);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_LAYOUT_H_
