// What a user may get wrong on the way to a run: one clear sentence, exit 2, nothing run, nothing
// written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using testing::QuickConfig;
namespace fs = std::filesystem;

struct BadConfig {
  const char* name;
  std::function<void(Json&)> spoil;
  std::vector<std::string> told;  // parts of the sentence
};

void PrintTo(const BadConfig& bad, std::ostream* out) { *out << bad.name; }

class BadConfigTest : public ::testing::TestWithParam<BadConfig> {};

TEST_P(BadConfigTest, IsRefusedInWords) {
  Json config = QuickConfig();
  GetParam().spoil(config);
  const Bench bench(config);
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2) << result.err;
  for (const std::string& part : GetParam().told) EXPECT_THAT(result.err, HasSubstr(part));
  EXPECT_EQ(result.out, "");
  EXPECT_FALSE(fs::exists(bench.out()));
}

TEST(BadPaperFiles, AreFoundBeforeAnythingRuns) {
  for (const std::string key : {"reported", "claims"}) {
    Json config = QuickConfig();
    config["paper"] = {{"citekey", "test"}, {"location", "table 1"}, {key, "bad.txt"}};
    const Bench bench(config);
    testing::WriteFile(bench.path("bad.txt"), R"({"claims": [{"id": "a"}]})");
    for (const CommandResult& result :
         {bench.Run(), testing::RunMercer("validate " + bench.config())}) {
      EXPECT_EQ(result.exit_code, 2) << result.err;
      EXPECT_THAT(result.err, HasSubstr("bad.txt"));
      EXPECT_EQ(result.out, "");
    }
    EXPECT_FALSE(fs::exists(bench.out()));
  }
}

TEST(BadPaperFiles, HideNoOtherFault) {
  Json config = QuickConfig();
  config["paper"] = {{"citekey", "test"},
                     {"location", "table 1"},
                     {"reported", "bad.csv"},
                     {"claims", "bad.json"}};
  const Bench bench(config);
  testing::WriteFile(bench.path("bad.csv"), "no header\n");
  testing::WriteFile(bench.path("bad.json"), R"({"claims": [{"id": "a"}]})");
  config = QuickConfig();
  config["experiment"] = "test/other";
  config["seed"] = -1;
  const Bench other(config);
  for (const CommandResult& result :
       {bench.Run(other.config()),
        testing::RunMercer("validate " + bench.config() + " " + other.config())}) {
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("bad.csv"), HasSubstr("bad.json"), HasSubstr("/seed")));
  }
  EXPECT_FALSE(fs::exists(bench.out()));
}

INSTANTIATE_TEST_SUITE_P(
    Configs, BadConfigTest,
    ::testing::Values(
        BadConfig{
            "unknown_key", [](Json& c) { c["repetitons"] = 2; }, {"repetitons", "repetitions"}},
        BadConfig{"unknown_kernel",
                  [](Json& c) { c["kernels"][0]["name"] = "polynomal"; },
                  {"/kernels/0", "polynomal", "polynomial"}},
        BadConfig{"unknown_map",
                  [](Json& c) { c["methods"][1]["map"]["name"] = "random_maclauren"; },
                  {"/methods/1", "random_maclauren", "random_maclaurin"}},
        BadConfig{"unknown_learner",
                  [](Json& c) { c["methods"][0]["learner"]["name"] = "libsvn"; },
                  {"/methods/0", "libsvn", "libsvm"}},
        BadConfig{"unknown_dataset",
                  [](Json& c) { c["datasets"][0]["name"] = "nurserry"; },
                  {"/datasets/0", "nurserry", "nursery"}},
        BadConfig{"map_does_not_fit",
                  [](Json& c) {
                    c["kernels"][0] = {{"name", "homogeneous_polynomial"}, {"degree", 4}};
                  },
                  {"homogeneous_polynomial"}},
        BadConfig{
            "zero_features", [](Json& c) { c["methods"][1]["D"] = {0}; }, {"/methods/1/D", "0"}},
        BadConfig{"negative_features",
                  [](Json& c) { c["methods"][1]["D"] = {-5}; },
                  {"/methods/1/D", "-5"}},
        BadConfig{"negative_cost",
                  [](Json& c) { c["methods"][1]["learner"]["cost"] = -1; },
                  {"/methods/1/learner", "cost", "-1"}},
        BadConfig{"zero_sigma",
                  [](Json& c) {
                    c["kernels"][0] = {{"name", "exponential"}, {"sigma", 0}};
                  },
                  {"/kernels/0", "sigma", "0"}}),
    [](const auto& bad) { return bad.param.name; });

TEST(BadInput, MalformedJson) {
  const Bench bench(std::string("{\"experiment\": \"test/quick\",\n  \"seed\" 1}\n"));
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("config.json"), HasSubstr("line 2")));
  EXPECT_FALSE(fs::exists(bench.out()));
}

