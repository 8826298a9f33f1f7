// Trials of a results folder, run again and compared.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>

#include "tests/support/files.h"

namespace mercer::testing {
namespace {

constexpr const char* kConfig = R"({"experiment": "x", "seed": 1, "repetitions": 3,
 "datasets": [{"name": "nursery", "encode": "one_hot", "labels": "random_halves",
               "split": {"train_fraction": 0.6, "max_train": 300}}],
 "kernels": [{"name": "gaussian", "sigma": 2}], "metrics": ["accuracy", "gram_error"],
 "gram": {"rows": 100},
 "methods": [
  {"id": "rff", "D": [16, 32], "map": "random_fourier",
   "learner": {"name": "liblinear"}},
  {"id": "exact", "learner": {"name": "libsvm", "cost": 1}}],
 "tuning": [{"method": "rff", "grid": {"learner.cost": [0.1, 10]},
             "by": {"validation_fraction": 0.3}}]})";

class Verify : public ::testing::Test {
 protected:
  Verify() {
    WriteFile(folder_ / "x.json", kConfig);
    const CommandResult run = RunMercer("run " + (folder_ / "x.json").string() + " --out " +
                                        Path("out") + " --no-passport");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    // As a committed folder has it.
    std::filesystem::create_directories(folder_ / "kept");
    std::filesystem::copy(folder_ / "out" / "context", folder_ / "kept" / "context");
    std::filesystem::copy(folder_ / "out" / "trials.csv", folder_ / "kept" / "trials.csv");
  }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  void Replace(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = ReadFile(folder_ / file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, text.npos) << from;
    WriteFile(folder_ / file, text.replace(at, from.size(), to));
  }

  TemporaryFolder folder_;
};

TEST_F(Verify, EveryTrialOfThisProgramIsTheSame) {
  for (const char* name : {"out", "kept"}) {
    const CommandResult result = RunMercer("verify " + Path(name) + " --sample 100");
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("15 of 15 trials run again: 15 the same to the last digit, 0 differ"),
              std::string::npos)
        << result.out;
    EXPECT_EQ(result.out.find("differs"), std::string::npos) << result.out;
  }
}

TEST_F(Verify, WhereNothingCouldBeComparedTheExitCodeSaysSo) {
  std::filesystem::create_directories(folder_ / "empty");
  const std::string results =
      (testing::SourceDir() / "results/wacker2024/cod_rna_gaussian").string();
  const CommandResult result =
      RunMercer("verify '" + results + "' --sample 2 --data " + Path("empty"));
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_NE(
      result.out.find("trials run again: 0 the same to the last digit, 0 differ; 2 more could "
                      "not be run"),
      std::string::npos)
      << result.out;
}

// A publication that was killed, or is under way, has a copy of the folder beside it.
TEST_F(Verify, AllLeavesOutWhatIsBeingPublished) {
  const std::filesystem::path made = folder_ / "results" / "made";
  std::filesystem::create_directories(made);
  for (const char* name : {"x", ".partial-x.7"})
    std::filesystem::copy(folder_ / "kept", made / name, std::filesystem::copy_options::recursive);
  const CommandResult result =
      RunMercer("verify --all --results " + Path("results") + " --sample 100");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("15 of 15 trials run again"), std::string::npos) << result.out;
}

/// Changes a decimal of a number below 1 in the row of trials.csv that `mark` is in.
void ChangeDigit(const std::filesystem::path& file, const std::string& mark,
                 const std::string& column, std::size_t decimal = 3) {
  std::string text = ReadFile(file);
  const std::string head = text.substr(0, text.find('\n'));
  const auto place =
      std::count(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(head.find(column)), ',');
  std::size_t row = text.find(mark);
  while (text.substr(row + mark.size(), 6) == "tuning") row = text.find(mark, row + 1);
  std::size_t at = text.rfind('\n', row) + 1;
  bool quoted = false;
  for (std::ptrdiff_t commas = 0; commas < place; ++at) {
    quoted ^= text[at] == '"';
    commas += text[at] == ',' && !quoted;
  }
  ASSERT_EQ(text.substr(at, 2), "0.") << column;
  ASSERT_LT(at + 1 + decimal, text.find(',', at)) << column;
  char& digit = text[at + 1 + decimal];
  digit = digit == '9' ? '8' : static_cast<char>(digit + 1);
  WriteFile(file, text);
}

