#ifndef MERCER_TESTS_INTEGRATION_EXTERNAL_EXTERNAL_PROGRAMS_H_
#define MERCER_TESTS_INTEGRATION_EXTERNAL_EXTERNAL_PROGRAMS_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/integration/sweeps.h"
#include "tests/support/files.h"

namespace mercer::testing {

// Debian's Python, which may have NumPy and scikit-learn, before others.
class External : public ::testing::Test {
 protected:
  External() {
    const char* const path = std::getenv("PATH");
    setenv("PATH", ("/usr/bin:" + std::string(path == nullptr ? "" : path)).c_str(), 1);
  }
};

inline bool HasModule(const std::string& module) {
  return RunCommand("python3 -c 'import " + module + "'").exit_code == 0;
}

inline std::string Hostile() { return (SourceDir() / "tests/golden/external/hostile.py").string(); }

inline std::string HostileMap(const std::string& mode) {
  return "'external,command=[\"python3\",\"" + Hostile() + "\",\"" + mode +
         "\"],traits={\"unbiased\":true}'";
}

inline std::string Config(const std::string& methods) {
  return R"({"experiment": "x", "seed": 1, "repetitions": 1,
 "datasets": [{"name": "unit_ball", "n": 60, "d": 5}],
 "kernels": [{"name": "gaussian", "sigma": 1}], "metrics": ["gram_error"],
 "methods": [)" +
         methods + "]}";
}

inline std::string HostileMethod(const std::string& mode) {
  return R"({"id": ")" + mode +
         R"(", "D": 8, "map": {"name": "external", "command": ["python3", ")" + Hostile() +
         R"(", ")" + mode + R"("]}})";
}

/// Runs x.json of the folder into OUT there.
inline CommandResult RunSweep(const TemporaryFolder& folder, const std::string& out,
                              const std::string& options = "") {
  return RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / out).string() +
                   " --no-passport --allow-external " + options);
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_EXTERNAL_EXTERNAL_PROGRAMS_H_
