#include "experiments/run/sweep/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::Not;
using testing::SmallConfig;
using testing::SmallRun;

TEST(Progress, PlainLinesAreOneForEachTrial) {
  SmallRun run;
  Json config = SmallConfig();
  config["repetitions"] = 1;
  std::ostringstream out;
  Progress progress(out, false);
  {
    const testing::TemporaryFolder folder;
    const Catalogue catalogue(folder / "data");
    RunOptions options;
    options.out = folder / "out";
    RunExperiment(testing::ParseExperiment(config, catalogue), catalogue, options, progress);
  }
  EXPECT_THAT(out.str(), HasSubstr("1/3 ok nursery polynomial exact rep 0 acc 0."));
  EXPECT_THAT(out.str(), HasSubstr("3/3 ok nursery polynomial h01 D=10 rep 0 acc 0."));
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b")));
  EXPECT_EQ(progress.done(), 3U);
}

TEST(Progress, WhomItWaitsForIsOneLineAndOnTheLine) {
  const Catalogue catalogue{std::filesystem::path()};
  const auto trials = ExpandTrials(testing::ParseExperiment(SmallConfig(), catalogue));
  const std::vector<const Trial*> two{&trials[0], &trials[1]};
  for (const bool terminal : {false, true}) {
    std::ostringstream out;
    Progress progress(out, terminal);
    progress.OnStart(6, two);
    progress.OnWaiting(two, 4711);
    EXPECT_THAT(out.str(),
                HasSubstr("waiting for nursery polynomial exact rep 0 and 1 more, which process "
                          "4711 runs: this run continues when they have finished, and runs them "
                          "itself if that process is killed (kill 4711)"));
    if (terminal) {
      EXPECT_THAT(out.str(), HasSubstr("4/6: waiting for nursery polynomial exact rep 0"));
    }
    progress.OnTrialStart(trials[0]);
    const std::size_t before = out.str().size();
    progress.OnTrialEnd(trials[0], ResultRecord(), 1);
    EXPECT_THAT(out.str().substr(before), Not(HasSubstr("waiting")));
    progress.OnWaiting({}, std::nullopt);
    EXPECT_THAT(out.str(), HasSubstr("waiting for trials.csv, which a process of another machine "
                                     "or user writes: this run ends when that is written"));
  }
}

TEST(TrialNames, TellTheCellsOfAGridApart) {
  const Catalogue catalogue{std::filesystem::path()};
  const auto names_of = [&](const Json& config) {
    const auto trials = ExpandTrials(testing::ParseExperiment(config, catalogue));
    std::vector<const Trial*> pointers;
    for (const Trial& trial : trials) pointers.push_back(&trial);
    const TrialNames names(pointers);
    std::vector<std::string> texts;
    for (const Trial& trial : trials) texts.push_back(names.Of(trial));
    return texts;
  };
  Json config = SmallConfig();
  config["repetitions"] = 1;
  EXPECT_THAT(names_of(config), ::testing::ElementsAre("nursery polynomial exact rep 0",
                                                       "nursery polynomial rm D=20 rep 0",
                                                       "nursery polynomial h01 D=10 rep 0"));
  config["kernels"] = Json::parse(R"([{"name": "gaussian", "sigma": [1, 2]}])");
  config["methods"] = Json::parse(R"([{"id": "rff", "D": 4, "learner": {"name": "liblinear"},
      "map": {"name": "random_fourier", "variant": ["cos_sin", "cos_offset"]}}])");
  EXPECT_THAT(names_of(config), ::testing::ElementsAre(
                                    "nursery gaussian(sigma=1) rff(variant=cos_sin) D=4 rep 0",
                                    "nursery gaussian(sigma=1) rff(variant=cos_offset) D=4 rep 0",
                                    "nursery gaussian(sigma=2) rff(variant=cos_sin) D=4 rep 0",
                                    "nursery gaussian(sigma=2) rff(variant=cos_offset) D=4 rep 0"));
  config = SmallConfig();
  config["repetitions"] = 1;
  config["methods"].erase(2);
  config["methods"][0]["learner"] = {
      {"name", "kernel_ridge"}, {"target", "classes"}, {"lambda", {1, 2}}};
  config["methods"][1]["learner"]["cost"] = 1;
  EXPECT_THAT(names_of(config)[1], HasSubstr("exact(lambda=2"));
  EXPECT_EQ(names_of(config)[2], "nursery polynomial rm D=20 rep 0");
  config["methods"][0] = SmallConfig()["methods"][0];
  config["methods"].erase(1);
  config["datasets"].push_back(config["datasets"][0]);
  config["datasets"][1].erase("preprocess");
  config["datasets"][1]["labels"] = {"random_halves", {{"name", "class_vs_rest"}, {"class", 1}}};
  EXPECT_THAT(names_of(config),
              ::testing::ElementsAre(
                  "nursery [random_halves] [minmax+max_norm] polynomial exact rep 0",
                  "nursery [random_halves] [columns as read] polynomial exact rep 0",
                  "nursery [class_vs_rest(class=1)] [columns as read] polynomial exact rep 0"));
}

TEST(Progress, DurationsForPeople) {
  EXPECT_EQ(FormatDuration(3.21), "3.2 s");
  EXPECT_EQ(FormatDuration(245), "4 min 05 s");
  EXPECT_EQ(FormatDuration(7830), "2 h 10 min");
}

Trial SomeTrial(int repetition) {
  Trial trial;
  trial.cell.dataset.name = "nursery";
  trial.cell.kernel.name = "polynomial";
  trial.cell.method = "exact";
  trial.repetition = repetition;
  return trial;
}

ResultRecord Ended(const char* status) {
  ResultRecord record;
  record.SetText("status", status);
  return record;
}

TEST(Progress, OnATerminalOneLineSaysHowFarAndWhat) {
  std::ostringstream out;
  Progress progress(out, true, 2);
  const std::vector<Trial> trials{SomeTrial(0), SomeTrial(1), SomeTrial(2), SomeTrial(3)};
  const auto last = [&] {
    std::string line = out.str().substr(out.str().rfind("\x1b[?7l") + 5);
    return line.substr(0, line.find('\x1b'));
  };
  progress.OnExpected({10, 10, 10, 10});
  progress.OnStart(8, {&trials[0], &trials[1], &trials[2], &trials[3]});
  progress.OnTrialStart(trials[0]);
  progress.OnTrialStart(trials[1]);
  progress.OnPhase(trials[1], "fit");
  EXPECT_EQ(last(),
            "[##########..........] 4/8: nursery polynomial exact rep 1, fit and 1 more, "
            "about 20.0 s left");
  progress.OnTrialEnd(trials[1], Ended("ok"), 4);
  EXPECT_THAT(last(), AllOf(HasSubstr("[############........] 5/8, 1 ok: "), HasSubstr("rep 0")));
  progress.OnTrialEnd(trials[0], Ended("timeout"), 4);
  EXPECT_THAT(out.str(), HasSubstr("6/8 timeout nursery polynomial exact rep 0"));
  EXPECT_THAT(last(), HasSubstr("6/8, 1 ok, 1 timeout"));
  // Both took 4 s: two are left for two jobs.
  EXPECT_DOUBLE_EQ(progress.SecondsLeft(), 4);
}

}  // namespace
}  // namespace mercer
