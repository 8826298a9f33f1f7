#ifndef MERCER_EXPERIMENTS_RUN_PLAN_COST_CORRECTION_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_COST_CORRECTION_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/trial/trial.h"
#include "experiments/store/record.h"

namespace mercer {

/// The seconds that a trial's record says its phases took; none where it did not finish.
std::optional<double> MeasuredSeconds(const ResultRecord& record);

/// By what measured times differ from expected ones. How long a solver iterates is a matter of the
/// data and the method, so a trial is corrected by the median ratio of those of its data set and
/// method; else of its method on two or more other data sets, else of its data set; else not.
class CostCorrection {
 public:
  /// expected, measured: seconds of a finished trial; what takes less than 1 ms tells nothing.
  void Add(const Trial& trial, double expected, double measured);

  double Factor(const Trial& trial) const;

 private:
  // ratios by method (tuning apart) and data set
  std::map<std::string, std::map<std::string, std::vector<double>>> ratios_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_COST_CORRECTION_H_
