#include "tests/chaos/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

namespace mercer::chaos {

namespace fs = std::filesystem;

Process::Process(const std::vector<std::string>& words, const fs::path& folder, FileLimit limit) {
  static std::atomic<int> number{0};
  const std::string name = std::to_string(number++);
  output_ = folder / ("output-" + name);
  errors_ = folder / ("errors-" + name);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ != 0) return;
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  dup2(open(errors_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  const rlimit bytes{limit.bytes, limit.bytes};
  if (limit.bytes > 0) setrlimit(RLIMIT_FSIZE, &bytes);
  execv(arguments.front(), arguments.data());
  _exit(127);
}

Process::~Process() {
  if (ended_) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Process::Signal(int number) const {
  if (!ended_) kill(pid_, number);
}

std::vector<pid_t> Process::Workers() const {
  std::vector<pid_t> workers;
  std::error_code ignored;
  const fs::path tasks = "/proc/" + std::to_string(pid_) + "/task";
  for (const auto& task : fs::directory_iterator(tasks, ignored)) {
    std::ifstream list(task.path() / "children");
    for (pid_t worker = 0; list >> worker;) workers.push_back(worker);
  }
  return workers;
}

bool Process::IsRunning() {
  if (!ended_) ended_ = waitpid(pid_, &status_, WNOHANG) == pid_;
  return !ended_;
}

Ended Process::Wait(double seconds) {
  const auto start = std::chrono::steady_clock::now();
  Ended ended;
  while (IsRunning() && !ended.hung) {
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start;
    ended.hung = gone.count() > seconds;
    Sleep(2);
  }
  if (ended.hung) {
    kill(pid_, SIGKILL);
    ended_ = waitpid(pid_, &status_, 0) == pid_;
  }
  ended.exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  ended.output = ReadBytes(output_);
  ended.errors = ReadBytes(errors_);
  return ended;
}

void Sleep(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

std::string ReadBytes(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return "";
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

void WriteBytes(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace mercer::chaos
