#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/config/trial/specs.h"

namespace mercer {

/// One grid point: dataset × kernel × method × D.
struct Cell {
  DatasetSpec dataset{};
  NamedParams kernel{};
  std::string method;
  std::optional<NamedParams> map{};
  Index num_random_features = 0;  // D; 0 without a map, and for a map that takes no D
  std::optional<NamedParams> learner{};
  std::vector<std::string> metrics{};
  GramSpec gram{};
  BoxSpec box{};
  CountTarget target{};  // the error that D follows from

  /// Whether D follows from an error and is not chosen yet.
  bool LacksCount() const { return target.error > 0 && num_random_features == 0; }
  bool Measures(const std::string& metric) const;
};

/// The seeds of a trial. They are derived from the experiment's seed by DeriveSeed (random.h), so
/// that adding a data set, kernel or method, or reordering the config, changes no other seed.
struct TrialSeeds {
  std::uint64_t label = 0;    // depends on the seed alone: the same in every repetition
  std::uint64_t split = 0;    // depends on the repetition: the same for every method, kernel and D;
                              // with k folds, or k runs on each point set, the same for k
                              // repetitions
  std::uint64_t map = 0;      // depends on repetition, data set, kernel and method: the same for
                              // every D, so that a larger D extends a smaller one
  std::uint64_t learner = 0;  // depends on the repetition
};

/// A cell with the seeds of a repetition. A tuning trial chooses parameters, on the training part
/// unless its spec says otherwise; the trials that use the chosen values refer to it by id.
struct Trial {
  std::string id;  // readable slug + '-' + the first 12 hex digits of the SHA-256 of Identity()
                   // without the data set hash
  std::string experiment;
  Cell cell{};
  int repetition = 0;
  TrialSeeds seeds{};
  std::optional<TuningSpec> tuning{};  // set if this is a tuning trial
  std::string tuned_by;       // id of the tuning trial whose values this one uses; "" if none
  std::string timed_by;       // id of the trial whose training time limits this one's; "" if none
  double max_seconds = 0;     // that time, known once the other trial has run; 0: no limit
  Index shared_features = 0;  // the largest D of a curve whose trials share its features; 0: none
  int timing_repeat = 1;      // number of times that every phase is run and timed; not part of the
                              // identity

  /// Canonical text of everything that determines the outcome: the resolved cell, the seeds, and
  /// the versions of the code that computes it. Together with the data set's sha256 it is the
  /// identity of the trial.
  std::string Identity() const;
};

/// Adds the commands of the programs that the cell's map and learner are, in quotes, for messages.
void AddCommands(const Cell& cell, std::set<std::string>& commands);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_H_
