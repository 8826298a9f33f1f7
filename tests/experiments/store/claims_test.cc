#include "experiments/store/disk/claims.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

// A lock of an open file: two objects are as two processes.
TEST(Claims, OneHolderAtATime) {
  const testing::TemporaryFolder folder;
  Claims first(folder / "claims"), second(folder / "claims");
  EXPECT_TRUE(first.Take("a"));
  EXPECT_TRUE(first.Take("a")) << "its own";
  EXPECT_FALSE(second.Take("a"));
  EXPECT_TRUE(second.Take("b"));
  first.Release("a");
  EXPECT_TRUE(second.Take("a"));
  EXPECT_FALSE(first.Take("a"));
}

TEST(Claims, EndsWithTheProcessThatHoldsIt) {
  const testing::TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    Claims claims(folder / "claims");
    const char taken = claims.Take("a") ? 'y' : 'n';
    if (write(ready[1], &taken, 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char taken = 0;
  ASSERT_EQ(read(ready[0], &taken, 1), 1);
  EXPECT_EQ(taken, 'y');
  Claims claims(folder / "claims");
  EXPECT_FALSE(claims.Take("a"));
  EXPECT_EQ(claims.HolderOf("a"), child);
  EXPECT_EQ(claims.HolderOf("b"), std::nullopt);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(claims.HolderOf("a"), std::nullopt);
  EXPECT_TRUE(claims.Take("a"));
  EXPECT_EQ(claims.HolderOf("a"), getpid());
}

TEST(Claims, NeedsAFolder) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(Claims(folder.path() / "none" / "claims"), InvalidInput);
}

}  // namespace
}  // namespace mercer
