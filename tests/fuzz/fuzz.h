#ifndef MERCER_TESTS_FUZZ_FUZZ_H_
#define MERCER_TESTS_FUZZ_FUZZ_H_

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/base/error.h"

// A target is one source here, which defines MERCER_FUZZ(input) { … }: any input is read, or
// refused with InvalidInput; every other exception, a sanitizer's report and a failed MERCER_CHECK
// are finds. Its seeds are the files of corpus/<target>/.
#define MERCER_FUZZ(input)                                                            \
  namespace mercer {                                                                  \
  static void FuzzInput(std::string_view input);                                      \
  }                                                                                   \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    try {                                                                             \
      mercer::FuzzInput({reinterpret_cast<const char*>(data), size});                 \
    } catch (const mercer::InvalidInput&) {                                           \
    }                                                                                 \
    return 0;                                                                         \
  }                                                                                   \
  static void mercer::FuzzInput(std::string_view input)

namespace mercer {

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

}  // namespace mercer

#endif  // MERCER_TESTS_FUZZ_FUZZ_H_
