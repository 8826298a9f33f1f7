#include "experiments/config/check/share_checks.h"

#include <memory>
#include <set>
#include <string>

#include "core/maps/builtin_maps.h"
#include "experiments/config/read/read_named.h"

namespace mercer {
namespace {

bool HasPrefix(const NamedParams& map) {
  const MapEntry& entry = MapRegistry().Get(map.name);
  const auto spec = MakeMapSpec(map.name, WithRulesAsOne(entry.params, map.params));
  return spec->Traits(entry.traits).has_prefix;
}

}  // namespace

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

}  // namespace mercer
