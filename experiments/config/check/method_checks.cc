#include "experiments/config/check/method_checks.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/config/trial/metric_registry.h"
#include "experiments/config/trial/tuned_values.h"
#include "experiments/external/external_params.h"

namespace mercer {
namespace {

std::unique_ptr<Kernel> MakeForCheck(const NamedParams& kernel) {
  const KernelEntry& entry = KernelRegistry().Get(kernel.name);
  return entry.make(WithRulesAsOne(entry.params, kernel.params));
}

// k(x, y) = <x, y>, whatever its name.
bool IsInnerProduct(const NamedParams& named) {
  const std::unique_ptr<Kernel> kernel = MakeForCheck(named);
  const auto* product = dynamic_cast<const DotProductKernel*>(kernel.get());
  return product != nullptr && product->MaxOrder() == 1 && product->MaclaurinCoefficient(0) == 0 &&
         product->MaclaurinCoefficient(1) == 1;
}

bool AnyMetric(const std::vector<std::string>& metrics, MeasuredOn on) {
  return std::any_of(metrics.begin(), metrics.end(), [on](const std::string& name) {
    const MetricEntry* metric = MetricRegistry().Find(name);
    return metric != nullptr && metric->measured_on == on;
  });
}

// Whether Theorem 1 of Cotter et al. bounds what learning on the method's features costs.
bool HasProjectionBound(const MethodSpec& method) {
  if (!method.map || !method.learner) return false;
  try {
    const auto map = MakeMapSpec(method.map->name, method.map->params);
    return map->Traits(MapRegistry().Get(method.map->name).traits).projection &&
           MakeLearner(method.learner->name, method.learner->params)->Hinge(1).has_value();
  } catch (const InvalidInput&) {
    return true;  // said elsewhere
  }
}

bool HasPosterior(const MethodSpec& method) {
  const LearnerEntry* learner =
      method.learner ? LearnerRegistry().Find(method.learner->name) : nullptr;
  return learner != nullptr && learner->has_posterior;
}

// Metrics of a Gaussian process alone, of a method that has none.
void CheckPosterior(const MethodSpec& method, const std::vector<std::string>& metrics,
                    const Place& place, Faults& faults) {
  const bool likelihood = AnyMetric(metrics, MeasuredOn::kPosterior);
  const bool divergence = AnyMetric(metrics, MeasuredOn::kDivergence);
  if ((likelihood && HasPosterior(method)) || (divergence && HasPosterior(method) && method.map) ||
      (!likelihood && !divergence))
    return;
  faults.Add(place.Of(""),
             "method '" + method.id + "' has no " + (likelihood ? "mnll" : "test_kl") +
                 "; expected learner " +
                 (likelihood ? "gp_classifier or kernel_gp_classifier" : "gp_classifier on a map") +
                 ", or another metric beside it");
}

void CheckMeasured(const MethodSpec& method, const std::vector<std::string>& metrics,
                   const Place& place, Faults& faults) {
  if (metrics.empty()) return;
  const bool predicts = AnyMetric(metrics, MeasuredOn::kClasses) ||
                        AnyMetric(metrics, MeasuredOn::kValues) ||
                        AnyMetric(metrics, MeasuredOn::kFit);
  const bool maps = AnyMetric(metrics, MeasuredOn::kGram) ||
                    AnyMetric(metrics, MeasuredOn::kFrequencies) ||
                    AnyMetric(metrics, MeasuredOn::kMapping);
  if (!predicts && !maps) {  // unknown metrics only are said elsewhere
    if (AnyMetric(metrics, MeasuredOn::kProjection) && !HasProjectionBound(method)) {
      faults.Add(place.Of(""), "method '" + method.id +
                                   "' has no projection_bound; expected map taylor or monomials "
                                   "and a learner of the hinge loss, or another metric beside it");
    } else {
      CheckPosterior(method, metrics, place, faults);
    }
    return;
  }
  if ((predicts && method.learner) || (maps && method.map)) return;
  const std::string id = "method '" + method.id + "' ";
  if (!method.learner) {
    faults.Add(place.Of(""), id + "has no learner, which " + Join(metrics, ", ") +
                                 " needs; expected a learner, or a Gram error among the metrics");
  } else {
    faults.Add(place.Of(""), id + "has no map, which " + Join(metrics, ", ") +
                                 " needs; expected a map, or accuracy among the metrics");
  }
}

// "; with \"target\": \"classes\" it does" where a parameter of the learner chooses what it
// predicts.
std::string TargetHint(const NamedParams& learner, Target wanted) {
  const LearnerEntry& entry = LearnerRegistry().Get(learner.name);
  const char* value = wanted == Target::kClasses ? "classes" : "values";
  Params other = learner.params;
  other.Set("target", value);
  try {
    if (MakeLearner(entry.name, other)->target() != wanted) return "";
  } catch (const InvalidInput&) {  // it has no such parameter
    return "";
  }
  return std::string(", as this one does with \"target\": \"") + value + "\"";
}

// Classes are counted, values are subtracted: a metric of the one says nothing of the other.
void CheckTarget(const MethodSpec& method, Target target, const std::vector<std::string>& metrics,
                 const Place& place, Faults& faults) {
  const bool classes = AnyMetric(metrics, MeasuredOn::kClasses);
  const bool values = AnyMetric(metrics, MeasuredOn::kValues);
  if (classes == values || (target == Target::kClasses) == classes) return;
  faults.Add(place.Of("/learner"),
             "method '" + method.id + "': learner '" + method.learner->name + "' predicts " +
                 (target == Target::kClasses ? "classes" : "values") + " with these parameters; " +
                 Join(metrics, ", ") + " needs one that predicts " +
                 (target == Target::kClasses ? "values" : "classes") +
                 TargetHint(*method.learner,
                            target == Target::kClasses ? Target::kValues : Target::kClasses));
}

// "; kernel … has the maps a, b": by example parameters of each.
std::string MapsOf(const Kernel& kernel) {
  std::vector<std::string> fitting;
  for (const MapEntry& entry : MapRegistry().entries()) {
    if (entry.name == kExternalName) continue;  // takes all
    try {
      entry.make(Resolve("map", entry.params, ExampleParams(entry.params)))->CheckKernel(kernel);
      fitting.push_back(entry.name);
    } catch (const InvalidInput&) {
      continue;
    }
  }
  return fitting.empty() ? "" : "; maps of this kernel: " + Join(fitting, ", ");
}

void CheckFrequencies(const MethodSpec& method, const FeatureMapSpec& map, const Kernel& kernel,
                      const Place& place, Faults& faults) {
  if (map.HasFrequencies() && dynamic_cast<const GaussianKernel*>(&kernel) != nullptr) return;
  faults.Add(place.Of("/map"), "method '" + method.id + "': map '" + method.map->name +
                                   "' of kernel " + kernel.Describe() +
                                   " has no box discrepancy; expected random_fourier or "
                                   "quasi_fourier of the Gaussian kernel");
}

bool HasPrefix(const NamedParams& map) {
  const MapEntry& entry = MapRegistry().Get(map.name);
  const auto spec = MakeMapSpec(map.name, WithRulesAsOne(entry.params, map.params));
  return spec->Traits(entry.traits).has_prefix;
}

// A D that follows from an error.
void CheckTargets(const MethodSpec& method, const Place& place, Faults& faults) {
  if (method.targets.empty()) return;
  const std::string id = "method '" + method.id + "' ";
  if (!method.fit_time_of.empty()) {
    faults.Add(place.Of("/D"), id + "has D by an error, and a budget; expected a D that is given");
  }
  if (method.map && method.map->name == kExternalName) {
    faults.Add(place.Of("/D"), id + "has D by an error, and its map is a program; expected a D "
                                    "that is given");
  }
  const MapEntry* map = method.map ? MapRegistry().Find(method.map->name) : nullptr;
  if (map != nullptr && map->traits.takes_no_count) {
    faults.Add(place.Of("/D"), id + "has D by an error, and its map '" + map->name +
                                   "' takes no D; expected a map that takes one");
  }
}

// What keeps a method from being the measure of another one on one data set; "" for nothing.
std::string Obstacle(const Experiment& experiment, std::size_t dataset, const MethodSpec& limited,
                     const MethodSpec& timed) {
  const std::vector<MethodSpec>& methods = experiment.methods[dataset];
  if (!timed.learner) return "has no learner; expected a method that trains one";
  if (!timed.fit_time_of.empty()) return "has a budget itself; expected a method without one";
  if (!timed.targets.empty()) return "has D by an error; expected a D that is given";
  const std::vector<std::string>& phases = experiment.train_time_phases;
  const auto counts = [&](const char* phase) {
    return std::find(phases.begin(), phases.end(), phase) != phases.end();
  };
  if (!timed.map && !counts("fit") && !counts("predict")) {
    return "has no map, and so no phase of protocol.train_time (" + Join(phases, ", ") +
           "); expected fit among them, or a method with a map";
  }
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

bool CanMakeKernel(const NamedParams& kernel, const std::string& where, Faults& faults) {
  try {
    MakeForCheck(kernel);
    return true;
  } catch (const InvalidInput& error) {
    faults.Add(where, error.what());
    return false;
  }
}

void CheckMethodShape(const MethodSpec& method, const std::vector<NamedParams>& kernels,
                      const std::vector<std::string>& metrics, const Place& place, Faults& faults) {
  const std::string id = "method '" + method.id + "' ";
  if (!method.map && !method.learner) {
    faults.Add(place.Of(""), id + "has neither map nor learner; expected at least one of them");
    return;
  }
  if (method.map && method.num_random_features.empty()) {
    faults.Add(place.Of(""), id + "has a map and no D; expected the number of random features");
  }
  if (!method.map && !method.num_random_features.empty()) {
    faults.Add(place.Of("/D"), id + "has D and no map; expected both or neither");
  }
  CheckTargets(method, place, faults);
  CheckMeasured(method, metrics, place, faults);
  if (!method.learner) {
    if (!method.fit_time_of.empty()) {
      faults.Add(place.Of("/budget"), id + "has a budget and no learner; expected both or neither");
    }
    return;
  }
  const std::string& learner = method.learner->name;
  const LearnerEntry& entry = LearnerRegistry().Get(learner);
  if (entry.kernel_machine && method.map) {
    faults.Add(place.Of("/map"), id + "has a map, and its learner '" + learner +
                                     "' is a kernel machine, which evaluates the kernel itself; "
                                     "expected no map, or a linear learner");
  }
  if (!method.fit_time_of.empty() && !entry.stops_in_time) {
    std::vector<std::string> known;
    for (const LearnerEntry& other : LearnerRegistry().entries())
      if (other.stops_in_time) known.push_back(other.name);
    faults.Add(place.Of("/budget"), id + "has a budget, and its learner '" + learner +
                                        "' cannot stop in time; expected " + Join(known, ", ") +
                                        ", or no budget");
  }
  if (entry.on_rows && method.map) {
    faults.Add(place.Of("/map"), id + "has a map, and its learner '" + learner +
                                     "' takes the rows as they are; expected no map, or a linear "
                                     "learner");
  }
  if (!entry.kernel_machine && !entry.on_rows && !entry.kernel_without_map && !method.map) {
    for (const NamedParams& kernel : kernels) {
      if (IsInnerProduct(kernel)) continue;
      faults.Add(place.Of("/learner"),
                 id + "has no map, and its learner '" + learner +
                     "' is linear, so it would not learn with kernel '" + kernel.name +
                     "'; expected a map, a kernel machine, or kernels restricted to the inner "
                     "product");
      break;
    }
  }
}

void CheckMethodFits(const MethodSpec& method, const std::vector<NamedParams>& kernels,
                     const std::vector<std::string>& metrics, const Place& place, Faults& faults) {
  if (method.learner) {
    try {
      const auto learner = MakeLearner(method.learner->name, method.learner->params);
      CheckTarget(method, learner->target(), metrics, place, faults);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of("/learner"), error.what());
    }
  }
  if (!method.map) return;
  const MapEntry& entry = MapRegistry().Get(method.map->name);
  std::unique_ptr<FeatureMapSpec> map;
  try {
    map = MakeMapSpec(method.map->name, WithRulesAsOne(entry.params, method.map->params));
  } catch (const InvalidInput& error) {
    faults.Add(place.Of("/map"), error.what());
    return;
  }
  for (const NamedParams& kernel : kernels) {
    const std::unique_ptr<Kernel> made = MakeForCheck(kernel);
    try {
      map->CheckKernel(*made);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of("/map"), "method '" + method.id + "': " + error.what() + MapsOf(*made));
      continue;
    }
    try {
      if (AnyMetric(metrics, MeasuredOn::kFrequencies))
        CheckFrequencies(method, *map, *made, place, faults);
      if (!method.learner || LearnerRegistry().Get(method.learner->name).takes_complex ||
          !map->HasComplexFeatures(*made))
        continue;
      faults.Add(place.Of("/map"), "method '" + method.id + "': map '" + method.map->name +
                                       "' has complex features for kernel " + made->Describe() +
                                       ", and learner '" + method.learner->name +
                                       "' takes real ones; expected a real variant, or no learner "
                                       "(Gram error only)");
    } catch (const InvalidInput& error) {
      faults.Add(place.Of("/map"), "method '" + method.id + "': " + error.what());
    }
  }
}

void CheckSharing(const Experiment& experiment, Faults& faults) {
  if (!experiment.share_map) return;
  std::set<std::string> said;
  for (const std::vector<MethodSpec>& methods : experiment.methods) {
    for (const MethodSpec& method : methods) {
      if (!method.fit_time_of.empty() && said.insert(method.id).second) {
        faults.Add("/share_map", "share_map is true, and method '" + method.id +
                                     "' has a budget, which needs valid times; expected false, or "
                                     "no budget");
      }
      if (!method.map || HasPrefix(*method.map) || !said.insert(method.id).second) continue;
      faults.Add("/share_map",
                 "share_map is true, and method '" + method.id + "' has map '" + method.map->name +
                     "', whose features for D are not the first of those for more; expected "
                     "false, or maps with the trait has_prefix (mercer list maps)");
    }
  }
}

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
