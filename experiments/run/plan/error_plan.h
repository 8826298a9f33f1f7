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
  std::string dataset, kernel, method, map;  // as written in a config
  std::optional<FeatureCount> chosen{};      // nullopt if no D reaches the error
  MapCost cost{};                            // at that D
  std::string why_none{};                    // the reason, as a sentence, if there is none
};

/// Finds the D that each map needs to reach an error. For every data set, kernel and map of the
/// trials, whatever their D: the smallest D whose gram_rel_frobenius is at most `target`
/// (FeatureCountFinder), measured on the training rows of the first repetition and on the pairs
/// that the config asks for. Data sets and kernels are in the order of the trials; maps are sorted
/// by their number of operations, with those without a D last. Loads each data set once and starts
/// no external program. If a data set is missing, a map is refused or external, or no D is found,
/// its line says so. Throws InvalidInput if the target is not above 0.
std::vector<SizedMap> SizeForError(const std::vector<Trial>& trials, double target,
                                   std::optional<Index> max, TrialDataCache& cache);

/// A table for the terminal, headed by the name `experiment`.
std::string SizedText(const std::string& experiment, double target,
                      const std::vector<SizedMap>& maps);

/// The result for one experiment: an entry {experiment, target, maps: [...]} of the JSON list.
struct SizedExperiment {
  std::string experiment;
  double target = 0;
  std::vector<SizedMap> maps{};
};
std::string SizedJson(const std::vector<SizedExperiment>& experiments);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_ERROR_PLAN_H_
