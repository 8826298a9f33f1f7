#include "experiments/config/config.h"

#include "tests/fuzz/fuzz.h"

MERCER_FUZZ(input) {
  static const Catalogue catalogue("no data");
  const ConfigResult result = ParseConfig(std::string(input), "config.json", catalogue);
  MERCER_CHECK(result.experiment.has_value() == result.faults.empty());
  FormatFaults("config.json", result.faults);
}
