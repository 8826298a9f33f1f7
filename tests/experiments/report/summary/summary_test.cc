#include "experiments/report/summary/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/layout.h"
#include "experiments/store/csv.h"
#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;

using testing::MadeConfig;
using testing::MadeRecord;
using testing::MadeResults;

const CellKey kExact{"alpha", "polynomial", "exact", 0};
const CellKey kRm{"alpha", "polynomial", "rm", 10};

ResultRecord Exact(const std::string& repetition, const testing::Fields& changes) {
  ResultRecord record = MadeRecord({{"method", "exact"}, {"repetition", repetition}});
  for (const auto& [column, value] : changes) record.SetText(column, value);
  return record;
}

ResultRecord Rm(const std::string& repetition, const testing::Fields& changes) {
  ResultRecord record = MadeRecord(
      {{"method", "rm"}, {"map", "random_maclaurin"}, {"D", "10"}, {"repetition", repetition}});
  for (const auto& [column, value] : changes) record.SetText(column, value);
  return record;
}

Verdict VerdictOfAccuracy(const std::string& measured, const std::string& reported_line) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", measured}})}, reported_line), {});
  return summary.Find(kRm, "accuracy")->judgement.verdict;
}

TEST(Measure, MeanAndSpreadByHand) {
  const double values[] = {1, 2, 6};
  const Measured measured = Measure(values);
  EXPECT_EQ(measured.n, 3);
  EXPECT_DOUBLE_EQ(measured.mean, 3);
  EXPECT_DOUBLE_EQ(*measured.std, std::sqrt(7.0));  // (4 + 1 + 9) / 2
  EXPECT_DOUBLE_EQ(*measured.standard_error, std::sqrt(7.0 / 3));
}

TEST(Measure, EqualValuesHaveNoSpreadAtAll) {
  const std::vector<double> values(10, 0.046774);  // of which ten add up to something else
  EXPECT_EQ(Measure(values).mean, 0.046774);
  EXPECT_EQ(*Measure(values).std, 0);
}

TEST(Measure, OneValueHasNoSpreadAndNoneNoMean) {
  const double one[] = {4};
  EXPECT_EQ(Measure(one).n, 1);
  EXPECT_DOUBLE_EQ(Measure(one).mean, 4);
  EXPECT_FALSE(Measure(one).std);
  EXPECT_EQ(Measure({}).n, 0);
}

TEST(Summarise, TimesAreTheSumsOfThePhasesThatTheProtocolNames) {
  const testing::Fields times = {{"draw_s", "1"},
                                 {"transform_train_s", "2"},
                                 {"fit_s", "4"},
                                 {"transform_test_s", "8"},
                                 {"predict_s", "16"}};
  const Summary all = Summarise(MadeResults({Rm("0", times)}, ""), {});
  EXPECT_DOUBLE_EQ(all.Find(kRm, "train_s")->measured.mean, 7);
  EXPECT_DOUBLE_EQ(all.Find(kRm, "test_s")->measured.mean, 24);

  auto config = MadeConfig();
  config["protocol"] = {{"train_time", {"fit"}}, {"test_time", {"predict"}}};
  const Summary named = Summarise(MadeResults({Rm("0", times)}, "", config), {});
  EXPECT_DOUBLE_EQ(named.Find(kRm, "train_s")->measured.mean, 4);
  EXPECT_DOUBLE_EQ(named.Find(kRm, "test_s")->measured.mean, 16);
}

TEST(Summarise, SpeedupIsTheBaselinesMeanOverTheMethods) {
  const Summary summary =
      Summarise(MadeResults({Exact("0", {{"fit_s", "10"}, {"predict_s", "3"}}),
                             Exact("1", {{"fit_s", "14"}, {"predict_s", "5"}}),
                             Rm("0", {{"draw_s", "1"}, {"fit_s", "2"}, {"predict_s", "8"}}),
                             Rm("1", {{"draw_s", "1"}, {"fit_s", "4"}, {"predict_s", "8"}})},
                            "table 1,alpha,polynomial,rm,10,train_speedup,3.5,,ratio,2,printed,\n"),
                {});
  const SummaryRow& train = *summary.Find(kRm, "train_speedup");
  EXPECT_DOUBLE_EQ(train.measured.mean, 3);  // 12 / 4
  EXPECT_EQ(train.measured.n, 2);
  EXPECT_FALSE(train.measured.std);
  EXPECT_DOUBLE_EQ(*train.difference, -0.5);
  EXPECT_EQ(train.judgement.verdict, Verdict::kNone);
  EXPECT_DOUBLE_EQ(summary.Find(kRm, "test_speedup")->measured.mean, 0.5);
  EXPECT_EQ(summary.Find(kExact, "train_speedup"), nullptr);
}

