#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_DEVIATION_MARKS_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_DEVIATION_MARKS_H_

#include <set>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The declared deviations that concern some cells of a report: each has a raised letter, which
/// stands at the data sets it names, else at the methods, else at the kernels.
class DeviationMarks {
 public:
  explicit DeviationMarks(const Summary& summary);

  /// "ᵃ", "ᵃᵇ", or "": what stands behind a name as cells have it.
  std::string OfDataset(const std::string& kernel, const std::string& dataset);
  std::string OfMethod(const std::string& kernel, const std::string& method);
  std::string OfKernel(const std::string& kernel);

  /// What the letters given out since the last call stand for: "ᵃ usps-rows-random". In one line;
  /// none where there were none.
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

/// The deviations that concern every cell, and those that concern none that was run: no letter
/// stands for them.
std::vector<std::string> CommonDeviations(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_DEVIATION_MARKS_H_
