#include "experiments/report/summary/shipped_config.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "experiments/catalogue/catalogue.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/regular_file.h"
#include "experiments/report/cells/display.h"
#include "experiments/report/cells/provenance.h"

namespace mercer {
namespace {

// Results of `mercer run --repetitions N` are whole, but fewer than the paper's.
void NoteFewerRepetitions(const std::string& shipped_config, Summary& summary) {
  const OrderedJson config =
      ParseJson(shipped_config, Comments::kIgnored).value_or(OrderedJson::object());
  const auto planned = config.find("repetitions");
  if (planned == config.end() || !planned->is_number_integer()) return;
  const auto repetitions = planned->get<std::int64_t>();
  if (summary.missing_trials > 0 || summary.repetitions >= repetitions) return;
  summary.problems.push_back("only " + std::to_string(summary.repetitions) + " of the " +
                             std::to_string(repetitions) + " repetitions of the config are here");
}

}  // namespace

void AddFromShippedConfig(Summary& summary) {
  if (summary.experiment.empty()) return;
  const auto config = TryReadRegularFile(ShareDir() / "configs" / (summary.experiment + ".json"));
  if (!config) return;
  summary.names.AddMissing(DisplayNamesOf(*config));
  for (const auto& [key, scope] : DeviationScopesOf(*config)) {
    const auto& keys = summary.provenance.deviations;
    if (std::find(keys.begin(), keys.end(), key) != keys.end())
      summary.provenance.deviation_scopes.emplace(key, scope);
  }
  NoteFewerRepetitions(*config, summary);
}

}  // namespace mercer
