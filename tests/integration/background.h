#ifndef MERCER_TESTS_INTEGRATION_BACKGROUND_H_
#define MERCER_TESTS_INTEGRATION_BACKGROUND_H_

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace mercer::testing {

/// The mercer program at work in another process, its output thrown away or kept in a file.
class Background {
 public:
  explicit Background(std::vector<std::string> arguments,
                      const std::string& error_file = "/dev/null") {
    arguments.insert(arguments.begin(), MERCER_BINARY);
    pid_ = fork();
    if (pid_ != 0) return;
    dup2(open("/dev/null", O_RDWR), STDIN_FILENO);
    dup2(STDIN_FILENO, STDOUT_FILENO);
    dup2(open(error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
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

  void Signal(int number) const { kill(pid_, number); }

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

inline void Sleep(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_BACKGROUND_H_
