#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_DEVIATION_MARKS_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_DEVIATION_MARKS_H_

#include <set>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The declared deviations that concern only some cells of a report. Each has a raised letter,
/// which is shown at the data sets it names, otherwise at its methods, otherwise at its kernels.
class DeviationMarks {
 public:
  explicit DeviationMarks(const Summary& summary);

  /// The letters to show after a name as in cells: "ᵃ", "ᵃᵇ" or "".
  std::string OfDataset(const std::string& kernel, const std::string& dataset);
  std::string OfMethod(const std::string& kernel, const std::string& method);
  std::string OfKernel(const std::string& kernel);

  /// Explains the letters used since the last call: "ᵃ usps-rows-random". Returns one line, or none
  /// if no letter was used.
  std::vector<std::string> TakeNotes();

 private:
  struct Marked {
    std::string letter, key;
    DeviationScope scope{};
  };

  const DisplayNames& names_;
  std::vector<Marked> all_{};
  std::set<std::string> used_{};  // keys
};

/// The deviations that have no letter: those that concern every cell, and those that concern no
/// cell that was run.
std::vector<std::string> CommonDeviations(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_DEVIATION_MARKS_H_
