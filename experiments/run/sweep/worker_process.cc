#include "experiments/run/sweep/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr std::size_t kLastBytes = 2000;
// What a record and its trace never reach; a worker that writes without end must not fill this
// process's memory.
constexpr std::size_t kMostOutput = std::size_t{64} << 20;
// Address space that the program takes without a trial: its libraries, their buffers and threads.
constexpr double kProgramBytes = 1 << 30;
// Of these are resident.
constexpr double kResidentProgramBytes = 128 << 20;

// A look at a worker with a limit of time is taken so often, in seconds, and is late where this
// process did not run for longer than that.
constexpr double kBetweenLooks = 0.5, kLate = 1.5;

[[noreturn]] void Fail(const std::string& what) {
  throw std::runtime_error("no worker process can be started: " + what + ": " +
                           std::strerror(errno));
}

struct Pipe {
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) Fail("pipe");
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    if (read >= 0) close(read);
    if (write >= 0) close(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int read = -1, write = -1;
};

/// A file in memory: no pipe that would have to be written while the worker may be dead.
int NewInput() {
  const int file = memfd_create("trial", MFD_CLOEXEC);
  if (file < 0) Fail("memfd_create");
  return file;
}

cpu_set_t SetOf(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(static_cast<unsigned>(core), &set);
  return set;
}

/// All that the child needs, made before the fork: behind it memory must not be allocated.
struct Child {
  std::vector<char*> arguments{}, environment{};
  int input = -1, output = -1, errors = -1, when = -1, members = -1;
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
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) _exit(127);
    if (dup2(when, kWhenDescriptor) < 0 || fcntl(kWhenDescriptor, F_SETFD, 0) != 0) _exit(127);
    execve(arguments[0], arguments.data(), environment.data());
    _exit(127);
  }
};

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

/// Becomes readable when the process ends. The library's own declaration is of C alone.
int OpenProcess(pid_t pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0U)); }

long MachineKills() {
  std::ifstream in("/proc/vmstat");
  std::string name;
  long count = 0;
  while (in >> name >> count) {
    if (name == "oom_kill") return count;
  }
  return 0;
}

