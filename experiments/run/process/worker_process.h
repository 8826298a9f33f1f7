#ifndef MERCER_EXPERIMENTS_RUN_PROCESS_WORKER_PROCESS_H_
#define MERCER_EXPERIMENTS_RUN_PROCESS_WORKER_PROCESS_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/machine/process_memory.h"
#include "experiments/run/process/start_program.h"

namespace mercer {

/// How a worker process ended.
struct WorkerEnd {
  std::string output;      // everything it wrote to its standard output
  std::string last_lines;  // the end of its standard error
  int exit_code = 0;       // valid if signal is 0
  int signal = 0;          // the signal that ended it; 0: none
  bool timed_out = false;
  bool memory_kill = false;    // the kernel killed it, or what it started, for its memory
  bool out_of_memory = false;  // the kernel killed it for its memory
  double seconds = 0;          // wall time, without the time it was stopped
  double cpu_seconds = 0;
  double peak_mib = 0;  // peak of resident memory
};

class ForkServer;

/// A process that receives a text on its standard input and whose output is read until it ends. End
/// of file on kControlDescriptor tells it that the text is complete. It dies with this process,
/// however that ends. It ignores SIGINT and SIGTERM, which this process handles. Its memory is
/// limited by a control group if one can be made, otherwise by its address space.
class WorkerProcess {
 public:
  /// Starts a program: path and arguments. Throws std::runtime_error if the system starts no
  /// process.
  WorkerProcess(const std::vector<std::string>& command, const WorkerLimits& limits);
  /// A fork of the server, which must outlive it and whose limits of memory and cores apply.
  /// `seconds` limits its wall time; 0: no limit. Throws std::runtime_error if the server gives no
  /// process.
  WorkerProcess(ForkServer& server, double seconds);
  /// Kills the process if it is still running.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Writes the text to its standard input and lets it begin; its time counts from now. Must be
  /// called once.
  void Give(const std::string& input);

  /// Restricts it to these cores from now on.
  void MoveTo(const std::vector<int>& cores);

  /// Whether it has not ended.
  bool IsAlive() const;

  /// Seconds since Give, without the time it was stopped (SIGSTOP). If there is a limit but Attend
  /// was not called for a while because this process itself was stopped, only the CPU time of that
  /// period counts: an interruption of everything, by a debugger or the host of a virtual machine,
  /// is not the trial's fault.
  double SecondsGone() const;

  /// Descriptors to poll for reading: the process ended or wrote something. Closed ones are -1.
  int exit_event() const { return exit_event_; }
  int output() const { return output_; }
  int errors() const { return errors_; }

  /// Everything it wrote to its standard output so far.
  const std::string& OutputSoFar() const { return end_.output; }

  /// Seconds until the time limit; negative if there is none.
  double SecondsLeft() const;

  /// Seconds until Attend must be called again, whatever happens; negative if there is no time
  /// limit.
  double SecondsToLook() const;

  /// Reads the available output without blocking, and kills the process if its time is over. Once
  /// it has ended, returns how it ended; must not be called after that.
  std::optional<WorkerEnd> Attend();

 private:
  using Clock = std::chrono::steady_clock;

  using Start = std::function<pid_t(const ProgramEnds&)>;

  WorkerProcess(double seconds, std::shared_ptr<const MemoryGroup> group, const Start& start);

  void Kill();
  /// Finds out whether it was stopped since the last look.
  void Look();
  WorkerEnd Finish();
  long KillsSoFar() const;

  double limit_seconds_;  // of wall time; 0: none
  std::shared_ptr<const MemoryGroup> group_;
  Clock::time_point start_ = Clock::now(), looked_ = start_;
  double cpu_at_look_ = 0, stopped_seconds_ = 0;
  bool is_stopped_ = false;
  int pid_ = -1, exit_event_ = -1, output_ = -1, errors_ = -1;
  int input_ = -1, when_ = -1;  // until Give
  long kills_before_ = 0;       // processes killed for their memory, in the group or on the whole
                                // machine
  WorkerEnd end_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PROCESS_WORKER_PROCESS_H_
