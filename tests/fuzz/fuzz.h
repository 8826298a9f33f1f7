#ifndef MERCER_TESTS_FUZZ_FUZZ_H_
#define MERCER_TESTS_FUZZ_FUZZ_H_

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <system_error>

#include "core/base/error.h"
#include "core/base/text.h"

// A target is one source here, which defines MERCER_FUZZ(input) { … }: any input is read, or
// refused with an InvalidInput that CheckMessage lets pass; every other exception, a sanitizer's
// report and a failed MERCER_CHECK are finds. Its seeds are the files of corpus/<target>/.
#define MERCER_FUZZ(input)                                                               \
  namespace mercer {                                                                     \
  static void FuzzInput(std::string_view input);                                         \
  }                                                                                      \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {    \
    try {                                                                                \
      mercer::FuzzInput({reinterpret_cast<const char*>(data), size});                    \
    } catch (const mercer::InvalidInput& refused) {                                      \
      mercer::CheckMessage(refused.what(), {reinterpret_cast<const char*>(data), size}); \
    }                                                                                    \
    return 0;                                                                            \
  }                                                                                      \
  static void mercer::FuzzInput(std::string_view input)

namespace mercer {

/// A message is one sentence, or a line for each of several faults: printable, of bounded lines,
/// and without what libraries call their exceptions, unless the input has that itself.
inline void CheckMessage(std::string_view message, std::string_view input) {
  constexpr std::size_t kLongestLine = 600;
  const auto fail = [&](const char* why) {
    std::fprintf(stderr, "a message %s: %.*s\n", why, static_cast<int>(message.size()),
                 message.data());
    std::abort();
  };
  if (message.empty()) fail("says nothing");
  if (Printable(message) != message || message.find('\t') != message.npos)
    fail("has what no terminal should get");
  for (std::size_t begin = 0; begin < message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    if (end == begin) fail("has an empty line");
    if (end - begin > kLongestLine) fail("has a line that nobody reads");
    begin = end + 1;
  }
  for (const char* name : {"json.exception", "filesystem error", "basic_string", "std::", "stoi",
                           "stod", "_M_", "bad_alloc", "bad optional", "vector::"}) {
    if (message.find(name) != message.npos && input.find(name) == input.npos)
      fail("has what a library calls its exception");
  }
}

/// Takes the first byte off the input, 0 where there is none: for the options of a reader.
inline unsigned TakeByte(std::string_view* input) {
  if (input->empty()) return 0;
  const auto byte = static_cast<unsigned char>(input->front());
  input->remove_prefix(1);
  return byte;
}

/// A file of this process that is removed at its end, for readers that take a path.
class ScratchFile {
 public:
  ScratchFile()
      : path_((std::filesystem::temp_directory_path() /
               ("mercer-fuzz-" + std::to_string(getpid()) + ".json"))
                  .string()) {}
  ~ScratchFile() { std::filesystem::remove(path_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void Write(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The same of a folder.
class ScratchFolder {
 public:
  /// `below`: a folder in it.
  explicit ScratchFolder(const std::string& below = "")
      : path_((std::filesystem::temp_directory_path() / ("mercer-fuzz-" + std::to_string(getpid())))
                  .string()) {
    std::filesystem::create_directories(path_ + "/" + below);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  void Write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ + "/" + name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace mercer

#endif  // MERCER_TESTS_FUZZ_FUZZ_H_
