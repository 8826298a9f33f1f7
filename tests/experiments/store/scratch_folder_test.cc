#include "experiments/store/disk/scratch_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

TEST(ScratchFolder, RemovesTheLeftOnesOfItsNameAndNoOther) {
  const testing::TemporaryFolder parent;
  setenv("TMPDIR", parent.path().c_str(), 1);
  const fs::path left = parent.path() / "some-left01", other = parent.path() / "other-left01";
  fs::create_directory(left);
  fs::create_directory(left / "inside");
  fs::create_directory(other);
  fs::path path;
  {
    const ScratchFolder first("some");
    path = first.path();
    EXPECT_FALSE(fs::exists(left));
    const ScratchFolder second("some");
    EXPECT_TRUE(fs::exists(first.path())) << "it is in use";
    EXPECT_NE(first.path(), second.path());
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(other));
  unsetenv("TMPDIR");
}

}  // namespace
}  // namespace mercer
