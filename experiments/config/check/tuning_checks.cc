#include "experiments/config/check/tuning_checks.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "experiments/config/check/dimension_checks.h"
#include "experiments/config/check/method_checks.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/config/trial/other_names.h"
#include "experiments/config/trial/tuned_values.h"
#include "experiments/json/json_values.h"

namespace mercer {
namespace {

std::vector<JsonFault> FaultsWith(const TunedValues& point, const MethodSpec& method,
                                  const std::vector<NamedParams>& kernels,
                                  const std::vector<std::string>& metrics) {
  Faults found;
  MethodSpec tuned = method;
  std::vector<NamedParams> tuned_kernels;
  for (const NamedParams& kernel : kernels) {
    Cell cell = CellOf(method, kernel);
    PutTuned(point, 1, cell);
    tuned.map = cell.map;
    tuned.learner = cell.learner;
    if (CanMakeKernel(cell.kernel, "", found)) tuned_kernels.push_back(cell.kernel);
  }
  CheckMethodShape(tuned, tuned_kernels, metrics, Place(""), found);
  CheckMethodFits(tuned, tuned_kernels, metrics, Place(""), found);
  return found.Take();
}

/// A fault at `where` for the points of a grid, whose paths and values are right one by one, with
/// which the method's kernel, map and learner cannot be or do not fit each other.
void CheckPoints(const TuningSpec& tuning, const MethodSpec& method,
                 const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
                 const std::string& where, Faults& faults) {
  // A method that cannot run as it was written is reported itself, once, and not for each point.
  if (!FaultsWith({}, method, kernels, metrics).empty()) return;
  std::vector<std::pair<std::string, std::vector<std::string>>> met;  // faults in their order
  for (const TunedValues& point : GridPoints(tuning)) {
    for (const JsonFault& fault : FaultsWith(point, method, kernels, metrics)) {
      auto at = std::find_if(met.begin(), met.end(),
                             [&](const auto& other) { return other.first == fault.message; });
      if (at == met.end()) at = met.insert(met.end(), {fault.message, {}});
      at->second.push_back(FormatTuned(point));
    }
  }
  for (const auto& [fault, points] : met) faults.Add(where, SomePoints(points) + ": " + fault);
}

/// The grid of one method that runs with some kernels.
class GridCheck {
 public:
  GridCheck(const TuningSpec& tuning, const MethodSpec& method,
            const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
            bool converts, const std::string& pointer, Faults& faults)
      : tuning_(tuning),
        method_(method),
        kernels_(kernels),
        metrics_(metrics),
        converts_(converts),
        where_(Child(pointer, "grid")),
        faults_(faults) {
    if (kernels_.empty()) AddKnown({});
    for (const NamedParams& kernel : kernels_) AddKnown(kernel);
  }

  void Run() {
    const std::size_t before = faults_.said();
    for (const auto& [path, values] : tuning_.grid) {
      for (const NamedParams& kernel : kernels_) CheckPath(path, values, kernel);
      // No kernel: said elsewhere, and nothing can be told of its parameters.
      if (kernels_.empty() && !path.starts_with("kernel.")) CheckPath(path, values, {});
    }
    CheckVariants();
    constexpr double kMostPoints = 10000;
    if (CountGridPoints(tuning_) > kMostPoints) {
      faults_.Add(where_, "grid of '" + tuning_.method + "' has " +
                              FormatNumber(CountGridPoints(tuning_)) +
                              " points; expected at most " + FormatNumber(kMostPoints));
    }
    if (faults_.said() > before || kernels_.empty()) return;
    CheckPoints(tuning_, method_, kernels_, metrics_, where_, faults_);
  }

 private:
  void AddKnown(const NamedParams& kernel) {
    for (const std::string& path : TunablePaths(CellOf(method_, kernel))) {
      if (std::find(known_.begin(), known_.end(), path) == known_.end()) known_.push_back(path);
    }
  }

  void CheckPath(const std::string& path, const ParamValue::List& values,
                 const NamedParams& kernel) {
    Cell cell = CellOf(method_, kernel);
    const std::optional<TunedParam> param = FindTuned(path, cell);
    const std::string where = Child(where_, path);
    if (param && (converts_ || !param->converted)) {
      if (param->spec->optional || param->converted) CheckAlternative(path);
      for (std::size_t i = 0; i < values.size(); ++i)
        CheckValue(*param, values[i], Child(where, i));
    } else if (std::find(known_.begin(), known_.end(), path) != known_.end()) {
      faults_.Add(where, "method '" + method_.id + "' runs with kernel '" + kernel.name +
                             "', which has no parameter '" + path.substr(path.find('.') + 1) +
                             "'; expected a method restricted to kernels that have it");
    } else {
      faults_.Add(where, UnknownParam("parameter of method '" + method_.id + "':", path, known_));
    }
  }

