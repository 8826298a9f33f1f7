#include "experiments/catalogue/take_file.h"

#include <gtest/gtest.h>

#include "core/base/sha256.h"
#include "tests/experiments/catalogue/archives.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

TEST(CopyMatched, LeavesNothingOfAFileThatChangedSinceItMatched) {
  const testing::TemporaryFolder folder;
  const fs::path from = folder / "from", to = folder / "to";
  ManifestFile file;
  file.sha256 = Sha256Hex("old");
  file.bytes = 3;
  const auto packed = [](const std::string& text) {
    return testing::MakeArchive("raw", "gzip", {{"a", text}});
  };
  for (const bool pack : {false, true}) {
    testing::WriteFile(from, pack ? packed("old") : "old");
    const FileMatch match = MatchFile(file, from);
    EXPECT_EQ(match.kind, pack ? FileMatch::Kind::kPacked : FileMatch::Kind::kExact);
    testing::WriteFile(from, pack ? packed("new") : "new");
    EXPECT_EQ(testing::FaultOf([&] { CopyMatched(from, match, file, to); }),
              from.string() + " changed while it was copied; nothing was copied");
    EXPECT_FALSE(fs::exists(to));
    testing::WriteFile(from, pack ? packed("old") : "old");
    CopyMatched(from, match, file, to);
    EXPECT_EQ(testing::ReadFile(to), "old");
    fs::remove(to);
  }
}

}  // namespace
}  // namespace mercer
