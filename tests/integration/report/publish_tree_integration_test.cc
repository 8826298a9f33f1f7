// tools/publish in a small tree of its own, with results and pages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/integration/report/script_tree.h"
#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::CommandResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using ::testing::Not;
using testing::ReadFile;
using testing::RunCommand;
using testing::WriteFile;
namespace fs = std::filesystem;

bool HasGnuplot() { return RunCommand("gnuplot -V").exit_code == 0; }

/// A git repository with tools/publish, a README and docs/board.md, that shows test/quick.
class PublishTree : public testing::ScriptTree {
 protected:
  PublishTree() : ScriptTree("publish") {
    WriteFile(top() / "README.md", "# A page\n" + PictureText("docs/images/quick.svg"));
    WriteFile(top() / "docs/board.md",
              "Before.\n\n<!-- made by: mercer report results/test/quick --format csv -->\nstale\n"
              "<!-- end -->\nBetween.\n\n<!-- made by: mercer list metrics -->\n```text\nstale\n"
              "```\n<!-- end -->\nBehind.\n");
    Commit();
  }

  /// A picture with the line that it is drawn by; none where nothing here draws.
  static std::string PictureText(const std::string& image) {
    if (!HasGnuplot()) return "";
    return "\n![Accuracy](" + image +
           ")\n\nDrawn by `mercer plot results/test/quick --width page` from these results.\n";
  }

  /// results/scratch/<experiment>, as the program of a commit with nothing changed leaves it.
  fs::path Run(const std::string& experiment, const std::string& options = "") const {
    Json config = testing::QuickConfig();
    config["experiment"] = experiment;
    config["methods"].erase(0);
    for (Json& method : config["methods"]) method["D"] = {20, 50};
    WriteFile(folder_ / "config.json", config.dump(1));
    const fs::path out = top() / "results/scratch" / experiment;
    const CommandResult run = testing::RunMercer(
        "run '" + (folder_ / "config.json").string() + "' --out '" + out.string() + "' --data '" +
        (folder_ / "data").string() + "' --no-passport " + options);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    for (const auto& entry : fs::directory_iterator(out / "context"))
      SetCommit(entry.path(), std::string(40, 'a'));
    return out;
  }

  static void SetCommit(const fs::path& file, const std::string& commit) {
    Json context = Json::parse(ReadFile(file));
    context["commit"] = commit;
    context["dirty"] = false;
    context.erase("checksum");
    WriteFile(file, context.dump(1));
  }

  CommandResult Publish(const std::string& arguments = "") const { return RunScript(arguments); }

  std::string Report(const std::string& options) const {
    return RunCommand("cd '" + top().string() +
                      "' && '" MERCER_BINARY "' report results/test/quick " + options)
        .out;
  }
};

std::string LinesWith(const std::string& text, const std::string& words) {
  std::string found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(words) != line.npos) found += line + "\n";
  return found;
}

TEST_F(PublishTree, PublishesAndMakesEveryPageAnew) {
  const fs::path from = Run("test/quick");
  const CommandResult result = Publish("--site \"the reader's site\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("results/test/quick: 8 trials of 1 run\n"));
  const fs::path to = top() / "results/test/quick";
  EXPECT_EQ(ReadFile(to / "trials.csv"), ReadFile(from / "trials.csv"));
  EXPECT_EQ(std::distance(fs::directory_iterator(to / "log"), {}), 1);
  EXPECT_TRUE(fs::exists(to.parent_path() / "SHA256SUMS"));
  const std::string csv = Report("--format csv");
  EXPECT_THAT(csv, HasSubstr("accuracy"));
  EXPECT_EQ(ReadFile(top() / "docs/board.md"),
            "Before.\n\n<!-- made by: mercer report results/test/quick --format csv -->\n" + csv +
                "<!-- end -->\nBetween.\n\n<!-- made by: mercer list metrics -->\n```text\n" +
                testing::RunMercer("list metrics").out + "```\n<!-- end -->\nBehind.\n");
  EXPECT_THAT(LinesWith(result.out, "docs/board.md: "),
              HasSubstr("report results/test/quick --format csv; mercer list metrics, changed"));
  EXPECT_THAT(ReadFile(folder_ / "the reader's site/index.html"), HasSubstr("<html"));
  EXPECT_THAT(LinesWith(result.out, "/the reader's site: "), HasSubstr("mercer report --all"));
  if (HasGnuplot()) {
    EXPECT_THAT(ReadFile(top() / "docs/images/quick.svg"), HasSubstr("<svg"));
    EXPECT_EQ(LinesWith(result.out, "docs/images/quick.svg: "),
              "docs/images/quick.svg: mercer plot results/test/quick --width page, changed\n");
  }
  Commit();
  // Nothing has changed, so nothing does.
  const CommandResult again = Publish();
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, AllOf(HasSubstr("docs/board.md: "), Not(HasSubstr(", changed"))));
  EXPECT_EQ(RunCommand("cd '" + top().string() + "' && git status --porcelain").out, "");
}

