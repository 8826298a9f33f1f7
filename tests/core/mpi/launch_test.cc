#include "core/mpi/launch.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace mercer {
namespace {

class MpiLaunchTest : public ::testing::Test {
 protected:
  void SetUp() override { Clear(); }
  void TearDown() override { Clear(); }
  static void Clear() {
    for (const char* name :
         {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE"}) {
      unsetenv(name);
    }
  }
};

TEST_F(MpiLaunchTest, AProcessOfItsOwnHasNone) { EXPECT_FALSE(FindMpiLaunch()); }

TEST_F(MpiLaunchTest, OpenMpiTellsRankAndSize) {
  setenv("OMPI_COMM_WORLD_RANK", "2", 1);
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  const auto launch = FindMpiLaunch();
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->launcher, "Open MPI");
  EXPECT_EQ(launch->rank, 2);
  EXPECT_EQ(launch->size, 4);
}

TEST_F(MpiLaunchTest, PmiTellsRankAndSize) {
  setenv("PMI_RANK", "0", 1);
  setenv("PMI_SIZE", "1", 1);
  const auto launch = FindMpiLaunch();
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->launcher, "PMI");
  EXPECT_EQ(launch->rank, 0);
  EXPECT_EQ(launch->size, 1);
}

TEST_F(MpiLaunchTest, VariablesThatAreNoSuchNumbersAreNone) {
  setenv("PMI_SIZE", "4", 1);
  for (const char* rank : {"", "4", "-1", "1x", "one"}) {
    setenv("PMI_RANK", rank, 1);
    EXPECT_FALSE(FindMpiLaunch()) << rank;
  }
}

}  // namespace
}  // namespace mercer
