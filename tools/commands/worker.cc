#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "experiments/external/external_use.h"
#include "experiments/run/process/fork_server.h"
#include "experiments/run/sweep/worker_executor.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

int WorkerCommand(const std::vector<std::string>& arguments) {
  const CommandLine options("worker", arguments);
  if (options.Flag("allow-external")) AllowExternalPrograms();
  int when = options.Get("when", -1);
  const int server = options.Get("fork-server", -1);
  if (server >= 0) {
    PrepareWorker();
    ServeForks(server);
    when = kControlDescriptor;
  }
  char unused = 0;
  while (when >= 0 && read(when, &unused, 1) != 0) MERCER_CHECK(errno == EINTR);
  // What a library prints must not get between the bytes of the record.
  const int output = dup(STDOUT_FILENO);
  MERCER_CHECK(output >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0);
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  const std::string record = RunWorker(input, [output](const std::string& phase) {
    const std::string line = PhaseLine(phase);
    // An error is ignored: nobody reads the phases any more.
    [[maybe_unused]] const ssize_t written = write(output, line.data(), line.size());
  });
  std::cout.flush();
  std::fflush(stdout);
  MERCER_CHECK(dup2(output, STDOUT_FILENO) >= 0);
  std::cout << record << std::flush;
  // The destructors of all libraries would take as long as a short trial.
  if (server >= 0) _exit(0);
  return 0;
}

}  // namespace mercer
