#ifndef MERCER_EXPERIMENTS_RUN_PROCESS_FORK_SERVER_H_
#define MERCER_EXPERIMENTS_RUN_PROCESS_FORK_SERVER_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "experiments/run/machine/process_memory.h"
#include "experiments/run/process/start_program.h"

namespace mercer {

/// A program that is started once, loads its libraries, and then forks a process for each trial. A
/// fork takes less than a millisecond, while starting the program takes some 20. The forks are
/// children of this process. They run in the server's control group and on its cores, and have the
/// same limits as programs of StartProgram.
class ForkServer {
 public:
  /// `command`: path and arguments of a program that calls ServeForks(kControlDescriptor) before
  /// doing anything else. Throws std::runtime_error if the system starts no process. A program that
  /// cannot be run is only detected by Fork.
  ForkServer(const std::vector<std::string>& command, const WorkerLimits& limits);
  /// Ends the server; its forks continue.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// Forks a new process with these descriptors and returns its process id. Throws
  /// std::runtime_error if the server has ended or does not answer, or if the system starts no
  /// process; the server cannot be used after that.
  pid_t Fork(const ProgramEnds& ends);

  /// The control group of all its processes.
  const std::shared_ptr<const MemoryGroup>& group() const { return group_; }

 private:
  std::shared_ptr<const MemoryGroup> group_;
  int socket_ = -1;
  pid_t pid_ = -1;
};

/// The program's side: forks whenever it is asked to. Returns in each fork, with the descriptors
/// given to ForkServer::Fork. Ends the process itself when no one can send requests any more. Must
/// be called before the process has a second thread.
void ServeForks(int socket);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PROCESS_FORK_SERVER_H_
