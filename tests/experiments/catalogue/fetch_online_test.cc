#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/catalogue/dataset_folder.h"
#include "experiments/catalogue/fetch.h"
#include "tests/experiments/catalogue/archives.h"
#include "tests/experiments/catalogue/fixtures.h"
#include "tests/support/https_server.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using testing::FaultOf;
using ::testing::HasSubstr;
using testing::MakeArchive;
using testing::Member;
using ::testing::Not;
using Kind = FetchedFile::Kind;

class FetchingOnline : public ::testing::Test {
 protected:
  FetchingOnline() {
    testing::WriteFile(folder_ / "tiny.json", testing::TinyManifest().dump());
    manifest_ = ReadManifest(folder_ / "tiny.json");
    for (ManifestFile& file : manifest_.files) file.urls = {server_.Url("/" + file.file)};
  }

  std::vector<FetchedFile> Fetch() {
    DownloadOptions options;
    options.backoff_seconds = 0.01;
    options.attempts = 2;
    options.ca_file = server_.certificate().string();
    Downloader downloader(options);
    return FetchOnline(manifest_, &downloader, folder_ / "data");
  }

  // Both files in one archive, and nowhere else.
  void UseArchive(const std::string& bytes) {
    server_.Serve("/little.zip", bytes);
    for (ManifestFile& file : manifest_.files) {
      file.urls.clear();
      file.archive = {"little.zip", {server_.Url("/little.zip")}};
      file.member = "d/" + file.file;
    }
  }

  std::set<std::string> Names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(data_))
      names.insert(entry.path().filename().string());
    return names;
  }

  testing::HttpsServer server_;
  const testing::TemporaryFolder folder_;
  const fs::path data_ = folder_ / "data/tiny";
  Manifest manifest_;
};

TEST_F(FetchingOnline, DownloadsAndRecords) {
  server_.Serve("/a", testing::kTinyTrain);
  server_.Serve("/a.t", testing::kTinyTest);
  const std::vector<FetchedFile> fetched = Fetch();
  EXPECT_EQ(fetched[0].kind, Kind::kDownloaded);
  EXPECT_EQ(fetched[1].from, server_.Url("/a.t"));
  EXPECT_EQ(testing::ReadFile(data_ / "a"), testing::kTinyTrain);
  EXPECT_EQ(ReadHistory(data_).at(1).from, server_.Url("/a.t"));
  EXPECT_EQ(ReadHistory(data_).at(1).how, "downloaded");
  EXPECT_EQ(Fetch()[0].kind, Kind::kThere);
  EXPECT_EQ(server_.requests().size(), 2U);
}

TEST_F(FetchingOnline, OneArchiveIsDownloadedOnceAndRemoved) {
  UseArchive(MakeArchive(
      "zip", "", {{"d/other", "x"}, {"d/a.t", testing::kTinyTest}, {"d/a", testing::kTinyTrain}}));
  EXPECT_EQ(Fetch()[1].from, server_.Url("/little.zip"));
  EXPECT_EQ(server_.requests().size(), 1U);
  EXPECT_EQ(Names(), (std::set<std::string>{"a", "a.t", "history.json"}));
  EXPECT_EQ(testing::ReadFile(data_ / "a.t"), testing::kTinyTest);
}

TEST_F(FetchingOnline, TheArchiveIsAskedWhereNoMirrorHasTheFile) {
  server_.Serve("/a", testing::kTinyTrain);
  server_.Serve("/a.t.gz", MakeArchive("raw", "gzip", {{"x", testing::kTinyTest}}));
  manifest_.files[1].archive = {"a.t.gz", {server_.Url("/a.t.gz")}};
  EXPECT_EQ(Fetch()[1].from, server_.Url("/a.t.gz"));
  EXPECT_EQ(testing::ReadFile(data_ / "a.t"), testing::kTinyTest);
}

