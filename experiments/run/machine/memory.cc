#include "experiments/run/machine/memory.h"

#include <malloc.h>

#include <fstream>
#include <string>

namespace mercer {

void ResetPeakMemory() {
  malloc_trim(0);
  // 5 resets VmHWM to what is resident now (proc(5)).
  std::ofstream("/proc/self/clear_refs") << "5";
}

std::optional<double> PeakMemoryMib() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib / 1024;
  }
  return std::nullopt;
}

}  // namespace mercer
