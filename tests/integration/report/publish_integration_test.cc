// A finished folder, made one to commit by the program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
namespace fs = std::filesystem;

/// What the program of a commit, with nothing changed, writes. This one may be of neither.
void MakeClean(const Bench& bench) {
  for (const auto& entry : fs::directory_iterator(fs::path(bench.out()) / "context")) {
    Json context = Json::parse(testing::ReadFile(entry.path()));
    context["commit"] = std::string(40, 'a');
    context["dirty"] = false;
    context.erase("checksum");
    testing::WriteFile(entry.path(), context.dump(1));
  }
}

TEST(Publish, FromARunToAFolderThatCanBeNormalised) {
  const Bench bench(testing::QuickConfig());
  const std::string measured =
      "env -u MERCER_NO_PASSPORT XDG_CACHE_HOME=" + bench.path("cache").string() + " " +
      MERCER_BINARY + " ";
  const CommandResult run = testing::RunCommand(measured + "run " + bench.config() + " --out " +
                                                bench.out() + " --data " + bench.data());
  ASSERT_EQ(run.exit_code, 0) << run.err;
  MakeClean(bench);
  const std::string to = bench.path("results/test/quick").string();
  const CommandResult published = testing::RunMercer("publish " + bench.out() + " " + to);
  EXPECT_EQ(published.exit_code, 0) << published.err;
  EXPECT_EQ(published.out, to + ": 6 trials of 1 run\n");
  EXPECT_EQ(published.err, "");
  const CommandResult report = testing::RunMercer("report " + to + " --normalise passport");
  EXPECT_EQ(report.exit_code, 0) << report.err;
  EXPECT_THAT(report.out, HasSubstr("normalised"));
  const std::string same = "diff " + bench.out() + " " + to + " --format csv";
  EXPECT_EQ(testing::RunMercer(same).exit_code, 0);
}

TEST(Publish, RefusalsAreOneSentenceAndExitCode2) {
  const Bench bench(testing::QuickConfig());
  ASSERT_EQ(bench.Run("--only method=rm --no-passport").exit_code, 0);
  MakeClean(bench);
  const std::string to = bench.path("results/test/quick").string();
  const CommandResult part = testing::RunMercer("publish " + bench.out() + " " + to);
  EXPECT_EQ(part.exit_code, 2);
  EXPECT_EQ(part.err, "mercer: publish: '" + bench.out() +
                          "' holds 2 of the 6 trials of its config; expected all of them, or "
                          "--partial\n");
  EXPECT_FALSE(fs::exists(to));
  const CommandResult asked = testing::RunMercer("publish --partial " + bench.out() + " " + to);
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_EQ(asked.out, to + ": 2 of 6 trials of 1 run\n");
  EXPECT_THAT(asked.err, HasSubstr("cannot be normalised"));
  EXPECT_THAT(testing::ReadFile(fs::path(to) / "report.md"), HasSubstr("only 2 of the 6 trials"));
  const CommandResult one = testing::RunMercer("publish " + bench.out());
  EXPECT_EQ(one.exit_code, 2);
  EXPECT_THAT(one.err, HasSubstr("1 folders given; expected two, FROM and TO"));
}

}  // namespace
}  // namespace mercer
