// Maps and learners that are programs: right ones, and ones that break their promises.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/integration/sweeps.h"
#include "tests/support/files.h"

namespace mercer::testing {
namespace {

// Debian's Python, which may have NumPy and scikit-learn, before others.
class External : public ::testing::Test {
 protected:
  External() {
    const char* const path = std::getenv("PATH");
    setenv("PATH", ("/usr/bin:" + std::string(path == nullptr ? "" : path)).c_str(), 1);
  }
};

bool HasModule(const std::string& module) {
  return RunCommand("python3 -c 'import " + module + "'").exit_code == 0;
}

std::string Hostile() { return (SourceDir() / "tests/golden/external/hostile.py").string(); }

std::string HostileMap(const std::string& mode) {
  return "'external,command=[\"python3\",\"" + Hostile() + "\",\"" + mode +
         "\"],traits={\"unbiased\":true}'";
}

CommandResult Doctor(const std::string& mode) {
  return RunMercer(
      "doctor --kernel gaussian,sigma=1 --D 16 --draws 40 --allow-external --json --map " +
      HostileMap(mode));
}

std::string FaultsOf(const CommandResult& result) {
  if (result.out.empty()) return result.err;
  return nlohmann::json::parse(result.out)[0]["faults"].dump();
}

std::string Config(const std::string& methods) {
  return R"({"experiment": "x", "seed": 1, "repetitions": 1,
 "datasets": [{"name": "unit_ball", "n": 60, "d": 5}],
 "kernels": [{"name": "gaussian", "sigma": 1}], "metrics": ["gram_error"],
 "methods": [)" +
         methods + "]}";
}

std::string HostileMethod(const std::string& mode) {
  return R"({"id": ")" + mode +
         R"(", "D": 8, "map": {"name": "external", "command": ["python3", ")" + Hostile() +
         R"(", ")" + mode + R"("]}})";
}

TEST_F(External, ARightMapPassesTheDoctor) {
  const CommandResult result = Doctor("right");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_EQ(FaultsOf(result), "[]");
}

// What new map writes is right as it stands, wherever its language is installed.
TEST_F(External, ANewMapPassesTheDoctorInEveryLanguage) {
  struct Language {
    std::string name, ending, check, build;
  };
  std::string left_out;
  for (const Language& language :
       std::vector<Language>{{"python", ".py", "python3 -c 'import numpy'", ""},
                             {"r", ".R", "Rscript --version", ""},
                             {"julia", ".jl", "julia --version", ""},
                             {"cpp", ".cc", "c++ --version", "c++ -O2 -o mine mine.cc && "}}) {
    const TemporaryFolder folder;
    const std::string begin = "cd '" + folder.path().string() + "' && ";
    const std::string program = MERCER_BINARY;
    const CommandResult made =
        RunCommand(begin + program + " new map mine --language " + language.name);
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_NE(made.out.find("mine" + language.ending + ", mine.json: "), std::string::npos);
    EXPECT_NE(RunCommand(begin + program + " new map mine --language " + language.name).exit_code,
              0);
    if (RunCommand(language.check).exit_code != 0) {
      left_out += " " + language.name;
      continue;
    }
    const CommandResult result =
        RunCommand(begin + language.build + program +
                   " doctor --kernel gaussian,sigma=1 --D 16 --draws 40 --allow-external --json "
                   "--map @mine.json");
    EXPECT_EQ(result.exit_code, 0) << language.name << result.out << result.err;
    EXPECT_EQ(FaultsOf(result), "[]") << language.name;
  }
  if (!left_out.empty()) GTEST_SKIP() << "not installed here:" << left_out;
}

TEST_F(External, TheDoctorNamesWhatAMapBreaks) {
  for (const auto& [mode, fault] : std::vector<std::pair<std::string, std::string>>{
           {"half", "biased"},
           {"no_seed", "ignores the seed"},
           {"other_rows", "depend on the other rows"},
           {"not_function", "not a function of the row"}}) {
    const CommandResult result = Doctor(mode);
    EXPECT_EQ(result.exit_code, 1) << mode << result.err;
    EXPECT_NE(FaultsOf(result).find(fault), std::string::npos) << mode << FaultsOf(result);
  }
}