  // Their tuned values would tell them apart no more, or not from one repetition to the next.
  void CheckVariants() {
    const bool tuned = std::any_of(tuning_.grid.begin(), tuning_.grid.end(), [](const auto& entry) {
      return entry.first.starts_with("kernel.");
    });
    for (std::size_t i = 0; tuned && i < kernels_.size(); ++i) {
      const auto variants =
          std::count_if(kernels_.begin(), kernels_.end(),
                        [&](const NamedParams& other) { return other.name == kernels_[i].name; });
      if (variants < 2) continue;
      faults_.Add(where_, "kernel '" + kernels_[i].name + "' has lists in place of parameters, " +
                              std::to_string(variants) +
                              " variants in all; expected one variant of a tuned kernel");
    }
  }

  // The one would silently take the place of the other.
  void CheckAlternative(const std::string& path) {
    const std::string other = AlternativePath(path);
    const bool both = std::any_of(tuning_.grid.begin(), tuning_.grid.end(),
                                  [&](const auto& entry) { return entry.first == other; });
    if (both && path < other) {
      faults_.Add(where_, "grid has both '" + path + "' and '" + other +
                              "', which say the same; expected one of them");
    }
  }

  void CheckValue(const TunedParam& param, const ParamValue& value, const std::string& where) {
    ParamValue put = value;
    if (param.converted) {
      if (!value.is_number() || value.AsNumber() <= 0) {
        faults_.Add(where, "method '" + method_.id + "' takes " + value.Canonical() + " as the " +
                               param.spec->name + " of its " + param.owner +
                               " by C = 1/(n lambda); expected a number > 0");
        return;
      }
      put = ConvertStrength(value.AsNumber(), 1);
    }
    for (const ParamFault& fault :
         CheckParams(param.owner, {*param.spec}, {{param.spec->name, put}})) {
      faults_.Add(where + fault.below, fault.message);
    }
  }

  const TuningSpec& tuning_;
  const MethodSpec& method_;
  const std::vector<NamedParams>& kernels_;
  const std::vector<std::string>& metrics_;
  const bool converts_;
  const std::string where_;
  Faults& faults_;
  std::vector<std::string> known_;
};

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
  const bool by_error = !tuned.targets.empty() || !method.targets.empty();
  if (by_error && tuned.map && tuned.num_random_features.size() > 1) {
    faults.Add(where, names +
                          ", one of which has D by an error and that one several; expected one "
                          "D of the tuned method, or D that are given");
    return;
  }
  const std::vector<Index> none{0};
  for (const Index count : method.map ? method.num_random_features : none) {
    if (!TunedCount(tuned, count)) {
      faults.Add(where, names + ", which has several D and not " + std::to_string(count) +
                            "; expected the same D, one D, or no map");
    }
  }
}

bool TunesMapOrKernel(const TuningSpec& tuning) {
  return std::any_of(tuning.grid.begin(), tuning.grid.end(),
                     [](const auto& one) { return !one.first.starts_with("learner."); });
}

/// Whether a method can take every point of a grid with each of the kernels it runs with: a fault
/// for each unknown path, for each value out of range, for several kernels of a name that is tuned
/// and, where there is none of these, for each point whose kernel, map and learner cannot be or do
/// not fit each other. The tuned method itself
/// takes no value that has to be converted (`converts` false). `pointer` is where the tuning was
/// written.
void CheckGrid(const TuningSpec& tuning, const MethodSpec& method,
               const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
               bool converts, const std::string& pointer, Faults& faults) {
  GridCheck(tuning, method, kernels, metrics, converts, pointer, faults).Run();
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
    if (!method->targets.empty() && TunesMapOrKernel(tuning)) {
      faults.Add(where, "method '" + ids[i] +
                            "' has D by an error, which depends on the kernel and map that are "
                            "tuned; expected a D that is given, or values of the learner alone");
      continue;
    }
    CheckGrid(tuning, *method, kernels, experiment.metrics, i > 0, pointer, faults);
    if (i > 0) CheckSharing(tuning, experiment, dataset, *tuned, *method, where, faults);
  }
}

}  // namespace mercer
