#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_PAUSE_WATCH_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_PAUSE_WATCH_H_

namespace mercer {

/// The text of `timing_note` for a trial during which its process or the machine was stopped and
/// continued.
inline constexpr const char* kStoppedNote =
    "the trial or the machine was stopped meanwhile (SIGSTOP, suspend)";

/// Detects pauses from construction on. Replaces this process's handler of SIGCONT.
class PauseWatch {
 public:
  PauseWatch();

  /// Whether this process or the machine was stopped and continued since construction.
  bool WasStopped() const;

 private:
  int continued_before_;
  double asleep_before_;  // seconds that the machine was suspended
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_PAUSE_WATCH_H_
