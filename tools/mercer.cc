#include <fcntl.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "experiments/external/register_external.h"
#include "tools/command.h"
#include "tools/error_line.h"
#include "tools/usage.h"

namespace mercer {
namespace {

bool AsksForHelp(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  });
}

int Dispatch(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    std::cerr << Overview();
    return 2;
  }
  if (arguments[0] == "--help" || arguments[0] == "-h") {
    std::cout << Overview();
    return 0;
  }
  if (arguments[0] == "--version") {
    std::cout << "mercer " << MERCER_VERSION << "\n";
    return 0;
  }
  const Command& command = CommandNamed(arguments[0]);
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (AsksForHelp(rest)) {
    std::cout << HelpOf(command);
    return 0;
  }
  return command.run(rest);
}

/// A file opened later does not become one of the descriptors 0, 1 and 2 that the caller closed.
void OpenStandardDescriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (fcntl(descriptor, F_GETFD) == -1) open("/dev/null", O_RDWR);
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  mercer::OpenStandardDescriptors();
  // A file that may not grow further (ulimit -f) is a fault in words, as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
  mercer::RegisterExternal();
  try {
    const int code = mercer::Dispatch({argv + 1, argv + argc});
    std::cout.flush();
    if (std::cout) return code;
    mercer::WriteErrorLine("the output could not be written");
    return 1;
  } catch (const mercer::InvalidInput& error) {
    mercer::WriteErrorLine(error.what());
    return 2;
  } catch (const std::filesystem::filesystem_error& error) {
    mercer::WriteErrorLine("'" + error.path1().string() +
                           "' cannot be used: " + error.code().message());
    return 2;
  } catch (const std::bad_alloc&) {
    mercer::WriteErrorLine("out of memory");
    return 1;
  } catch (const std::exception& error) {
    mercer::WriteErrorLine(error.what());
    return 1;
  }
}
