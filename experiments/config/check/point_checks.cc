#include "experiments/config/check/point_checks.h"

#include <algorithm>

#include "experiments/config/check/method_checks.h"
#include "experiments/config/trial/tuned_values.h"

namespace mercer {
namespace {

std::vector<ConfigFault> FaultsWith(const TunedValues& point, const MethodSpec& method,
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

}  // namespace

void CheckPoints(const TuningSpec& tuning, const MethodSpec& method,
                 const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
                 const std::string& where, Faults& faults) {
  // What is wrong with the method as it was written is said of it, not of the grid.
  const std::vector<ConfigFault> untuned = FaultsWith({}, method, kernels, metrics);
  for (const TunedValues& point : GridPoints(tuning)) {
    for (const ConfigFault& fault : FaultsWith(point, method, kernels, metrics)) {
      const bool known = std::any_of(untuned.begin(), untuned.end(), [&](const ConfigFault& other) {
        return other.message == fault.message;
      });
      if (!known) faults.Add(where, "with " + FormatTuned(point) + ": " + fault.message);
    }
  }
}

}  // namespace mercer
