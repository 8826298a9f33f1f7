#ifndef MERCER_EXPERIMENTS_TRAIN_PREDICT_H_
#define MERCER_EXPERIMENTS_TRAIN_PREDICT_H_

#include <functional>
#include <optional>
#include <string>

#include "core/data/files/row_file.h"
#include "core/distributed/feature_score.h"

namespace mercer {

/// What predicting a file gave.
struct PredictOutcome {
  Index rows = 0;
  bool predicts_classes = false;
  std::optional<PredictionScore> score{};  // where the file has labels
};

/// Predicts the rows of a file by a model that `mercer train --model` wrote: the map of
/// <model>.map makes their features, block by block, and the model's weights the predictions, which
/// are written one a line where `write` is given. `format` (input_dim aside) says how the file is
/// read. Throws InvalidInput where a file cannot be read, the model is not of as many features as
/// the map makes, or the file has other columns than the map takes.
PredictOutcome PredictFile(const std::string& model, const std::string& file,
                           const RowFileOptions& format,
                           const std::function<void(const std::string& lines)>& write);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRAIN_PREDICT_H_
