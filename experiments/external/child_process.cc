#include "experiments/external/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/external/external_use.h"

namespace mercer {
namespace {

constexpr std::size_t kLastBytes = 4000;
// Far beyond any answer of the protocol.
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr double kGraceSeconds = 0.2;

constexpr const char* kThreadVariables[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                                            "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS",
                                            "JULIA_NUM_THREADS"};

/// A thread that lives as long as the process and starts all programs: the system ends them
/// (PR_SET_PDEATHSIG) with the thread that started them, and those of a trial come and go.
class Starter {
 public:
  static Starter& Get() {
    static auto* starter = new Starter;
    return *starter;
  }

  pid_t Start(const std::function<pid_t()>& start) {
    const std::lock_guard one_at_a_time(callers_);
    std::unique_lock lock(mutex_);
    start_ = &start;
    changed_.notify_all();
    changed_.wait(lock, [this] { return start_ == nullptr; });
    return pid_;
  }

 private:
  Starter() {
    std::thread([this] {
      std::unique_lock lock(mutex_);
      for (;;) {
        changed_.wait(lock, [this] { return start_ != nullptr; });
        pid_ = (*start_)();
        start_ = nullptr;
        changed_.notify_all();
      }
    }).detach();
  }

  std::mutex callers_, mutex_;
  std::condition_variable changed_;
  const std::function<pid_t()>* start_ = nullptr;
  pid_t pid_ = -1;
};

struct Pipe {
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw std::runtime_error(std::string("no pipe for a program: ") + std::strerror(errno));
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    for (const int end : {read, write})
      if (end >= 0) close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int read = -1, write = -1;
};

/// This process's variables, with the numbers of threads.
std::vector<std::string> EnvironmentWith(int threads) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    bool is_set = false;
    for (const char* name : kThreadVariables) is_set |= text.starts_with(std::string(name) + "=");
    if (!is_set) variables.push_back(text);
  }
  for (const char* name : kThreadVariables)
    variables.push_back(std::string(name) + "=" + std::to_string(threads));
  return variables;
}

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// All that the child needs, made before the fork: behind it memory must not be allocated.
struct Child {
  std::vector<char*> arguments{}, environment{};
  const char* folder = nullptr;
  int input = -1, output = -1, errors = -1, fault = -1;
  pid_t parent = -1;

  [[noreturn]] void Fail() const {
    const int error = errno;
    [[maybe_unused]] const ssize_t wrote = write(fault, &error, sizeof error);
    _exit(127);
  }

  [[noreturn]] void Run() const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // it died before the line above
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) Fail();
    // Whatever of this process's descriptors would be inherited is no business of the program.
    for (int descriptor = 3; descriptor < 64; ++descriptor)
      if (descriptor != fault) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    if (folder != nullptr && chdir(folder) != 0) Fail();
    execvpe(arguments[0], arguments.data(), environment.data());
    Fail();
  }
};

/// A program that has ended reads no more; this process must not end for it.
void WriteAll(int pipe, const std::string& text) {
  sigset_t broken, before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(pipe, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) break;
    done += static_cast<std::size_t>(wrote);
  }
  const timespec none{};
  while (sigtimedwait(&broken, nullptr, &none) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::string LastLine(const std::string& text) {
  std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == text.npos) return "";
  const std::size_t begin = text.rfind('\n', end);
  const std::size_t first = begin == text.npos ? 0 : begin + 1;
  return Cut(text.substr(first, end + 1 - first), 300);
}