TEST_F(External, AFailureIsOneSentence) {
  for (const auto& [mode, words] : std::vector<std::pair<std::string, std::string>>{
           {"crash",
            "ended with exit code 3 in place of an answer; the last line of its standard "
            "error: my map has no weights"},
           {"garbage", "with 'Hello, world'; expected a line of JSON with the key ready"},
           {"refuse", "refuses to draw: D must be even"},
           {"protocol", "speaks protocol 2; expected 1"},
           {"nan", "feature 0 of row 0 is nan"},
           {"shape", "wrote an array of shape (19, 16); expected (20, 16)"},
           {"no_file", "has not written the file"},
           {"killed", "was ended by SIGKILL"}}) {
    const CommandResult result = Doctor(mode);
    EXPECT_EQ(result.exit_code, 2) << mode;
    EXPECT_NE(result.err.find(words), std::string::npos) << mode << ": " << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST_F(External, NothingIsStartedUnasked) {
  const TemporaryFolder folder;
  WriteFile(folder / "mark.json",
            R"({"name": "external", "command": ["touch", "started"], "traits": {}})");
  WriteFile(
      folder / "x.json",
      Config(
          R"({"id": "m", "D": 4, "map": {"name": "external", "command": ["touch", "started"]}})"));
  const std::string config = (folder / "x.json").string();
  const std::string out = " --no-passport --out " + (folder / "out").string();
  const CommandResult doctor =
      RunMercer("doctor --kernel gaussian,sigma=1 --map @" + (folder / "mark.json").string());
  EXPECT_EQ(doctor.exit_code, 2);
  EXPECT_NE(doctor.err.find("'touch started'; expected --allow-external"), std::string::npos)
      << doctor.err;
  const CommandResult run = RunMercer("run " + config + out);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("'touch started'; expected --allow-external"), std::string::npos)
      << run.err;
  EXPECT_EQ(RunMercer("validate " + config).exit_code, 0);
  EXPECT_EQ(RunMercer("run " + config + out + " --dry-run").exit_code, 0);
  EXPECT_EQ(RunMercer("plan " + config).exit_code, 0);
  EXPECT_EQ(RunMercer("doctor " + config).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "started"));
}

TEST_F(External, AFailingProgramIsAFailedTrialAndAHangingOneATimeout) {
  const TemporaryFolder folder;
  WriteFile(folder / "x.json", Config(HostileMethod("right") + ",\n" + HostileMethod("crash") +
                                      ",\n" + HostileMethod("hang")));
  const CommandResult run =
      RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --timeout 3 --allow-external");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const std::string trials = ReadFile(folder / "out" / "trials.csv");
  EXPECT_NE(trials.find("external programs: map hostile 1"), std::string::npos) << trials;
  EXPECT_NE(trials.find("my map has no weights"), std::string::npos) << trials;
  EXPECT_NE(trials.find("timeout"), std::string::npos) << trials;
}

// hostile.py says 0.001 s of every task, whatever they take; the map is used for the Gram rows
// only.
TEST_F(External, TheProgramsOwnSecondsStandBesideMercersClock) {
  const TemporaryFolder folder;
  WriteFile(folder / "x.json", Config(HostileMethod("right") +
                                      R"(, {"id": "ours", "D": 8, "map": "random_fourier"})"));
  const CommandResult run =
      RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --allow-external");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto records = Records(folder / "out");
  ASSERT_EQ(records.size(), 2U);
  for (const auto& [id, line] : records) {
    const nlohmann::json record = nlohmann::json::parse(line)["record"];
    EXPECT_TRUE(record.contains("draw_s")) << line;
    EXPECT_FALSE(record.contains("fit_program_s")) << line;
    for (const char* column : {"draw_program_s", "transform_train_program_s"}) {
      EXPECT_EQ(record.contains(column), record["map"] == "external") << line;
      EXPECT_NEAR(std::stod(record.value(column, "0.001")), 0.001, 1e-12) << line;
    }
  }
}

TEST_F(External, AKilledTrialLeavesNoFiles) {
  const TemporaryFolder folder;
  WriteFile(folder / "x.json", Config(HostileMethod("hang_in_map")));
  const CommandResult run =
      RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --timeout 2 --allow-external");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_NE(ReadFile(folder / "out" / "trials.csv").find("timeout"), std::string::npos);
  // The program names the file that it was given.
  const std::string exchanged = ReadFile(folder / "exchanged");
  ASSERT_NE(exchanged.find("mercer-external-"), std::string::npos) << exchanged;
  EXPECT_FALSE(std::filesystem::exists(exchanged)) << exchanged;
}

