#ifndef MERCER_EXPERIMENTS_EXTERNAL_CHILD_PROCESS_H_
#define MERCER_EXPERIMENTS_EXTERNAL_CHILD_PROCESS_H_

#include <sys/types.h>

#include <string>

#include "experiments/external/external_params.h"

namespace mercer {

/// A program that is communicated with line by line through its standard input and output. It runs
/// in the process group of this process and under its limits and cores, so that what kills a trial
/// also kills the program, and it dies with this process however that ends. The environment
/// variables that set the threads of linear algebra libraries are set to `threads`.
class ChildProcess {
 public:
  /// Starts the program without a shell. Throws InvalidInput if programs are not allowed
  /// (external_use.h) or it cannot be started.
  ChildProcess(const ExternalCommand& command, int threads);
  /// Closes its input. A program that has not ended a fifth of a second later is killed.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// The name for messages: "external program 'python3 my_map.py'".
  const std::string& name() const { return name_; }

  /// Writes a line. If the program has ended, Receive reports it.
  void Send(const std::string& line);

  /// Waits for the next line of its output, however long it takes. Throws InvalidInput, with the
  /// exit code or signal and the last line of its standard error, if the program ends instead or
  /// closes its output.
  std::string Receive();

 private:
  /// Reads the available output and errors; waits until there is something.
  void Read();
  [[noreturn]] void FailEnded();
  /// Waits for the end of the program, and kills it if it must end at once or takes too long.
  void Finish(bool at_once);

  std::string name_;
  pid_t pid_ = -1;
  int input_ = -1, output_ = -1, errors_ = -1;
  std::string received_, last_errors_;
  int status_ = 0;
  bool killed_ = false;  // by Finish
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_CHILD_PROCESS_H_