TEST(Summarise, SpeedupsOverEachKernelMachine) {
  const auto other = [](const char* method, const char* learner, const char* fit) {
    return MadeRecord({{"method", method}, {"learner", learner}, {"fit_s", fit}});
  };
  const Summary summary =
      Summarise(MadeResults({Exact("0", {{"learner", "libsvm"}, {"fit_s", "12"}}),
                             other("fm", "factorization_machine", "1"),
                             other("blocked", "exact_blocked", "3"), Rm("0", {{"fit_s", "2"}})},
                            ""),
                {});
  EXPECT_DOUBLE_EQ(summary.Find(kRm, "train_speedup")->measured.mean, 6);
  EXPECT_DOUBLE_EQ(summary.Find(kRm, "train_speedup:blocked")->measured.mean, 1.5);
  EXPECT_EQ(summary.Find(kRm, "train_speedup:fm"), nullptr) << "no kernel machine";
  EXPECT_EQ(summary.Find(kRm, "train_speedup:exact"), nullptr) << "the first one is train_speedup";
  const CellKey blocked{"alpha", "polynomial", "blocked", 0};
  EXPECT_DOUBLE_EQ(summary.Find(blocked, "train_speedup")->measured.mean, 4);
  // Results and times are tables of their own; a speed-up's column names what it is over.
  const auto tables = ComparisonTables(summary);
  ASSERT_EQ(tables.size(), 2U);
  const auto names = [](const Table& table) {
    std::vector<std::string> of_rm;
    for (const ReportColumn& column : table.columns)
      if (column.group == "rm") of_rm.push_back(column.name);
    return of_rm;
  };
  EXPECT_THAT(names(tables[0]), ElementsAre("D", "accuracy %"));
  EXPECT_THAT(names(tables[1]), ::testing::IsSupersetOf({"D", "train s", "× exact", "× blocked"}));
}

// A user's own experiment: a line is the data set's, without "ours" and "paper".
TEST(ComparisonTables, WithoutAPaperALineIsTheDataSets) {
  const auto tables = ComparisonTables(
      Summarise(MadeResults({Exact("0", {{"accuracy", "1"}}), Rm("0", {})}, ""), {}));
  ASSERT_FALSE(tables.empty());
  ASSERT_EQ(tables[0].rows.size(), 1U);
  EXPECT_EQ(tables[0].rows[0].heading, "");
  EXPECT_EQ(tables[0].rows[0].cells[0], "alpha");
}

TEST(ComparisonTables, MethodsWithoutNumbersOfThePaperStandApart) {
  const auto records = {Exact("0", {{"fit_s", "12"}}), Rm("0", {{"fit_s", "2"}})};
  const auto groups = [&](const std::string& reported) {
    std::vector<std::set<std::string>> out;
    for (const Table& table : ComparisonTables(Summarise(MadeResults(records, reported), {}))) {
      auto& methods = out.emplace_back();
      for (const ReportColumn& column : table.columns) methods.insert(column.group);
      methods.erase("");
    }
    return out;
  };
  using Groups = std::vector<std::set<std::string>>;
  // Results, and beneath them times.
  EXPECT_EQ(groups(""), (Groups{{"exact", "rm"}, {"exact", "rm"}}));
  EXPECT_EQ(groups("table 1,alpha,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"),
            (Groups{{"rm"}, {"exact"}, {"rm"}, {"exact"}}));
}

TEST(Summarise, EachVerdict) {
  const std::string line = "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n";
  const std::string with_std =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.001,fraction,3,printed,\n";
  EXPECT_EQ(VerdictOfAccuracy("0.945", with_std), Verdict::kAgrees);
  // One run, and nothing known of its spread.
  EXPECT_EQ(VerdictOfAccuracy("0.945", line), Verdict::kUntold);
  EXPECT_EQ(VerdictOfAccuracy("0.94", line), Verdict::kUntold);  // the edge belongs to it
  EXPECT_EQ(VerdictOfAccuracy("0.96", line), Verdict::kUntold);
  EXPECT_EQ(VerdictOfAccuracy("0.9399", line), Verdict::kWorse);
  EXPECT_EQ(VerdictOfAccuracy("0.9601", line), Verdict::kBetter);
  EXPECT_EQ(VerdictOfAccuracy("", line), Verdict::kUntold);
  EXPECT_EQ(VerdictOfAccuracy("0.5", ""), Verdict::kNotReported);
}

