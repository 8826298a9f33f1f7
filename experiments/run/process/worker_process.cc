#include "experiments/run/process/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "core/base/error.h"
#include "experiments/run/machine/cores.h"
#include "experiments/run/process/fork_server.h"

namespace mercer {
namespace {

constexpr std::size_t kLastBytes = 2000;
// What a record and its trace never reach; a worker that writes without end must not fill this
// process's memory.
constexpr std::size_t kMostOutput = std::size_t{64} << 20;
// A look at a worker with a limit of time is taken so often, in seconds, and is late where this
// process did not run for longer than that.
constexpr double kBetweenLooks = 0.5, kLate = 1.5;

struct Pipe {
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) FailToStart("pipe");
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
  if (file < 0) FailToStart("memfd_create");
  return file;
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
    : WorkerProcess(limits.seconds, MakeGroup(limits), [&](const ProgramEnds& ends) {
        return StartProgram(command, limits, *group_, ends);
      }) {}

WorkerProcess::WorkerProcess(ForkServer& server, double seconds)
    : WorkerProcess(seconds, server.group(),
                    [&](const ProgramEnds& ends) { return server.Fork(ends); }) {}

WorkerProcess::WorkerProcess(double seconds, std::shared_ptr<const MemoryGroup> group,
                             const Start& start)
    : limit_seconds_(seconds), group_(std::move(group)) {
  Pipe output, errors, when;
  input_ = NewInput();
  try {
    pid_ = start({input_, output.write, errors.write, when.read});
  } catch (...) {
    close(input_);
    throw;
  }
  exit_event_ = OpenProcess(pid_);
  if (exit_event_ < 0) {
    Kill();
    waitpid(pid_, nullptr, 0);
    close(input_);
    FailToStart("pidfd_open");
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
    if (wrote < 0) FailToStart("write");
    done += static_cast<std::size_t>(wrote);
  }
  start_ = Clock::now();
  looked_ = start_;
  cpu_at_look_ = CpuSecondsOf(pid_);
  kills_before_ = KillsSoFar();
  close(std::exchange(input_, -1));
  close(std::exchange(when_, -1));
}

/// Without a group the machine's count is what can be known.
long WorkerProcess::KillsSoFar() const {
  return group_->exists() ? group_->Kills() : MachineKills();
}

void WorkerProcess::MoveTo(const std::vector<int>& cores) {
  // A library may have started threads.
  std::error_code ignored;
  const std::string tasks = "/proc/" + std::to_string(pid_) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks, ignored))
    UseCores(std::stoi(task.path().filename().string()), cores);
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
  const bool is_late = limit_seconds_ > 0 && gap > kLate;
  if (was_stopped || is_late) stopped_seconds_ += std::max(0.0, gap - (cpu - cpu_at_look_));
  looked_ = now;
  cpu_at_look_ = cpu;
}

void WorkerProcess::Kill() {
  kill(-pid_, SIGKILL);  // with whatever it started
  kill(pid_, SIGKILL);   // before it has its group
}

double WorkerProcess::SecondsLeft() const {
  if (limit_seconds_ <= 0 || end_.timed_out) return -1;
  return std::max(0.0, limit_seconds_ - SecondsGone());
}

double WorkerProcess::SecondsToLook() const {
  if (limit_seconds_ <= 0 || end_.timed_out) return -1;
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
  end_.memory_kill = !end_.timed_out && KillsSoFar() > kills_before_;
  end_.out_of_memory = end_.signal == SIGKILL && end_.memory_kill;
  if (end_.last_lines.size() > kLastBytes)
    end_.last_lines.erase(0, end_.last_lines.size() - kLastBytes);
  return std::move(end_);
}

}  // namespace mercer
