#include "tools/plot/run_gnuplot.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "core/base/error.h"
#include "core/base/text.h"

extern char** environ;

namespace mercer {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// A file without a name, which is gone when it is closed.
File TemporaryFile() {
  File file(std::tmpfile(), std::fclose);
  if (file == nullptr) throw InvalidInput("plot: no temporary file can be made");
  return file;
}

std::string TextOf(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file))
    text.append(buffer.data(), count);
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
  const File input = TemporaryFile(), errors = TemporaryFile();
  if (std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() ||
      std::fflush(input.get()) != 0) {
    throw InvalidInput("plot: the script of gnuplot cannot be written to a temporary file");
  }
  std::rewind(input.get());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors.get()), STDERR_FILENO);
  std::string name = "gnuplot";
  std::array<char*, 2> words = {name.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    throw InvalidInput(
        "plot: gnuplot is not in PATH (Debian: gnuplot-nox); --output FILE.gp writes its script");
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw InvalidInput("plot: gnuplot failed: " + Quoted(LastLine(TextOf(errors.get()))));
}

}  // namespace mercer
