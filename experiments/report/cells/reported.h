#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_REPORTED_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_REPORTED_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mercer {

/// A data set as written in records and reported.csv: "nursery", or a generated one with the
/// parameters that distinguish its cells, "unit_ball(d=50)".
struct DatasetRef {
  std::string name;
  std::map<std::string, std::string> params{};

  std::string Text() const;

  /// Whether every parameter of `general` has the same value here: "unit_ball(d=50,law=gaussian)"
  /// fits "unit_ball(d=50)". Names are not compared.
  bool HasParamsOf(const DatasetRef& general) const;
};

/// Parses the text of a data set; without parentheses it is a name alone.
DatasetRef ParseDatasetRef(std::string_view text);

/// A number printed in a paper and its location: one line of reported.csv.
struct ReportedValue {
  std::string location;  // "table 1a", "figure 2 accuracy"
  DatasetRef dataset;
  std::string kernel, method;
  std::int64_t num_random_features = 0;  // D; 0 if the paper gives none
  std::string metric;                    // of ReportMetrics()
  double value = 0;                      // in the unit of files: fractions in [0, 1], seconds
  std::optional<double> std{};           // the paper's standard deviation, same unit
  std::int64_t runs = 0;                 // number of runs in the paper's mean; 0 if it does not say
  std::string unit;                      // "fraction", "s", "ratio", "absolute"
  int digits = 0;                        // number of significant digits printed in the paper
  std::string how_read;                  // "printed", "digitised", "released" or "rerun"
  std::string note;
};

/// Parses the text of a reported.csv. Columns: location, dataset, kernel, method, D, metric, value,
/// std, runs, unit, digits, how_read, note. In the contexts of older runs the column runs is
/// missing; the numbers then have no runs. Throws InvalidInput with file and line for another
/// header, a wrong number of fields, an empty name, an unknown metric, a value that is not a number
/// or out of range, a wrong unit, or a number given twice.
std::vector<ReportedValue> ParseReported(const std::string& text, const std::string& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_REPORTED_H_
