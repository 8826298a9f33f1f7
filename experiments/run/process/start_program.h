#ifndef MERCER_EXPERIMENTS_RUN_PROCESS_START_PROGRAM_H_
#define MERCER_EXPERIMENTS_RUN_PROCESS_START_PROGRAM_H_

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/run/machine/process_memory.h"

namespace mercer {

/// The limits of a worker process.
struct WorkerLimits {
  double seconds = 0;       // wall time, without the time it was stopped; 0: no limit
  double memory_bytes = 0;  // beyond what the program itself takes; 0: no limit
  std::filesystem::path group_parent = MemoryGroup::OwnFolder();  // parent of its control group;
                                                                  // "": none
  std::vector<int> cores{};  // cores that it may run on; empty: those of this process
};

/// The fourth descriptor of a program that is started here. For a worker it is the one whose end of
/// file signals that the input is complete; for a fork server it is the socket.
inline constexpr int kControlDescriptor = 3;

/// What a program receives as its descriptors 0, 1, 2 and kControlDescriptor. The caller closes
/// them.
struct ProgramEnds {
  int input = -1, output = -1, errors = -1, control = -1;
};

/// Makes the control group for processes with these limits. Its memory limit allows for what a
/// trial takes and for what the program itself keeps resident.
std::shared_ptr<const MemoryGroup> MakeGroup(const WorkerLimits& limits);

/// Starts a program (path and arguments) and returns its process id. `variables` (NAME=value) are
/// added to the environment of this process. The program runs in its own process group, and in the
/// control group if there is one, otherwise with a limit on its address space. It dies with this
/// process and ignores SIGINT and SIGTERM. If the program cannot be run, its exit code is 127.
/// Throws std::runtime_error if the system starts no process.
pid_t StartProgram(const std::vector<std::string>& command, const WorkerLimits& limits,
                   const MemoryGroup& group, const ProgramEnds& ends,
                   const std::vector<std::string>& variables = {});

/// Throws the std::runtime_error for a worker that cannot be started: it says that `what` failed,
/// and the text of errno.
[[noreturn]] void FailToStart(const std::string& what);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PROCESS_START_PROGRAM_H_
