#include "experiments/config/check/dimension_checks.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/itemset/itemset_kernel.h"
#include "core/linalg/memory.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/check/step_checks.h"
#include "experiments/config/trial/tuned_values.h"

namespace mercer {
namespace {

// 16 TiB: more than a machine has. What this one has not is for the run to skip.
constexpr double kMostBytes = 0x1p44;

void CheckBytes(const std::string& what, double bytes) {
  if (bytes <= kMostBytes) return;
  throw InvalidInput(what + " needs " + FormatBytes(bytes) + " of memory; expected at most " +
                     FormatBytes(kMostBytes));
}

// Throws InvalidInput where the map cannot have its features for rows of d values.
void CheckFeatures(const Cell& cell, Index d) {
  const MapEntry& map_entry = MapRegistry().Get(cell.map->name);
  const KernelEntry& kernel_entry = KernelRegistry().Get(cell.kernel.name);
  const std::unique_ptr<Kernel> kernel =
      kernel_entry.make(WithRulesAsOne(kernel_entry.params, cell.kernel.params));
  const std::unique_ptr<FeatureMapSpec> map =
      MakeMapSpec(cell.map->name, WithRulesAsOne(map_entry.params, cell.map->params));
  if (cell.num_random_features > 0)
    CheckDrawContext(cell.map->name, {*kernel, d, cell.num_random_features, 0, nullptr});
  if (const auto* itemset = dynamic_cast<const ItemsetKernel*>(kernel.get()))
    itemset->CheckInputDim(d);
  const Index columns = map->OutputDim(*kernel, d, cell.num_random_features);
  const std::string name = "map '" + cell.map->name + "'",
                    of = " for input dimension " + std::to_string(d);
  CheckBytes("one row of " + name + ", " + std::to_string(columns) + " columns" + of + ",",
             8 * static_cast<double>(columns));
  CheckBytes("drawing " + name + of, map->DrawnBytes(*kernel, d, cell.num_random_features));
}

// The values that tuning may give to the kernel and the map of each trial, by the tuning trial's
// id.
using PointsById = std::map<std::string, std::vector<TunedValues>>;

PointsById PointsOf(const std::vector<Trial>& trials) {
  PointsById points;
  for (const Trial& trial : trials) {
    if (!trial.tuning || trial.repetition > 0) continue;
    TuningSpec spec = *trial.tuning;
    std::erase_if(spec.grid, [](const auto& one) { return one.first.starts_with("learner."); });
    points[trial.id] = GridPoints(spec);
  }
  return points;
}

std::string FaultOf(const Cell& cell, Index d) {
  try {
    CheckFeatures(cell, d);
    return "";
  } catch (const InvalidInput& error) {
    return error.what();
  }
}

// The faults of a cell whose kernel and map are tuned, each with the points that have it; "" stands
// for all of them.
std::map<std::string, std::string> FaultsOfPoints(const Cell& cell,
                                                  const std::vector<TunedValues>& points, Index d) {
  std::map<std::string, std::vector<std::string>> met;
  for (const TunedValues& point : points) {
    Cell tuned = cell;
    PutTuned(point, 1, tuned);
    const std::string fault = FaultOf(tuned, d);
    if (!fault.empty()) met[fault].push_back(FormatTuned(point));
  }
  std::map<std::string, std::string> faults;
  for (const auto& [fault, having] : met)
    faults[fault] = having.size() == points.size() ? "" : SomePoints(having);
  return faults;
}

}  // namespace

std::string SomePoints(const std::vector<std::string>& points) {
  const std::size_t others = points.size() - 1;
  std::string text = "with " + points.front();
  if (others > 0)
    text += " and " + std::to_string(others) + (others == 1 ? " other point" : " other points");
  return text;
}

void CheckDimensions(const std::vector<Trial>& trials, const Catalogue& catalogue, Faults& faults) {
  std::set<std::string> seen;
  const PointsById tuned = PointsOf(trials);
  const auto check = [&](const Cell& cell, const std::vector<TunedValues>& points, Index d) {
    const std::string what = "data set '" + cell.dataset.Label() + "', method '" + cell.method +
                             "', kernel '" + cell.kernel.Canonical() + "'";
    const std::string map = cell.map->Canonical() + " " + std::to_string(cell.num_random_features);
    if (!seen.insert(what + " " + map).second) return;
    for (const auto& [fault, having] : FaultsOfPoints(cell, points, d))
      faults.Add("", what + (having.empty() ? "" : ", " + having) + ": " + fault);
  };
  for (const Trial& trial : trials) {
    if (!trial.cell.map || trial.tuning || trial.repetition > 0 || trial.cell.LacksCount())
      continue;
    const std::optional<Index> d = PreparedDim(trial.cell.dataset, catalogue);
    if (!d) continue;
    const auto points = tuned.find(trial.tuned_by);
    check(trial.cell, points == tuned.end() ? std::vector<TunedValues>(1) : points->second, *d);
  }
}

}  // namespace mercer
