#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_H_

#include <cstdint>
#include <optional>
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
  Index num_random_features = 0;  // D; 0 without a map, and for a map that takes none
  std::optional<NamedParams> learner{};
  std::vector<std::string> metrics{};
  GramSpec gram{};
  BoxSpec box{};
  CountTarget target{};  // that D follows from

  /// Whether D follows from an error and is not chosen yet.
  bool LacksCount() const { return target.error > 0 && num_random_features == 0; }
  bool Measures(const std::string& metric) const;
};

/// Made from the experiment's seed by DeriveSeed (random.h), so that adding a data set, kernel or
/// method, or another order of the config, changes no seed of the rest.
struct TrialSeeds {
  std::uint64_t label = 0;    // of the seed alone: the same in every repetition
  std::uint64_t split = 0;    // of the repetition: the same for every method, kernel and D; with k
                              // folds, or k runs on each point set, the same for k repetitions
  std::uint64_t map = 0;      // of repetition, data set, kernel and method: the same for every D,
                              // so that a larger D extends the smaller
  std::uint64_t learner = 0;  // of the repetition
};

/// A cell with a repetition's seeds. A tuning trial chooses parameters, on the training part unless
/// its spec says otherwise; the trials that take them name it.
struct Trial {
  std::string id;  // readable slug + '-' + first 12 hex digits of the SHA-256 of Identity() without
                   // dataset hash
  std::string experiment;
  Cell cell{};
  int repetition = 0;
  TrialSeeds seeds{};
  std::optional<TuningSpec> tuning{};  // set: this is a tuning trial
  std::string tuned_by;       // id of the tuning trial whose values this one takes; "" for none
  std::string timed_by;       // id of the trial whose training time limits this one's; "" for none
  double max_seconds = 0;     // that time, known once the other trial has run; 0: no limit
  Index shared_features = 0;  // the largest D of a curve whose trials share its features; 0: none
  int timing_repeat = 1;      // times that every phase is run and timed; no part of its identity

  /// Canonical text of everything that decides the outcome: resolved cell, seeds, versions of the
  /// code that computes it. Together with the data set's sha256 it is the trial's identity.
  std::string Identity() const;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_H_