TEST_F(External, TransformTellsTheProgramItsThreads) {
  const TemporaryFolder folder;
  WriteFile(folder / "rows.libsvm", "1 1:0.5\n-1 1:0.25\n");
  const CommandResult result =
      RunMercer("transform --kernel gaussian,sigma=1 --D 4 --threads 3 --allow-external --map " +
                HostileMap("say_threads") + " " + (folder / "rows.libsvm").string() + " " +
                (folder / "out.npy").string());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("refuses to draw: 3 threads, OMP_NUM_THREADS=3"), std::string::npos)
      << result.err;
}

TEST_F(External, AnotherFileMakesTheRecordStale) {
  const TemporaryFolder folder;
  const std::string program = ReadFile(Hostile());
  WriteFile(folder / "map.py", program);
  WriteFile(
      folder / "x.json",
      Config(
          R"({"id": "m", "D": 4, "map": {"name": "external", "command": ["python3", "map.py", "right"]}})"));
  const std::string run = "run " + (folder / "x.json").string() + " --out " +
                          (folder / "out").string() + " --no-passport --allow-external";
  EXPECT_EQ(RunMercer(run).exit_code, 0) << RunMercer(run).err;
  EXPECT_NE(RunMercer(run).err.find("0 ran now, 1 kept"), std::string::npos);
  WriteFile(folder / "map.py", program + "\n");
  const CommandResult changed = RunMercer(run);
  EXPECT_NE(changed.err.find("1 trials are stale"), std::string::npos) << changed.err;
}

