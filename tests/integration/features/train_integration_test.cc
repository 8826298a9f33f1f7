// `mercer train` alone and under mpirun: the same answers, and what it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/integration/cluster/ranks.h"
#include "tests/integration/features/transform_fixture.h"

namespace mercer::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kWhat[] = "train --kernel gaussian,sigma=1 --map random_fourier --D 40 --json ";

// What MPI itself leaves allocated is no leak of ours.
constexpr char kMpirun[] =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0 mpirun "
    "--oversubscribe --bind-to none ";

class Train : public Transform {
 protected:
  void SetUp() override {
    WriteFile(Path("a"), Rows(301));
    WriteFile(Path("b"), Rows(44) + "-1 2:0.5");
    files_ = Path("a") + " " + Path("b");
  }

  static bool HasMpi() {
    return testing::NoRanks().empty() &&
           RunCommand(std::string(kMpirun) + "-n 1 true").exit_code == 0;
  }

  /// On so many ranks of mpirun; without mpirun where it is 0.
  static CommandResult OnRanks(int ranks, const std::string& arguments) {
    if (ranks == 0) return RunMercer(arguments);
    return RunCommand(kMpirun + ("-n " + std::to_string(ranks)) + " " + MERCER_BINARY + " " +
                      arguments);
  }

  static json Parse(const CommandResult& result) {
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out, nullptr, false);
  }

  std::string files_;
};

TEST_F(Train, GivesTheSameOnAnyNumberOfRanks) {
  if (!HasMpi()) GTEST_SKIP() << "mpirun does not start programs here";
  for (const std::string learner :
       {"ridge,target=classes", "newton,eps=0.0001", "newton,loss=logistic,eps=0.0001"}) {
    const std::string arguments =
        kWhat + ("--learner " + learner) + " --train-score --gram-rows 50 " + files_;
    const json alone = Parse(OnRanks(0, arguments));
    EXPECT_EQ(alone["rows"], 346);
    EXPECT_EQ(alone["columns"], 5);
    EXPECT_EQ(alone["ranks"][0]["bytes_sent"], 0);
    for (const int ranks : {1, 2, 4}) {
      const json many = Parse(OnRanks(ranks, arguments));
      EXPECT_EQ(many["ranks"].size(), static_cast<std::size_t>(ranks));
      EXPECT_NEAR(many["objective"].get<double>(), alone["objective"].get<double>(),
                  1e-10 * alone["objective"].get<double>())
          << learner << ranks;
      EXPECT_EQ(many["train"]["accuracy"], alone["train"]["accuracy"]) << learner << ranks;
      EXPECT_NEAR(many["gram_error"]["relative_frobenius"].get<double>(),
                  alone["gram_error"]["relative_frobenius"].get<double>(), 1e-12);
      double rows = 0;
      for (const json& rank : many["ranks"]) {
        rows += rank["rows"].get<double>();
        EXPECT_EQ(rank["bytes_sent"].get<double>() > 0, ranks > 1);
      }
      EXPECT_EQ(rows, 346);
    }
  }
}

TEST_F(Train, PredictionsOfRidgeAreTheSameTo1e8) {
  if (!HasMpi()) GTEST_SKIP() << "mpirun does not start programs here";
  const std::string arguments = kWhat + ("--learner ridge,lambda=0.0001 --test " + Path("a")) +
                                " " + files_ + " --predictions ";
  Parse(OnRanks(0, arguments + Path("alone")));
  Parse(OnRanks(4, arguments + Path("many")));
  std::string joined;
  for (int rank = 0; rank < 4; ++rank) joined += ReadFile(Path("many." + std::to_string(rank)));
  std::istringstream alone(ReadFile(Path("alone"))), many(joined);
  int rows = 0;
  for (double a = 0, b = 0; alone >> a; ++rows) {
    ASSERT_TRUE(many >> b);
    EXPECT_NEAR(a, b, 1e-8);
  }
  EXPECT_EQ(rows, 301);
  EXPECT_FALSE(many >> files_);
}

TEST_F(Train, RanksThatDisagreeAreRefusedBeforeAnyWorkAndNamed) {
  if (!HasMpi()) GTEST_SKIP() << "mpirun does not start programs here";
  const std::string learner = "--learner newton --model " + Path("model") + " ";
  const auto rank = [&](const std::string& more, const std::string& files) {
    return std::string(" -n 1 ") + MERCER_BINARY + " " + kWhat + learner + more + files;
  };
  const auto refused = [&](const std::string& second, const std::string& message) {
    const CommandResult result =
        RunCommand(kMpirun + rank("", files_) + " :" + second + " :" + rank("", files_));
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(Path("model")));
  };
  refused(rank("--seed 2 ", files_),
          "rank 1 has another request than rank 0: 'seed 2' in place of 'seed 1'");
  // Two folders with files of one name, as nodes with disks of their own have them.
  std::filesystem::create_directory(Path("other"));
  WriteFile(Path("other/a"), Rows(302));
  const std::string near = " -wdir " + folder_.path().string() + rank("", "a");
  const std::string far = " -wdir " + Path("other") + rank("", "a");
  const CommandResult result = RunCommand(kMpirun + near + " :" + far);
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("rank 1 has another data set"), HasSubstr("'a ")));
}

