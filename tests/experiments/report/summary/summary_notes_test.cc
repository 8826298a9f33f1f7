// What is said of trials that failed, warned or were timed badly.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"
#include "tests/experiments/report/summary/summary_records.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing::kRm;
using testing::MadeResults;
using ::testing::Not;
using testing::Rm;

TEST(Summarise, FailedTrialsAreLeftOutOfMeansAndNoted) {
  const Summary summary = Summarise(
      MadeResults({Rm("0", {{"accuracy", "0.9"}, {"warnings", "reached 1000 iterations; slow"}}),
                   Rm("1", {{"accuracy", "0.1"}, {"status", "failed"}, {"message", "a nan"}}),
                   Rm("2", {{"accuracy", "0.8"}, {"warnings", "reached 1000 iterations"}})},
                  ""),
      {});
  const Measured& accuracy = summary.Find(kRm, "accuracy")->measured;
  EXPECT_EQ(accuracy.n, 2);
  EXPECT_DOUBLE_EQ(accuracy.mean, 0.85);
  ASSERT_EQ(summary.failures.size(), 1U);
  EXPECT_EQ(summary.failures[0].status, "failed");
  EXPECT_EQ(summary.failures[0].text, "a nan");
  EXPECT_EQ(summary.failures[0].trials, 1);
  ASSERT_EQ(summary.warnings.size(), 2U);
  EXPECT_EQ(summary.warnings[0].text, "reached 1000 iterations");
  EXPECT_EQ(summary.warnings[0].trials, 2);
  EXPECT_EQ(summary.warnings[0].of, 3);
  EXPECT_EQ(summary.warnings[1].text, "slow");
}

TEST(Summarise, WarningsThatDifferInWholeNumbersAreOne) {
  const auto warning = [](const char* text) {
    return testing::Fields{{"accuracy", "0.9"}, {"warnings", text}};
  };
  const Summary summary = Summarise(
      MadeResults(
          {Rm("0", warning("rm: D = 64 is a constant, 20 of order 1, 43 of order 2")),
           Rm("1", warning("rm: D = 64 is a constant, 9 of order 1, 54 of order 2")),
           Rm("2", warning("rm: D = 64 is a constant, 63 of order 1")),
           Rm("3", warning("rm: D = 64 is a constant, 21 of order 1, 42 of order 2")),
           Rm("4", warning("gap 0.05 after 7 passes")), Rm("5", warning("gap 0.07 after 9 passes")),
           Rm("6", warning("gap 0.05 after 8 passes"))},
          ""),
      {});
  ASSERT_EQ(summary.warnings.size(), 4U);
  EXPECT_EQ(summary.warnings[0].text,
            "rm: D = 64 is a constant, 9 to 21 of order 1, 42 to 54 of order 2");
  EXPECT_EQ(summary.warnings[0].trials, 3);
  EXPECT_EQ(summary.warnings[1].text, "rm: D = 64 is a constant, 63 of order 1");
  EXPECT_EQ(summary.warnings[2].text, "gap 0.05 after 7 to 8 passes");
  EXPECT_EQ(summary.warnings[3].text, "gap 0.07 after 9 passes");
}

TEST(Summarise, WarningsAreOfTheTrialsThatRan) {
  const Summary summary = Summarise(
      MadeResults({Rm("0", {{"accuracy", "0.9"}, {"warnings", "slow"}}),
                   Rm("1", {{"status", "skipped"}, {"metric", ""}, {"message", "fetch it"}})},
                  ""),
      {});
  EXPECT_EQ(summary.warnings.at(0).of, 1);
  EXPECT_EQ(summary.failures.at(0).of, 2);
  EXPECT_EQ(summary.finished, 1);
}

TEST(Summarise, TimeoutsAreOneNoteWhateverTheyTook) {
  const std::string begin = "stopped at the limit of 1 s (--timeout, limits.seconds)";
  const Summary summary = Summarise(
      MadeResults(
          {Rm("0", {{"status", "timeout"}, {"message", begin + " after 1 s and 70.6 MiB"}}),
           Rm("1", {{"status", "timeout"}, {"message", begin + " after 1.1 s and 71 MiB"}})},
          ""),
      {});
  ASSERT_EQ(summary.failures.size(), 1U);
  EXPECT_EQ(summary.failures[0].text, begin);
  EXPECT_EQ(summary.failures[0].trials, 2);
}

