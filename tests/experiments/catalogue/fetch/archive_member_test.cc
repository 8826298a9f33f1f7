#include "experiments/catalogue/fetch/archive_member.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/experiments/catalogue/archives.h"
#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using testing::FaultOf;
using testing::MakeArchive;
using testing::Member;

class Extracting : public ::testing::Test {
 protected:
  fs::path Archive(const std::string& bytes) const {
    testing::WriteFile(folder_ / "archive", bytes);
    fs::create_directories(folder_ / "out");
    return folder_ / "archive";
  }

  WantedMember Wanted(const std::string& member, const std::string& bytes) const {
    return {member, folder_ / "out" / fs::path(member).filename().string(), bytes.size(),
            Sha256Hex(bytes)};
  }

  // What is said of an archive, its path taken off.
  std::string FaultOfArchive(const std::string& bytes,
                             const std::vector<WantedMember>& wanted) const {
    const fs::path path = Archive(bytes);
    const std::string fault = FaultOf([&] { ExtractMembers(path, wanted); });
    EXPECT_TRUE(fs::is_empty(folder_ / "out"));
    EXPECT_TRUE(fault.starts_with(path.string() + " ")) << fault;
    return fault.substr(path.string().size() + 1);
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(Extracting, WritesOnlyWhatIsWanted) {
  const std::vector<Member> members = {{"d/one", "1"}, {"d/two", "22"}, {"d/three", "333"}};
  for (const auto& [format, filter] : std::vector<std::pair<std::string, std::string>>{
           {"zip", ""}, {"tar", ""}, {"tar", "gzip"}, {"tar", "bzip2"}, {"tar", "xz"}}) {
    fs::remove_all(folder_ / "out");
    ExtractMembers(Archive(MakeArchive(format, filter, members)),
                   {Wanted("d/three", "333"), Wanted("d/one", "1")});
    EXPECT_EQ(testing::ReadFile(folder_ / "out/one"), "1") << format << filter;
    EXPECT_EQ(testing::ReadFile(folder_ / "out/three"), "333") << format << filter;
    EXPECT_FALSE(fs::exists(folder_ / "out/two"));
  }
}

TEST_F(Extracting, UnpacksASingleFile) {
  for (const char* filter : {"gzip", "bzip2", "xz"}) {
    WantedMember wanted = Wanted("one", "text");
    wanted.member.clear();
    fs::remove_all(folder_ / "out");
    ExtractMembers(Archive(MakeArchive("raw", filter, {{"x", "text"}})), {wanted});
    EXPECT_EQ(testing::ReadFile(folder_ / "out/one"), "text") << filter;
  }
}

TEST_F(Extracting, KnowsMembersWrittenFromTheCurrentFolder) {
  ExtractMembers(Archive(MakeArchive("tar", "", {{"./d/one", "1"}})), {Wanted("d/one", "1")});
  EXPECT_EQ(testing::ReadFile(folder_ / "out/one"), "1");
}

TEST_F(Extracting, RefusesMembersThatWouldLeaveTheFolder) {
  for (const std::string name : {"../evil", "/evil", "d/../../evil", "d/..", "..\\evil"}) {
    for (const std::string format : {"zip", "tar"}) {
      if (format == "zip" && name.find('\\') != name.npos) continue;  // read as '/'
      const std::string fault = FaultOfArchive(
          MakeArchive(format, "", {{"d/one", "1"}, {name, "2"}}), {Wanted("d/one", "1")});
      EXPECT_EQ(fault, "has a member '" + name + "', which would leave the folder");
    }
  }
  EXPECT_FALSE(fs::exists(folder_ / "evil"));
}

TEST_F(Extracting, RefusesALinkInAWantedPlace) {
  for (const std::string format : {"zip", "tar"}) {
    EXPECT_EQ(FaultOfArchive(MakeArchive(format, "", {{"d/one", "", "/etc/passwd"}}),
                             {Wanted("d/one", "1")}),
              "has a link or a folder in the place of 'd/one'; expected a file");
  }
}

TEST_F(Extracting, ABombIsBounded) {
  const std::string zeros(50'000'000, '\0');
  for (const auto& [format, filter] :
       std::vector<std::pair<std::string, std::string>>{{"zip", ""}, {"tar", "bzip2"}}) {
    const std::string bomb = MakeArchive(format, filter, {{"d/one", zeros}});
    EXPECT_LT(bomb.size(), 100'000U);
    EXPECT_EQ(FaultOfArchive(bomb, {Wanted("d/one", "1234")}),
              "unpacks to more than the 4 bytes expected of d/one");
  }
  WantedMember single = Wanted("one", "1234");
  single.member.clear();
  EXPECT_EQ(FaultOfArchive(MakeArchive("raw", "gzip", {{"x", zeros}}), {single}),
            "unpacks to more than the 4 bytes expected of one");
}

// A tar header of a member that nobody wants and that claims to be so large.
std::string Claiming(std::uint64_t bytes) {
  std::string header(512, '\0');
  header.replace(0, 5, "other");
  header.replace(100, 7, "0000644");
  header[124] = '\x80';
  for (int i = 0; i < 8; ++i) header[135 - i] = static_cast<char>(bytes >> (8 * i));
  header.replace(148, 8, 8, ' ');
  header[156] = '0';
  header.replace(257, 8,
                 std::string("ustar\0"
                             "00",
                             8));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  char text[8];
  std::snprintf(text, sizeof text, "%06o", sum);
  header.replace(148, 7, text, 7);
  return header + std::string(1024, '\0');
}

TEST_F(Extracting, RefusesMoreContentsThanAnyDataSetHas) {
  EXPECT_EQ(FaultOfArchive(Claiming(std::uint64_t{1} << 40), {Wanted("d/one", "1")}),
            "unpacks to more than 17179869184 bytes, the most expected here");
}

TEST_F(Extracting, RefusesWhatIsMissingWrongTwiceOrDamaged) {
  EXPECT_EQ(FaultOfArchive(MakeArchive("zip", "", {{"d/one", "1"}}),
                           {Wanted("d/one", "1"), Wanted("d/two", "2")}),
            "has no member 'd/two'");
  EXPECT_EQ(FaultOfArchive(MakeArchive("zip", "", {{"d/one", "2"}}), {Wanted("d/one", "1")}),
            "holds d/one with sha256 " + Sha256Hex("2") + "; expected " + Sha256Hex("1"));
  EXPECT_EQ(FaultOfArchive(MakeArchive("tar", "", {{"d/one", "1"}, {"d/one", "1"}}),
                           {Wanted("d/one", "1")}),
            "has the member 'd/one' twice");
  EXPECT_THAT(FaultOfArchive("no archive at all", {Wanted("d/one", "1")}),
              ::testing::HasSubstr("expected a whole zip or tar archive"));
  const std::string whole =
      MakeArchive("tar", "gzip", {{"d/one", std::string(100'000, 'x') + "y"}});
  EXPECT_THAT(FaultOfArchive(whole.substr(0, whole.size() / 2),
                             {Wanted("d/one", std::string(100'000, 'x') + "y")}),
              ::testing::HasSubstr("cannot be unpacked ("));
}

TEST(IsSafeMember, KnowsWhatStaysInItsFolder) {
  for (const char* good : {"a", "a/b.c", "a b/c", "..a", "a..", "a/...", ".a"})
    EXPECT_TRUE(IsSafeMember(good)) << good;
  for (const char* bad :
       {"", "/", "/a", "..", "../a", "a/..", "a/../b", ".", "a/./b", "a//b", "a/", "a\\b", "a\nb"})
    EXPECT_FALSE(IsSafeMember(bad)) << bad;
}

}  // namespace
}  // namespace mercer
