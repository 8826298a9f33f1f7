#ifndef MERCER_TESTS_INTEGRATION_CLUSTER_RANKS_H_
#define MERCER_TESTS_INTEGRATION_CLUSTER_RANKS_H_

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "core/mpi/session.h"
#include "tests/integration/background.h"
#include "tests/integration/sweeps.h"

#if defined(__SANITIZE_THREAD__)
#define MERCER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MERCER_TSAN 1
#endif
#endif

namespace mercer::testing {

/// Why no ranks can be started here; "" where they can.
inline std::string NoRanks() {
#ifdef MERCER_TSAN
  return "MPI's own threads are no work of the thread sanitizer";
#endif
  if (!MpiSession::IsBuilt()) return "a build without MPI";
  if (RunCommand("mpirun --version").exit_code != 0) return "no mpirun";
  return "";
}

/// mpirun of Open MPI for tests: more ranks than cores, as root, in a sandbox. `rest`: "-n 2 …".
inline std::string MpirunCommand(const std::string& rest) {
  return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0 "
         "mpirun --oversubscribe --bind-to none --mca btl_vader_single_copy_mechanism none " +
         rest;
}

inline CommandResult Mpirun(const std::string& rest) { return RunCommand(MpirunCommand(rest)); }

inline std::string MercerRun(const Bench& bench, const std::string& options = "") {
  return std::string(MERCER_BINARY) + " run " + bench.config() + " --out " + bench.out() +
         " --data " + bench.data() + " " + options;
}

/// Where a private mount may be made.
inline bool MayUnshare() {
  return RunCommand("unshare -m sh -c 'mount -t tmpfs tmpfs /mnt'").exit_code == 0;
}

/// "" of a process that has ended, at its opening or while it is read.
inline std::string ProcFile(const std::string& pid, const std::string& name) {
  std::ifstream in("/proc/" + pid + "/" + name, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  return text.str();
}

/// Processes of `mercer WORD …` of this rank whose arguments or whose parent's hold `mark`.
inline std::vector<pid_t> FindProcesses(int rank, const std::string& word,
                                        const std::string& mark) {
  const std::string variable = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank) + std::string(1, 0);
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename().string();
    if (pid.find_first_not_of("0123456789") != pid.npos) continue;
    const std::string line = ProcFile(pid, "cmdline");
    if (line.find(std::string(1, 0) + word + std::string(1, 0)) == line.npos) continue;
    if (ProcFile(pid, "environ").find(variable) == std::string::npos) continue;
    std::string number, name, state, parent;
    std::istringstream(ProcFile(pid, "stat")) >> number >> name >> state >> parent;
    if ((line + ProcFile(parent, "cmdline")).find(mark) == std::string::npos) continue;
    if (name == "(mpirun)") continue;
    found.push_back(std::stoi(pid));
  }
  return found;
}

/// Waits until the rank has a worker, stops the rank, so that nothing it does gets through any
/// more, and kills it. False where none came.
inline bool KillRankAtWork(int rank, const Bench& bench) {
  for (int i = 0; i < 1500; ++i, Sleep(10)) {
    const auto runs = FindProcesses(rank, "run", bench.config());
    if (runs.empty() || FindProcesses(rank, "worker", bench.config()).empty()) continue;
    for (const pid_t pid : runs) kill(pid, SIGSTOP);
    const bool at_work = !FindProcesses(rank, "worker", bench.config()).empty();
    for (const pid_t pid : runs) kill(pid, at_work ? SIGKILL : SIGCONT);
    if (at_work) return true;
  }
  return false;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_CLUSTER_RANKS_H_
