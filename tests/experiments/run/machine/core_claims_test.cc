// Runs at the same time use different cores. Two objects stand for two processes: their locks
// exclude each other alike.

#include "experiments/run/machine/core_claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CoreClaimsTest : public ::testing::Test {
 protected:
  const testing::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "cores";
};

TEST_F(CoreClaimsTest, TheNextRunTakesOtherCores) {
  CoreClaims first(file_), second(file_), third(file_);
  EXPECT_THAT(first.TakeFree({0, 1, 2, 5}, 2), ElementsAre(2, 5));
  EXPECT_THAT(second.TakeFree({0, 1, 2, 5}, 1), ElementsAre(1));
  EXPECT_THAT(third.TakeFree({0, 1, 2, 5}, 1), ElementsAre(0));
}

TEST_F(CoreClaimsTest, TooFewFreeCoresAreLeftFree) {
  CoreClaims first(file_), second(file_), third(file_);
  EXPECT_THAT(first.TakeFree({0, 1, 2}, 1), ElementsAre(2));
  EXPECT_THAT(second.TakeFree({0, 1, 2}, 3), IsEmpty());
  EXPECT_THAT(third.TakeFree({0, 1, 2}, 2), ElementsAre(0, 1));
}

TEST_F(CoreClaimsTest, GivenCoresAreClaimedWhereTheyAreFree) {
  CoreClaims first(file_), second(file_), third(file_);
  first.Take({1});
  second.Take({0, 1});
  EXPECT_THAT(third.TakeFree({0, 1, 2}, 1), ElementsAre(2));
  EXPECT_THAT(third.TakeFree({0, 1}, 1), IsEmpty());
}

TEST_F(CoreClaimsTest, AClaimEndsWithItsObjectAndWithItsProcess) {
  { EXPECT_THAT(CoreClaims(file_).TakeFree({3}, 1), ElementsAre(3)); }
  const pid_t child = fork();
  if (child == 0) {
    CoreClaims killed(file_);
    _exit(killed.TakeFree({3}, 1).size() == 1 ? 0 : 1);  // without a destructor
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_THAT(CoreClaims(file_).TakeFree({3}, 1), ElementsAre(3));
}

TEST_F(CoreClaimsTest, WithoutAFileAllCoresAreFree) {
  CoreClaims first(folder_ / "absent/cores"), second(folder_ / "absent/cores");
  EXPECT_THAT(first.TakeFree({0, 1}, 1), ElementsAre(1));
  second.Take({1});
  EXPECT_THAT(second.TakeFree({0, 1}, 1), ElementsAre(1));
}

}  // namespace
}  // namespace mercer
