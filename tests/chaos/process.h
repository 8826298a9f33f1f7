#ifndef MERCER_TESTS_CHAOS_PROCESS_H_
#define MERCER_TESTS_CHAOS_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mercer::chaos {

/// What a command wrote and how it ended.
struct Ended {
  int exit_code = 0;  // 128 + signal where one ended it
  bool hung = false;  // and was killed by us
  std::string output, errors;
};

/// Of the files that a process writes; 0: none.
struct FileLimit {
  std::uint64_t bytes = 0;
};

/// A command at work.
class Process {
 public:
  /// Its standard output and error go to two new files of the folder.
  Process(const std::vector<std::string>& words, const std::filesystem::path& folder,
          FileLimit limit = {});
  /// Kills it where it still runs.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Signal(int number) const;

  /// The processes that it started and that still run.
  std::vector<pid_t> Workers() const;

  bool IsRunning();

  /// Kills it where it takes longer.
  Ended Wait(double seconds = 120);

 private:
  std::filesystem::path output_, errors_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

void Sleep(int milliseconds);

/// The bytes of a file; "" where there is none.
std::string ReadBytes(const std::filesystem::path& path);
void WriteBytes(const std::filesystem::path& path, const std::string& bytes);

}  // namespace mercer::chaos

#endif  // MERCER_TESTS_CHAOS_PROCESS_H_
