#include "tools/paper_files.h"

#include <filesystem>

#include "core/data/formats/decompress.h"
#include "experiments/report/cells/reported.h"
#include "experiments/report/claims/paper_claims.h"

namespace mercer {

void CheckPaperFiles(const Experiment& experiment) {
  if (!experiment.paper) return;
  const auto folder = std::filesystem::path(experiment.config_path).parent_path();
  if (const std::string& file = experiment.paper->reported_file; !file.empty()) {
    const std::string path = (folder / file).string();
    ParseReported(ReadWholeFile(path), path);
  }
  if (const std::string& file = experiment.paper->claims_file; !file.empty())
    ReadPaperClaims(folder / file);
}

}  // namespace mercer
