#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_

#include <optional>

#include "core/base/examples.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/run/trial/mapped_rows.h"

namespace mercer {

/// TrialBytes for these parts, estimated before any memory is allocated. `held`: bytes of other
/// data in memory.
double EstimateBytes(const Trial& trial, const Machinery& machinery, const Parts& parts,
                     double held = 0);

/// How well the test rows are predicted: as classes or as values.
struct Scored {
  std::optional<double> accuracy{};
  std::optional<double> relative_error{}, rmse{};
  std::optional<double> mnll{};  // for the classes of a Gaussian process
  double error_norm = 0;         // ŷ − y|₂ of values; 0 for classes
  FitReport report{};
};

/// Fits on the training rows of `mapped` and predicts the test rows. The test rows are mapped block
/// by block, so that at most one block of test features is in memory.
Scored FitAndScore(const Trial& trial, const Machinery& machinery, const MappedParts& mapped,
                   const Parts& parts, int threads, PhaseTimes& times);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