// The same number, of a machine without map on the official split.
TEST(Summarise, ExactWhereNothingIsDrawn) {
  nlohmann::json config = MadeConfig();
  config["datasets"][0]["split"] = "official";
  const auto judged = [&](const std::string& measured) {
    const std::vector<ResultRecord> records = {
        Exact("0", {{"accuracy", measured}, {"learner", "libsvm"}})};
    return Summarise(MadeResults(records,
                                 "table 1,alpha,polynomial,exact,,accuracy,0.95,,fraction,3,"
                                 "printed,\n",
                                 config),
                     {})
        .Find(kExact, "accuracy")
        ->judgement;
  };
  EXPECT_EQ(judged("0.9504").verdict, Verdict::kExact);
  EXPECT_EQ(judged("0.9506").verdict, Verdict::kAgrees);
  EXPECT_EQ(judged("0.9506").band->kind, BandKind::kFixed);
}

TEST(Summarise, TimesSpeedupsAndCountsGetNoVerdict) {
  const std::string lines =
      "table 1,alpha,polynomial,rm,10,train_s,1,,s,3,printed,\n"
      "table 1,alpha,polynomial,rm,10,train_speedup,100,,ratio,3,printed,\n"
      "table 1,alpha,polynomial,rm,10,ops_per_row,1,,absolute,3,printed,\n"
      "table 1,beta,polynomial,rm,10,test_s,1,,s,3,printed,\n";
  const Summary summary =
      Summarise(MadeResults({Exact("0", {{"accuracy", "1"}, {"fit_s", "12"}}),
                             Rm("0", {{"accuracy", "1"}, {"fit_s", "2"}, {"ops_per_row", "9"}})},
                            lines),
                {});
  int reported = 0;
  for (const SummaryRow& row : summary.rows) {
    if (!row.reported) continue;
    ++reported;
    EXPECT_EQ(row.judgement.verdict, Verdict::kNone) << row.metric;
    EXPECT_FALSE(row.judgement.band);
  }
  EXPECT_EQ(reported, 4);
}

testing::Fields Objectives(const std::string& primal, const std::string& dual) {
  return {{"accuracy", "0.95"}, {"primal_objective", primal}, {"dual_objective", dual}};
}

// One trial of two stopped 1.1 per cent above its optimum; the Gram error needs no optimum.
TEST(Summarise, AnUnsolvedCellHasNoVerdict) {
  const std::string lines =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.0001,fraction,3,printed,\n"
      "table 1,alpha,polynomial,rm,10,gram_mean_abs,2,0.01,absolute,3,printed,\n";
  const auto summary = [&](const std::string& dual, const std::string& sign = "") {
    auto worse = Objectives(sign + "200", dual);
    worse.emplace_back("gram_mean_abs", "2");
    return Summarise(MadeResults({Rm("0", Objectives("100", "99.5")), Rm("1", worse)}, lines), {});
  };
  const Summary unsolved = summary("197.8"), solved = summary("198.2");
  EXPECT_EQ(unsolved.Find(kRm, "accuracy")->judgement.verdict, Verdict::kUnsolved);
  EXPECT_FALSE(unsolved.Find(kRm, "accuracy")->judgement.band);
  EXPECT_TRUE(unsolved.Find(kRm, "primal_objective")->unsolved);
  EXPECT_EQ(unsolved.Find(kRm, "gram_mean_abs")->judgement.verdict, Verdict::kAgrees);
  EXPECT_NEAR(unsolved.Find(kRm, "duality_gap")->measured.mean, (0.005 + 0.011) / 2, 1e-12);
  EXPECT_EQ(solved.Find(kRm, "accuracy")->judgement.verdict, Verdict::kAgrees);
  EXPECT_FALSE(solved.Find(kRm, "accuracy")->unsolved);
  // An objective below 0 is a share of its size all the same.
  EXPECT_EQ(summary("-203", "-").Find(kRm, "accuracy")->judgement.verdict, Verdict::kUnsolved);
}

