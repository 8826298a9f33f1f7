#include "experiments/config/check/grid_checks.h"

#include <algorithm>

#include "core/base/text.h"
#include "experiments/config/check/point_checks.h"
#include "experiments/config/json/json_text.h"
#include "experiments/config/trial/tuned_values.h"

namespace mercer {
namespace {

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
      faults_.Add(where, UnknownName("parameter of method '" + method_.id + "':", path, known_));
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

}  // namespace

void CheckGrid(const TuningSpec& tuning, const MethodSpec& method,
               const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
               bool converts, const std::string& pointer, Faults& faults) {
  GridCheck(tuning, method, kernels, metrics, converts, pointer, faults).Run();
}

}  // namespace mercer
