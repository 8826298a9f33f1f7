#include "experiments/catalogue/fetch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/base/atomic_output.h"
#include "experiments/catalogue/dataset_folder.h"
#include "tests/experiments/catalogue/archives.h"
#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using testing::FaultOf;
using Kind = FetchedFile::Kind;

class Fetching : public ::testing::Test {
 protected:
  Fetching() {
    testing::WriteFile(folder_ / "tiny.json", testing::TinyManifest().dump());
    manifest_ = ReadManifest(folder_ / "tiny.json");
    testing::WriteFile(from_ / "little/a", testing::kTinyTrain);
    testing::WriteFile(from_ / "little/a.t", testing::kTinyTest);
  }

  std::size_t FilesInData() const {
    std::size_t count = 0;
    if (!fs::exists(data_)) return 0;
    for (const auto& entry : fs::recursive_directory_iterator(data_))
      count += !entry.is_directory() && entry.path().filename() != "history.json";
    return count;
  }

  const testing::TemporaryFolder folder_;
  const fs::path from_ = folder_ / "from";
  const fs::path data_ = folder_ / "data";
  Manifest manifest_;
};

TEST_F(Fetching, CopiesEveryFile) {
  const std::vector<FetchedFile> fetched = FetchFrom(manifest_, from_, data_);
  ASSERT_EQ(fetched.size(), 2U);
  EXPECT_EQ(fetched[0].kind, Kind::kCopied);
  EXPECT_EQ(fetched[0].from, (from_ / "little/a").string());
  EXPECT_EQ(fetched[1].path, data_ / "tiny" / "a.t");
  EXPECT_EQ(testing::ReadFile(data_ / "tiny/a"), testing::kTinyTrain);
  EXPECT_EQ(testing::ReadFile(data_ / "tiny/a.t"), testing::kTinyTest);
  EXPECT_EQ(FilesInData(), 2U);
}

TEST_F(Fetching, LeavesRightFilesAlone) {
  FetchFrom(manifest_, from_, data_);
  fs::remove_all(from_);
  for (const FetchedFile& file : FetchFrom(manifest_, from_, data_))
    EXPECT_EQ(file.kind, Kind::kThere);
}

TEST_F(Fetching, ReplacesAWrongFile) {
  testing::WriteFile(data_ / "tiny/a", "old");
  EXPECT_EQ(FetchFrom(manifest_, from_, data_)[0].kind, Kind::kCopied);
  EXPECT_EQ(testing::ReadFile(data_ / "tiny/a"), testing::kTinyTrain);
}

TEST_F(Fetching, RefusesAnotherSha256AndLeavesNothingBehind) {
  const std::string wrong = "1 1:1 2:2\n-1 1:4\n";  // as many bytes
  testing::WriteFile(from_ / "little/a", wrong);
  EXPECT_EQ(FaultOf([&] { FetchFrom(manifest_, from_, data_); }),
            (from_ / "little/a").string() + " has sha256 " + Sha256Hex(wrong) + "; expected " +
                Sha256Hex(testing::kTinyTrain) + "; nothing was copied");
  EXPECT_EQ(FilesInData(), 0U);
}

TEST_F(Fetching, KeepsTheOldFileWhereTheNewOneIsWrong) {
  testing::WriteFile(data_ / "tiny/a", "old");
  testing::WriteFile(from_ / "little/a", "wrong");
  EXPECT_NE(FaultOf([&] { FetchFrom(manifest_, from_, data_); }), "accepted");
  EXPECT_EQ(testing::ReadFile(data_ / "tiny/a"), "old");
  EXPECT_EQ(FilesInData(), 1U);
}

TEST_F(Fetching, TakesWhatIsThereAndNamesTheRest) {
  fs::remove(from_ / "little/a");
  const std::vector<FetchedFile> fetched = FetchFrom(manifest_, from_, data_);
  EXPECT_EQ(fetched[0].kind, Kind::kMissing);
  EXPECT_EQ(fetched[1].kind, Kind::kCopied);
  EXPECT_EQ(MissingIn(manifest_, from_), std::vector<fs::path>{from_ / "little/a"});
  EXPECT_EQ(FilesInData(), 1U);
}

TEST_F(Fetching, LooksInTheFolderItselfToo) {
  fs::rename(from_ / "little/a", from_ / "a");
  EXPECT_TRUE(MissingIn(manifest_, from_).empty());
  EXPECT_EQ(FetchFrom(manifest_, from_, data_)[0].from, (from_ / "a").string());
}

