#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_DATASET_REF_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_DATASET_REF_H_

#include <map>
#include <string>
#include <string_view>

namespace mercer {

/// A data set as records and reported.csv write it: "nursery", or a generated one with the
/// parameters that tell its cells apart, "unit_ball(d=50)".
struct DatasetRef {
  std::string name;
  std::map<std::string, std::string> params{};

  std::string Text() const;

  /// Whether every parameter of `general` has the same value here: "unit_ball(d=50,law=gaussian)"
  /// fits "unit_ball(d=50)". Names are not compared.
  bool HasParamsOf(const DatasetRef& general) const;
};

/// Text without parentheses is a name alone.
DatasetRef ParseDatasetRef(std::string_view text);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_DATASET_REF_H_
