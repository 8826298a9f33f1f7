#include "experiments/config/check/tuning_checks.h"

#include <algorithm>

#include "experiments/config/check/grid_checks.h"
#include "experiments/config/json/json_text.h"
#include "experiments/config/trial/tuning.h"

namespace mercer {
namespace {

// How the methods of one data set agree with a tuning.
void CheckSharing(const TuningSpec& tuning, const Experiment& experiment, std::size_t dataset,
                  const MethodSpec& tuned, const MethodSpec& method, const std::string& where,
                  Faults& faults) {
  const std::string names =
      "method '" + method.id + "' takes the values of '" + tuning.method + "'";
  const DatasetSpec& spec = experiment.datasets[dataset];
  for (const NamedParams& kernel : KernelsOf(spec, experiment.kernels)) {
    if (Applies(spec, method, kernel.name) && !Applies(spec, tuned, kernel.name)) {
      faults.Add(where, names + ", which does not run with kernel '" + kernel.name +
                            "'; expected a tuned method that does");
    }
  }
  const std::vector<Index> none{0};
  for (const Index count : method.map ? method.num_random_features : none) {
    if (!TunedCount(tuned, count)) {
      faults.Add(where, names + ", which has several D and not " + std::to_string(count) +
                            "; expected the same D, one D, or no map");
    }
  }
}

}  // namespace

void CheckTuning(const TuningSpec& tuning, const Experiment& experiment, std::size_t dataset,
                 const std::string& pointer, Faults& faults) {
  const std::vector<MethodSpec>& methods = experiment.methods[dataset];
  const MethodSpec* tuned = MethodOf(methods, tuning.method);
  if (tuned == nullptr) return;
  if (!tuned->learner) {
    faults.Add(Child(pointer, "method"), "method '" + tuned->id +
                                             "' has no learner to tune by validation; expected a "
                                             "method with a learner");
    return;
  }
  std::vector<std::string> ids = tuning.share_with;
  ids.insert(ids.begin(), tuning.method);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const MethodSpec* method = MethodOf(methods, ids[i]);
    if (method == nullptr) continue;
    const std::string where =
        i == 0 ? Child(pointer, "method") : Child(Child(pointer, "share_with"), i - 1);
    const auto variants = std::count_if(methods.begin(), methods.end(),
                                        [&](const MethodSpec& m) { return m.id == ids[i]; });
    if (variants > 1) {
      faults.Add(where, "method '" + ids[i] + "' has lists in place of parameters, " +
                            std::to_string(variants) +
                            " variants in all; expected one variant of a tuned method");
      continue;
    }
    std::vector<NamedParams> kernels;
    const DatasetSpec& spec = experiment.datasets[dataset];
    for (const NamedParams& kernel : KernelsOf(spec, experiment.kernels)) {
      if (Applies(spec, *method, kernel.name)) kernels.push_back(kernel);
    }
    CheckGrid(tuning, *method, kernels, experiment.metrics, i > 0, pointer, faults);
    if (i > 0) CheckSharing(tuning, experiment, dataset, *tuned, *method, where, faults);
  }
}

}  // namespace mercer
