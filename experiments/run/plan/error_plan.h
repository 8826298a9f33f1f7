#ifndef MERCER_EXPERIMENTS_RUN_PLAN_ERROR_PLAN_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_ERROR_PLAN_H_

#include <optional>
#include <string>
#include <vector>

#include "core/sizing/feature_count.h"
#include "experiments/run/trial/trial_data.h"

namespace mercer {

/// The D with which one map of a grid reaches a Gram error on one data set and kernel.
struct SizedMap {
  std::string dataset, kernel, method, map;  // as a config writes them
  std::optional<FeatureCount> chosen{};      // empty: none
  MapCost cost{};                            // at that D
  std::string why_none{};                    // a sentence where there is none
};

/// For every data set, kernel and map of the trials, whatever their D: the least D whose
/// gram_rel_frobenius on the training rows of their first repetition, by the pairs that their
/// config asks for, is at most `target` (FeatureCountFinder). Data sets and kernels in the order of
/// the trials, maps with the fewest operations first and those with no D last. Loads each data set
/// once. What is not there, is refused or finds no D says so in its own line. Throws InvalidInput
/// where the target is not above 0.
std::vector<SizedMap> SizeForError(const std::vector<Trial>& trials, double target,
                                   std::optional<Index> max, TrialDataCache& cache);

/// A table for people; `experiment` heads it.
std::string SizedText(const std::string& experiment, double target,
                      const std::vector<SizedMap>& maps);

/// Entries {experiment, target, maps: [...]} of a JSON list.
struct SizedExperiment {
  std::string experiment;
  double target = 0;
  std::vector<SizedMap> maps{};
};
std::string SizedJson(const std::vector<SizedExperiment>& experiments);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_ERROR_PLAN_H_
