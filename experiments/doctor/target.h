#ifndef MERCER_EXPERIMENTS_DOCTOR_TARGET_H_
#define MERCER_EXPERIMENTS_DOCTOR_TARGET_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sizing/feature_count.h"

namespace mercer {

struct TargetOptions {
  double target = 0;           // value of gram_rel_frobenius
  std::optional<Index> max{};  // the largest D; by default that of FeatureCountFinder::Least
  Index draws = 10;            // number of maps measured at the D, at least 2
  std::uint64_t seed = 1;      // of the drawn maps
};

/// The D required by a target, its cost, and the errors measured there.
struct TargetReport {
  std::string map, kernel;
  Index rows = 0, input_dim = 0;
  double target = 0;
  FeatureCount chosen{};
  double choosing_s = 0;  // seconds
  MapCost cost{};
  Index draws = 0;
  // gram_rel_frobenius of each draw on all pairs of the rows, with mean and standard deviation;
  // empty if a draw takes more than 2 GiB.
  std::vector<double> errors{};
  std::optional<double> measured{}, measured_sd{};
};

/// Finds the D for a target and measures its errors. Throws InvalidInput as FeatureCountFinder
/// does.
TargetReport SizeForTarget(const GramProblem& problem, const TargetOptions& options);

/// The report as text.
std::string TargetText(const TargetReport& report);

/// The same as a JSON object; "source" is "theory" or "drawing".
std::string TargetJson(const TargetReport& report);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_TARGET_H_
