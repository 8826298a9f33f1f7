#include "experiments/report/summary/load_summary.h"

#include <map>
#include <string>

#include "experiments/catalogue/catalogue.h"
#include "experiments/report/summary/normalise.h"

namespace mercer {

Summary LoadSummary(const std::filesystem::path& folder, const ReportOptions& options) {
  ResultFolder results = ReadResults(folder);
  if (options.normalise) NormaliseTimes(results);
  std::map<std::string, std::string> substitutes;
  // Where data lie does not matter here: only the manifests are read.
  const Catalogue catalogue{std::filesystem::path()};
  for (const Manifest& manifest : catalogue.manifests()) {
    if (!manifest.substitutes.empty()) substitutes[manifest.name] = manifest.substitutes;
  }
  Summary summary = Summarise(results, substitutes);
  summary.normalised = options.normalise;
  return summary;
}

}  // namespace mercer
