#include "experiments/run/plan/gram_trial.h"

#include "core/maps/builtin_maps.h"
#include "experiments/run/trial/map_measures.h"

namespace mercer {

GramTrial::GramTrial(const Trial& trial, const Examples& train_x, const Examples& test_x)
    : cell_(trial.cell),
      seed_(trial.seeds.split),
      train_x_(train_x),
      part_(GramPart(trial.cell, train_x, test_x)),
      takes_all_(part_.rows() > 0 && NumGramRows(trial.cell, part_.rows()) == part_.rows()),
      rows_(takes_all_ ? Examples() : GramRows(trial, part_)),
      machinery_(MakeMachinery(trial, train_x)) {
  machinery_.map_spec->CheckKernel(*machinery_.kernel);
}

GramProblem GramTrial::problem() const {
  const FeatureMapSpec& spec = *machinery_.map_spec;
  return {.map = cell_.map->name,
          .spec = spec,
          .traits = spec.Traits(MapRegistry().Get(cell_.map->name).traits),
          .kernel = *machinery_.kernel,
          .rows = takes_all_ ? part_ : rows_,
          .train = train_x_,
          .pairs = ParseGramPairs(cell_.gram.pairs),
          .sampled = cell_.gram.sampled,
          .seed = seed_};
}

}  // namespace mercer
