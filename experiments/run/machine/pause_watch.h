#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_PAUSE_WATCH_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_PAUSE_WATCH_H_

namespace mercer {

/// What `timing_note` says of a trial whose process or machine was stopped and continued meanwhile.
inline constexpr const char* kStoppedNote =
    "the trial or the machine was stopped meanwhile (SIGSTOP, suspend)";

/// Watches from its making on. Takes over this process's handler of SIGCONT.
class PauseWatch {
 public:
  PauseWatch();

  /// Whether this process, or the machine, was stopped and continued since.
  bool WasStopped() const;

 private:
  int continued_before_;
  double asleep_before_;  // seconds of the machine
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_PAUSE_WATCH_H_
