#include "tests/support/files.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/base/error.h"

namespace mercer::testing {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "mercer-test-XXXXXX").string();
  MERCER_CHECK(mkdtemp(name.data()) != nullptr);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void WriteFile(const std::filesystem::path& path, const std::string& bytes) {
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  MERCER_CHECK(out.good());
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  MERCER_CHECK(in.good());
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

CommandResult RunCommand(const std::string& command) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const std::string err = (folder / "err").string();
  // Dozens of runs, each of which would measure the machine for seconds first.
  setenv("MERCER_NO_PASSPORT", "1", /*overwrite=*/0);
  const int status =
      std::system(("{ " + command + " ; } >" + out + " 2>" + err + " </dev/null").c_str());
  CommandResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = ReadFile(out);
  result.err = ReadFile(err);
  return result;
}

CommandResult RunMercer(const std::string& arguments) {
  return RunCommand(std::string(MERCER_BINARY) + " " + arguments);
}

std::size_t Columns(const std::string& line) {
  std::size_t columns = 0;
  for (const char c : line) columns += (static_cast<unsigned char>(c) & 0xC0) == 0x80 ? 0 : 1;
  return columns;
}

std::vector<std::string> LongLines(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (Columns(line) > 100) found.push_back(std::to_string(number) + ": " + line);
  }
  return found;
}

std::filesystem::path SourceDir() { return MERCER_SOURCE_DIR; }

std::filesystem::path RealDataDir() {
  for (const char* name : {"MERCER_TEST_DATA", "MERCER_DATA"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return value;
  }
  return {};
}

}  // namespace mercer::testing