/// CPU seconds of another process, 0 where it is no more.
double CpuSecondsOf(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Appends what can be read now, at most `most` in all, and closes the end where the writer has.
void Drain(int& pipe, std::string& text, std::size_t most) {
  std::array<char, 4096> bytes;
  while (pipe >= 0) {
    const ssize_t got = read(pipe, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;  // nothing now
    if (got == 0) {
      close(pipe);
      pipe = -1;
      return;
    }
    if (text.size() < most) text.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command, const WorkerLimits& limits)
    : limits_(limits),
      group_(limits.group_parent,
             limits.memory_bytes > 0 ? limits.memory_bytes + kResidentProgramBytes : 0) {
  MERCER_CHECK(!command.empty());
  Pipe output, errors, when;
  Child child;
  for (const std::string& word : command)
    child.arguments.push_back(const_cast<char*>(word.c_str()));
  child.arguments.push_back(nullptr);
  for (char** variable = environ; *variable != nullptr; ++variable)
    child.environment.push_back(*variable);
  // A BLAS starts a thread for each core before main is reached.
  std::string one_thread = "OPENBLAS_NUM_THREADS=1";
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr && std::getenv("OMP_NUM_THREADS") == nullptr)
    child.environment.push_back(one_thread.data());
  child.environment.push_back(nullptr);
  child.parent = getpid();
  child.limited = limits.memory_bytes > 0 && AddressSpaceIsTelling();
  child.address_space.rlim_cur = static_cast<rlim_t>(limits.memory_bytes + kProgramBytes);
  child.address_space.rlim_max = child.address_space.rlim_cur;
  child.members = group_.OpenMembers();
  child.input = NewInput();
  child.when = when.read;
  child.output = output.write;
  child.errors = errors.write;
  pid_ = fork();
  if (pid_ == 0) child.Run();
  const int error = errno;
  input_ = child.input;
  if (child.members >= 0) close(child.members);
  errno = error;
  if (pid_ < 0) Fail("fork");
  // Here and not in the child: MoveTo may come at any time.
  const cpu_set_t cores = SetOf(limits.cores);
  if (!limits.cores.empty()) sched_setaffinity(pid_, sizeof cores, &cores);
  exit_event_ = OpenProcess(pid_);
  if (exit_event_ < 0) {
    Kill();
    waitpid(pid_, nullptr, 0);
    Fail("pidfd_open");
  }
  for (int* end : {&output.read, &errors.read}) fcntl(*end, F_SETFL, O_NONBLOCK);
  when_ = std::exchange(when.write, -1);
  output_ = std::exchange(output.read, -1);
  errors_ = std::exchange(errors.read, -1);
}

WorkerProcess::~WorkerProcess() {
  if (pid_ >= 0) {
    Kill();
    waitpid(pid_, nullptr, 0);
  }
  for (const int descriptor : {exit_event_, output_, errors_, input_, when_})
    if (descriptor >= 0) close(descriptor);
}

void WorkerProcess::Give(const std::string& input) {
  MERCER_CHECK(when_ >= 0);
  for (std::size_t done = 0; done < input.size();) {
    // The worker's place in the file stays at its beginning.
    const ssize_t wrote =
        pwrite(input_, input.data() + done, input.size() - done, static_cast<off_t>(done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) Fail("write");
    done += static_cast<std::size_t>(wrote);
  }
  start_ = Clock::now();
  looked_ = start_;
  cpu_at_look_ = CpuSecondsOf(pid_);
  kills_before_ = MachineKills();
  close(std::exchange(input_, -1));
  close(std::exchange(when_, -1));
}

void WorkerProcess::MoveTo(const std::vector<int>& cores) {
  const cpu_set_t set = SetOf(cores);
  // A library may have started threads.
  std::error_code ignored;
  const std::string tasks = "/proc/" + std::to_string(pid_) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks, ignored))
    sched_setaffinity(std::stoi(task.path().filename().string()), sizeof set, &set);
}

bool WorkerProcess::IsAlive() const {
  pollfd event{exit_event_, POLLIN, 0};
  return poll(&event, 1, 0) == 0;
}

double WorkerProcess::SecondsGone() const {
  return std::chrono::duration<double>(Clock::now() - start_).count() - stopped_seconds_;
}

void WorkerProcess::Look() {
  const Clock::time_point now = Clock::now();
  const double gap = std::chrono::duration<double>(now - looked_).count();
  const double cpu = std::max(CpuSecondsOf(pid_), cpu_at_look_);
  bool was_stopped = is_stopped_;
  siginfo_t info{};
  // Each change is told once.
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WCONTINUED | WNOHANG) == 0 &&
         info.si_pid == pid_) {
    is_stopped_ = info.si_code == CLD_STOPPED;
    was_stopped = true;
    info = {};
  }
  const bool is_late = limits_.seconds > 0 && gap > kLate;
  if (was_stopped || is_late) stopped_seconds_ += std::max(0.0, gap - (cpu - cpu_at_look_));
  looked_ = now;
  cpu_at_look_ = cpu;
}

void WorkerProcess::Kill() {
  kill(-pid_, SIGKILL);  // with whatever it started
  kill(pid_, SIGKILL);   // before it has its group
}

double WorkerProcess::SecondsLeft() const {
  if (limits_.seconds <= 0 || end_.timed_out) return -1;
  return std::max(0.0, limits_.seconds - SecondsGone());
}

double WorkerProcess::SecondsToLook() const {
  if (limits_.seconds <= 0 || end_.timed_out) return -1;
  const double since = std::chrono::duration<double>(Clock::now() - looked_).count();
  return std::max(0.0, kBetweenLooks - since);
}

std::optional<WorkerEnd> WorkerProcess::Attend() {
  Drain(output_, end_.output, kMostOutput);
  Drain(errors_, end_.last_lines, kMostOutput);
  if (end_.last_lines.size() > 2 * kLastBytes)
    end_.last_lines.erase(0, end_.last_lines.size() - kLastBytes);
  siginfo_t info{};
  // Looked at first and reaped later: a number that is free again must not be killed.
  const bool ended =
      waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == pid_;
  if (ended) return Finish();
  Look();
  if (SecondsLeft() == 0) {
    end_.timed_out = true;
    Kill();
  }
  return std::nullopt;
}

WorkerEnd WorkerProcess::Finish() {
  kill(-pid_, SIGKILL);
  end_.seconds = SecondsGone();
  Drain(output_, end_.output, kMostOutput);
  Drain(errors_, end_.last_lines, kMostOutput);
  int status = 0;
  rusage usage{};
  while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  end_.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  end_.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  if (WIFEXITED(status)) end_.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
  // Without a group of its own the machine's count is what can be known.
  const long kills = group_.exists() ? group_.Kills() : MachineKills() - kills_before_;
  end_.out_of_memory = end_.signal == SIGKILL && !end_.timed_out && kills > 0;
  if (end_.last_lines.size() > kLastBytes)
    end_.last_lines.erase(0, end_.last_lines.size() - kLastBytes);
  return std::move(end_);
}

}  // namespace mercer
