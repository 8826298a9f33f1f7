#include "experiments/store/disk/line_writer.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/support/error_message.h"
#include "tests/support/files.h"
#include "tests/support/process_state.h"

namespace mercer {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;
using testing::Message;
using testing::ReadFile;
namespace fs = std::filesystem;

/// Counts syncs; fails those that it is told to.
class Syncs {
 public:
  LineWriter::SyncFunction Function() {
    return [this](int) {
      int error = 0;
      if (spared_ > 0) {
        --spared_;
      } else if (failing_ > 0) {
        --failing_;
        error = ENOSPC;
      }
      last_ = steady_clock::now();
      thread_ = gettid();
      ++count_;
      return error;
    };
  }
  /// So many, after so many that succeed.
  void FailNext(int times, int spared = 0) {
    spared_ = spared;
    failing_ = times;
  }
  int count() const { return count_; }
  steady_clock::time_point last() const { return last_; }

  bool WaitFor(int count) const {
    for (int i = 0; i < 9000 && count_ < count; ++i) std::this_thread::sleep_for(milliseconds(1));
    return count_ >= count;
  }

  /// Waits also until the thread that syncs sleeps again: the writer then knows how that ended.
  bool WaitForEndOf(int count) const {
    std::string state;
    for (int i = 0; WaitFor(count) && i < 9000 && state != "S"; ++i) {
      std::this_thread::sleep_for(milliseconds(1));
      state = testing::ProcessState("self/task/" + std::to_string(thread_.load()));
    }
    return state == "S";
  }

 private:
  std::atomic<int> count_{0}, failing_{0}, spared_{0};
  std::atomic<pid_t> thread_{0};
  std::atomic<steady_clock::time_point> last_{};
};

TEST(LineWriter, AppendsBehindWhatIsThere) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  { const LineWriter unused(file); }
  EXPECT_FALSE(fs::exists(file)) << "nothing was to be written";
  LineWriter(file).Append("one\n");
  LineWriter writer(file);
  writer.Append("two\nthree\n");
  writer.Sync();
  EXPECT_EQ(ReadFile(file), "one\ntwo\nthree\n");
}

// A trial that takes hours may follow.
TEST(LineWriter, SyncsWithinATenthOfASecondByItself) {
  const testing::TemporaryFolder folder;
  steady_clock::duration shortest = std::chrono::hours(1);
  int rounds = 0;
  for (int file = 0; file < 20 && rounds < 5; ++file) {
    Syncs syncs;
    LineWriter writer(folder / std::to_string(file), syncs.Function());
    writer.MakeFile();  // the folder is synced
    for (int round = 1; rounds < 5; ++round, ++rounds) {
      const auto start = steady_clock::now();
      for (int i = 0; i < 10; ++i) writer.Append("line\n");
      // Where this thread waited for its core, a sync may have come between two lines: again, with
      // another file.
      if (steady_clock::now() - start >= LineWriter::kSyncDelay) break;
      ASSERT_TRUE(syncs.WaitFor(round));
      shortest = std::min(shortest, syncs.last() - start);
      std::this_thread::sleep_for(2 * LineWriter::kSyncDelay);
      EXPECT_EQ(syncs.count(), round) << "one for all lines, and none without a line";
    }
  }
  EXPECT_EQ(rounds, 5);
  // On a loaded machine the writer's thread waits for its core, but not every time.
  EXPECT_LT(shortest, milliseconds(100));
}

TEST(LineWriter, SyncsAtItsEndAndWhenAsked) {
  const testing::TemporaryFolder folder;
  Syncs syncs;
  {
    LineWriter writer(folder / "a", syncs.Function());
    writer.Sync();
    EXPECT_EQ(syncs.count(), 0);
    writer.Append("line\n");
    writer.Sync();
    EXPECT_EQ(syncs.count(), 1);
    writer.Sync();
    EXPECT_EQ(syncs.count(), 1);
    writer.SyncForOthers();
    writer.Append("line\n");
  }
  EXPECT_EQ(syncs.count(), 2);
}

// The system reports such a fault once, and may have dropped what it could not write.
TEST(LineWriter, WhatASyncMayHaveLostIsWrittenAgain) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  Syncs syncs;
  LineWriter writer(file, syncs.Function());
  writer.Append("kept\n");
  writer.Sync();
  syncs.FailNext(1);
  writer.Append("first\n");
  ASSERT_TRUE(syncs.WaitForEndOf(2));
  fs::resize_file(file, 5);
  testing::WriteFile(file, "kept\n.....\n");
  // One that fails again, behind the one of this line, is told, and may be tried again.
  syncs.FailNext(2, 1);
  writer.Append("second\n");
  EXPECT_EQ(ReadFile(file), "kept\nfirst\nsecond\n");
  EXPECT_GE(syncs.count(), 3);
  EXPECT_THAT(Message([&] { writer.Sync(); }),
              HasSubstr("cannot write '" + file.string() + "': No space left on device"));
  writer.Sync();
  EXPECT_EQ(ReadFile(file), "kept\nfirst\nsecond\n");
  syncs.FailNext(100);
  const int before = syncs.count();
  writer.Append("third\n");
  ASSERT_TRUE(syncs.WaitForEndOf(before + 1));
  EXPECT_THAT(Message([&] { writer.Append("fourth\n"); }), HasSubstr("No space left"));
  syncs.FailNext(0);
  writer.Append("fourth\n");
  EXPECT_EQ(ReadFile(file), "kept\nfirst\nsecond\nthird\nfourth\n");
}

