#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_

#include <optional>

#include "core/base/examples.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/run/trial/mapped_rows.h"

namespace mercer {

/// At most so many bytes of features are held at one time: those of the training rows where they
/// are stored, of one block of test rows, and of the rows of the Gram error, which are dense with
/// `columns` columns.
double FeatureBytes(const Cell& cell, double columns, RowBytes train, RowBytes test);

/// Bytes that fitting and predicting will take for these parts, the data's own among them; told
/// before any of it is taken.
double EstimateBytes(const Trial& trial, const Machinery& machinery, const Parts& parts);

/// How well the test rows are predicted: as classes or as values.
struct Scored {
  std::optional<double> accuracy{};
  std::optional<double> relative_error{}, rmse{};
  double error_norm = 0;  // |ŷ − y|₂ of values, 0 of classes
  FitReport report{};
};

/// Fits on the training rows of `mapped` and predicts the test rows, mapped block by block, so that
/// no more than one block of test features is ever held.
Scored FitAndScore(const Trial& trial, const Machinery& machinery, const MappedParts& mapped,
                   const Parts& parts, int threads, PhaseTimes& times);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
