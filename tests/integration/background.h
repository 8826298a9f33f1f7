#ifndef MERCER_TESTS_INTEGRATION_BACKGROUND_H_
#define MERCER_TESTS_INTEGRATION_BACKGROUND_H_

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/process_state.h"

namespace mercer::testing {

/// The mercer program at work in another process, its output thrown away or kept in a file.
class Background {
 public:
  explicit Background(const std::vector<std::string>& arguments,
                      const std::string& error_file = "/dev/null") {
    std::vector<std::string> words{MERCER_BINARY};
    for (const std::string& argument : arguments) words.push_back(argument);
    pid_ = fork();
    if (pid_ != 0) return;
    dup2(open("/dev/null", O_RDWR), STDIN_FILENO);
    dup2(STDIN_FILENO, STDOUT_FILENO);
    dup2(open(error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv.front(), argv.data());
    _exit(127);
  }
  ~Background() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    Wait();
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  pid_t pid() const { return pid_; }
  void Signal(int number) const { kill(pid_, number); }

  /// Stops it (SIGSTOP) and waits until all of its threads stand; false where it has ended.
  bool Stop() const {
    Signal(SIGSTOP);
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WEXITED | WNOWAIT) == 0 &&
           info.si_code == CLD_STOPPED;
  }

  /// The processes that it started and that still run.
  std::vector<pid_t> Children() const {
    std::vector<pid_t> children;
    std::error_code none;
    const std::filesystem::path tasks = "/proc/" + std::to_string(pid_) + "/task";
    for (const auto& task : std::filesystem::directory_iterator(tasks, none)) {
      std::ifstream list(task.path() / "children");
      for (pid_t child = 0; list >> child;) children.push_back(child);
    }
    return children;
  }

  /// Its exit code, or 128 + signal.
  int Wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
};

/// Whether the process computes on: one that waits to be buried does not.
inline bool IsAlive(pid_t pid) {
  const std::string state = ProcessState(std::to_string(pid));
  return !state.empty() && state != "Z";
}

inline void Sleep(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_BACKGROUND_H_
