#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/experiments/catalogue/fixtures.h"
#include "tests/integration/background.h"
#include "tests/support/https_server.h"

namespace mercer {
namespace {

using testing::CommandResult;
using ::testing::HasSubstr;

// `mercer data` with a share folder that knows "tiny" and "absent", and Nursery as shipped.
class DataCommandTest : public ::testing::Test {
 protected:
  DataCommandTest() {
    nlohmann::ordered_json absent = testing::TinyManifest();
    absent["name"] = "absent";
    absent["folder"] = "nowhere";
    const std::filesystem::path share = folder_ / "datasets";
    testing::WriteFile(share / "tiny.json", testing::TinyManifest().dump());
    testing::WriteFile(share / "absent.json", absent.dump());
    for (const char* name : {"nursery.json", "nursery_rules.json"})
      testing::WriteFile(share / name, testing::ReadFile(testing::SourceDir() / "datasets" / name));
    testing::WriteFile(folder_ / "from/little/a", testing::kTinyTrain);
    testing::WriteFile(folder_ / "from/little/a.t", testing::kTinyTest);
  }

  CommandResult Run(const std::string& arguments) const {
    const testing::ScopedEnvironment share("MERCER_SHARE", folder_.path().string());
    const testing::ScopedEnvironment data("MERCER_DATA", (folder_ / "data").string());
    return testing::RunMercer("data " + arguments);
  }

  std::string From() const { return " --from " + (folder_ / "from").string(); }