TEST(BadInput, AllFaultsAtOnce) {
  Json config = QuickConfig();
  config["repetitons"] = 2;
  config["methods"][1]["D"] = {0};
  const CommandResult result = Bench(config).Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("repetitons"), HasSubstr("/methods/1/D")));
}

struct BadArguments {
  const char* name;
  const char* arguments;
  std::vector<std::string> told;
};

void PrintTo(const BadArguments& bad, std::ostream* out) { *out << bad.name; }

class BadArgumentsTest : public ::testing::TestWithParam<BadArguments> {};

TEST_P(BadArgumentsTest, AreRefusedInWords) {
  const Bench bench(QuickConfig());
  const CommandResult result = bench.Run(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2) << result.err;
  for (const std::string& part : GetParam().told) EXPECT_THAT(result.err, HasSubstr(part));
  EXPECT_FALSE(fs::exists(bench.out()));
}

INSTANTIATE_TEST_SUITE_P(
    Arguments, BadArgumentsTest,
    ::testing::Values(
        BadArguments{"unknown_option", "--repetitons 3", {"--repetitons", "--repetitions"}},
        BadArguments{"shortened_option", "--repet 3", {"--repet"}},
        BadArguments{"no_threads", "--threads 0", {"--threads", "0"}},
        BadArguments{"threads_in_words", "--threads two", {"threads", "two"}},
        BadArguments{"unknown_status", "--retry fialed", {"fialed", "failed"}},
        BadArguments{"unknown_only_key", "--only methd=rm", {"methd", "method"}},
        BadArguments{"only_without_value", "--only method", {"--only", "key=value"}},
        BadArguments{"only_nothing", "--only method=rn", {"rn", "rm"}},
        BadArguments{"set_unknown_path", "--set sede=3", {"sede", "seed"}},
        BadArguments{"no_repetitions", "--repetitions 0", {"repetitions"}},
        BadArguments{"endless_memory", "--memory 1e300", {"--memory is 1e+300", "<= 1e+09"}},
        BadArguments{"endless_time", "--timeout 1e300", {"--timeout is 1e+300", "<= 1e+09"}},
        BadArguments{"endless_memory_of_a_config",
                     "--set limits='{\"memory_gib\": 1e300}'",
                     {"memory_gib is 1e+300", "<= 1000000000"}},
        BadArguments{"missing_config", "no-such-config.json", {"no-such-config.json"}}),
    [](const auto& bad) { return bad.param.name; });

TEST(BadInput, NoConfig) {
  const CommandResult result = testing::RunMercer("run");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("no config"));
}

TEST(BadInput, TheSameExperimentTwice) {
  const Bench bench(QuickConfig());
  const CommandResult result = bench.Run(bench.config());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("test/quick"));
  EXPECT_FALSE(fs::exists(bench.out()));
}

TEST(BadInput, OneBadConfigOfTwoRunsNeither) {
  const Bench good(QuickConfig());
  Json config = QuickConfig();
  config["experiment"] = "test/bad";
  config["seed"] = -1;
  const Bench bad(config);
  EXPECT_EQ(good.Run(bad.config()).exit_code, 2);
  EXPECT_FALSE(fs::exists(good.out()));
}

TEST(BadInput, APublishedFolderIsNotRunInto) {
  const Bench bench(QuickConfig());
  const fs::path csv = fs::path(bench.out()) / "trials.csv";
  testing::WriteFile(csv, "schema,run_id\n");
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("is a published one"));
  EXPECT_EQ(testing::ReadFile(csv), "schema,run_id\n");
  EXPECT_FALSE(fs::exists(fs::path(bench.out()) / "trials"));
}

TEST(BadInput, AFolderOfAnotherSchemaVersion) {
  const Bench bench(QuickConfig());
  const fs::path file = fs::path(bench.out()) / "trials" / "new.jsonl";
  const std::string line = R"({"schema":99,"checksum":"699f033259dab621"})"
                           "\n";
  testing::WriteFile(file, line);
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("new.jsonl"), HasSubstr("99"), HasSubstr("version 1")));
  EXPECT_EQ(testing::ReadFile(file), line);
  EXPECT_FALSE(fs::exists(fs::path(bench.out()) / "trials.csv"));
}

TEST(BadInput, AFolderOfAnOlderProgram) {
  const Bench bench(QuickConfig());
  const fs::path file = fs::path(bench.out()) / "trials" / "old.json";
  testing::WriteFile(file, "{\"schema\": 1}");
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("old.json"), HasSubstr("choose another --out")));
  EXPECT_EQ(testing::ReadFile(file), "{\"schema\": 1}");
  EXPECT_FALSE(fs::exists(fs::path(bench.out()) / "trials.csv"));
}

