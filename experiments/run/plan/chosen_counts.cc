#include "experiments/run/plan/chosen_counts.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/sizing/feature_count.h"
#include "experiments/run/plan/gram_trial.h"

namespace mercer {
namespace {

/// The targets of one data set, kernel and method.
struct Wanted {
  std::string key;
  const Trial* first = nullptr;  // of the first repetition
  std::vector<CountTarget> targets{};
};

// In the order of the grid, so that each data set is prepared once.
std::vector<Wanted> AllWanted(const std::vector<Trial>& trials) {
  std::vector<Wanted> all;
  for (const Trial& trial : trials) {
    const Cell& cell = trial.cell;
    if (trial.tuning || trial.repetition > 0 || !cell.LacksCount()) continue;
    const std::string key = CountKey(cell.dataset, cell.kernel, cell.method, *cell.map);
    if (all.empty() || all.back().key != key) all.push_back({key, &trial});
    std::vector<CountTarget>& targets = all.back().targets;
    // Learners with lists in place of parameters share their map's.
    const bool known = std::any_of(targets.begin(), targets.end(), [&](const CountTarget& target) {
      return target.error == cell.target.error;
    });
    if (!known) targets.push_back(cell.target);
  }
  return all;
}

// Targets that ask for the same D would make the same trials twice.
void Add(const ChosenCount& found, std::vector<ChosenCount>& chosen) {
  const auto same = std::find_if(chosen.begin(), chosen.end(), [&](const ChosenCount& other) {
    return other.num_random_features == found.num_random_features;
  });
  if (same == chosen.end()) {
    chosen.push_back(found);
  } else if (found.target.error < same->target.error) {
    *same = found;
  }
}

std::vector<ChosenCount> Choose(const Wanted& wanted, TrialDataCache& cache) {
  const Cell& cell = wanted.first->cell;
  const std::shared_ptr<const TrialData> data = cache.Get(*wanted.first);
  try {
    const GramTrial gram(*wanted.first, data->train_x, data->test_x);
    const FeatureCountFinder finder(gram.problem());
    std::vector<ChosenCount> chosen;
    for (const CountTarget& target : wanted.targets) {
      const FeatureCount found =
          finder.Least(target.error, target.max > 0 ? std::optional(target.max) : std::nullopt);
      Add({found.num_random_features, {target.error, target.max, NameOf(found.source)}}, chosen);
    }
    return chosen;
  } catch (const InvalidInput& none) {
    throw InvalidInput("data set '" + cell.dataset.Label() + "', kernel '" +
                       cell.kernel.Canonical() + "', method '" + cell.method + "': " + none.what());
  }
}

}  // namespace

bool LacksCounts(const Experiment& experiment) {
  return std::any_of(experiment.trials.begin(), experiment.trials.end(),
                     [](const Trial& trial) { return trial.cell.LacksCount(); });
}

Experiment WithChosenCounts(Experiment experiment, TrialDataCache& cache) {
  for (const Wanted& wanted : AllWanted(experiment.trials)) {
    try {
      experiment.chosen[wanted.key] = Choose(wanted, cache);
    } catch (const DataMissing&) {
      experiment.chosen.erase(wanted.key);  // its trials say so themselves
    }
  }
  experiment.trials = ExpandTrials(experiment);
  return experiment;
}

}  // namespace mercer
