#ifndef MERCER_EXPERIMENTS_TRAIN_TRAIN_OUTPUTS_H_
#define MERCER_EXPERIMENTS_TRAIN_TRAIN_OUTPUTS_H_

#include <memory>

#include "core/base/atomic_output.h"
#include "core/learners/linear/linear_model.h"
#include "experiments/train/train.h"
#include "experiments/transform/map_file.h"

namespace mercer {

/// Files that are written at the end and opened at the beginning: no fit is lost for want of a
/// folder. nullptr: not asked for, or not this rank's.
struct TrainOutputs {
  std::unique_ptr<AtomicOutput> model{}, map{};  // of rank 0
  std::unique_ptr<AtomicOutput> predictions{};   // of each rank
};

/// Throws the same InvalidInput on every rank where one cannot be made.
TrainOutputs OpenOutputs(const TrainRequest& request, Communicator& communicator);

/// The map and the model of its features. Nothing where no model was asked for.
void WriteModel(const MapDescription& description, const LinearWeights& weights,
                TrainOutputs& outputs, Communicator& communicator);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRAIN_TRAIN_OUTPUTS_H_
