#ifndef MERCER_EXPERIMENTS_TRAIN_TRAIN_H_
#define MERCER_EXPERIMENTS_TRAIN_TRAIN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/distributed/data_summary.h"
#include "core/distributed/distributed_learner.h"
#include "core/distributed/feature_score.h"
#include "core/distributed/rows/generated_rows.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// The options of `mercer train`, the same on every rank.
struct TrainRequest {
  std::string code{};                      // lines: the program that was started, its versions
  NamedParams kernel{}, map{}, learner{};  // with every default; a bandwidth may be a rule
  Index num_random_features = 0;           // D
  std::uint64_t seed = 1;                  // for the map, the learner and the samples
  Index columns = 0;                       // columns of a row; 0: the largest index of the training
                                           // rows
  std::vector<std::string> files{};        // shards of the training rows, or none if they are
                                           // generated
  std::optional<GeneratedOptions> generated{};
  std::vector<std::string> test_files{};  // shards of the test rows; may be none
  std::string model_file;                 // written by rank 0; "": none
  std::string predictions_file;           // of the test rows; "": none
  bool score_train = false;               // also score the training rows, with one more pass
  Index gram_rows = 0;                    // number of rows to measure the Gram error on; 0: none

  /// Lines that are equal for equal requests.
  std::string Text() const;
};

/// The cost of one rank.
struct RankCost {
  double rows = 0;
  double bytes_sent = 0;       // of fitting
  double feature_seconds = 0;  // of fitting: reading rows and computing features
  double sum_seconds = 0;      // of fitting: sending and waiting
  double cpu_seconds = 0;      // of fitting, without sending and waiting
  double peak_mib = 0;         // peak of resident memory
};

struct TrainOutcome {
  DataSummary summary{};
  Index features = 0;  // columns of z
  Index classes = 0;   // number of classes of the model; 0: it predicts values
  DistributedReport report{};
  double scan_seconds = 0, fit_seconds = 0;
  std::optional<PredictionScore> train{}, test{};
  std::optional<GramError> gram{};
  std::vector<RankCost> ranks{};
  std::string map_note;
};

/// Trains over the ranks of the communicator. Before any row is read it compares the requests, then
/// what the ranks see of the files. Every rank throws the same InvalidInput, which names the rank
/// that differs, lacks a shard or met an invalid row. The outcome is the same on every rank.
TrainOutcome Train(const TrainRequest& request, Communicator& communicator);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRAIN_TRAIN_H_
