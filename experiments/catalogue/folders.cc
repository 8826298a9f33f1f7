#include <cstdlib>
#include <system_error>

#include "experiments/catalogue/catalogue.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// The value of an environment variable, "" where it is unset.
std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool HasManifests(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "datasets", ignored);
}

}  // namespace

fs::path ShareDir() {
  const std::string given = Environment("MERCER_SHARE");
  if (!given.empty()) {
    if (HasManifests(given)) return given;
    throw InvalidInput("MERCER_SHARE is '" + given + "', which holds no folder datasets");
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "mercer";
  if (!error && HasManifests(installed)) return installed;
  if (HasManifests(MERCER_SOURCE_DIR)) return MERCER_SOURCE_DIR;
  throw InvalidInput("the folder of the manifests is neither " + installed.string() + " nor " +
                     MERCER_SOURCE_DIR + "; set MERCER_SHARE to the one that holds datasets");
}

fs::path DataDir(const std::string& option) {
  if (!option.empty()) return option;
  const std::string data = Environment("MERCER_DATA");
  if (!data.empty()) return data;
  const std::string cache = Environment("XDG_CACHE_HOME");
  if (!cache.empty()) return fs::path(cache) / "mercer";
  const std::string home = Environment("HOME");
  if (!home.empty()) return fs::path(home) / ".cache" / "mercer";
  throw InvalidInput("no folder for data: give --data DIR, or set MERCER_DATA or HOME");
}

}  // namespace mercer