/// Appends what can be read now; false where the writer has closed its end.
bool ReadAvailable(int pipe, std::string& text) {
  std::array<char, 65536> bytes;
  const ssize_t got = read(pipe, bytes.data(), bytes.size());
  if (got > 0) text.append(bytes.data(), static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

ChildProcess::ChildProcess(const ExternalCommand& command, int threads)
    : name_("external program '" + Cut(command.Text(), 200) + "'") {
  if (!ExternalProgramsAllowed())
    throw InvalidInput(NotAllowedText("the method", "'" + Cut(command.Text(), 200) + "'"));
  Pipe input, output, errors, fault;
  const std::vector<std::string> environment = EnvironmentWith(threads);
  const std::string folder = command.folder.string();
  const Child child{.arguments = Pointers(command.words),
                    .environment = Pointers(environment),
                    .folder = folder.empty() ? nullptr : folder.c_str(),
                    .input = input.read,
                    .output = output.write,
                    .errors = errors.write,
                    .fault = fault.write,
                    .parent = getpid()};
  pid_ = Starter::Get().Start([&child] {
    const pid_t pid = fork();
    if (pid == 0) child.Run();
    return pid;
  });
  if (pid_ < 0) throw std::runtime_error(name_ + " cannot be started: no process");
  ProgramStarted(pid_);
  close(std::exchange(fault.write, -1));
  int error = 0;
  ssize_t got = 0;
  while ((got = read(fault.read, &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (got == sizeof error) {
    Finish(true);
    throw InvalidInput(name_ + " cannot be started: " + std::strerror(error) +
                       "; expected a program of the PATH, or a path from the config's folder");
  }
  for (const int end : {output.read, errors.read}) fcntl(end, F_SETFL, O_NONBLOCK);
  input_ = std::exchange(input.write, -1);
  output_ = std::exchange(output.read, -1);
  errors_ = std::exchange(errors.read, -1);
}

ChildProcess::~ChildProcess() {
  if (pid_ >= 0) Finish(false);
  for (const int descriptor : {input_, output_, errors_})
    if (descriptor >= 0) close(descriptor);
}

void ChildProcess::Finish(bool at_once) {
  using Clock = std::chrono::steady_clock;
  if (input_ >= 0) close(std::exchange(input_, -1));
  const auto begun = Clock::now();
  rusage usage{};
  for (pid_t ended = 0; ended == 0;) {
    if (at_once || std::chrono::duration<double>(Clock::now() - begun).count() > kGraceSeconds) {
      kill(pid_, SIGKILL);
      while ((ended = wait4(pid_, &status_, 0, &usage)) < 0 && errno == EINTR) {
      }
      killed_ = WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL;
      break;
    }
    ended = wait4(pid_, &status_, WNOHANG, &usage);
    if (ended == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  ProgramEnded(pid_, seconds(usage.ru_utime) + seconds(usage.ru_stime));
  pid_ = -1;
}

void ChildProcess::Send(const std::string& line) {
  if (input_ >= 0) WriteAll(input_, line + "\n");
}

void ChildProcess::Read() {
  std::array<pollfd, 2> events = {{{output_, POLLIN, 0}, {errors_, POLLIN, 0}}};
  if (poll(events.data(), events.size(), -1) < 0) return;
  if (events[1].revents != 0 && !ReadAvailable(errors_, last_errors_))
    close(std::exchange(errors_, -1));
  if (last_errors_.size() > 2 * kLastBytes) last_errors_.erase(0, last_errors_.size() - kLastBytes);
  if (events[0].revents != 0 && !ReadAvailable(output_, received_))
    close(std::exchange(output_, -1));
}

std::string ChildProcess::Receive() {
  for (;;) {
    const std::size_t end = received_.find('\n');
    if (end != received_.npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (received_.size() > kLongestLine)
      throw InvalidInput(name_ + " wrote a line of more than 1 MiB; expected an answer in JSON");
    if (output_ < 0) FailEnded();
    Read();
  }
}

void ChildProcess::FailEnded() {
  const std::string unended = received_.empty() ? "" : " and " + Quoted(received_);
  if (pid_ >= 0) Finish(false);
  // What it said last may still lie in the pipe.
  while (errors_ >= 0) {
    pollfd event{errors_, POLLIN, 0};
    if (poll(&event, 1, 0) <= 0) break;
    if (!ReadAvailable(errors_, last_errors_)) close(std::exchange(errors_, -1));
  }
  std::string how = " closed its output";
  if (WIFEXITED(status_)) how = " ended with exit code " + std::to_string(WEXITSTATUS(status_));
  if (WIFSIGNALED(status_) && !killed_) {
    const char* signal = sigabbrev_np(WTERMSIG(status_));
    how = std::string(" was ended by SIG") + (signal != nullptr ? signal : "?");
  }
  const std::string last = LastLine(last_errors_);
  throw InvalidInput(name_ + how + unended + " in place of an answer" +
                     (last.empty() ? "" : "; the last line of its standard error: " + last));
}

}  // namespace mercer
