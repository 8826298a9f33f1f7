#include "experiments/json/regular_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string RefusalOf(const fs::path& path, std::uint64_t most = kMostJsonBytes) {
  EXPECT_FALSE(TryReadRegularFile(path, most));
  try {
    ReadRegularFile(path, most);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(RegularFile, IsReadWhole) {
  const testing::TemporaryFolder folder;
  for (const std::size_t size : {0, 1, 4096, 1'000'000}) {
    const std::string bytes(size, '\0');
    testing::WriteFile(folder / "a", bytes);
    EXPECT_EQ(ReadRegularFile(folder / "a", size), bytes);
  }
  EXPECT_FALSE(ReadRegularFile("/proc/self/status").empty()) << "a file that says it has no byte";
}

TEST(RegularFile, AnythingElseIsRefusedInOneSentenceAndNotWaitedFor) {
  const testing::TemporaryFolder folder;
  const std::string pipe = (folder / "pipe").string(), at = folder.path().string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(pipe, folder / "to_pipe");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_EQ(RefusalOf(pipe), pipe + " is a pipe or a device; expected a file");
  EXPECT_EQ(RefusalOf(folder / "to_pipe"), at + "/to_pipe is a pipe or a device; expected a file");
  EXPECT_EQ(RefusalOf("/dev/zero"), "/dev/zero is a pipe or a device; expected a file");
  EXPECT_EQ(RefusalOf(at), at + " is a folder; expected a file");
  EXPECT_EQ(RefusalOf(folder / "absent"), at + "/absent does not exist; expected a file");
  EXPECT_EQ(RefusalOf(folder / "loop"),
            at + "/loop cannot be read: Too many levels of symbolic links");
  EXPECT_THAT(RefusalOf(at + "/" + std::string(300, 'x')),
              ::testing::HasSubstr(" cannot be read: File name too long"));
}

TEST(RegularFile, OneThatIsTooLargeIsToldBeforeMemoryIsTaken) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "a", "12345");
  EXPECT_EQ(ReadRegularFile(folder / "a", 5), "12345");
  EXPECT_EQ(RefusalOf(folder / "a", 4),
            (folder / "a").string() + " is larger than 4 bytes, the most expected here");
  fs::resize_file(folder / "a", std::uintmax_t{1} << 40);  // of holes
  EXPECT_EQ(RefusalOf(folder / "a"),
            (folder / "a").string() + " is larger than 268435456 bytes, the most expected here");
}

}  // namespace
}  // namespace mercer
