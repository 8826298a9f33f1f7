#ifndef MERCER_TESTS_CORE_LEARNERS_PROCESS_MEMORY_H_
#define MERCER_TESTS_CORE_LEARNERS_PROCESS_MEMORY_H_

#include <fstream>
#include <string>

namespace mercer::testing {

/// A value of the process's status in bytes (Linux), 0 where it cannot be read.
inline double StatusBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key, 0) == 0) return 1024 * std::stod(line.substr(key.size()));
  }
  return 0;
}

/// Peak memory counts from here; whether the system allows it.
inline bool ResetPeak() {
  std::ofstream reset("/proc/self/clear_refs");
  reset << "5";
  reset.close();
  return reset.good();
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_LEARNERS_PROCESS_MEMORY_H_