TEST(Summarise, ACellWhoseNumberChoseAParameterCannotBeTold) {
  const std::string line =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.001,fraction,3,printed,\n";
  const auto verdict = [&](const nlohmann::json& fitted) {
    nlohmann::json config = MadeConfig();
    config["paper"]["fitted"] = {fitted};
    return Summarise(MadeResults({Rm("0", {{"accuracy", "0.95"}})}, line, config), {})
        .Find(kRm, "accuracy")
        ->judgement.verdict;
  };
  EXPECT_EQ(verdict({{"method", "rm"}, {"dataset", "alpha"}, {"D", 10}}), Verdict::kUntold);
  EXPECT_EQ(verdict({{"method", "rm"}}), Verdict::kUntold);
  EXPECT_EQ(verdict({{"method", "exact"}}), Verdict::kAgrees);
  EXPECT_EQ(verdict({{"method", "rm"}, {"dataset", "beta"}}), Verdict::kAgrees);
  EXPECT_EQ(verdict({{"method", "rm"}, {"D", 20}}), Verdict::kAgrees);
}

TEST(Summarise, TrialsOfOnePointSetAreTakenTogether) {
  std::vector<ResultRecord> records;
  for (int i = 0; i < 12; ++i)
    records.push_back(Rm(std::to_string(i), {{"point_set", std::to_string(i / 2)},
                                             {"gram_mean_abs", std::to_string(2 + i % 2)}}));
  const Summary summary = Summarise(
      MadeResults(records,
                  "table 1,alpha,polynomial,rm,10,gram_mean_abs,2.5,,absolute,2,printed,\n"),
      {});
  const Judgement& judged = summary.Find(kRm, "gram_mean_abs")->judgement;
  EXPECT_EQ(judged.band->kind, BandKind::kPointSets);
  EXPECT_NEAR(judged.band->low, 2.45, 1e-12);  // each set has the mean 2.5
}

TEST(Summarise, ComparesOnlyTheSameCell) {
  const std::string good =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.001,fraction,3,printed,\n";
  for (const auto& [from, to] : testing::Fields{{"alpha", "gamma"},
                                                {"polynomial", "exponential"},
                                                {",rm,", ",h01,"},
                                                {",10,", ",11,"}}) {
    std::string line = good;
    line.replace(line.find(from), from.size(), to);
    EXPECT_EQ(VerdictOfAccuracy("0.95", line), Verdict::kNotReported) << to;
  }
  EXPECT_EQ(VerdictOfAccuracy("0.95", good), Verdict::kAgrees);
}

TEST(Summarise, GeneratedDataAreComparedByTheParametersThatThePaperGives) {
  const std::string line =
      "table 1,ball(d=50),polynomial,rm,10,gram_mean_abs,2,,absolute,3,digitised,\n"
      "table 1,ball(d=5),polynomial,rm,10,gram_mean_abs,9,,absolute,3,digitised,\n";
  const std::string dataset = "ball(d=50,law=uniform)";
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"dataset", dataset}, {"gram_mean_abs", "2.4"}})}, line), {});
  const SummaryRow& row = *summary.Find({dataset, "polynomial", "rm", 10}, "gram_mean_abs");
  EXPECT_EQ(row.reported->value, 2);
  EXPECT_EQ(row.judgement.verdict, Verdict::kUntold);
  EXPECT_NEAR(row.judgement.band->low, 2, 1e-12);
}

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

TEST(Summarise, SkippedCellThatThePaperReportsCannotBeTold) {
  const Summary summary = Summarise(
      MadeResults({Rm("0", {{"status", "skipped"}, {"metric", ""}, {"message", "fetch it"}})},
                  "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n"),
      {});
  const SummaryRow& row = *summary.Find(kRm, "accuracy");
  EXPECT_EQ(row.measured.n, 0);
  EXPECT_EQ(row.judgement.verdict, Verdict::kUntold);
  EXPECT_FALSE(row.difference);
}

TEST(Summarise, ReportedCellsThatWereNeverRunCannotBeTold) {
  const std::string lines =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n"
      "table 1,beta,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"
      "table 1,gamma,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n";
  const Summary summary = Summarise(MadeResults({Rm("0", {{"accuracy", "0.95"}})}, lines), {});
  EXPECT_EQ(summary.rows.size(), 2U);  // gamma is not in the config
  EXPECT_EQ(summary.Find({"beta", "polynomial", "rm", 10}, "accuracy")->judgement.verdict,
            Verdict::kUntold);
}