TEST(BadInput, AnotherExperimentsFolder) {
  const Bench bench(QuickConfig());
  ASSERT_EQ(bench.Run("--repetitions 1 --only method=h01").exit_code, 0);
  const std::string before = testing::ReadFile(fs::path(bench.out()) / "trials.csv");
  const CommandResult result = bench.Run("--set experiment=test/renamed");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("test/quick"), HasSubstr("test/renamed")));
  EXPECT_EQ(testing::ReadFile(fs::path(bench.out()) / "trials.csv"), before);
}

TEST(BadInput, AFileWhereTheFolderShouldBe) {
  const Bench bench(QuickConfig());
  testing::WriteFile(bench.out(), "mine");
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("expected a folder"));
  EXPECT_EQ(testing::ReadFile(bench.out()), "mine");
}

TEST(BadInput, AReadOnlyFolder) {
  const Bench bench(QuickConfig());
  ASSERT_EQ(bench.Run("--repetitions 1 --only method=h01").exit_code, 0);
  const std::string before = testing::ReadFile(fs::path(bench.out()) / "trials.csv");
  // Nothing is read-only for root: the program then runs as somebody else.
  std::string as_user;
  if (geteuid() == 0) as_user = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
  fs::permissions(bench.path(""), fs::perms::others_exec | fs::perms::others_read,
                  fs::perm_options::add);
  const std::string command = as_user + MERCER_BINARY;
  if (testing::RunCommand(command + " list kernels").exit_code != 0)
    GTEST_SKIP() << "root here, and no other user can start the program";
  for (const char* part : {"", "trials", "context"}) {
    fs::permissions(fs::path(bench.out()) / part,
                    fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write,
                    fs::perm_options::remove);
  }
  const CommandResult result = testing::RunCommand(command + " run " + bench.config() + " --out " +
                                                   bench.out() + " --data " + bench.data());
  for (const char* part : {"", "trials", "context"}) {
    fs::permissions(fs::path(bench.out()) / part, fs::perms::owner_write, fs::perm_options::add);
  }
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("cannot be written"), HasSubstr(bench.out())));
  EXPECT_EQ(testing::ReadFile(fs::path(bench.out()) / "trials.csv"), before);
}

// Paths go into orders to workers and into records, which are JSON.
TEST(BadInput, APathThatIsNoUtf8) {
  const Bench bench(QuickConfig());
  for (const std::string bytes : {"\xff", "\xc3", "\xed\xa0\x80", "\xc0\xaf", "\xf5\x80\x80\x80"}) {
    const std::string out = bench.path("o" + bytes).string();
    const CommandResult result =
        testing::RunMercer("run " + bench.config() + " --out '" + out + "'");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("mercer: run: --out is '"), HasSubstr("/o\\x"),
                                  HasSubstr("'; expected text in UTF-8")));
    EXPECT_FALSE(fs::exists(out));
  }
  const std::string fine = bench.path("é€😀").string();
  EXPECT_EQ(testing::RunMercer("run " + bench.config() + " --dry-run --out '" + fine + "'").err,
            "");
}

TEST(BadInput, BytesThatSteerATerminalAreShownAsDigits) {
  const CommandResult result = testing::RunMercer("report 'no\x1b[31m\x7f'");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("'no\\x1B[31m\\x7F'"));
}

TEST(BadInput, AFolderThatLinksToItself) {
  const Bench bench(QuickConfig());
  fs::create_symlink(bench.path("loop"), bench.path("loop"));
  const CommandResult result = testing::RunMercer("report " + bench.path("loop").string());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "mercer: '" + bench.path("loop").string() +
                            "' cannot be used: Too many levels of symbolic links\n");
}

TEST(BadInput, ADataFileWithAWrongSha256) {
  Json config = QuickConfig();
  Json dataset = config["datasets"][0];
  dataset["name"] = "cod-rna";
  dataset["parts"] = {"train"};
  dataset.erase("encode");
  dataset.erase("labels");
  config["datasets"].push_back(dataset);
  const Bench bench(config);
  const Json manifest =
      Json::parse(testing::ReadFile(testing::SourceDir() / "datasets" / "cod-rna.json"));
  // Files of the right size that hold zeros.
  for (const Json& file : manifest.at("files")) {
    const fs::path path = fs::path(bench.data()) / "cod-rna" / file.at("file").get<std::string>();
    testing::WriteFile(path, "");
    fs::resize_file(path, file.at("bytes").get<std::uintmax_t>());
  }
  const CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("sha256"), HasSubstr("cod-rna")));
  EXPECT_FALSE(fs::exists(bench.out())) << "the data set before it did not run either";
}

}  // namespace
}  // namespace mercer
