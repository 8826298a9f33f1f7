#include "experiments/store/disk/run_log.h"

#include <gtest/gtest.h>

#include "core/data/formats/decompress.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

TEST(RunLog, IsPackedWhereItIsNotYet) {
  const testing::TemporaryFolder folder;
  std::string log;
  for (int i = 0; i < 1000; ++i)
    log += "{\"event\":\"trial_start\",\"id\":\"a-" + std::to_string(i) + "\"}\n";
  testing::WriteFile(folder / "working/log/r1.jsonl", log);
  const auto packed = PackedRunLog(folder / "working", "r1");
  ASSERT_TRUE(packed);
  EXPECT_EQ(Unpack(*packed, "r1.jsonl.gz"), log);
  EXPECT_LT(packed->size(), log.size() / 8);
  EXPECT_EQ(PackedRunLog(folder / "working", "r1"), packed) << "without the time of packing";
  testing::WriteFile(folder / "published/log/r1.jsonl.gz", *packed);
  EXPECT_EQ(PackedRunLog(folder / "published", "r1"), packed);
}

TEST(RunLog, WhatIsNotThereOrNoFileIsNone) {
  const testing::TemporaryFolder folder;
  EXPECT_FALSE(PackedRunLog(folder.path(), "r1"));
  std::filesystem::create_directories(folder / "log/r1.jsonl");
  EXPECT_FALSE(PackedRunLog(folder.path(), "r1"));
  testing::WriteFile(folder / "log/r2.jsonl", "");
  const auto empty = PackedRunLog(folder.path(), "r2");
  ASSERT_TRUE(empty);
  EXPECT_EQ(Unpack(*empty, "r2.jsonl.gz"), "");
}

}  // namespace
}  // namespace mercer
