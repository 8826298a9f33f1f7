// Every option that a command parses stands in its usage, in --help and in the completions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::RunMercer;

using Options = std::set<std::string>;

/// All of "--name" in a text.
Options OptionsIn(const std::string& text) {
  static const std::regex option("--[A-Za-z][A-Za-z0-9-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), option),
          std::sregex_token_iterator()};
}

/// What lies between two texts; "" where the first is not there.
std::string Between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  return text.substr(from, text.find(end, from + begin.size()) - from);
}

/// What stands behind "known: ".
std::string Known(const std::string& command) {
  const std::string error = RunMercer(command).err;
  const std::size_t at = error.find("known: ");
  return at == std::string::npos ? "" : error.substr(at + 7);
}

std::vector<std::string> CommandNames() {
  std::string known = Known("no-such-command");
  static const std::regex word("[a-z]+");
  return {std::sregex_token_iterator(known.begin(), known.end(), word),
          std::sregex_token_iterator()};
}

/// What the parser takes, as it says itself.
Options Parsed(const std::string& command) { return OptionsIn(Known(command + " --no-such-zzz")); }

Options Without(Options options, const std::string& one) {
  options.erase(one);
  return options;
}

class EveryCommand : public ::testing::Test {
 protected:
  const std::vector<std::string> names_ = CommandNames();
};

TEST_F(EveryCommand, IsFound) {
  EXPECT_GE(names_.size(), 18U);
  EXPECT_THAT(Parsed("transform"), ::testing::Contains("--columns"));
  EXPECT_THAT(Parsed("validate"), ::testing::ElementsAre("--set"));
}

TEST_F(EveryCommand, HasItsOptionsInItsManualPage) {
  for (const std::string& name : names_) {
    const auto page = RunMercer("man " + name);
    EXPECT_EQ(page.exit_code, 0) << page.err;
    std::string synopsis = Between(page.out, ".SH SYNOPSIS", ".SH DESCRIPTION");
    std::erase(synopsis, '\\');
    EXPECT_EQ(OptionsIn(synopsis), Parsed(name)) << name;
  }
  EXPECT_EQ(RunMercer("man no-such-command").exit_code, 2);
}

TEST_F(EveryCommand, HasItsOptionsInUsageAndHelp) {
  for (const std::string& name : names_) {
    const Options parsed = Parsed(name);
    const auto help = RunMercer(name + " --help");
    EXPECT_EQ(help.exit_code, 0) << name;
    EXPECT_EQ(help.err, "") << name;
    EXPECT_EQ(RunMercer(name + " -h").out, help.out);
    ASSERT_EQ(help.out.rfind("usage: mercer " + name, 0), 0U) << help.out;
    EXPECT_EQ(OptionsIn(help.out.substr(0, help.out.find("\n\n"))), parsed) << help.out;
    for (const std::string& option : parsed) {
      // A line with what it is, or with it on the next.
      EXPECT_TRUE(
          std::regex_search(help.out, std::regex("\n  " + option + "( [^ ]+)?(\n)?( {2,})[^ -]")))
          << name << " says nothing of " << option << ":\n"
          << help.out;
    }
  }
}

TEST_F(EveryCommand, HasHelpOfAtMostAHundredColumns) {
  for (const std::string& name : names_)
    EXPECT_THAT(testing::LongLines(RunMercer(name + " --help").out), ::testing::IsEmpty()) << name;
  EXPECT_THAT(testing::LongLines(RunMercer("--help").out), ::testing::IsEmpty());
  // A long list of choices is broken, and no blank divides it.
  std::string usage = RunMercer("plot --help").out;
  usage = std::regex_replace(usage, std::regex("\\|\n +"), "|");
  EXPECT_THAT(usage, ::testing::HasSubstr("[--x D|input_dim|n_train|ops_per_row|output_dim|"
                                          "transform_train_s|train_s|test_s|gram_rel_frobenius|"
                                          "gram_rel_spectral|gram_mean_abs|gram_max_abs]"));
}

TEST_F(EveryCommand, HasItsOptionsInTheOverview) {
  const std::string overview = RunMercer("--help").out;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string next = i + 1 < names_.size() ? "  mercer " + names_[i + 1] : "Exit codes:";
    const std::string shown = Between(overview, "\n  mercer " + names_[i] + " ", "\n" + next);
    EXPECT_NE(shown, "") << names_[i];
    for (const std::string& option : Parsed(names_[i]))
      EXPECT_TRUE(OptionsIn(shown).contains(option)) << names_[i] << " " << option;
  }
}

TEST_F(EveryCommand, HasItsOptionsInTheCompletions) {
  const std::string bash = RunMercer("completions bash").out;
  const std::string zsh = RunMercer("completions zsh").out;
  for (const std::string& name : names_) {
    const Options parsed = Parsed(name);
    const std::string of_bash = Between(bash, "\n      " + name + ")\n", "\n      esac");
    ASSERT_NE(of_bash, "") << name;
    const std::string here = Between(of_bash, "\n      " + name + ")\n", "\n        esac");
    EXPECT_EQ(Without(OptionsIn(Between(here, "_mercer_words '--", "'")), "--help"), parsed)
        << here;
    const std::string of_zsh = Between(zsh, "\n    " + name + ")\n", "\n      ;;");
    Options offered;
    static const std::regex option("\n        '\\*?(--[A-Za-z][A-Za-z0-9-]*)");
    for (std::sregex_iterator it(of_zsh.begin(), of_zsh.end(), option), end; it != end; ++it)
      offered.insert((*it)[1]);
    EXPECT_EQ(Without(offered, "--help"), parsed) << of_zsh;
  }
}

TEST(ResultsOfAll, AreRefusedWithoutAll) {
  const std::string folder = (testing::SourceDir() / "results/kar2012/nursery").string();
  for (const std::string command : {"check", "report", "verify"}) {
    const auto refused = RunMercer(command + " '" + folder + "' --results results");
    EXPECT_EQ(refused.exit_code, 2) << command << refused.out;
    EXPECT_EQ(refused.out, "") << command;
    EXPECT_THAT(refused.err, ::testing::HasSubstr(
                                 command + ": --results is given without --all; expected both"));
  }
}

}  // namespace
}  // namespace mercer
