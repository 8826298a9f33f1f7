#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/catalogue/fixtures.h"

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
  EXPECT_EQ(fetch.out, path + ": copied, sha256 right\n" + path + ".t: copied, sha256 right\n");
  EXPECT_THAT(Run("fetch tiny" + From()).out, HasSubstr(path + ": there already, sha256 right\n"));
  EXPECT_EQ(Run("verify tiny").out, path + ": right\n" + path + ".t: right\n");
  EXPECT_EQ(Run("verify tiny").exit_code, 0);
  const CommandResult info = Run("info tiny");
  EXPECT_THAT(info.out, HasSubstr("rows           3\n"));
  EXPECT_THAT(info.out, HasSubstr((folder_ / "data/tiny").string()));
  EXPECT_EQ(nlohmann::json::parse(Run("info tiny --json").out)["input_dim"], 4);
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

TEST_F(DataCommandTest, SaysHowToDownloadByHand) {
  const CommandResult fetch = Run("fetch tiny");
  EXPECT_EQ(fetch.exit_code, 2);
  EXPECT_THAT(fetch.err, HasSubstr("this version does not download over HTTPS"));
  EXPECT_THAT(fetch.err, HasSubstr("https://example.org/a.t"));
  EXPECT_THAT(fetch.err, HasSubstr("mercer data fetch tiny --from DIR"));
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
  refuses("info tinny", "unknown data set 'tinny'; did you mean 'tiny'?");
  refuses("info unit_ball", "is drawn by a generator and has no files");
  refuses("info tiny --form x", "--form");
}

}  // namespace
}  // namespace mercer
