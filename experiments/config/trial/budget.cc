#include "experiments/config/trial/budget.h"

#include <algorithm>

#include "core/base/text.h"
#include "experiments/config/trial/tuning.h"

namespace mercer {
namespace {

// What keeps a method from being the measure of another one on one data set; "" for nothing.
std::string Obstacle(const Experiment& experiment, std::size_t dataset, const MethodSpec& limited,
                     const MethodSpec& timed) {
  const std::vector<MethodSpec>& methods = experiment.methods[dataset];
  if (!timed.learner) return "has no learner; expected a method that trains one";
  if (!timed.fit_time_of.empty()) return "has a budget itself; expected a method without one";
  const auto variants = std::count_if(methods.begin(), methods.end(),
                                      [&](const MethodSpec& m) { return m.id == timed.id; });
  if (variants > 1) {
    return "has lists in place of parameters, " + std::to_string(variants) +
           " variants in all; expected one variant";
  }
  const DatasetSpec& spec = experiment.datasets[dataset];
  for (const NamedParams& kernel : KernelsOf(spec, experiment.kernels)) {
    if (Applies(spec, limited, kernel.name) && !Applies(spec, timed, kernel.name))
      return "does not run with kernel '" + kernel.name + "'; expected a method that does";
  }
  const std::vector<Index> none{0};
  for (const Index count : limited.map ? limited.num_random_features : none) {
    if (!TunedCount(timed, count)) {
      return "has several D and not " + std::to_string(count) +
             "; expected the same D, one D, or no map";
    }
  }
  return "";
}

// The entry of a method in the config.
std::size_t EntryOf(const Json& config, const std::string& id) {
  const Json& list = config.at("methods");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (TextOf(list[i], "id") == id) return i;
  }
  return 0;
}

}  // namespace

void CheckBudgets(const Json& config, const Experiment& experiment,
                  const std::vector<std::string>& method_ids, Faults& faults) {
  for (std::size_t dataset = 0; dataset < experiment.methods.size(); ++dataset) {
    const std::vector<MethodSpec>& methods = experiment.methods[dataset];
    for (auto limited = methods.begin(); limited != methods.end(); ++limited) {
      const std::string& name = limited->fit_time_of;
      if (name.empty()) continue;
      const std::size_t entry = EntryOf(config, limited->id);
      const std::string where = Child("/methods", entry) + "/budget/fit_time_of";
      if (std::find(method_ids.begin(), method_ids.end(), name) == method_ids.end()) {
        faults.Add(where, UnknownName("method", name, method_ids));
        continue;
      }
      const auto timed = std::find_if(methods.begin(), limited, [&](const MethodSpec& method) {
        return method.id == name && method.id != limited->id;
      });
      const std::string names =
          "method '" + limited->id + "' may train as long as '" + name + "', ";
      if (timed == limited) {
        // A method at fault is not among those read, which has been said.
        if (EntryOf(config, name) >= entry)
          faults.Add(where, names + "which stands later; expected a method above it");
        continue;
      }
      const std::string obstacle = Obstacle(experiment, dataset, *limited, *timed);
      if (!obstacle.empty()) faults.Add(where, names + "which " + obstacle);
    }
  }
}

}  // namespace mercer