  const testing::TemporaryFolder folder_;
};

TEST_F(DataCommandTest, FetchesVerifiesAndDescribes) {
  const CommandResult fetch = Run("fetch tiny" + From());
  EXPECT_EQ(fetch.exit_code, 0) << fetch.err;
  const std::string path = (folder_ / "data/tiny/a").string();
  EXPECT_EQ(fetch.out, path + ": copied, sha256 right\n" + path +
                           ".t: copied, sha256 right\ntiny: licence: none\n");
  EXPECT_THAT(Run("fetch tiny" + From()).out, HasSubstr(path + ": already there, sha256 right\n"));
  EXPECT_EQ(Run("verify tiny").out, path + ": right\n" + path + ".t: right\n");
  EXPECT_EQ(Run("verify tiny").exit_code, 0);
  const CommandResult info = Run("info tiny");
  EXPECT_THAT(info.out, HasSubstr("rows           3\n"));
  EXPECT_THAT(info.out, HasSubstr((folder_ / "data/tiny").string()));
  EXPECT_THAT(info.out, HasSubstr("history        a: copied "));
  const auto json = nlohmann::json::parse(Run("info tiny --json").out);
  EXPECT_EQ(json["input_dim"], 4);
  EXPECT_EQ(json["history"][0]["from"], (folder_ / "from/little/a").string());
}

TEST_F(DataCommandTest, FetchAllListsWhatTheFolderLacks) {
  const CommandResult fetch = Run("fetch --all" + From());
  EXPECT_EQ(fetch.exit_code, 0) << fetch.err;
  EXPECT_THAT(fetch.out, HasSubstr("nursery: generated from its rules, nothing to fetch\n"));
  EXPECT_THAT(fetch.out, HasSubstr("a.t: copied, sha256 right\n"));
  EXPECT_THAT(fetch.out, HasSubstr("absent: not in "));
  const CommandResult verify = Run("verify --all");
  EXPECT_EQ(verify.exit_code, 0);
  EXPECT_THAT(verify.out, HasSubstr("absent/a: missing\n"));
  EXPECT_THAT(verify.out, HasSubstr("nursery: generated, sha256 right\n"));
}

TEST_F(DataCommandTest, VerifyEndsWithOneWhereAFileIsWrongOrMissing) {
  EXPECT_EQ(Run("verify tiny").exit_code, 1);
  Run("fetch tiny" + From());
  testing::WriteFile(folder_ / "data/tiny/a.t", "-1 3:5\n");
  const CommandResult verify = Run("verify --all");
  EXPECT_EQ(verify.exit_code, 1);
  EXPECT_THAT(verify.out, HasSubstr("a.t: sha256 "));
}

TEST_F(DataCommandTest, RefusesAWrongSha256AndFetchesTheRest) {
  testing::WriteFile(folder_ / "from/nowhere/a", testing::kTinyTrain);
  testing::WriteFile(folder_ / "from/nowhere/a.t", "wrong");
  const CommandResult fetch = Run("fetch --all" + From());
  EXPECT_EQ(fetch.exit_code, 2);
  EXPECT_THAT(fetch.err, HasSubstr("has sha256 " + Sha256Hex("wrong") + "; expected " +
                                   Sha256Hex(testing::kTinyTest)));
  EXPECT_THAT(fetch.out, HasSubstr("tiny/a: copied"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data/absent/a.t"));
}

TEST_F(DataCommandTest, FetchesWhatIsThereAndNamesTheRest) {
  std::filesystem::remove(folder_ / "from/little/a.t");
  const CommandResult fetch = Run("fetch tiny" + From());
  EXPECT_EQ(fetch.exit_code, 0) << fetch.err;
  EXPECT_THAT(fetch.out, HasSubstr("tiny/a: copied, sha256 right\n"));
  EXPECT_THAT(fetch.out,
              HasSubstr("tiny/a.t: missing, not in " + (folder_ / "from").string() + "\n"));
  EXPECT_THAT(Run("info tiny").out, HasSubstr("here           only the parts train\n"));
  const auto json = nlohmann::json::parse(Run("info tiny --json").out);
  EXPECT_EQ(json["rows"], 2);
  EXPECT_EQ(json["present"], false);
  EXPECT_EQ(json["present_parts"][0], "train");
  const CommandResult none = Run("fetch absent" + From());
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("from/nowhere/a is not there, nor any other file of it; get it"));
}

class DownloadCommandTest : public DataCommandTest {
 protected:
  // "tiny" at addresses of the server, "licensed" at none.
  DownloadCommandTest() {
    nlohmann::ordered_json json = testing::TinyManifest();
    for (auto& file : json["files"])
      file["urls"] = {server_.Url("/" + file["file"].get<std::string>())};
    testing::WriteFile(folder_ / "datasets/tiny.json", json.dump());
    std::filesystem::remove(folder_ / "datasets/absent.json");
  }

  CommandResult Run(const std::string& arguments) const {
    const testing::ScopedEnvironment trusted("CURL_CA_BUNDLE", server_.certificate().string());
    return DataCommandTest::Run(arguments);
  }

  testing::HttpsServer server_;
};

TEST_F(DownloadCommandTest, DownloadsAndTellsWhereFrom) {
  server_.Serve("/a", testing::kTinyTrain);
  server_.Serve("/a.t", testing::kTinyTest);
  const CommandResult fetch = Run("fetch --all");
  EXPECT_EQ(fetch.exit_code, 0) << fetch.err;
  EXPECT_EQ(fetch.err, "");  // no bar where there is no terminal
  EXPECT_THAT(fetch.out, HasSubstr("tiny/a.t: downloaded, sha256 right\ntiny: licence: none\n"));
  EXPECT_EQ(Run("verify tiny").exit_code, 0);
  EXPECT_THAT(Run("info tiny").out, HasSubstr("from " + server_.Url("/a.t") + "\n"));
}

TEST_F(DownloadCommandTest, NamesTheAddressesAndTheImportThatDoesItByHand) {
  const CommandResult fetch = Run("fetch tiny");
  EXPECT_EQ(fetch.exit_code, 2);
  EXPECT_THAT(fetch.err, HasSubstr("  " + server_.Url("/a") + ": HTTP 404\n"));
  EXPECT_THAT(fetch.err, HasSubstr("  " + server_.Url("/a.t") + ": HTTP 404\n"));
  EXPECT_THAT(fetch.err, HasSubstr("then: mercer data import tiny a a.t\n"));
  const std::string from = (folder_ / "from/little/a").string();
  const CommandResult import = Run("import tiny " + from + " " + from + ".t");
  EXPECT_EQ(import.exit_code, 0) << import.err;
  EXPECT_EQ(Run("verify tiny").exit_code, 0);
}

TEST_F(DownloadCommandTest, LicensedDataIsExplained) {
  nlohmann::ordered_json json = testing::TinyManifest();
  json["licensed"] = "buy it from nobody";
  json.erase("files");
  json.erase("class_counts");
  testing::WriteFile(folder_ / "datasets/tiny.json", json.dump());
  const CommandResult fetch = Run("fetch tiny");
  EXPECT_EQ(fetch.exit_code, 2);
  EXPECT_THAT(fetch.err, HasSubstr("tiny is licensed: buy it from nobody"));
  const CommandResult all = Run("fetch --all");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.out,
              HasSubstr("tiny: is licensed; how to get it says: mercer data fetch tiny\n"));
  EXPECT_THAT(Run("import tiny " + (folder_ / "from/little/a").string()).err,
              HasSubstr("tiny is licensed: "));
}

TEST_F(DownloadCommandTest, LicensedDataAreImportedByNameRowsAndColumns) {
  nlohmann::ordered_json json = testing::TinyManifest();
  json["licensed"] = "buy it from nobody, write a and a.t";
  json.erase("class_counts");
  json["files"] = nlohmann::ordered_json::parse(
      R"([{"part": "train", "file": "a", "rows": 2}, {"part": "test", "file": "a.t", "rows": 1}])");
  testing::WriteFile(folder_ / "datasets/tiny.json", json.dump());
  const std::string own = (folder_ / "own").string();
  testing::WriteFile(own + "/a", "1 1:1\n-1 3:7\n");
  testing::WriteFile(own + "/a.t", "1 2:1\n1 3:7\n");
  testing::WriteFile(own + "/b", "1 1:1\n-1 3:7\n");
  EXPECT_THAT(Run("fetch tiny").err, HasSubstr("tiny is licensed: buy it from nobody"));
  EXPECT_THAT(Run("import tiny " + own + "/b").err,
              HasSubstr("own/b is no file of tiny; expected a (2 rows) or a.t (1 rows)"));
  const CommandResult wrong = Run("import tiny " + own + "/a " + own + "/a.t");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("2 rows; expected 1"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data/tiny/a")) << "all or nothing";
  testing::WriteFile(own + "/a.t", "1 2:1\n");
  const CommandResult right = Run("import tiny " + own + "/a " + own + "/a.t");
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("tiny/a.t: copied, rows and columns right\n"));
  EXPECT_EQ(Run("verify tiny").exit_code, 0);
  EXPECT_THAT(Run("info tiny").out, HasSubstr("rows           3\n"));
  EXPECT_THAT(Run("fetch tiny").out, HasSubstr("tiny: imported\n"));
  // Another file of the name takes its place.
  testing::WriteFile(own + "/a.t", "1 3:1\n");
  EXPECT_EQ(Run("import tiny " + own + "/a.t").exit_code, 0);
  EXPECT_EQ(testing::ReadFile(folder_ / "data/tiny/a.t"), "1 3:1\n");
}

// Both end right: one waits for the other, or goes on from what it left.
TEST_F(DownloadCommandTest, TwoProcessesFetchTheSameFile) {
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"/a", testing::kTinyTrain},
                                    {"/a.t", testing::kTinyTest}}) {
    server_.Serve(name, [bytes = bytes](const testing::HttpRequest& request) {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      return testing::Ranged(request, bytes);
    });
  }
  const testing::ScopedEnvironment trusted("CURL_CA_BUNDLE", server_.certificate().string());
  const testing::ScopedEnvironment share("MERCER_SHARE", folder_.path().string());
  const testing::ScopedEnvironment data("MERCER_DATA", (folder_ / "data").string());
  testing::Background first({"data", "fetch", "tiny"});
  testing::Background second({"data", "fetch", "tiny"});
  EXPECT_EQ(first.Wait(), 0);
  EXPECT_EQ(second.Wait(), 0);
  EXPECT_EQ(testing::ReadFile(folder_ / "data/tiny/a"), testing::kTinyTrain);
  EXPECT_EQ(testing::ReadFile(folder_ / "data/tiny/a.t"), testing::kTinyTest);
  EXPECT_EQ(server_.requests().size(), 2U);
}

