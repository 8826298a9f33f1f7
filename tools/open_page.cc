#include "tools/open_page.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "core/base/error.h"

extern char** environ;

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOpener = "xdg-open";

bool IsInPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace

void RequireOpener() {
  if (IsInPath(kOpener)) return;
  throw InvalidInput(
      "report: --open needs xdg-open (Debian: xdg-utils), which is not in PATH; write the page "
      "with "
      "--format html --output FILE and open that in a browser");
}

void OpenPage(const fs::path& page) {
  std::string program = kOpener, file = fs::absolute(page).string();
  char* arguments[] = {program.data(), file.data(), nullptr};
  pid_t pid = 0;
  int status = 0;
  const bool is_done = posix_spawnp(&pid, kOpener, nullptr, nullptr, arguments, environ) == 0 &&
                       waitpid(pid, &status, 0) == pid;
  if (is_done && WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  throw InvalidInput("report: xdg-open could not open " + file + "; open it in a browser");
}

fs::path NewPageFolder() {
  std::string folder = (fs::temp_directory_path() / "mercer-report-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    throw InvalidInput("report: no folder can be made in " + fs::temp_directory_path().string() +
                       "; give --output");
  }
  return folder;
}

}  // namespace mercer