TEST_F(PublishTree, ChangesOutsideResultsAreRefused) {
  Run("test/quick");
  WriteFile(top() / "docs/new.md", "not committed\n");
  const CommandResult refused = Publish();
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("the tree has changes outside results/"),
                                 HasSubstr("?? docs/new.md\n")));
  EXPECT_THAT(refused.out, IsEmpty());
  EXPECT_FALSE(fs::exists(top() / "results/test"));
  EXPECT_THAT(ReadFile(top() / "docs/board.md"), HasSubstr("stale"));
  Commit();
  WriteFile(top() / "results/mine.txt", "a change in results/\n");
  EXPECT_EQ(Publish().exit_code, 0);
}

TEST_F(PublishTree, EveryRefusalIsToldAndTheRestIsPublished) {
  Run("test/quick");
  const fs::path tampered = Run("test/tampered");
  const fs::path file = *fs::directory_iterator(tampered / "trials");
  std::string text = ReadFile(file);
  const std::size_t at = text.find("\"accuracy\":\"0.");
  ASSERT_NE(at, text.npos);
  text[at + 14] = text[at + 14] == '9' ? '8' : '9';
  WriteFile(file, text);
  const fs::path mixed = Run("test/mixed", "--only method=rm");
  const std::string first = fs::directory_iterator(mixed / "context")->path().stem().string();
  Run("test/mixed");
  SetCommit(mixed / "context" / (first + ".json"), std::string(40, 'b'));
  fs::copy(top() / "results/scratch/test/quick", top() / "results/scratch/test/quick_again",
           fs::copy_options::recursive);
  const CommandResult result = Publish("tree/results/scratch/");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("trials/" + file.filename().string() + ":1 is damaged"),
                                HasSubstr("results/scratch/test/tampered was not published\n"),
                                HasSubstr("commit bbbbbbbbbbbb (run '" + first + "')"),
                                HasSubstr("results/scratch/test/mixed was not published\n"),
                                HasSubstr("quick_again was not published: it holds test/quick, as "
                                          "results/scratch/test/quick does"),
                                HasSubstr("3 of these were refused or could not be made")));
  EXPECT_FALSE(fs::exists(top() / "results/test/tampered"));
  EXPECT_FALSE(fs::exists(top() / "results/test/mixed"));
  EXPECT_TRUE(fs::exists(top() / "results/test/quick/report.md"));
  EXPECT_THAT(ReadFile(top() / "docs/board.md"), Not(HasSubstr("stale")));
}

TEST_F(PublishTree, PagesAloneAreMadeFromWhatIsPublished) {
  Run("test/quick");
  ASSERT_EQ(Publish().exit_code, 0);
  const fs::path to = top() / "results/test/quick";
  const std::string report = ReadFile(to / "report.md");
  WriteFile(to / "report.md", "typed by hand\n");
  WriteFile(top() / "docs/images/quick.svg", "another picture\n");
  WriteFile(top() / "docs/cut.md",
            "<!-- made by: mercer list metrics -->\nstale\n<!-- end -->\nThe last words");
  const std::string sums = ReadFile(to.parent_path() / "SHA256SUMS");
  WriteFile(to.parent_path() / "SHA256SUMS",
            sums + std::string(64, 'a') + "  removed/trials.csv\n");
  Run("test/unpublished");
  const CommandResult pages = Publish("--pages");
  EXPECT_EQ(pages.exit_code, 0) << pages.err;
  EXPECT_EQ(ReadFile(to / "report.md"), report);
  EXPECT_THAT(pages.out,
              HasSubstr("results/test/quick/report.md: mercer report results/test/quick --format "
                        "markdown, changed\n"));
  EXPECT_EQ(ReadFile(to.parent_path() / "SHA256SUMS"), sums);
  EXPECT_THAT(ReadFile(top() / "docs/cut.md"),
              AllOf(Not(HasSubstr("stale")), HasSubstr("<!-- end -->\nThe last words\n")))
      << "a line without an end is a line";
  if (HasGnuplot()) {
    EXPECT_THAT(ReadFile(top() / "docs/images/quick.svg"), HasSubstr("<svg"));
  }
  EXPECT_FALSE(fs::exists(top() / "results/test/unpublished"));
}

