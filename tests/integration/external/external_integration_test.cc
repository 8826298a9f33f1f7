// Maps that are programs: right ones, and ones that break their promises.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/integration/external/external_programs.h"

namespace mercer::testing {
namespace {

CommandResult Doctor(const std::string& mode) {
  return RunMercer(
      "doctor --kernel gaussian,sigma=1 --D 16 --draws 40 --allow-external --json --map " +
      HostileMap(mode));
}

std::string FaultsOf(const CommandResult& result) {
  if (result.out.empty()) return result.err;
  return nlohmann::json::parse(result.out)[0]["faults"].dump();
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
           {"draws", "two draws with one seed differ"},
           {"other_rows", "depend on the other rows"},
           {"odd_rows", "depend on the other rows"},
           {"first_rows", "depend on the other rows"},
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
           {"killed", "was ended by SIGKILL"},
           {"close_output", "closed its output in place of an answer"}}) {
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
  const CommandResult sizes = RunMercer("plan " + config + " --error 0.1");
  EXPECT_EQ(sizes.exit_code, 0) << sizes.err;
  EXPECT_NE(sizes.out.find("-  it is a program, which plan does not start; mercer doctor --target"),
            std::string::npos)
      << sizes.out;
  EXPECT_EQ(sizes.out.find("--allow-external"), std::string::npos) << sizes.out;
  EXPECT_EQ(RunMercer("doctor " + config).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "started"));
}

TEST_F(External, AFailingProgramIsAFailedTrialAndAHangingOneATimeout) {
  const TemporaryFolder folder;
  WriteFile(folder / "x.json", Config(HostileMethod("right") + ",\n" + HostileMethod("crash") +
                                      ",\n" + HostileMethod("hang")));
  const std::string right = "external programs: map hostile 1", crash = "my map has no weights";
  std::string trials;
  const auto has = [&](const std::string& words) { return trials.find(words) != trials.npos; };
  // On a busy machine the time may be over before the first two are done: then there is more.
  for (int seconds = 3; seconds < 50 && !(has(right) && has(crash)); seconds *= 4) {
    const std::string limit = std::to_string(seconds);
    const CommandResult run = RunSweep(folder, "out-" + limit, "--timeout " + limit);
    EXPECT_EQ(run.exit_code, 1) << run.err;
    trials = ReadFile(folder / ("out-" + limit) / "trials.csv");
  }
  EXPECT_TRUE(has(right)) << trials;
  EXPECT_TRUE(has(crash)) << trials;
  EXPECT_TRUE(has("timeout")) << trials;
}

// The limit of memory is that of the trial, which the program is a part of. Without a control group
// the program is refused the memory and ends by itself.
TEST_F(External, AProgramThatTakesTooMuchMemoryIsOutOfMemory) {
  const TemporaryFolder folder;
  WriteFile(folder / "x.json", Config(HostileMethod("eat")));
  const CommandResult run = RunSweep(folder, "out", "--memory 1");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const std::string trials = ReadFile(folder / "out" / "trials.csv");
  if (trials.find("SIGKILL") == std::string::npos) GTEST_SKIP() << "no control group: " << trials;
  EXPECT_NE(trials.find("out_of_memory"), std::string::npos) << trials;
}

// hostile.py says 0.001 s of every task, whatever they take; the map is used for the Gram rows
// only.
TEST_F(External, TheProgramsOwnSecondsStandBesideMercersClock) {
  const TemporaryFolder folder;
  WriteFile(folder / "x.json", Config(HostileMethod("right") +
                                      R"(, {"id": "ours", "D": 8, "map": "random_fourier"})"));
  const CommandResult run = RunSweep(folder, "out");
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
  // The program names the file that it was given, where a busy machine lets it come so far.
  std::string exchanged;
  for (int seconds = 2; seconds < 50 && exchanged.empty(); seconds *= 4) {
    const std::string limit = std::to_string(seconds);
    const CommandResult run = RunSweep(folder, "out-" + limit, "--timeout " + limit);
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_NE(ReadFile(folder / ("out-" + limit) / "trials.csv").find("timeout"),
              std::string::npos);
    if (std::filesystem::exists(folder / "exchanged")) exchanged = ReadFile(folder / "exchanged");
  }
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
  WriteFile(folder / "x.json", Config(
                                   R"({"id": "m", "D": 4,
              "map": {"name": "external", "command": ["python3", "map.py", "right"]}})"));
  const CommandResult first = RunSweep(folder, "out");
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_NE(RunSweep(folder, "out").err.find("0 ran now, 1 kept"), std::string::npos);
  WriteFile(folder / "map.py", program + "\n");
  const CommandResult changed = RunSweep(folder, "out");
  EXPECT_NE(changed.err.find("1 trials are stale"), std::string::npos) << changed.err;
}

// The version is known only once the program has run: a resumed sweep that finds another one keeps
// the records of the new program alone.
TEST_F(External, AnotherVersionMakesTheOlderRecordsStale) {
  const TemporaryFolder folder;
  std::string config = Config(HostileMethod("right"));
  config.replace(config.find("\"repetitions\": 1"), 16, "\"repetitions\": 3");
  WriteFile(folder / "x.json", config);
  setenv("HOSTILE_VERSION", "1", 1);
  for (const char* part : {"--only repetition=0", "--only repetition=1"})
    EXPECT_NE(RunSweep(folder, "out", part).err.find("1 ran now"), std::string::npos) << part;
  setenv("HOSTILE_VERSION", "2", 1);
  const CommandResult other = RunSweep(folder, "out");
  EXPECT_NE(other.err.find("stale"), std::string::npos) << other.err;
  const std::string trials = ReadFile(folder / "out" / "trials.csv");
  EXPECT_EQ(trials.find("map hostile 1"), std::string::npos) << trials;
  EXPECT_NE(trials.find("map hostile 2"), std::string::npos) << trials;
  const CommandResult again = RunSweep(folder, "out", "--retry stale");
  EXPECT_NE(again.err.find("2 ran now, 1 kept"), std::string::npos) << again.err;
  EXPECT_EQ(Records(folder / "out").size(), 3U);
  unsetenv("HOSTILE_VERSION");
}

TEST_F(External, ASavedMapIsThatOfItsFiles) {
  const TemporaryFolder folder;
  WriteFile(folder / "map.py", ReadFile(Hostile()));
  WriteFile(folder / "map.json",
            R"({"name": "external", "command": ["python3", "map.py", "right"]})");
  WriteFile(folder / "rows.libsvm", "1 1:0.5\n-1 1:0.25\n");
  const std::string rows = (folder / "rows.libsvm").string() + " ",
                    saved = (folder / "saved.json").string(),
                    transform = "transform --allow-external ",
                    features = (folder / "out.npy").string();
  const CommandResult save =
      RunMercer(transform + "--kernel gaussian,sigma=1 --D 4 --map @" +
                (folder / "map.json").string() + " --save-map " + saved + " " + rows + features);
  ASSERT_EQ(save.exit_code, 0) << save.err;
  const std::string first = ReadFile(folder / "out.npy");
  const std::string load = transform + "--map-file " + saved + " " + rows + features;
  EXPECT_EQ(RunMercer(load).exit_code, 0) << RunMercer(load).err;
  EXPECT_EQ(ReadFile(folder / "out.npy"), first);
  WriteFile(folder / "map.py", ReadFile(Hostile()) + "\n");
  const CommandResult changed = RunMercer(load);
  EXPECT_EQ(changed.exit_code, 2);
  EXPECT_NE(changed.err.find("the files of its program have changed"), std::string::npos)
      << changed.err;
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

}  // namespace
}  // namespace mercer::testing
