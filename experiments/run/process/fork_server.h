#ifndef MERCER_EXPERIMENTS_RUN_PROCESS_FORK_SERVER_H_
#define MERCER_EXPERIMENTS_RUN_PROCESS_FORK_SERVER_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "experiments/run/machine/process_memory.h"
#include "experiments/run/process/start_program.h"

namespace mercer {

/// A program that is started once, its libraries loaded, and forks a process for each trial: in
/// less than a millisecond, where starting the program takes some 20. The processes are children of
/// this one, in the server's control group and on its cores, and have limits as those of
/// StartProgram.
class ForkServer {
 public:
  /// `command`: path and arguments of a program that calls ServeForks(kControlDescriptor) before it
  /// does anything else. Throws std::runtime_error where the system starts no process; a program
  /// that cannot be run shows in Fork.
  ForkServer(const std::vector<std::string>& command, const WorkerLimits& limits);
  /// Ends the server; its forks go on.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// A new process with these descriptors, its number. Throws std::runtime_error where the server
  /// has ended, does not answer, or the system starts no process; it is of no use then.
  pid_t Fork(const ProgramEnds& ends);

  /// Of all its processes.
  const std::shared_ptr<const MemoryGroup>& group() const { return group_; }

 private:
  std::shared_ptr<const MemoryGroup> group_;
  int socket_ = -1;
  pid_t pid_ = -1;
};

/// The program's side: forks as often as it is asked to. Returns in each fork, whose descriptors
/// are those of ForkServer::Fork; ends the process itself when nobody can ask any more. To be
/// called before the process has a second thread.
void ServeForks(int socket);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PROCESS_FORK_SERVER_H_