TEST_F(FetchingOnline, HostileArchivesLeaveNothing) {
  const Member evil{"../evil", "x"};
  const std::vector<Member> good = {{"d/a", testing::kTinyTrain}, {"d/a.t", testing::kTinyTest}};
  UseArchive(MakeArchive("zip", "", {good[0], good[1], evil}));
  EXPECT_THAT(FaultOf([&] { Fetch(); }),
              HasSubstr("has a member '../evil', which would leave the folder"));
  EXPECT_TRUE(Names().empty());
  EXPECT_FALSE(fs::exists(folder_ / "data/evil"));
  UseArchive(MakeArchive("zip", "", {{"d/a", std::string(1 << 22, '\0')}, good[1]}));
  EXPECT_THAT(FaultOf([&] { Fetch(); }),
              HasSubstr("unpacks to more than the 17 bytes expected of d/a"));
  EXPECT_TRUE(Names().empty());
}

TEST_F(FetchingOnline, TellsEveryAddressAndTheCommandThatDoesItByHand) {
  server_.Serve("/a", testing::kTinyTrain);
  manifest_.files[1].urls = {server_.Url("/gone"), "https://localhost:1/a.t"};
  const std::string fault = FaultOf([&] { Fetch(); });
  EXPECT_THAT(fault, HasSubstr("tiny: a.t (7 bytes, sha256 " + Sha256Hex(testing::kTinyTest) +
                               ") could not be downloaded:\n  " + server_.Url("/gone") +
                               ": HTTP 404\n  https://localhost:1/a.t: "));
  EXPECT_THAT(fault, ::testing::EndsWith("\nget it by hand, then: mercer data import tiny a.t"));
  EXPECT_EQ(testing::ReadFile(data_ / "a"), testing::kTinyTrain);
}

TEST_F(FetchingOnline, NamesTheArchiveThatIsToBeGotByHand) {
  UseArchive("");
  manifest_.files[0].archive.urls = manifest_.files[1].archive.urls = {server_.Url("/gone")};
  const std::string fault = FaultOf([&] { Fetch(); });
  EXPECT_THAT(fault, ::testing::EndsWith("mercer data import tiny little.zip"));
  manifest_.files[0].archive = {};
  EXPECT_THAT(FaultOf([&] { Fetch(); }),
              HasSubstr("tiny: a (17 bytes, sha256 " + Sha256Hex(testing::kTinyTrain) +
                        ") has no public address\n"));
}

TEST_F(FetchingOnline, ExplainsLicensedData) {
  manifest_.licensed = "buy it from nobody";
  manifest_.files.clear();
  EXPECT_EQ(FaultOf([&] { Fetch(); }), "tiny is licensed: buy it from nobody");
  EXPECT_TRUE(server_.requests().empty());
}

class Importing : public FetchingOnline {
 protected:
  std::vector<FetchedFile> Import(const std::vector<std::pair<std::string, std::string>>& files) {
    std::vector<fs::path> paths;
    for (const auto& [name, bytes] : files) {
      paths.push_back(folder_ / ("from/" + name));
      testing::WriteFile(paths.back(), bytes);
    }
    return ImportFiles(manifest_, paths, folder_ / "data");
  }
  static std::string Gzip(const std::string& bytes) {
    return MakeArchive("raw", "gzip", {{"x", bytes}});
  }
};

TEST_F(Importing, TakesFilesByNameAndBySha256) {
  const std::vector<FetchedFile> files =
      Import({{"a", testing::kTinyTrain}, {"renamed", testing::kTinyTest}});
  EXPECT_EQ(files[0].kind, Kind::kCopied);
  EXPECT_EQ(files[1].from, (folder_ / "from/renamed").string());
  EXPECT_EQ(testing::ReadFile(data_ / "a.t"), testing::kTinyTest);
  EXPECT_EQ(ReadHistory(data_).at(1).how, "imported");
}

TEST_F(Importing, UnpacksWhatTheManifestKnowsPlain) {
  const std::vector<FetchedFile> files = Import({{"a.gz", Gzip(testing::kTinyTrain)}});
  EXPECT_EQ(files[0].kind, Kind::kCopied);
  EXPECT_EQ(files[1].kind, Kind::kMissing);
  EXPECT_EQ(testing::ReadFile(data_ / "a"), testing::kTinyTrain);
}

