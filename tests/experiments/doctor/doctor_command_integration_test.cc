#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/files.h"

namespace mercer::testing {
namespace {

TEST(DoctorCommand, ARightMapExitsZeroAndSaysSo) {
  const CommandResult result = RunMercer(
      "doctor --kernel polynomial,degree=3,offset=1 --map random_maclaurin --D 64 --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json[0]["verdict"], "right");
  EXPECT_EQ(json[0]["D"], 64);
  EXPECT_EQ(json[0]["bound"]["source"], "kar2012, section 4");
}

TEST(DoctorCommand, TakesTheUsersRows) {
  const TemporaryFolder folder;
  WriteFile(folder.path() / "rows.libsvm", "1 1:0.5 3:0.25\n-1 2:1\n1 1:0.1 2:0.2 3:0.3\n");
  const CommandResult result =
      RunMercer("doctor --kernel gaussian,sigma=mean_distance --map random_fourier --rows " +
                (folder.path() / "rows.libsvm").string());
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("3 x 3, 6 pairs"), std::string::npos) << result.out;
}

// A randomised sequence is unbiased, and its error falls faster than that of independent features.
TEST(DoctorCommand, AFasterFallIsNoFault) {
  const TemporaryFolder folder;
  WriteFile(folder.path() / "rows", "1 1:0.5 2:0.25\n1 1:-0.3 2:0.6\n1 1:0.1 2:-0.7\n1 2:0.2\n");
  const CommandResult result = RunMercer(
      "doctor --kernel gaussian,sigma=0.7 --map quasi_fourier,sequence=sobol --json --rows " +
      (folder.path() / "rows").string());
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json[0]["verdict"], "right") << result.out;
  EXPECT_LT(json[0]["slope"].get<double>(), -0.7);
  EXPECT_EQ(result.exit_code, 0);
}

TEST(DoctorCommand, ShowsWhatTheMapSaysOfItsDraw) {
  const std::string cut = "doctor --kernel anova,order=2 --map signed_circulant_kernel --D 34";
  const std::string sentence =
      "D = 34 is not a multiple of d = 10: the last circulant block gives 4 of its 10 features";
  const CommandResult text = RunMercer(cut);
  EXPECT_NE(text.out.find("note                  " + sentence + "\n"), std::string::npos)
      << text.out;
  EXPECT_EQ(nlohmann::json::parse(RunMercer(cut + " --json").out)[0]["note"], sentence);
  const CommandResult whole =
      RunMercer("doctor --kernel anova,order=2 --map signed_circulant_kernel --D 30 --json");
  EXPECT_TRUE(nlohmann::json::parse(whole.out)[0]["note"].is_null());
}

TEST(DoctorCommand, SaysOfMapsFromTrainingRowsWhetherTheyAreBiased) {
  for (const auto& [map, traits] :
       {std::pair<std::string, std::string>{"nystroem", "from training rows; biased"},
        {"leverage_fourier", "from training rows; unbiased"}}) {
    const CommandResult result =
        RunMercer("doctor --kernel gaussian,sigma=1 --D 8 --draws 10 --map " + map);
    EXPECT_NE(result.out.find(traits), std::string::npos) << result.out << result.err;
  }
}

TEST(DoctorCommand, RefusesWithOneSentence) {
  for (const std::string arguments :
       {"--kernel polynomial,degree=3,offset=1 --map random_fourier", "--kernel gaussian,sigma=1",
        "--kernel gaussian,sigma=0 --map random_fourier",
        "--kernel gausian,sigma=1 --map random_fourier", "--all --map taylor",
        "--kernel linear --map random_maclaurin --D 0",
        "--kernel linear --map random_maclaurin --draws 3",
        "--kernel linear --map random_maclaurin --seed -1"}) {
    const CommandResult result = RunMercer("doctor " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << result.out;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST(DoctorCommand, ATooLargeDIsTheFaultOfTheDGiven) {
  for (const auto& [map, sentence] : std::vector<std::pair<std::string, std::string>>{
           {"random_fourier --D 115292150460684698",
            "map 'random_fourier': D is 115292150460684698; expected at most 115292150460684697"},
           {"random_fourier --D 4611686018427387904", "D is 4611686018427387904; expected at most"},
           {"nystroem --D 20000000", "doctor: D is 20000000 and the map is drawn from made"},
           {"nystroem --D 4611686018427387904", "doctor: D is 4611686018427387904 and the map"}}) {
    const CommandResult result = RunMercer("doctor --kernel gaussian,sigma=1 --map " + map);
    EXPECT_EQ(result.exit_code, 2) << map;
    EXPECT_NE(result.err.find(sentence), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find("unit_ball"), std::string::npos) << result.err;
  }
}

TEST(DoctorCommand, ANegativeSeedIsRefused) {
  for (const std::string seed : {"--seed -1", "--seed=-1"}) {
    const CommandResult result =
        RunMercer("doctor --kernel gaussian,sigma=1 --map random_fourier --D 8 " + seed);
    EXPECT_EQ(result.err, "mercer: doctor: --seed is -1; expected a whole number >= 0\n");
  }
}

TEST(DoctorCommand, NamesARowThatTheKernelRefusesByItsPlaceInTheFile) {
  const TemporaryFolder folder;
  const std::string file = (folder / "rows.libsvm").string();
  std::string rows;
  for (int i = 0; i < 60; ++i) rows += i == 47 ? "1 1:1.5\n" : "1 1:0.5 2:0.25\n";
  WriteFile(file, rows);
  const CommandResult result =
      RunMercer("doctor --kernel vovk_infinite --map random_maclaurin --rows " + file);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("row 47 has norm 1.5; expected a norm below 1"), std::string::npos)
      << result.err;
}

TEST(DoctorCommand, FeaturesThatDoNotFitInMemorySayTheirNumberAndBytes) {
  const TemporaryFolder folder;
  const std::string file = (folder / "rows.libsvm").string();
  std::string row;
  for (int j = 1; j <= 3000; ++j) row += " " + std::to_string(j) + ":0.01";
  WriteFile(file, "1" + row + "\n-1" + row + "\n");
  for (const std::string map : {"taylor,degree=4", "taylor,degree=6"}) {
    const CommandResult result =
        RunMercer("doctor --kernel gaussian,sigma=1 --map " + map + " --rows " + file);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find("map 'taylor'"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("bytes"), std::string::npos) << result.err;
  }
}

TEST(DoctorCommand, FeaturesOfSparseRowsTakeWhatTheyStore) {
  const TemporaryFolder folder;
  const std::string file = (folder / "rows.libsvm").string();
  WriteFile(file, "1 1:0.5 2:0.25\n-1 100000:1\n");
  const CommandResult result =
      RunMercer("doctor --kernel gaussian,sigma=1 --map taylor,degree=3 --rows " + file);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("verdict               right"), std::string::npos) << result.out;
}

TEST(DoctorCommand, EveryCommandWithHelpHasItsUsage) {
  for (const std::string command : {"doctor", "points", "transform", "data"}) {
    const CommandResult result = RunMercer(command + " --help");
    EXPECT_EQ(result.exit_code, 0) << command;
    EXPECT_EQ(result.out.rfind("usage: mercer " + command, 0), 0U) << result.out;
    EXPECT_GT(result.out.size(), 200U) << command;
  }
}

}  // namespace
}  // namespace mercer::testing