TEST_F(DownloadCommandTest, InterruptedKeepsWhatArrived) {
  server_.Serve("/a", [](const testing::HttpRequest&) {
    return testing::HttpReply{200, testing::kTinyTrain, {}, 9, 20};
  });
  const testing::ScopedEnvironment trusted("CURL_CA_BUNDLE", server_.certificate().string());
  const testing::ScopedEnvironment share("MERCER_SHARE", folder_.path().string());
  const testing::ScopedEnvironment data("MERCER_DATA", (folder_ / "data").string());
  testing::Background fetch({"data", "fetch", "tiny"}, (folder_ / "err").string());
  const std::filesystem::path part = folder_ / "data/tiny/a.part";
  std::error_code error;
  for (int i = 0; i < 6000 && std::filesystem::file_size(part, error) != 9; ++i) testing::Sleep(10);
  fetch.Signal(SIGINT);
  EXPECT_EQ(fetch.Wait(), 130);
  EXPECT_THAT(testing::ReadFile(folder_ / "err"), HasSubstr("the part downloaded so far is kept"));
  EXPECT_EQ(testing::ReadFile(part), std::string(testing::kTinyTrain).substr(0, 9));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data/tiny/a"));
  server_.Serve("/a", testing::kTinyTrain);
  server_.Serve("/a.t", testing::kTinyTest);
  EXPECT_EQ(Run("fetch tiny").exit_code, 0);
  EXPECT_EQ(server_.requests().at(1).Header("range"), "bytes=9-");
}

