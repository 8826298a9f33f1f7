#include "experiments/run/plan/gram_trial.h"

#include "core/maps/builtin_maps.h"
#include "experiments/run/trial/map_measures.h"

namespace mercer {

GramTrial::GramTrial(const Trial& trial, const Examples& train_x)
    : cell_(trial.cell),
      seed_(trial.seeds.split),
      train_x_(train_x),
      rows_(GramRows(trial, train_x)),
      machinery_(MakeMachinery(trial, train_x)) {
  machinery_.map_spec->CheckKernel(*machinery_.kernel);
}

GramProblem GramTrial::problem() const {
  const FeatureMapSpec& spec = *machinery_.map_spec;
  return {.map = cell_.map->name,
          .spec = spec,
          .traits = spec.Traits(MapRegistry().Get(cell_.map->name).traits),
          .kernel = *machinery_.kernel,
          .rows = rows_,
          .train = train_x_,
          .pairs = ParseGramPairs(cell_.gram.pairs),
          .sampled = cell_.gram.sampled,
          .seed = seed_};
}

}  // namespace mercer
