#ifndef MERCER_TESTS_SUPPORT_FILES_H_
#define MERCER_TESTS_SUPPORT_FILES_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace mercer::testing {

/// A new empty folder that is removed with everything in it when this object dies.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Makes the parent folders too.
void WriteFile(const std::filesystem::path& path, const std::string& bytes);
std::string ReadFile(const std::filesystem::path& path);

/// What a command printed and how it ended. Runs through the shell.
struct CommandResult {
  int exit_code = 0;  // 128 + signal where a signal ended it
  std::string out;
  std::string err;
};
CommandResult RunCommand(const std::string& command);

/// The mercer program of this build with the arguments given, shell-quoted by the caller.
CommandResult RunMercer(const std::string& arguments);

/// The columns of a line of UTF-8: its characters, not its bytes.
std::size_t Columns(const std::string& line);
/// The lines of a text that have more than a hundred columns, with their numbers: "12: text".
std::vector<std::string> LongLines(const std::string& text);

/// The source tree: shipped configs, manifests, golden files.
std::filesystem::path SourceDir();

/// The folder that holds the real data sets (MERCER_TEST_DATA, else MERCER_DATA), or an empty path:
/// the test is then to be skipped visibly.
std::filesystem::path RealDataDir();

}  // namespace mercer::testing

#endif  // MERCER_TESTS_SUPPORT_FILES_H_
