#include "core/base/atomic_output.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using testing::ReadFile;

std::size_t Files(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AtomicOutput, IsThereWholeOrNotAtAll) {
  const testing::TemporaryFolder folder;
  const fs::path path = folder / "a";
  testing::WriteFile(path, "old");
  {
    AtomicOutput file(path);
    file.Write("new");
    EXPECT_EQ(ReadFile(path), "old");
  }
  EXPECT_EQ(ReadFile(path), "old");
  EXPECT_EQ(Files(folder.path()), 1U);
  {
    AtomicOutput file(path);
    file.Write("new..");
    file.WriteAt(3, "er");
    file.Commit();
  }
  EXPECT_EQ(ReadFile(path), "newer");
  EXPECT_EQ(Files(folder.path()), 1U);
}

TEST(AtomicOutput, ALeftoverOfItsNameIsNotInTheWay) {
  const testing::TemporaryFolder folder;
  // The numbers that this process may be at.
  for (int i = 0; i < 100; ++i) {
    testing::WriteFile(folder / (kTemporaryPrefix + std::string("a.") + std::to_string(getpid()) +
                                 "-" + std::to_string(i)),
                       "half");
  }
  AtomicOutput file(folder / "a");
  file.Write("whole");
  file.Commit();
  EXPECT_EQ(ReadFile(folder / "a"), "whole");
  EXPECT_EQ(Files(folder.path()), 101U);
  RemoveTemporaries(folder.path());
  EXPECT_EQ(Files(folder.path()), 1U);
}

TEST(AtomicOutput, WhatIsBeingWrittenStays) {
  const testing::TemporaryFolder folder;
  AtomicOutput file(folder / "a");
  file.Write("whole");
  testing::WriteFile(folder / (kTemporaryPrefix + std::string("b.123-0")), "half");
  EXPECT_EQ(Files(folder.path()), 2U);
  RemoveTemporaries(folder.path());
  EXPECT_EQ(Files(folder.path()), 1U);
  file.Commit();
  EXPECT_EQ(ReadFile(folder / "a"), "whole");
}

TEST(AtomicOutput, HasAStyle) {
  const testing::TemporaryFolder folder;
  const AtomicOutputStyle style{[](const fs::path& path, int error) {
                                  return path.filename().string() + ": fault " +
                                         std::to_string(error);
                                },
                                true, false};
  EXPECT_EQ(testing::Message([&] { AtomicOutput(folder / "none" / "a", style); }),
            "a: fault " + std::to_string(ENOENT));
  EXPECT_EQ(testing::Message([&] { AtomicOutput(folder / "none" / "a"); }),
            "cannot write '" + (folder / "none" / "a").string() + "': No such file or directory");
  const mode_t mask = umask(077);
  for (const bool for_all : {false, true}) {
    AtomicOutput file(folder / "a", for_all ? style : kAtomicOutputStyle);
    file.Commit();
    EXPECT_EQ(fs::status(folder / "a").permissions(),
              static_cast<fs::perms>(for_all ? 0644 : 0600));
  }
  umask(mask);
}

}  // namespace
}  // namespace mercer
