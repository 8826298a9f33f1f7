#include "experiments/run/machine/process_memory.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

/// The number of a process that has ended.
pid_t EndedProcess() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

// Folders stand in for groups; one with something in it for a group that holds a process.
TEST(MemoryGroup, LeftoversOfEndedProcessesAreRemovedAndNothingElse) {
  const testing::TemporaryFolder hierarchy;
  const fs::path parent = hierarchy / "own";
  const std::string ended = std::to_string(EndedProcess()), alive = std::to_string(getpid());
  const std::vector<fs::path> left = {parent / ("mercer-" + ended + "-0"),
                                      parent / ("mercer-" + ended + "-17"),
                                      hierarchy / ("mercer-" + ended + "-1")};
  const std::vector<fs::path> kept = {parent / ("mercer-" + alive + "-0"),
                                      parent / ("mercer-" + ended),
                                      parent / ("mercer-" + ended + "x-0"),
                                      parent / ("other-" + ended + "-0"),
                                      parent / "mercer--0",
                                      parent / ("mercer-" + ended + "-2") / "process"};
  for (const auto& folders : {left, kept})
    for (const fs::path& folder : folders) fs::create_directories(folder);
  MemoryGroup::RemoveLeftovers(parent);
  for (const fs::path& folder : left) EXPECT_FALSE(fs::exists(folder)) << folder;
  for (const fs::path& folder : kept) EXPECT_TRUE(fs::exists(folder)) << folder;
  MemoryGroup::RemoveLeftovers("");
  MemoryGroup::RemoveLeftovers(hierarchy / "none");
}

}  // namespace
}  // namespace mercer
