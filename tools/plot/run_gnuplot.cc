#include "tools/plot/run_gnuplot.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/store/disk/files.h"

extern char** environ;

namespace mercer {
namespace {

namespace fs = std::filesystem;

/// A folder for the script, which is gone afterwards.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string path = (fs::temp_directory_path() / "mercer-plot-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr)
      throw InvalidInput("plot: no folder can be made in " + Quoted(path));
    path_ = path;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Reads all that comes, and closes.
std::string ReadAll(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(descriptor);
  return text;
}

/// The last line that is not empty, where gnuplot says what is wrong.
std::string LastLine(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  const std::size_t end = text.rfind('\n');
  return end == std::string::npos ? text : text.substr(end + 1);
}

}  // namespace

void RunGnuplot(const std::string& script) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "figure.gp").string();
  WriteFileAtomically(file, script);
  std::array<int, 2> errors{};
  if (pipe(errors.data()) != 0) throw InvalidInput("plot: no pipe to gnuplot can be made");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, errors[0]);
  std::string name = "gnuplot", argument = file;
  std::array<char*, 3> words = {name.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(errors[1]);
  if (failed != 0) {
    close(errors[0]);
    throw InvalidInput(
        "plot: gnuplot is not in PATH (Debian: gnuplot-nox); --output FILE.gp writes its script");
  }
  const std::string said = ReadAll(errors[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw InvalidInput("plot: gnuplot failed: " + Quoted(LastLine(said)));
}

}  // namespace mercer
