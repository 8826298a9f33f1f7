#ifndef MERCER_EXPERIMENTS_VERIFY_RECORDED_TRIALS_H_
#define MERCER_EXPERIMENTS_VERIFY_RECORDED_TRIALS_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/store/store.h"

namespace mercer {

/// One `mercer run` with records in a results folder, as described by its context.
struct RecordedRun {
  std::string run_id;
  std::string context;      // the JSON text of context/<run-id>.json
  Experiment experiment{};  // from the config's text, with the settings of --set
  int threads = 1;
};

/// A record that can be reproduced, and its trial.
struct RecordedTrial {
  const ResultRecord* record = nullptr;
  const Trial* trial = nullptr;
  std::size_t run = 0;                   // index in RecordedTrials::runs
  const ResultRecord* tuning = nullptr;  // record of the trial that chose its values; nullptr if
                                         // none
};

/// The trials of a results folder that can be run again.
struct RecordedTrials {
  std::filesystem::path folder;
  ResultFolder results{};
  std::vector<RecordedRun> runs{};
  std::vector<RecordedTrial> trials{};  // in the folder's order
  std::size_t num_slow = 0;             // left out: took longer than most_seconds
  std::size_t num_limited_by_time = 0;  // left out: their results depend on the speed of the
                                        // machine
  std::size_t num_unknown = 0;          // left out: made by another version of kernel, map, learner
                                        // or config reader, or by a run without context
  std::vector<std::string> unread{};    // runs whose config this program cannot read, and why
};

/// Reads a results folder, working or committed. The config is the text in the run's context. Files
/// that it names are looked for relative to `config_path`, or if that is "" relative to the shipped
/// config of the same name. Throws InvalidInput if the folder holds no results.
RecordedTrials ReadRecordedTrials(const std::filesystem::path& folder, const Catalogue& catalogue,
                                  const std::string& config_path, double most_seconds);

/// A trial of one of several folders, by indices.
struct DrawnTrial {
  std::size_t folder = 0, trial = 0;
  bool operator==(const DrawnTrial&) const = default;
};

/// Draws `count` trials without replacement, or all if there are fewer: one from each folder in
/// turn, with the folders in random order. The result depends only on the seed and the numbers of
/// trials.
std::vector<DrawnTrial> DrawTrials(const std::vector<std::size_t>& trials_of_folders,
                                   std::size_t count, std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_VERIFY_RECORDED_TRIALS_H_