TEST_F(Fetching, TakesFilesOutOfAnArchiveInTheFolder) {
  for (ManifestFile& file : manifest_.files) {
    file.archive = {"little.zip", {"https://example.org/little.zip"}};
    file.member = "d/" + file.file;
  }
  fs::remove(from_ / "little/a.t");
  testing::WriteFile(from_ / "little.zip",
                     testing::MakeArchive("zip", "", {{"d/a", "another"}, {"d/a.t", "-1 3:4\n"}}));
  EXPECT_TRUE(MissingIn(manifest_, from_).empty());
  const std::vector<FetchedFile> fetched = FetchFrom(manifest_, from_, data_);
  EXPECT_EQ(fetched[0].from, (from_ / "little/a").string());  // the file itself goes first
  EXPECT_EQ(fetched[1].kind, Kind::kCopied);
  EXPECT_EQ(fetched[1].from, (from_ / "little.zip").string());
  EXPECT_EQ(testing::ReadFile(data_ / "tiny/a.t"), testing::kTinyTest);
  EXPECT_TRUE(fs::exists(from_ / "little.zip"));
}

TEST_F(Fetching, RecordsWhereFilesCameFrom) {
  FetchFrom(manifest_, from_, data_);
  const std::vector<HistoryEntry> history = ReadHistory(data_ / "tiny");
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0].file, "a");
  EXPECT_EQ(history[0].how, "copied");
  EXPECT_EQ(history[0].from, (from_ / "little/a").string());
  EXPECT_EQ(history[0].sha256, manifest_.files[0].sha256);
  EXPECT_EQ(history[0].time.size(), 20U);
  testing::WriteFile(data_ / "tiny/history.json", "[1");  // damaged: as if there were none
  EXPECT_TRUE(ReadHistory(data_ / "tiny").empty());
  RecordHistory(data_ / "tiny", {"a", "imported", "\xff", "", "12"});
  EXPECT_EQ(ReadHistory(data_ / "tiny").at(0).how, "imported");
}

TEST_F(Fetching, RemovesWhatAKilledProcessLeft) {
  const fs::path half = data_ / "tiny" / (std::string(kTemporaryPrefix) + "a.123-0");
  testing::WriteFile(half, "half");
  testing::WriteFile(data_ / "tiny/a.part", "to go on from");
  FetchFrom(manifest_, from_, data_);
  EXPECT_FALSE(fs::exists(half));
  EXPECT_TRUE(fs::exists(data_ / "tiny/a.part"));
}

TEST_F(Fetching, NamesAFolderThatCannotBeWritten) {
  testing::WriteFile(data_, "a file where the folder should be");
  EXPECT_NE(FaultOf([&] { FetchFrom(manifest_, from_, data_); }).find(" cannot be made: "),
            std::string::npos);
}

TEST_F(Fetching, VerifyTellsRightMissingAndWrong) {
  FetchFrom(manifest_, from_, data_);
  std::vector<FileState> states = Verify(manifest_, data_);
  ASSERT_EQ(states.size(), 2U);
  for (const FileState& state : states) {
    EXPECT_EQ(state.kind, FileState::Kind::kRight);
    EXPECT_EQ(state.text, "");
  }
  fs::remove(data_ / "tiny/a");
  testing::WriteFile(data_ / "tiny/a.t", "-1 3:5\n");
  states = Verify(manifest_, data_);
  EXPECT_EQ(states[0].kind, FileState::Kind::kMissing);
  EXPECT_EQ(states[0].text, "missing");
  EXPECT_EQ(states[1].kind, FileState::Kind::kWrong);
  EXPECT_EQ(states[1].text,
            "sha256 " + Sha256Hex("-1 3:5\n") + "; expected " + Sha256Hex(testing::kTinyTest));
  testing::WriteFile(data_ / "tiny/a.t", "-1 3:55\n");
  EXPECT_EQ(Verify(manifest_, data_)[1].text, "8 bytes; expected 7");
}

TEST_F(Fetching, SaysHowToFetch) {
  EXPECT_EQ(HowToFetch(manifest_), "get it with: mercer data fetch tiny");
  manifest_.files[1].urls.clear();
  EXPECT_EQ(HowToFetch(manifest_),
            "get it with: mercer data fetch tiny --from DIR (DIR/little/a, 17 bytes; "
            "DIR/little/a.t, 7 bytes)");
}

}  // namespace
}  // namespace mercer
