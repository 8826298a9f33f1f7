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
  std::string output;      // all that it wrote to its standard output
  std::string last_lines;  // the end of its standard error
  int exit_code = 0;       // where signal is 0
  int signal = 0;          // that ended it; 0: none
  bool timed_out = false;
  bool out_of_memory = false;  // the kernel killed it for its memory
  double seconds = 0;          // wall time in which it was not stopped
  double cpu_seconds = 0;
  double peak_mib = 0;  // most memory that was resident
};

class ForkServer;

/// A process that is given a text on its standard input and is listened to until it ends. Its text
/// is there when kControlDescriptor ends. It dies with this process, however that ends, and takes
/// no notice of SIGINT and SIGTERM, which are for this process to act on. Its memory is bounded by
/// a control group where one may be made, else by its address space.
class WorkerProcess {
 public:
  /// Starts a program: path and arguments. Throws std::runtime_error where the system starts no
  /// process.
  WorkerProcess(const std::vector<std::string>& command, const WorkerLimits& limits);
  /// A fork of the server, which must outlive it and whose limits of memory and cores hold. Throws
  /// std::runtime_error where it gives none.
  WorkerProcess(ForkServer& server, double seconds);
  /// Kills it where it still runs.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Writes the text on its standard input and lets it begin: its time counts from now. Once.
  void Give(const std::string& input);

  /// Has it run on these cores from now on.
  void MoveTo(const std::vector<int>& cores);

  /// Whether it has not ended.
  bool IsAlive() const;

  /// Seconds since Give in which it was not stopped (SIGSTOP). Of a time for which nobody called
  /// Attend though there is a limit, as this process was stopped itself, those in which it
  /// computed: what stops everything, a debugger or the host of a virtual machine, is no trial's
  /// fault.
  double SecondsGone() const;

  /// To poll for reading: it ended or wrote something. Closed ones are -1.
  int exit_event() const { return exit_event_; }
  int output() const { return output_; }
  int errors() const { return errors_; }

  /// What it wrote to its standard output so far.
  const std::string& OutputSoFar() const { return end_.output; }

  /// Until the limit of time; negative without one.
  double SecondsLeft() const;

  /// Until Attend is to be called again, whatever happens; negative without a limit of time.
  double SecondsToLook() const;

  /// Reads what is there without blocking, and kills it where its time is over. How it ended, once
  /// it has; to be called no more then.
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
  long kills_before_ = 0;       // for their memory, in the group or the whole machine
  WorkerEnd end_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PROCESS_WORKER_PROCESS_H_
