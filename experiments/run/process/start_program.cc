#include "experiments/run/process/start_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "core/base/error.h"
#include "experiments/run/machine/cores.h"

namespace mercer {
namespace {

// Address space that the program takes without a trial: its libraries, their buffers and threads.
constexpr double kProgramBytes = 1 << 30;
// The part of these bytes that is resident.
constexpr double kResidentProgramBytes = 128 << 20;

/// A sanitizer's shadow takes terabytes of address space.
constexpr bool AddressSpaceIsTelling() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#elif defined(__has_feature)
  return !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
  return true;
#endif
}

/// All that the child needs, made before the fork: behind it memory must not be allocated.
struct Child {
  std::vector<char*> arguments{}, environment{};
  ProgramEnds ends{};
  int members = -1;
  pid_t parent = -1;
  bool limited = false;
  rlimit address_space{};

  [[noreturn]] void Run() const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // it died before the line above
    // Its own group: what a terminal sends to the sweep is for the sweep.
    setpgid(0, 0);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    // A group may be made where the system still refuses members.
    const bool joined = members >= 0 && write(members, "0", 1) == 1;
    if (limited && !joined && setrlimit(RLIMIT_AS, &address_space) != 0) _exit(127);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (dup2(ends.input, 0) < 0 || dup2(ends.output, 1) < 0 || dup2(ends.errors, 2) < 0) _exit(127);
    if (dup2(ends.control, kControlDescriptor) < 0) _exit(127);
    if (fcntl(kControlDescriptor, F_SETFD, 0) != 0) _exit(127);
    execve(arguments[0], arguments.data(), environment.data());
    _exit(127);
  }
};

}  // namespace

void FailToStart(const std::string& what) {
  throw std::runtime_error("no worker process can be started: " + what + ": " +
                           std::strerror(errno));
}

std::shared_ptr<const MemoryGroup> MakeGroup(const WorkerLimits& limits) {
  const double bytes = limits.memory_bytes > 0 ? limits.memory_bytes + kResidentProgramBytes : 0;
  return std::make_shared<MemoryGroup>(limits.group_parent, bytes);
}

pid_t StartProgram(const std::vector<std::string>& command, const WorkerLimits& limits,
                   const MemoryGroup& group, const ProgramEnds& ends,
                   const std::vector<std::string>& variables) {
  MERCER_CHECK(!command.empty());
  Child child;
  for (const std::string& word : command)
    child.arguments.push_back(const_cast<char*>(word.c_str()));
  child.arguments.push_back(nullptr);
  for (char** variable = environ; *variable != nullptr; ++variable)
    child.environment.push_back(*variable);
  for (const std::string& variable : variables)
    child.environment.push_back(const_cast<char*>(variable.c_str()));
  // A BLAS starts a thread for each core before main is reached.
  std::string one_thread = "OPENBLAS_NUM_THREADS=1";
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr && std::getenv("OMP_NUM_THREADS") == nullptr)
    child.environment.push_back(one_thread.data());
  // glibc then requests large pages for what malloc takes from the system, as numpy does for its
  // arrays: clearing 4 KiB at a time takes most of the system's time in a short trial.
  std::string large_pages = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1";
  if (std::getenv("GLIBC_TUNABLES") == nullptr) child.environment.push_back(large_pages.data());
  child.environment.push_back(nullptr);
  child.parent = getpid();
  child.limited = limits.memory_bytes > 0 && AddressSpaceIsTelling();
  child.address_space.rlim_cur = static_cast<rlim_t>(limits.memory_bytes + kProgramBytes);
  child.address_space.rlim_max = child.address_space.rlim_cur;
  child.members = group.OpenMembers();
  child.ends = ends;
  const pid_t pid = fork();
  if (pid == 0) child.Run();
  const int error = errno;
  if (child.members >= 0) close(child.members);
  errno = error;
  if (pid < 0) FailToStart("fork");
  // Here and not in the child, which could undo a later move to other cores.
  if (!limits.cores.empty()) UseCores(pid, limits.cores);
  return pid;
}

}  // namespace mercer