// However close it comes: the paper's number is of other data.
TEST(Summarise, SubstituteDataCannotBeTold) {
  for (const char* measured : {"0.95", "0.2"}) {
    const Summary summary = Summarise(
        MadeResults({Rm("0", {{"dataset", "alpha_sample"}, {"accuracy", measured}})},
                    "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n"),
        {{"alpha_sample", "alpha"}});
    const SummaryRow& row = *summary.Find({"alpha_sample", "polynomial", "rm", 10}, "accuracy");
    EXPECT_EQ(summary.rows.size(), 1U) << "no second row for the data that it stands in for";
    EXPECT_EQ(row.judgement.verdict, Verdict::kUntold);
    EXPECT_FALSE(row.judgement.band);
    EXPECT_TRUE(row.difference);
    EXPECT_EQ(summary.Substitutes("alpha_sample"), "alpha");
    EXPECT_NE(SummaryCsv(summary).find("substitute for alpha"), std::string::npos);
  }
}

TEST(Summarise, TuningTrialsAreNoMeasurements) {
  const Summary summary = Summarise(
      MadeResults({Exact("0", {{"metric", "tuning"}, {"fit_s", "1000"}, {"accuracy", "0.1"}}),
                   Exact("0", {{"fit_s", "1"}, {"accuracy", "0.9"}, {"tuned_params", "c=2"}})},
                  ""),
      {});
  EXPECT_EQ(summary.Find(kExact, "accuracy")->measured.n, 1);
  EXPECT_DOUBLE_EQ(summary.Find(kExact, "train_s")->measured.mean, 1);
  ASSERT_EQ(summary.tuned.size(), 1U);
  EXPECT_EQ(summary.tuned[0].choices[0].values, "c 2");
}

// Where D is not known, because its data are absent, all trials of a method are in one cell.
TEST(Summarise, RepetitionsAreCountedAndNotTrials) {
  std::vector<ResultRecord> records;
  for (const char* repetition : {"0", "1", "2"}) {
    for (int targets = 0; targets < 2; ++targets) {
      records.push_back(Rm(repetition, {{"D", ""}, {"status", "skipped"}, {"split_seed", "1"}}));
    }
  }
  const Summary absent = Summarise(MadeResults(records, ""), {});
  EXPECT_EQ(absent.trials, 6);
  EXPECT_EQ(absent.repetitions, 3);
  records.push_back(Exact("0", {{"accuracy", "0.9"}}));
  EXPECT_EQ(Summarise(MadeResults(records, ""), {}).fewest_repetitions, 1);
}

TEST(Summarise, ABandwidthThatVariesOverRepetitionsIsOneCell) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.9"}, {"kernel_params", "sigma=1.1"}}),
                             Rm("1", {{"accuracy", "0.7"}, {"kernel_params", "sigma=1.2"}})},
                            ""),
                {});
  ASSERT_EQ(summary.rows.size(), 1U);
  EXPECT_DOUBLE_EQ(summary.rows[0].measured.mean, 0.8);
}

TEST(Summarise, TwoDegreesOfOneKernelAreTwoCells) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.9"}, {"kernel_params", "degree=2"}}),
                             Rm("0", {{"accuracy", "0.7"}, {"kernel_params", "degree=3"}})},
                            ""),
                {});
  ASSERT_EQ(summary.rows.size(), 2U);
  EXPECT_EQ(summary.rows[0].cell.kernel, "polynomial(degree=2)");
  EXPECT_EQ(summary.rows[1].cell.kernel, "polynomial(degree=3)");
}

TEST(Summarise, TwoPreprocessingsOfOneDataSetAreTwoCells) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.9"}, {"preprocess", "minmax"}}),
                             Rm("0", {{"accuracy", "0.7"}, {"preprocess", "max_norm"}})},
                            "table 1,alpha,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"),
                {});
  ASSERT_EQ(summary.rows.size(), 2U);
  EXPECT_EQ(summary.rows[0].cell.dataset, "alpha [minmax]");
  EXPECT_EQ(summary.rows[0].judgement.verdict, Verdict::kUntold);
  EXPECT_EQ(summary.rows[1].judgement.verdict, Verdict::kWorse);
}

