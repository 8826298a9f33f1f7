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
/// virtual machine: the sum over the cores with counted[core], from the text of /proc/stat. Nothing
/// where the text has no such core. ticks_per_s > 0: of the numbers in the text.
std::optional<double> BusySeconds(std::string_view stat, const std::vector<bool>& counted,
                                  double ticks_per_s);

/// MHz of the fastest of the cores, whose folders lie in `cpu_folder` (/sys/devices/system/cpu or
/// one made like it); nothing where the system does not tell.
std::optional<double> FastestMhz(const std::filesystem::path& cpu_folder,
                                 const std::vector<bool>& counted);

/// What `timing_note` says of a trial whose times are not its own work alone.
inline constexpr const char* kOthersNote = "other processes used the trial's cores";
inline constexpr const char* kFaultsNote =
    "the system took a fifth of the time or more to give the trial its memory";
inline constexpr const char* kClockNote = "the cores' clock fell by a fifth or more";

/// What this process, and the cores that it may run on, did for a while.
struct MachineUse {
  double wall_s = 0;
  double own_cpu_s = 0;                 // of this process
  std::optional<double> other_cpu_s{};  // of all others on these cores, where the system tells
  int cores = 1;                        // that this process may run on
  double system_cpu_s = 0;              // of own_cpu_s, that the system needed
  double page_faults = 0;               // pages that the system had to give
  double context_switches = 0;          // times that the system gave the core to another thread
  std::optional<double> first_mhz{}, last_mhz{};  // FastestMhz, where the system tells

  /// Why the wall clock did not measure the work, one of the notes above; "" where it did. Others
  /// took a fifth or more of what `threads` busy threads need: a process that computes without a
  /// pause uses a second of CPU in each second; of the cores, others may take all but `threads`.
  /// Or page faults took a fifth beyond the two microseconds that each takes at most where the
  /// system has memory to give. Or the clock fell by a fifth. Not counted are 0.05 s of others, the
  /// grain of their clock, 0.001 s of waiting and 0.01 s of page faults.
  std::string Disturbance(int threads) const;
};

/// Watches from its making on.
class MachineWatch {
 public:
  MachineWatch();

  /// `helpers_cpu_s`: of programs that worked for this process meanwhile.
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
