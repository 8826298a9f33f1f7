#ifndef MERCER_EXPERIMENTS_EXTERNAL_CHILD_PROCESS_H_
#define MERCER_EXPERIMENTS_EXTERNAL_CHILD_PROCESS_H_

#include <sys/types.h>

#include <string>

#include "experiments/external/external_params.h"

namespace mercer {

/// A program that is spoken with line by line: its standard input and output. It runs in this
/// process's group and under its limits and cores, so that what kills a trial kills it too, and
/// dies with this process however that ends. What libraries of linear algebra read of threads in
/// the environment is set.
class ChildProcess {
 public:
  /// Starts it, without a shell. Throws InvalidInput where programs are not allowed
  /// (external_use.h) or it cannot be started.
  ChildProcess(const ExternalCommand& command, int threads);
  /// Closes its input; a program that has not ended a fifth of a second later is killed.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// "external program 'python3 my_map.py'".
  const std::string& name() const { return name_; }

  /// Writes a line. One that has ended shows in Receive.
  void Send(const std::string& line);

  /// The next line of its output, as long as that takes. Throws InvalidInput, with its exit code or
  /// signal and the last line of its standard error, where it ends in place of that.
  std::string Receive();

 private:
  /// Reads what is there of its output and errors, waiting for something.
  void Read();
  [[noreturn]] void FailEnded();
  void Finish(bool at_once);

  std::string name_;
  pid_t pid_ = -1;
  int input_ = -1, output_ = -1, errors_ = -1;
  std::string received_, last_errors_;
  int status_ = 0;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_CHILD_PROCESS_H_
