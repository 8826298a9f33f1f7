#ifndef MERCER_EXPERIMENTS_DOCTOR_TARGET_H_
#define MERCER_EXPERIMENTS_DOCTOR_TARGET_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sizing/feature_count.h"

namespace mercer {

struct TargetOptions {
  double target = 0;           // of gram_rel_frobenius
  std::optional<Index> max{};  // the largest D; FeatureCountFinder::Least's unless given
  Index draws = 10;            // measured at the D, at least 2
  std::uint64_t seed = 1;      // of the drawn maps
};

/// The D that a target asks for, what it costs, and what was measured there.
struct TargetReport {
  std::string map, kernel;
  Index rows = 0, input_dim = 0;
  double target = 0;
  FeatureCount chosen{};
  double choosing_s = 0;  // seconds
  MapCost cost{};
  Index draws = 0;
  // gram_rel_frobenius of each draw on all pairs of the rows, mean and standard deviation; empty
  // where a draw takes more than 2 GiB.
  std::vector<double> errors{};
  std::optional<double> measured{}, measured_sd{};
};

/// Throws InvalidInput as FeatureCountFinder does.
TargetReport SizeForTarget(const GramProblem& problem, const TargetOptions& options);

/// One report for people.
std::string TargetText(const TargetReport& report);

/// The same as a JSON object; "source" is "theory" or "drawing".
std::string TargetJson(const TargetReport& report);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_TARGET_H_