TEST(Summarise, TwoLabelRulesAndTwoSplitsOfOneDataSetAreFourCells) {
  const auto rm = [](const char* accuracy, const char* labels, const char* split) {
    return Rm("0", {{"accuracy", accuracy}, {"labels", labels}, {"split", split}});
  };
  const Summary summary =
      Summarise(MadeResults({rm("0.9", "threshold", ""), rm("0.8", "threshold", "2 folds"),
                             rm("0.7", "", ""), rm("0.6", "", "2 folds")},
                            "table 1,alpha,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"),
                {});
  std::vector<std::string> names;
  for (const SummaryRow& row : summary.rows) names.push_back(row.cell.dataset);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "alpha [threshold] [no split]", "alpha [threshold] [2 folds]",
                       "alpha [labels as read] [no split]", "alpha [labels as read] [2 folds]"}));
  EXPECT_DOUBLE_EQ(summary.rows[3].measured.mean, 0.6);
  EXPECT_TRUE(summary.rows[3].reported.has_value()) << "all are of the data set that is reported";
}

TEST(SummaryCsv, HasTheContractsColumnsAndReadsBack) {
  const std::string text = SummaryCsv(
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.5"}}), Rm("1", {{"accuracy", "0.75"}})},
                            "table 1,alpha,polynomial,rm,10,accuracy,0.625,,fraction,3,printed,\n"),
                {}));
  const auto rows = ParseCsv(text, "summary.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].fields,
            (std::vector<std::string>{
                "experiment", "dataset",       "kernel",    "method",    "D",        "metric",
                "n",          "mean",          "std",       "stderr",    "reported", "reported_std",
                "difference", "band_low",      "band_high", "band_kind", "margin",   "verdict",
                "theory",     "theory_stderr", "theory_z",  "deviations"}));
  EXPECT_EQ(rows[1].fields, (std::vector<std::string>{"made/table",
                                                      "alpha",
                                                      "polynomial",
                                                      "rm",
                                                      "10",
                                                      "accuracy",
                                                      "2",
                                                      "0.625",
                                                      "0.1767766952966369",
                                                      "0.125",
                                                      "0.625",
                                                      "",
                                                      "0",
                                                      "0.615",
                                                      "0.635",
                                                      "fixed",
                                                      "0.01",
                                                      "cannot be told",
                                                      "",
                                                      "",
                                                      "",
                                                      "cost-fixed-1; bias-1"}));
}

ResultRecord Measured(const std::string& repetition, const std::string& error) {
  return Rm(repetition, {{"gram_rel_frobenius", error}, {"metric", "gram_rel_frobenius"}});
}

// The first repetition holds what theory expects of all.
TEST(SummaryCsv, HasTheTheoryOfGramErrors) {
  ResultFolder results = MadeResults(
      {Rm("0", {{"metric", "gram_rel_frobenius"},
                {"gram_rel_frobenius", "0.1"},
                {"gram_rel_frobenius_theory", "0.3"},
                {"gram_rel_frobenius_theory_stderr", "0.05"},
                {"gram_theory_pairs", "300"}}),
       Measured("1", "0.2"), Measured("2", "0.3"), Measured("3", "0.4"), Measured("4", "0.5")},
      "");
  const Summary summary = Summarise(results, {});
  const SummaryRow* row = summary.Find(summary.rows.front().cell, "gram_rel_frobenius");
  ASSERT_TRUE(row != nullptr && row->theory && row->theory->z);
  EXPECT_EQ(row->theory->value, 0.3);
  // Squares of 0.1 to 0.5: mean 0.11, variance 0.00935, which counts once more where rows are
  // drawn.
  EXPECT_NEAR(*row->theory->z, 0.02 / std::sqrt(0.00935 / 5 + 0.03 * 0.03), 1e-12);
  const auto lines = ParseCsv(SummaryCsv(summary), "summary.csv");
  const auto place =
      static_cast<std::size_t>(std::find(lines[0].fields.begin(), lines[0].fields.end(), "theory") -
                               lines[0].fields.begin());
  std::size_t with_theory = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].fields[place].empty()) continue;
    ++with_theory;
    EXPECT_EQ(lines[i].fields[5], "gram_rel_frobenius");
    EXPECT_EQ(lines[i].fields[place], "0.3");
    EXPECT_EQ(lines[i].fields[place + 1], "0.05");
  }
  EXPECT_EQ(with_theory, 1U);
}

}  // namespace
}  // namespace mercer
