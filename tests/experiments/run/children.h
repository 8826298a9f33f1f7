#ifndef MERCER_TESTS_EXPERIMENTS_RUN_CHILDREN_H_
#define MERCER_TESTS_EXPERIMENTS_RUN_CHILDREN_H_

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "experiments/run/process/worker_process.h"
#include "tests/support/process_state.h"

namespace mercer::testing {

/// The children of this process, as the kernel lists them.
inline std::vector<pid_t> Children() {
  std::vector<pid_t> all;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) all.push_back(child);
  }
  return all;
}

inline void SignalChildren(int number) {
  for (const pid_t child : Children()) kill(child, number);
}

inline void Sleep(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// Waits until a child is stopped (SIGSTOP), a minute at most; false where none is.
inline bool WaitForStoppedChild() {
  for (int i = 0; i < 6000; ++i, Sleep(10)) {
    for (const pid_t child : Children())
      if (ProcessState(std::to_string(child)) == "T") return true;
  }
  return false;
}

/// How the process ended, once it has.
inline WorkerEnd EndOf(WorkerProcess& worker) {
  std::optional<WorkerEnd> end;
  while (!(end = worker.Attend())) Sleep(5);
  return *std::move(end);
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_RUN_CHILDREN_H_