TEST_F(PublishTree, ARowThatWasTamperedWithIsNamed) {
  Run("test/quick");
  ASSERT_EQ(Publish().exit_code, 0);
  const fs::path csv = top() / "results/test/quick/trials.csv";
  std::string text = ReadFile(csv);
  const std::size_t at = text.find(",ok,");
  WriteFile(csv, text.replace(at, 4, ",fine,"));
  const CommandResult unknown = Publish("--pages");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("trials.csv:2: status is 'fine'"),
                                 HasSubstr("results/test/quick/summary.csv was not made")));
  WriteFile(csv, text.replace(at, 6, ",failed,"));
  const CommandResult changed = Publish("--pages");
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_THAT(changed.err, HasSubstr("quick/trials.csv is not as it was published"));
}

TEST_F(PublishTree, PagesThatCannotBeMadeStayAndAreNamed) {
  Run("test/quick");
  const std::string open =
      "<!-- made by: mercer list metrics -->\nold\n<!-- end -->\n"
      "<!-- made by: mercer list maps -->\nold\n";
  WriteFile(top() / "docs/a.md", "<!-- made by: mercer list nothing -->\nold\n<!-- end -->\n");
  WriteFile(top() / "docs/b.md", open);
  WriteFile(top() / "docs/c.md", "Drawn by `mercer plot results/test/quick`.\n");
  Commit();
  const CommandResult result = Publish();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(
      result.err,
      AllOf(HasSubstr("docs/a.md was not made (mercer list nothing)"),
            HasSubstr("docs/b.md was not made: no line <!-- end --> after mercer list maps"),
            HasSubstr("docs/c.md: no picture is above: Drawn by")));
  EXPECT_THAT(ReadFile(top() / "docs/a.md"), HasSubstr("\nold\n"));
  EXPECT_EQ(ReadFile(top() / "docs/b.md"), open);
  EXPECT_THAT(ReadFile(top() / "docs/board.md"), Not(HasSubstr("stale")));
}

// A program of an earlier build is not taken in place of one that cannot be built.
TEST_F(PublishTree, AProgramThatCannotBeBuiltEndsIt) {
  const auto write_program = [](const fs::path& file, const std::string& text) {
    WriteFile(file, "#!/bin/sh\n" + text);
    fs::permissions(file, fs::perms::owner_all);
  };
  write_program(folder_ / "bin/cmake", "echo 'no compiler found' >&2\nexit 1\n");
  write_program(folder_ / "bin/dpkg-query", "echo 'install ok installed'\n");
  write_program(top() / "build/release/tools/mercer", "echo stale; touch \"$0.started\"\n");
  WriteFile(top() / "tools/packages.txt", "# none\n");
  const CommandResult result =
      RunCommand("cd '" + top().string() + "' && env -u MERCER_PROGRAM PATH='" +
                 (folder_ / "bin").string() + "':\"$PATH\" tools/publish --pages");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "no compiler found\n");
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_FALSE(fs::exists(top() / "build/release/tools/mercer.started"));
}

TEST_F(PublishTree, AFolderWithoutResultsIsTold) {
  const CommandResult none = Publish("tree/docs");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.err, HasSubstr("docs holds no results folder"));
  EXPECT_THAT(Publish("no/folder").err, HasSubstr("there is no folder"));
  const CommandResult usage = Publish("--page");
  EXPECT_EQ(usage.exit_code, 2);
  EXPECT_THAT(usage.err, HasSubstr("tools/publish [SCRATCH] [--site DIR]"));
}

}  // namespace
}  // namespace mercer
