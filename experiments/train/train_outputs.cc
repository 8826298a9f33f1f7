#include "experiments/train/train_outputs.h"

#include <string>

#include "experiments/train/model_file.h"

namespace mercer {

TrainOutputs OpenOutputs(const TrainRequest& request, Communicator& communicator) {
  TrainOutputs outputs;
  communicator.Together([&] {
    if (!request.model_file.empty() && communicator.rank() == 0) {
      outputs.model = std::make_unique<AtomicOutput>(request.model_file);
      outputs.map = std::make_unique<AtomicOutput>(request.model_file + ".map");
    }
    if (request.predictions_file.empty()) return;
    // One file for each rank: in their order they are the predictions of all rows.
    const std::string rank =
        communicator.size() == 1 ? "" : "." + std::to_string(communicator.rank());
    outputs.predictions = std::make_unique<AtomicOutput>(request.predictions_file + rank);
  });
  return outputs;
}

void WriteModel(const MapDescription& description, const LinearWeights& weights,
                TrainOutputs& outputs, Communicator& communicator) {
  communicator.Together([&] {
    if (outputs.model == nullptr) return;
    outputs.map->Write(WriteMapText(description));
    outputs.map->Commit();
    outputs.model->Write(LiblinearModelText(weights));
    outputs.model->Commit();
  });
}

}  // namespace mercer
