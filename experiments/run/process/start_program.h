#ifndef MERCER_EXPERIMENTS_RUN_PROCESS_START_PROGRAM_H_
#define MERCER_EXPERIMENTS_RUN_PROCESS_START_PROGRAM_H_

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/run/machine/process_memory.h"

namespace mercer {

/// What a worker process may take.
struct WorkerLimits {
  double seconds = 0;       // wall time in which it was not stopped; 0: no limit
  double memory_bytes = 0;  // beyond what the program itself takes; 0: no limit
  std::filesystem::path group_parent = MemoryGroup::OwnFolder();  // of its control group; "": none
  std::vector<int> cores{};  // that it may run on; empty: those of this process
};

/// The fourth descriptor of a program that is started here: of a worker the one that ends when its
/// text is there, of a fork server its socket.
inline constexpr int kControlDescriptor = 3;

/// What a program gets as its descriptors 0, 1, 2 and kControlDescriptor. The caller closes them.
struct ProgramEnds {
  int input = -1, output = -1, errors = -1, control = -1;
};

/// The control group of processes with these limits: for what a trial takes and what the program
/// itself keeps resident.
std::shared_ptr<const MemoryGroup> MakeGroup(const WorkerLimits& limits);

/// Starts a program (path and arguments), with these variables (NAME=value) beside this process's,
/// in a process group of its own, in the control group where there is one, else with a limit on its
/// address space. It dies with this process and takes no notice of SIGINT and SIGTERM. Where the
/// program cannot be run its exit code is 127. Throws std::runtime_error where the system starts no
/// process.
pid_t StartProgram(const std::vector<std::string>& command, const WorkerLimits& limits,
                   const MemoryGroup& group, const ProgramEnds& ends,
                   const std::vector<std::string>& variables = {});

/// Has a thread run on these cores alone, where the system lets it.
void UseCores(pid_t thread, const std::vector<int>& cores);

/// Throws the std::runtime_error of a worker that cannot be started: `what` failed, with errno.
[[noreturn]] void FailToStart(const std::string& what);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PROCESS_START_PROGRAM_H_
