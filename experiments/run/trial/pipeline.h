#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_

#include <optional>

#include "core/base/examples.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/run/trial/mapped_rows.h"

namespace mercer {

/// TrialBytes for these parts; told before any of it is taken. `held`: bytes of data beside them.
double EstimateBytes(const Trial& trial, const Machinery& machinery, const Parts& parts,
                     double held = 0);

/// How well the test rows are predicted: as classes or as values.
struct Scored {
  std::optional<double> accuracy{};
  std::optional<double> relative_error{}, rmse{};
  std::optional<double> mnll{};  // of a Gaussian process's classes
  double error_norm = 0;         // |ŷ − y|₂ of values, 0 of classes
  FitReport report{};
};

/// Fits on the training rows of `mapped` and predicts the test rows, mapped block by block, so that
/// no more than one block of test features is ever held.
Scored FitAndScore(const Trial& trial, const Machinery& machinery, const MappedParts& mapped,
                   const Parts& parts, int threads, PhaseTimes& times);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