TEST_F(Importing, TakesAnotherPackingOfTheSameContents) {
  manifest_.files[0].content_sha256 = Sha256Hex(testing::kTinyTrain);
  manifest_.files[0].sha256 = std::string(64, 'a');
  manifest_.files[0].bytes = 1000;
  for (const std::string& bytes : {std::string(testing::kTinyTrain), Gzip(testing::kTinyTrain)}) {
    fs::remove_all(data_);
    EXPECT_EQ(Import({{"x", bytes}})[0].kind, Kind::kCopied);
    EXPECT_EQ(testing::ReadFile(data_ / "a"), bytes);
    const FileState state = Verify(manifest_, folder_ / "data")[0];
    EXPECT_EQ(state.kind, FileState::Kind::kRight);
    EXPECT_EQ(state.text, "in another packing");
  }
  manifest_.files[1].content_sha256 = manifest_.files[0].content_sha256;
  EXPECT_THAT(FaultOf([&] {
                Import({{"x", testing::kTinyTrain}});
              }),
              HasSubstr("x has the contents of both a and a.t; nothing was copied"));
}

TEST_F(Importing, TakesArchivesByNameAndBySha256) {
  const std::string archive =
      MakeArchive("tar", "bzip2", {{"d/a", testing::kTinyTrain}, {"d/a.t", testing::kTinyTest}});
  UseArchive("");
  EXPECT_EQ(Import({{"little.zip", archive}})[1].kind, Kind::kCopied);
  fs::remove_all(data_);
  for (ManifestFile& file : manifest_.files) file.archive.sha256 = Sha256Hex(archive);
  EXPECT_EQ(Import({{"renamed", archive}})[0].kind, Kind::kCopied);
  EXPECT_EQ(testing::ReadFile(data_ / "a.t"), testing::kTinyTest);
}

TEST_F(Importing, RefusesTwoPathsForOneFile) {
  const std::string sentence = (folder_ / "from/x/a").string() + " and " +
                               (folder_ / "from/y/a").string() +
                               " are both given for the file a of tiny; expected one of them; "
                               "nothing was copied";
  EXPECT_EQ(FaultOf([&] {
              Import({{"x/a", testing::kTinyTrain}, {"y/a", testing::kTinyTrain}});
            }),
            sentence);
  // What is known by its name alone could be either.
  manifest_.licensed = "buy it from nobody";
  for (ManifestFile& file : manifest_.files) file.sha256.clear();
  EXPECT_EQ(FaultOf([&] { Import({{"x/a", testing::kTinyTrain}, {"y/a", "other"}}); }), sentence);
  EXPECT_FALSE(fs::exists(data_));
}

TEST_F(Importing, RefusesOtherFilesBeforeAnythingIsCopied) {
  EXPECT_EQ(FaultOf([&] {
              Import({{"a", testing::kTinyTrain}, {"a.t", "other"}});
            }),
            (folder_ / "from/a.t").string() + " has sha256 " + Sha256Hex("other") + "; expected " +
                Sha256Hex(testing::kTinyTest) + "; nothing was copied");
  EXPECT_EQ(FaultOf([&] {
              Import({{"x", "other"}});
            }),
            (folder_ / "from/x").string() + " (sha256 " + Sha256Hex("other") +
                ") is no file of tiny; expected a (17 bytes, sha256 " +
                Sha256Hex(testing::kTinyTrain) + ") or a.t (7 bytes, sha256 " +
                Sha256Hex(testing::kTinyTest) + "); nothing was copied");
  EXPECT_THAT(FaultOf([&] { ImportFiles(manifest_, {folder_.path()}, folder_ / "data"); }),
              HasSubstr(" is a folder; expected files (of a folder: mercer data fetch tiny "));
  EXPECT_THAT(FaultOf([&] { ImportFiles(manifest_, {folder_ / "no"}, folder_ / "data"); }),
              HasSubstr("/no is not there; expected a file"));
  EXPECT_FALSE(fs::exists(data_));
}

}  // namespace
}  // namespace mercer
