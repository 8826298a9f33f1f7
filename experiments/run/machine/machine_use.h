#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_MACHINE_USE_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_MACHINE_USE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/stopwatch.h"

namespace mercer {

/// CPU seconds that cores have spent since the system started, on any process or for another
/// virtual machine: the sum over the cores with counted[core], from the text of /proc/stat. nullopt
/// if the text contains no such core. ticks_per_s > 0 is the unit of the numbers in the text.
std::optional<double> BusySeconds(std::string_view stat, const std::vector<bool>& counted,
                                  double ticks_per_s);

/// Clock rate in MHz of the fastest of the counted cores. Their folders lie in `cpu_folder`
/// (/sys/devices/system/cpu, or a folder of the same form). nullopt if the system does not report
/// it.
std::optional<double> FastestMhz(const std::filesystem::path& cpu_folder,
                                 const std::vector<bool>& counted);

/// Texts of `timing_note` for a trial whose times measure more than its own work.
inline constexpr const char* kOthersNote = "other processes used the trial's cores";
inline constexpr const char* kFaultsNote = "page faults took a fifth of the time or more";
inline constexpr const char* kClockNote = "the cores' clock fell by a fifth or more";

/// The use of the machine over a period: by this process, and on the cores that it may run on.
struct MachineUse {
  double wall_s = 0;
  double own_cpu_s = 0;                 // CPU time of this process
  std::optional<double> other_cpu_s{};  // of all others on these cores; nullopt if unknown
  int cores = 1;                        // the number that this process may run on
  double system_cpu_s = 0;              // the part of own_cpu_s spent in the system
  double page_faults = 0;               // pages that the system had to supply
  double context_switches = 0;          // times that the system gave the core to another thread
  std::optional<double> first_mhz{}, last_mhz{};  // FastestMhz at start and end; nullopt if unknown

  /// Why the wall clock did not measure the work alone: one of the notes above, or "" if it did.
  /// There are three reasons. (1) Other processes took at least a fifth of what `threads` busy
  /// threads need. A process that computes without pause uses one second of CPU per second; others
  /// may use all cores but `threads`. (2) Page faults took a fifth beyond the two microseconds each
  /// that they take at most if the system has memory available. (3) The clock rate fell by a fifth.
  /// Ignored are 0.05 s of other processes (the resolution of their clock), 0.001 s of waiting and
  /// 0.01 s of page faults.
  std::string Disturbance(int threads) const;
};

/// Measures the use of the machine from construction on.
class MachineWatch {
 public:
  MachineWatch();

  /// The use since construction. `helpers_cpu_s`: CPU seconds of programs that worked for this
  /// process meanwhile.
  MachineUse Use(double helpers_cpu_s = 0) const;

 private:
  std::optional<double> Busy() const;

  std::vector<bool> allowed_;  // by core: whether this process may run on it
  double cpu_start_ = 0;
  double system_start_ = 0, faults_start_ = 0, switches_start_ = 0;
  std::optional<double> first_mhz_{};
  std::optional<double> busy_start_{};
  Stopwatch wall_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_MACHINE_USE_H_
