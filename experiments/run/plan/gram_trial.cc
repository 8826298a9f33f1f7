#include "experiments/run/plan/gram_trial.h"

#include "core/maps/builtin_maps.h"
#include "experiments/run/trial/map_measures.h"

namespace mercer {

GramTrial::GramTrial(const Trial& trial, const Examples& train_x)
    : cell_(trial.cell),
      seed_(trial.seeds.split),
      train_x_(train_x),
      takes_all_(NumGramRows(trial.cell, train_x.rows()) == train_x.rows()),
      rows_(takes_all_ ? Examples() : GramRows(trial, train_x)),
      machinery_(MakeMachinery(trial, train_x)) {
  machinery_.map_spec->CheckKernel(*machinery_.kernel);
}

GramProblem GramTrial::problem() const {
  const FeatureMapSpec& spec = *machinery_.map_spec;
  return {.map = cell_.map->name,
          .spec = spec,
          .traits = spec.Traits(MapRegistry().Get(cell_.map->name).traits),
          .kernel = *machinery_.kernel,
          .rows = takes_all_ ? train_x_ : rows_,
          .train = train_x_,
          .pairs = ParseGramPairs(cell_.gram.pairs),
          .sampled = cell_.gram.sampled,
          .seed = seed_};
}

}  // namespace mercer