TEST_F(Train, AFaultOfOneRankIsSaidOnceAndEndsAll) {
  if (!HasMpi()) GTEST_SKIP() << "mpirun does not start programs here";
  WriteFile(Path("bad"), Rows(200) + "1 1:nan\n");
  const CommandResult bad = OnRanks(3, kWhat + ("--learner newton " + Path("bad")));
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, AllOf(HasSubstr("rank 2: "), HasSubstr("bad, line 201, column 5")));
  EXPECT_EQ(bad.err.find("column 5"), bad.err.rfind("column 5"));
  const CommandResult option = OnRanks(2, kWhat + ("--learner newton --bogus " + files_));
  EXPECT_EQ(option.exit_code, 2);
  EXPECT_EQ(option.err.find("--bogus"), option.err.rfind("--bogus")) << option.err;
  const CommandResult missing = OnRanks(2, kWhat + ("--learner newton " + Path("none")));
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("shard '" + Path("none") + "' is missing"));
}

TEST_F(Train, TheModelIsOneOfLiblinearForTheFeaturesOfTheMapBesideIt) {
  if (RunCommand("command -v liblinear-predict").exit_code != 0)
    GTEST_SKIP() << "liblinear-predict is not installed";
  const json fit =
      Parse(RunMercer(kWhat + ("--learner newton,bias=1 --model " + Path("model")) + " --test " +
                      Path("a") + " --predictions " + Path("ours") + " " + files_));
  EXPECT_GT(fit["test"]["accuracy"].get<double>(), 0.4);
  EXPECT_EQ(RunMercer("transform --map-file " + Path("model.map") + " " + Path("a") + " " +
                      Path("z.libsvm"))
                .exit_code,
            0);
  const CommandResult predicted = RunCommand("liblinear-predict " + Path("z.libsvm") + " " +
                                             Path("model") + " " + Path("theirs"));
  EXPECT_EQ(predicted.exit_code, 0) << predicted.err;
  EXPECT_EQ(ReadFile(Path("ours")), ReadFile(Path("theirs")));
}

TEST_F(Train, WhatCannotBeWrittenOrReadIsSaidBeforeTheFit) {
  const std::string learner =
      kWhat + std::string("--learner newton --model ") + Path("model") + " ";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {learner + "--test " + Path("none") + " " + files_,
       "shard '" + Path("none") + "' is missing"},
      {kWhat + ("--learner newton --model " + Path("no/model") + " " + files_), Path("no/model")},
      {learner + "--test " + Path("a") + " --predictions " + Path("no/p") + " " + files_,
       Path("no/p")},
      {kWhat + ("--learner newton --model " + Path("a") + " " + files_),
       Path("a") + " is a file that is read; expected another file to write"},
      {learner + "--test " + Path("a") + " --predictions " + Path("a") + " " + files_,
       Path("a") + " is a file that is read; expected another file to write"},
      {kWhat + ("--learner newton --test " + Path("a") + " --model " + Path("p") +
                " --predictions " + Path("p") + " " + files_),
       "the predictions and the model are both written to " + Path("p")}};
  const std::string rows = ReadFile(Path("a"));
  for (const auto& [arguments, message] : wrong) {
    const CommandResult result = RunMercer(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(Path("model"))) << "a fit was made";
    EXPECT_EQ(ReadFile(Path("a")), rows) << arguments;
  }
}

TEST_F(Train, ColumnsLeaveRoomForLargerIndicesOfTheTestRows) {
  WriteFile(Path("wide"), "1 6:0.5\n");
  const std::string arguments = kWhat + ("--learner ridge " + files_) + " --test " + Path("wide");
  const CommandResult refused = RunMercer(arguments);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("an index of at most 5"));
  const json wide = Parse(RunMercer(arguments + " --columns 6"));
  EXPECT_EQ(wide["columns"], 6);
  EXPECT_EQ(wide["test"]["rows"], 1);
}

TEST_F(Train, ASampleThatDoesNotFitIsRefused) {
  WriteFile(Path("wide"), "1 1:1\n-1 2:1\n1 2000000000:1\n-1 3:1\n");
  const CommandResult result = RunMercer(
      "train --kernel gaussian,sigma=median_distance --map random_fourier --D 4 "
      "--learner ridge " +
      Path("wide"));
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, HasSubstr("a sample of 4 rows with 2000000000 columns needs"));
}

TEST(Scale, ThePageIsWhatItsProgramMakesOfTheMeasurements) {
  if (RunCommand("command -v python3").exit_code != 0) GTEST_SKIP() << "no python3";
  const CommandResult made = RunCommand(
      "python3 '" + (SourceDir() / "benchmarks/scale/project.py").string() + "' --check");
  EXPECT_EQ(made.exit_code, 0) << made.err;
}

TEST_F(Train, SaysWhatIsWrongWithItsArguments) {
  const std::string map = "--kernel gaussian,sigma=1 --map random_fourier ";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {map + "--D 4 " + files_, "--learner is missing"},
      {map + "--D 4 --learner newton", "0 files; expected shards"},
      {map + "--D 4 --learner newton --generate rows=9,columns=2 " + files_,
       "2 files and --generate"},
      {map + "--D 4 --learner newton --generate rows=9", "columns"},
      {map + "--D 4 --learner newtn " + files_, "did you mean 'newton'?"},
      {map + "--D 4 --learner newton,cost=0 " + files_, "cost"},
      {map + "--D 0 --learner newton " + files_, "--D is 0"},
      {map + "--D 4 --learner newton --predictions x " + files_, "without --test"},
      {map + "--D 4 --learner newton " + Path("none"), "is missing; expected 1 file"},
      {map + "--D 4000000 --learner ridge " + files_, "learner 'ridge' with 4000000 features"},
      {"--kernel gaussian,sigma=1 --map random_fourier,variant=complex --D 4 --learner newton " +
           files_,
       "takes no complex features"}};
  for (const auto& [arguments, message] : wrong) {
    const CommandResult result = RunMercer("train " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
  }
  EXPECT_EQ(RunMercer("train --help").exit_code, 0);
}

}  // namespace
}  // namespace mercer::testing