TEST_F(External, NumPysMapIsRight) {
  if (!HasModule("numpy")) GTEST_SKIP() << "no NumPy";
  const CommandResult result =
      RunMercer("doctor --kernel gaussian,sigma=1 --allow-external --json --map @" +
                (SourceDir() / "examples/external/my_map.json").string());
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

// The same kernel, the same law: the mean squared errors of 200 draws each differ by less than five
// standard errors of the difference.
TEST_F(External, ScikitLearnsMapErrsAsOurs) {
  if (!HasModule("sklearn")) GTEST_SKIP() << "no scikit-learn";
  const std::string doctor =
      "doctor --kernel gaussian,sigma=1 --D 64 --draws 200 --allow-external --json --map ";
  const auto ours = nlohmann::json::parse(RunMercer(doctor + "random_fourier").out)[0];
  const CommandResult result =
      RunMercer(doctor + "'external,command=[\"python3\",\"" +
                (SourceDir() / "examples/external/sklearn_maps.py").string() +
                "\"],params={\"map\":\"RBFSampler\"},traits={\"unbiased\":true}'");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  const auto theirs = nlohmann::json::parse(result.out)[0];
  const double difference = theirs["variance"].get<double>() - ours["variance"].get<double>();
  const double error = std::hypot(theirs["variance_standard_error"].get<double>(),
                                  ours["variance_standard_error"].get<double>());
  EXPECT_LT(std::abs(difference), 5 * error);
}

// A method whose map and learner are both programs of others: each phase has the program's own
// seconds beside those of Mercer's clock.
TEST_F(External, AMapAndALearnerAreOneMethod) {
  if (!HasModule("sklearn")) GTEST_SKIP() << "no scikit-learn";
  const TemporaryFolder folder;
  const std::string programs = (SourceDir() / "examples/external").string();
  WriteFile(folder / "both.json", R"({"experiment": "both", "seed": 1, "repetitions": 1,
 "datasets": [{"name": "nursery", "encode": "one_hot", "labels": "random_halves",
               "split": {"train_fraction": 0.6, "max_train": 500}, "preprocess": ["minmax"]}],
 "kernels": [{"name": "gaussian", "sigma": 2}], "metrics": ["accuracy"],
 "methods": [{"id": "both", "D": 64,
   "map": {"name": "external", "command": ["python3", ")" +
                                      programs + R"(/numpy_fourier.py"]},
   "learner": {"name": "external", "command": ["python3", ")" +
                                      programs + R"(/sklearn_learners.py"],
               "params": {"learner": "LinearSVC", "C": 1}}}]})");
  const CommandResult run =
      RunMercer("run " + (folder / "both.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --allow-external");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto records = Records(folder / "out");
  ASSERT_EQ(records.size(), 1U);
  const nlohmann::json record = nlohmann::json::parse(records.begin()->second)["record"];
  const auto number = [&](const std::string& key) { return std::stod(record.value(key, "-1")); };
  EXPECT_GT(number("accuracy"), 0.75);
  for (const std::string phase : {"draw", "transform_train", "fit", "transform_test", "predict"}) {
    EXPECT_GT(number(phase + "_program_s"), 0) << phase;
    EXPECT_LE(number(phase + "_program_s"), number(phase + "_s")) << phase;
  }
  const std::string message = record.value("message", "");
  EXPECT_NE(message.find("learner scikit-learn "), std::string::npos) << message;
  EXPECT_NE(message.find("map NumPy "), std::string::npos) << message;
}

// A learner of values is told so, and its predictions are not rounded to labels.
TEST_F(External, ALearnerOfValuesPredictsThem) {
  if (!HasModule("numpy")) GTEST_SKIP() << "no NumPy";
  const TemporaryFolder folder;
  WriteFile(folder / "mean.py", R"(import json, sys
import numpy as np
def say(**line):
    print(json.dumps(line), flush=True)
for line in sys.stdin:
    task = json.loads(line)
    say(ready=1)
    sys.stdin.readline()
    if task["do"] == "fit":
        if task["predicts"] != "values":
            say(error="asked to predict " + task["predicts"])
            continue
        mean = float(np.load(task["labels"]).mean())
        say(fitted={"seconds": 0.001})
    else:
        say(predicted={"seconds": 0.001})
        sys.stdin.readline()
        np.save(task["to"], np.full(len(np.load(task["rows"])), mean))
        say(written=True)
)");
  // Training rows have the mean 2.5; 2.5 for 1 and 4 is wrong by 1.5 each.
  WriteFile(folder / "rows.csv", "1,0,1\n2,1,4\n3,0,1\n4,1,4\n");
  WriteFile(folder / "train", "0\n1\n");
  const auto run = [&](const std::string& predicts, const std::string& out) {
    WriteFile(folder / "x.json", R"({"experiment": "x",
 "datasets": [{"path": "rows.csv", "split": {"train_rows": "train"}}],
 "kernels": [{"name": "gaussian", "sigma": 1}], "metrics": ["rmse"],
 "methods": [{"id": "mean", "learner": {"name": "external",
   "command": ["python3", "mean.py"])" +
                                     predicts + "}}]}");
    return RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / out).string() +
                     " --no-passport --allow-external");
  };
  const CommandResult values = run(R"(, "predicts": "values")", "values");
  EXPECT_EQ(values.exit_code, 0) << values.err;
  for (const auto& [id, line] : Records(folder / "values"))
    EXPECT_EQ(nlohmann::json::parse(line)["record"]["rmse"], "1.5") << line;
  const CommandResult classes = run("", "classes");
  EXPECT_EQ(classes.exit_code, 2) << classes.err;
  EXPECT_NE(classes.err.find("predicts classes"), std::string::npos) << classes.err;
}

TEST_F(External, ScikitLearnsMachinesLearn) {
  if (!HasModule("sklearn")) GTEST_SKIP() << "no scikit-learn";
  const TemporaryFolder folder;
  const std::string program = (SourceDir() / "examples/external/sklearn_learners.py").string();
  std::string rows;
  for (int i = 0; i < 80; ++i)
    rows += (i % 2 == 0 ? "1 1:" : "-1 1:-") + std::to_string(0.1 + 0.01 * i) + " 2:0.5\n";
  WriteFile(folder / "rows.libsvm", rows);
  WriteFile(folder / "x.json", R"({"experiment": "x", "seed": 1, "repetitions": 1,
 "datasets": [{"path": "rows.libsvm", "split": {"train_fraction": 0.5}}],
 "kernels": [{"name": "gaussian", "sigma": 1}], "metrics": ["accuracy"],
 "methods": [{"id": "linear", "D": 64, "map": "random_fourier", "learner": {"name": "external",
   "command": ["python3", ")" + program +
                                   R"("], "params": {"learner": "LinearSVC", "C": 10}}},
  {"id": "exact", "learner": {"name": "external",
   "command": ["python3", ")" + program +
                                   R"("], "params": {"learner": "SVC", "C": 10}}}]})");
  const CommandResult run =
      RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --allow-external");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("2 ok, 0 failed"), std::string::npos) << run.err;
  EXPECT_NE(ReadFile(folder / "out" / "trials.csv").find("learner scikit-learn"),
            std::string::npos);
}

}  // namespace
}  // namespace mercer::testing