TEST(LineWriter, WhatOthersLeftInTheFileStaysWhereASyncFails) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  testing::WriteFile(file, "theirs\nhalf");
  Syncs syncs;
  LineWriter writer(file, syncs.Function());
  syncs.FailNext(1);
  writer.Append("first\n");
  ASSERT_TRUE(syncs.WaitForEndOf(1));
  writer.Append("second\n");
  EXPECT_EQ(ReadFile(file), "theirs\nhalf\nfirst\nsecond\n");
}

TEST(LineWriter, WhatASyncMayHaveLostIsWrittenAgainWhereOthersWroteMeanwhile) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  Syncs syncs;
  LineWriter writer(file, syncs.Function());
  syncs.FailNext(1);
  writer.Append("first\n");
  ASSERT_TRUE(syncs.WaitForEndOf(1));
  testing::WriteFile(file, ".....\n.theirs");
  writer.Append("second\n");
  EXPECT_EQ(ReadFile(file), ".....\n.theirs\nfirst\nsecond\n");
}

TEST(LineWriter, ANewFileIsNobodyElses) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  LineWriter first(file), second(file);
  EXPECT_TRUE(first.MakeNewFile());
  EXPECT_TRUE(fs::exists(file));
  EXPECT_TRUE(first.MakeNewFile());
  EXPECT_FALSE(second.MakeNewFile());
  fs::remove(file);
  EXPECT_TRUE(second.MakeNewFile());
}

// A program that is started would hold the lock of a run that was killed.
TEST(LineWriter, ProgramsThatAreStartedDoNotGetTheFile) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  LineWriter writer(file);
  writer.Append("one\n");
  int found = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    if (fs::read_symlink(entry.path(), ignored) != file) continue;
    ++found;
    EXPECT_NE(fcntl(std::stoi(entry.path().filename().string()), F_GETFD) & FD_CLOEXEC, 0);
  }
  EXPECT_EQ(found, 1);
}

TEST(LineWriter, NoLineBeginsBehindHalfALineOfSomethingElse) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  testing::WriteFile(file, "half");
  LineWriter writer(file);
  writer.Append("one\n");
  EXPECT_EQ(ReadFile(file), "half\none\n");
  std::ofstream(file, std::ios::app) << "more";
  writer.Append("two\n");
  writer.Append("three\n");
  EXPECT_EQ(ReadFile(file), "half\none\nmore\ntwo\nthree\n");
}

TEST(LineWriter, AFileThatIsDeletedIsMadeAgain) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "deeper/a";
  fs::create_directories(file.parent_path());
  LineWriter writer(file);
  writer.Append("one\n");
  fs::remove(file);
  writer.Append("two\n");
  EXPECT_EQ(ReadFile(file), "two\n");
  fs::remove_all(file.parent_path());
  const std::string told = "cannot write '" + file.string() + "': No such file or directory";
  EXPECT_EQ(Message([&] { writer.Append("three\n"); }), told);
}

TEST(LineWriter, WhatIsNoFileIsRefusedAndNotWaitedFor) {
  const testing::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_directory(folder / "folder");
  EXPECT_THAT(Message([&] { LineWriter(folder / "pipe").Append("x\n"); }), HasSubstr("no file"));
  EXPECT_THAT(Message([&] { LineWriter(folder / "folder").Append("x\n"); }),
              HasSubstr("Is a directory"));
}

TEST(LineWriter, ALineThatHasNoRoomLeavesNothing) {
  const testing::TemporaryFolder folder;
  const std::string disk = (folder / "disk").string();
  fs::create_directory(disk);
  if (testing::RunCommand("mount -t tmpfs -o size=64k tmpfs " + disk).exit_code != 0)
    GTEST_SKIP() << "no file system may be mounted here";
  {
    LineWriter writer(folder / "disk/a");
    writer.Append(std::string(40'000, 'x') + "\n");
    EXPECT_THAT(Message([&] { writer.Append(std::string(40'000, 'y') + "\n"); }),
                HasSubstr("No space left on device"));
    EXPECT_EQ(fs::file_size(folder / "disk/a"), 40'001U);
    writer.Append("z\n");
    EXPECT_EQ(fs::file_size(folder / "disk/a"), 40'003U);
  }
  testing::RunCommand("umount " + disk);
}

TEST(LineWriter, IsKnownToBeAtItsFileWhileItLives) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder / "a";
  testing::WriteFile(file, "");
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_FALSE(IsBeingWritten(descriptor));
  {
    LineWriter writer(file);
    writer.Append("one\n");
    EXPECT_TRUE(IsBeingWritten(descriptor));
  }
  EXPECT_FALSE(IsBeingWritten(descriptor));
  close(descriptor);
}

}  // namespace
}  // namespace mercer