TEST(Summarise, WhatATrialSpentIsLeftOutWhereverItStands) {
  const auto note = [](const std::string& message) {
    return Summarise(MadeResults({Rm("0", {{"status", "failed"}, {"message", message}})}, ""), {})
        .failures.at(0)
        .text;
  };
  EXPECT_EQ(note("a after 1e-05 s and 3 MiB; b after 2.5 s and 70.6 MiB"), "a; b");
  EXPECT_EQ(note("a after after 1 s and 3 MiB"), "a after");
  for (const std::string kept : {"a after 1 s", "a after  s and 3 MiB", "a after 1 s and 3 GiB",
                                 "a after x s and 3 MiB", "after 1 s and 3 MiB"})
    EXPECT_EQ(note(kept), kept);
  const std::string digits(30'000, '7');
  EXPECT_EQ(note("a after " + digits + " s and " + digits + " MiB"), "a");
}

TEST(Summarise, OfADataSetIsSaidWhatAllItsTrialsSay) {
  const auto said = [](const std::string& first, const std::string& second) {
    return Summarise(MadeResults({Rm("0", {{"accuracy", "1"}, {"message", first}}),
                                  Rm("1", {{"accuracy", "1"}, {"message", second}})},
                                 ""),
                     {})
        .datasets.at(0)
        .said;
  };
  EXPECT_EQ(said("labels: a against b", "labels: a against b"), "labels: a against b");
  EXPECT_EQ(said("labels: a against b; budget: 2 s", "labels: a against b; budget: 3 s"),
            "labels: a against b");
  EXPECT_EQ(said("expected: 1", "expected: 2"), "");
}

TEST(Summarise, CountsTheInvalidTimesOfTimesAlone) {
  const Summary summary = Summarise(
      MadeResults({Rm("0", {{"accuracy", "1"}, {"fit_s", "1"}, {"timing_valid", "false"}}),
                   Rm("1", {{"accuracy", "1"}, {"fit_s", "1"}, {"timing_valid", "true"}})},
                  ""),
      {});
  EXPECT_EQ(summary.Find(kRm, "train_s")->invalid_times, 1);
  EXPECT_EQ(summary.Find(kRm, "accuracy")->invalid_times, 0);
}

RunContext OnProcessor(const std::string& run_id, const std::string& cpu) {
  return {run_id, nlohmann::json{{"run_id", run_id}, {"cpu", cpu}}.dump()};
}

// Runs a and b are on processors of one name and two generations, run c on a third.
ResultFolder OfProcessors(const std::vector<testing::Fields>& trials) {
  ResultFolder folder = MadeResults({}, "");
  folder.contexts = {OnProcessor("a", "Fast"), OnProcessor("b", "Fast"), OnProcessor("c", "Slow")};
  for (const testing::Fields& trial : trials) {
    const std::string repetition = std::to_string(folder.records.size());
    folder.records.push_back(
        testing::Changed(Rm(repetition, {{"accuracy", "1"}, {"fit_s", "1"}}), trial));
  }
  return folder;
}

TEST(Summarise, TheCaptionSaysThatTrialsRanOnDifferentProcessors) {
  const ResultFolder mixed = OfProcessors({{{"run_id", "a"}, {"instruction_set", "avx512"}},
                                           {{"run_id", "b"}, {"instruction_set", "avx2+fma"}},
                                           {{"run_id", "b"}, {"instruction_set", "avx2+fma"}},
                                           {{"run_id", "c"}, {"instruction_set", "avx512"}}});
  Summary summary = Summarise(mixed, {});
  EXPECT_THAT(Caption(summary),
              Contains(HasSubstr("different processors: 2 on Fast (avx2+fma), 1 on Fast (avx512), "
                                 "1 on Slow (avx512). Means of their times mix")));
  summary.normalised = true;
  EXPECT_THAT(Caption(summary), Not(Contains(HasSubstr("different processors"))));
}

TEST(Summarise, TuningAndFailedTrialsOnAnotherProcessorMixNoTimes) {
  const testing::Fields first = {{"run_id", "a"}, {"instruction_set", "avx512"}};
  const testing::Fields again = {{"run_id", "b"}, {"instruction_set", "avx512"}};
  const testing::Fields tuning = {
      {"run_id", "c"}, {"instruction_set", "avx512"}, {"metric", "tuning"}, {"value", "1"}};
  const testing::Fields failed = {
      {"run_id", "c"}, {"instruction_set", "avx512"}, {"status", "failed"}};
  const auto caption = [](const std::vector<testing::Fields>& trials) {
    return Caption(Summarise(OfProcessors(trials), {}));
  };
  EXPECT_THAT(caption({first, again, tuning, failed}),
              Not(Contains(HasSubstr("different processors"))));
  EXPECT_THAT(caption({first, {{"run_id", "c"}, {"instruction_set", "avx512"}}}),
              Contains(HasSubstr("different processors")));
}

}  // namespace
}  // namespace mercer