TEST_F(DataCommandTest, InfoOfMissingDataSaysHowToGetThem) {
  const CommandResult info = Run("info tiny nursery");
  EXPECT_EQ(info.exit_code, 0);
  EXPECT_THAT(info.out, HasSubstr("where          tiny is not on this machine; get it with: "));
  EXPECT_THAT(info.out, HasSubstr("where          generated from nursery_rules.json\n"));
  EXPECT_THAT(info.out, HasSubstr("sha256         8e0389c3dd37590248a921c2726d869ee96b817761a35eb84"
                                  "16afa24f31f931d (of the contents)\n"));
}

TEST_F(DataCommandTest, RefusesWhatItDoesNotKnow) {
  const auto refuses = [&](const std::string& arguments, const std::string& message) {
    const CommandResult result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
  };
  refuses("", "usage: mercer data");
  refuses("fetch", "no data set named; usage: ");
  refuses("fetch tiny --all", "--all takes no names; usage: ");
  refuses("fetsh tiny", "unknown action 'fetsh'; did you mean 'fetch'?");
  refuses("import tiny", "import takes a data set's name and files; usage: ");
  refuses("import nursery x", "nursery is generated from its rules: there is nothing to import");
  refuses("info tinny", "unknown data set 'tinny'; did you mean 'tiny'?");
  refuses("info unit_ball", "is drawn by a generator and has no files");
  refuses("info tiny --form x", "--form");
  refuses("fetch tiny --json", "data: --json is given with fetch; expected it with info");
  refuses("fetch --all --format csv", "--format is given with fetch; expected it with info");
  refuses("verify tiny --json", "--json is given with verify; expected it with info");
  refuses("verify tiny --from /nope", "--from is given with verify; expected it with fetch");
  refuses("info tiny --from /nope", "--from is given with info; expected it with fetch");
  refuses("import tiny x --json", "--json is given with import; expected it with info");
  refuses("import tiny x --all", "given with import; expected it with fetch or verify or info");
  refuses("info tiny --format csv", "'tiny', which is no file; expected files of rows");
  refuses("info --all --format csv", "--format is given with --all; expected files of rows");
}

}  // namespace
}  // namespace mercer