TEST_F(Verify, AnotherDigitIsNamed) {
  ChangeDigit(folder_ / "kept" / "trials.csv", "rff-d16-r1-", "gram_max_abs");
  const CommandResult result = RunMercer("verify " + Path("kept") + " --sample 100");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_NE(result.out.find("15 of 15 trials run again: 14 the same to the last digit, 1 differ"),
            std::string::npos)
      << result.out;
  const std::size_t line = result.out.find("differs ");
  ASSERT_NE(line, std::string::npos) << result.out;
  EXPECT_NE(result.out.find("rff-d16-r1-", line), std::string::npos);
  EXPECT_NE(result.out.find("gram_max_abs: 0.", line), std::string::npos);
  EXPECT_NE(result.out.find("threads are the same: look at", line), std::string::npos);
}

// Another compiler may round otherwise: the same digit is then within it or beyond it.
TEST_F(Verify, AnotherPlatformIsNamedAsTheLikelyCause) {
  std::string context;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "kept" / "context"))
    context = "kept/context/" + entry.path().filename().string();
  Replace(context, "\"compiler\": \"", "\"compiler\": \"Other ");
  Replace(context, "\"checksum\"", "\"was\"");  // older programs wrote none
  const CommandResult rounded = RunMercer("verify " + Path("kept") + " --sample 100");
  EXPECT_EQ(rounded.exit_code, 0) << rounded.err;
  ChangeDigit(folder_ / "kept" / "trials.csv", "rff-d16-r1-", "gram_max_abs");
  const CommandResult result = RunMercer("verify " + Path("kept") + " --sample 100");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("other compiler: Other "), std::string::npos) << result.out;
}

// The tolerances are for the same data on another machine.
TEST_F(Verify, OtherDataAreNoRounding) {
  std::string context;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "kept" / "context"))
    context = "kept/context/" + entry.path().filename().string();
  Replace(context, "\"nursery\": \"", "\"nursery\": \"0");
  Replace(context, "\"compiler\": \"", "\"compiler\": \"Other ");
  Replace(context, "\"checksum\"", "\"was\"");  // older programs wrote none
  EXPECT_EQ(RunMercer("verify " + Path("kept") + " --sample 100").exit_code, 0)
      << "every number is the same";
  ChangeDigit(folder_ / "kept" / "trials.csv", "rff-d16-r1-", "gram_max_abs", 9);
  const CommandResult result = RunMercer("verify " + Path("kept") + " --sample 100");
  EXPECT_EQ(result.exit_code, 1) << result.out;
  const std::size_t line = result.out.find("differs ");
  ASSERT_NE(line, std::string::npos) << result.out;
  EXPECT_NE(result.out.find("gram_max_abs: 0.", line), std::string::npos);
  EXPECT_NE(result.out.find("other data set nursery: ", line), std::string::npos);
}

TEST_F(Verify, WhatCannotBeDrawnIsCounted) {
  const CommandResult result =
      RunMercer("verify " + Path("kept") + " --sample 2 --most-seconds 1e-9");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("trials cannot be drawn: they took longer than 1e-09 s"),
            std::string::npos)
      << result.err;
  // Of a bundle they are named by the file that was given, not by where it was unpacked.
  const std::string zip = Path("x.zip");
  ASSERT_EQ(RunMercer("bundle " + Path("kept") + " --output " + zip).exit_code, 0);
  const CommandResult bundled = RunMercer("verify " + zip + " --sample 2 --most-seconds 1e-9");
  EXPECT_EQ(bundled.exit_code, 2);
  EXPECT_NE(bundled.err.find("no trial can be run again: " + zip + ": x: 15 trials cannot be"),
            std::string::npos)
      << bundled.err;
  for (const char* words : {"", "--all out", "out --sample 0", "out --seed -1"})
    EXPECT_EQ(RunMercer("verify " + std::string(words)).exit_code, 2) << words;
}

}  // namespace
}  // namespace mercer::testing
