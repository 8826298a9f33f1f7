#include "tools/paper_files.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/data/formats/decompress.h"
#include "experiments/report/cells/reported.h"
#include "experiments/report/claims/paper_claims.h"

namespace mercer {

std::vector<std::string> PaperFileFaults(const Experiment& experiment) {
  if (!experiment.paper) return {};
  const auto folder = std::filesystem::path(experiment.config_path).parent_path();
  std::vector<std::string> faults;
  const auto check = [&](const std::string& file, const auto& reader) {
    if (file.empty()) return;
    try {
      reader((folder / file).string());
    } catch (const InvalidInput& fault) {
      faults.emplace_back(fault.what());
    }
  };
  check(experiment.paper->reported_file,
        [](const std::string& path) { ParseReported(ReadWholeFile(path), path); });
  check(experiment.paper->claims_file, [](const std::string& path) { ReadPaperClaims(path); });
  return faults;
}

}  // namespace mercer
