#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_MACHINE_USE_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_MACHINE_USE_H_

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/stopwatch.h"

namespace mercer {

/// CPU seconds that cores have spent since the system started, on any process or for another
/// virtual machine: the sum over the cores with counted[core], from the text of /proc/stat. Nothing
/// where the text has no such core. ticks_per_s > 0: of the numbers in the text.
std::optional<double> BusySeconds(std::string_view stat, const std::vector<bool>& counted,
                                  double ticks_per_s);

/// What the cores that this process may run on did for a while.
struct MachineUse {
  double wall_s = 0;
  double own_cpu_s = 0;                 // of this process
  std::optional<double> other_cpu_s{};  // of all others on these cores, where the system tells
  int cores = 1;                        // that this process may run on

  /// Whether others took a fifth or more of what `threads` busy threads need. A process that
  /// computes without a pause uses a second of CPU in each second; of the cores, others may take
  /// all but `threads`. Differences below 0.05 s are the clocks' grain and count as none.
  bool WasDisturbed(int threads) const;
};

/// Watches from its making on.
class MachineWatch {
 public:
  MachineWatch();

  MachineUse Use() const;

 private:
  std::optional<double> Busy() const;

  std::vector<bool> allowed_;  // by core: whether this process may run on it
  double cpu_start_ = 0;
  std::optional<double> busy_start_{};
  Stopwatch wall_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_MACHINE_USE_H_
