#ifndef MERCER_EXPERIMENTS_TRAIN_PREDICT_H_
#define MERCER_EXPERIMENTS_TRAIN_PREDICT_H_

#include <functional>
#include <optional>
#include <string>

#include "core/data/files/row_file.h"
#include "core/distributed/feature_score.h"

namespace mercer {

/// The result of predicting a file.
struct PredictOutcome {
  Index rows = 0;
  bool predicts_classes = false;
  std::optional<PredictionScore> score{};  // set if the file has labels
};

/// Predicts the rows of a file with a model written by `mercer train --model`. The map of
/// <model>.map computes their features, block by block, and the model's weights the predictions,
/// which are passed to `write`, if given, one per line. `format` (except input_dim) says how the
/// file is read. Throws InvalidInput if a file cannot be read, the model does not have as many
/// features as the map computes, or the file has other columns than the map expects.
PredictOutcome PredictFile(const std::string& model, const std::string& file,
                           const RowFileOptions& format,
                           const std::function<void(const std::string& lines)>& write);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRAIN_PREDICT_H_
