#include "core/base/sha256.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

TEST(Sha256, KnownAnswers) {
  // FIPS 180-4 examples.
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, PiecesAreTheWhole) {
  Sha256 sha;
  const std::string piece(1000, 'a');
  for (int i = 0; i < 1000; ++i) sha.Update(piece.data(), piece.size());
  EXPECT_EQ(sha.Hex(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, OfAFile) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "file", "abc");
  EXPECT_EQ(Sha256OfFile((folder / "file").string()), Sha256Hex("abc"));
  const std::string million(3 << 20, 'a');  // more than one piece of reading
  testing::WriteFile(folder / "large", million);
  EXPECT_EQ(Sha256OfFile((folder / "large").string()), Sha256Hex(million));
}

TEST(Sha256, FilesThatCannotBeRead) {
  const testing::TemporaryFolder folder;
  for (const std::filesystem::path& path : {folder / "missing", folder.path()}) {
    EXPECT_THAT(testing::Message([&] { Sha256OfFile(path.string()); }),
                ::testing::HasSubstr(path.string() + ": cannot be read"));
  }
}

}  // namespace
}  // namespace mercer
