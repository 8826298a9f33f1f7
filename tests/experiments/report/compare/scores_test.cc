#include "experiments/report/compare/scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/experiments/report/compare/made_scores.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::Folder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MadeTrials;
using testing::Message;
using testing::ScoresOfOne;
using ::testing::SizeIs;

std::vector<std::string> LabelsOf(const Scores& scores) {
  std::vector<std::string> labels;
  for (const DatasetScores& dataset : scores.datasets) labels.push_back(dataset.label);
  return labels;
}

Redrawn RedrawnOf(const testing::Fields& changes, const std::string& metric = "") {
  return ScoresOfOne({MadeTrials("alpha", "rm", {0.5, 0.6}, changes)}, {metric, {}})
      .datasets.front()
      .redrawn;
}

TEST(Scores, AreByMethodDataSetAndRepetition) {
  const Scores scores =
      ScoresOfOne({MadeTrials("alpha", "exact", {0.5, 0.75}),
                   MadeTrials("alpha", "rm", {0.25, 0.5}), MadeTrials("beta", "rm", {0.125})});
  EXPECT_EQ(scores.metric, "accuracy");
  EXPECT_THAT(scores.methods, ElementsAre("exact", "rm"));
  EXPECT_THAT(LabelsOf(scores), ElementsAre("alpha", "beta"));
  const auto& on_alpha = scores.datasets[0].methods;
  ASSERT_THAT(on_alpha, SizeIs(2));
  ASSERT_THAT(on_alpha[1], SizeIs(2));
  EXPECT_EQ(on_alpha[0].begin()->first, on_alpha[1].begin()->first) << "the same repetition";
  EXPECT_DOUBLE_EQ(on_alpha[1].begin()->second.value, 0.25);
  EXPECT_DOUBLE_EQ(on_alpha[1].begin()->second.test_train_ratio, 40.0 / 60);
  EXPECT_THAT(scores.datasets[1].methods[0], IsEmpty());
  EXPECT_THAT(scores.datasets[1].methods[1], SizeIs(1));
}

TEST(Scores, OtherRowsOrLabelsAreNoPair) {
  for (const char* column : {"split_seed", "label_seed", "n_test"}) {
    const Scores scores = ScoresOfOne(
        {MadeTrials("alpha", "exact", {0.5}), MadeTrials("alpha", "rm", {0.5}, {{column, "30"}})});
    const auto& methods = scores.datasets[0].methods;
    EXPECT_NE(methods[0].begin()->first, methods[1].begin()->first) << column;
  }
}

TEST(Scores, AMethodIsNamedWithWhatTellsItApart) {
  const testing::Fields small = {{"map", "random_maclaurin"}, {"D", "10"}},
                        large = {{"map", "random_maclaurin"}, {"D", "20"}};
  // One D on each data set is part of how the method is applied there.
  EXPECT_THAT(
      ScoresOfOne({MadeTrials("alpha", "rm", {0.5}, small), MadeTrials("beta", "rm", {0.5}, large)})
          .methods,
      ElementsAre("rm"));
  EXPECT_THAT(
      ScoresOfOne({MadeTrials("alpha", "exact", {0.5}), MadeTrials("alpha", "rm", {0.5}, small),
                   MadeTrials("alpha", "rm", {0.5}, large)})
          .methods,
      ElementsAre("exact", "rm D=10", "rm D=20"));
  const testing::Fields other = {{"kernel", "exponential"}};
  EXPECT_THAT(
      ScoresOfOne({MadeTrials("alpha", "exact", {0.5}), MadeTrials("beta", "exact", {0.5}, other)})
          .methods,
      ElementsAre("exact"));
  EXPECT_THAT(
      ScoresOfOne({MadeTrials("alpha", "exact", {0.5}), MadeTrials("alpha", "exact", {0.5}, other)})
          .methods,
      ElementsAre("exact polynomial", "exact exponential"));
}

TEST(Scores, TellWhatRepetitionsDrawAnew) {
  EXPECT_EQ(RedrawnOf({}), Redrawn::kSplit);
  EXPECT_EQ(RedrawnOf({{"split", "5 folds"}}), Redrawn::kSplit);
  EXPECT_EQ(RedrawnOf({{"split", "official"}}), Redrawn::kNothing);
  EXPECT_EQ(RedrawnOf({{"split", "rows given by files 0a1b"}}), Redrawn::kNothing);
  EXPECT_EQ(RedrawnOf({{"split", ""}}), Redrawn::kNothing);
  EXPECT_EQ(RedrawnOf({{"split", "official"}, {"preprocess", "subsample(count=9)+minmax"}}),
            Redrawn::kSplit);
  EXPECT_EQ(RedrawnOf({{"split", "official"}, {"preprocess", "subsample(count=9,seed=1)+minmax"}}),
            Redrawn::kNothing)
      << "all repetitions have these rows";
  EXPECT_EQ(RedrawnOf({{"split", "official"}, {"preprocess", "balance"}}), Redrawn::kSplit);
  EXPECT_EQ(RedrawnOf({{"split", "official"}, {"preprocess", "minmax+subsample(fraction=0.1)"}}),
            Redrawn::kSplit);
  EXPECT_EQ(RedrawnOf({{"split", "official"}, {"preprocess", "balanced+scale(factor=1e+05)"}}),
            Redrawn::kNothing)
      << "no row step";
  EXPECT_EQ(RedrawnOf({{"test_kl", "0.1"}}, "test_kl"), Redrawn::kSplit) << "on test rows";
  EXPECT_EQ(RedrawnOf({{"primal_objective", "0.1"}}, "primal_objective"), Redrawn::kRows);
  EXPECT_EQ(RedrawnOf({{"gram_mean_abs", "0.1"}}, "gram_mean_abs"), Redrawn::kRows);
  EXPECT_EQ(RedrawnOf({{"gram_mean_abs", "0.1"}, {"split", ""}}, "gram_mean_abs"),
            Redrawn::kNothing);
  EXPECT_EQ(RedrawnOf({{"fit_s", "0.1"}}, "fit_s"), Redrawn::kRows);
  EXPECT_EQ(RedrawnOf({{"dataset", "unit_ball(d=5,n=9)"}}), Redrawn::kSets);
}

TEST(Scores, RowsOfAGramErrorMayBeDrawn) {
  const auto redrawn = [](const nlohmann::json& gram) {
    nlohmann::json config = testing::MadeConfig();
    config["gram"] = gram;
    const testing::Fields changes = {
        {"split", ""}, {"metric", "gram_mean_abs"}, {"gram_mean_abs", "0.1"}};
    return ScoresOf({testing::MadeResults(MadeTrials("alpha", "rm", {0.5}, changes), "", config)},
                    {})
        .datasets.front()
        .redrawn;
  };
  EXPECT_EQ(redrawn({{"rows", 30}}), Redrawn::kRows);
  EXPECT_EQ(redrawn({{"rows", 60}}), Redrawn::kNothing) << "all of them";
  EXPECT_EQ(redrawn({{"sampled", 100}}), Redrawn::kRows);
}

TEST(Scores, RunsOnOnePointSetAreOneScore) {
  auto trials = MadeTrials("alpha", "rm", {0.25, 0.75, 0.5, 0.5});
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].SetText("point_set", i < 2 ? "0" : "1");
    trials[i].SetText("split_seed", i < 2 ? "80" : "81");
  }
  trials[3].SetText("accuracy", "1");
  const Scores scores = ScoresOfOne({trials});
  const auto& of_sets = scores.datasets[0].methods[0];
  ASSERT_THAT(of_sets, SizeIs(2));
  EXPECT_TRUE(scores.datasets[0].of_point_sets);
  EXPECT_DOUBLE_EQ(of_sets.begin()->second.value, 0.5);
  EXPECT_DOUBLE_EQ(of_sets.rbegin()->second.value, 0.75);
}

TEST(Scores, OnlyKeepsWhatIsAskedFor) {
  const std::vector<std::vector<ResultRecord>> parts = {
      MadeTrials("alpha", "exact", {0.5, 0.6}),
      MadeTrials("alpha", "rm", {0.5, 0.6}, {{"map", "random_maclaurin"}, {"D", "10"}}),
      MadeTrials("alpha", "rm", {0.5, 0.6}, {{"map", "random_maclaurin"}, {"D", "20"}}),
      MadeTrials("beta", "exact", {0.5})};
  EXPECT_THAT(ScoresOfOne(parts, {"", {{"D", "20"}}}).methods, ElementsAre("rm"));
  EXPECT_THAT(ScoresOfOne(parts, {"", {{"D", "20"}, {"D", "none"}}}).methods,
              ElementsAre("exact", "rm"));
  EXPECT_THAT(ScoresOfOne(parts, {"", {{"map", "random_maclaurin"}}}).methods,
              ElementsAre("rm D=10", "rm D=20"));
  EXPECT_THAT(LabelsOf(ScoresOfOne(parts, {"", {{"dataset", "beta"}}})), ElementsAre("beta"));
  const Scores first = ScoresOfOne(parts, {"", {{"repetition", "1"}, {"method", "exact"}}});
  EXPECT_THAT(first.datasets[0].methods[0], SizeIs(1));
  EXPECT_THAT(Message([&] {
                ScoresOfOne(parts, {"", {{"metod", "rm"}}});
              }),
              HasSubstr("unknown key 'metod'; did you mean 'method'?"));
  EXPECT_THAT(Message([&] {
                ScoresOfOne(parts, {"", {{"method", "mr"}}});
              }),
              AllOf(HasSubstr("unknown method 'mr'"), HasSubstr("exact, rm")));
  EXPECT_THAT(Message([&] {
                ScoresOfOne(parts, {"", {{"dataset", "beta"}, {"D", "10"}}});
              }),
              HasSubstr("no trial has dataset=beta, D=10; expected values that occur together"));
}

TEST(Scores, AreOfTheMetricThatTheTrialsAreAbout) {
  const auto exact = MadeTrials("alpha", "exact", {0.5, 0.6}, {{"error_rate", "0.5"}});
  EXPECT_EQ(ScoresOfOne({exact}, {"error_rate", {}}).metric, "error_rate");
  EXPECT_THAT(Message([&] {
                ScoresOfOne({exact}, {"rmse", {}});
              }),
              AllOf(HasSubstr("results/made"), HasSubstr("has a number for rmse")));
  EXPECT_THAT(Message([&] {
                ScoresOfOne({exact}, {"acuracy", {}});
              }),
              HasSubstr("did you mean 'accuracy'?"));
  EXPECT_THAT(Message([&] {
                ScoresOfOne({exact}, {"train_speedup", {}});
              }),
              HasSubstr("unknown metric 'train_speedup'"));
  const auto gram =
      MadeTrials("alpha", "rm", {0.5}, {{"metric", "gram_mean_abs"}, {"gram_mean_abs", "0.1"}});
  EXPECT_THAT(Message([&] {
                ScoresOfOne({exact, gram});
              }),
              HasSubstr("about accuracy and gram_mean_abs; expected --metric"));
  EXPECT_THAT(Message([&] {
                ScoresOfOne({MadeTrials("alpha", "rm", {0.5}, {{"metric", ""}})});
              }),
              HasSubstr("expected --metric"));
}

TEST(Scores, WhatDidNotFinishIsLeftOut) {
  const Scores scores =
      ScoresOfOne({MadeTrials("alpha", "exact", {0.5}),
                   MadeTrials("beta", "exact", {0.5}, {{"status", "failed"}, {"accuracy", ""}})});
  EXPECT_THAT(LabelsOf(scores), ElementsAre("alpha"));
  EXPECT_THAT(scores.notes,
              Contains(HasSubstr("Left out because no trial there has the metric: beta")));
}

TEST(Scores, SeveralFoldersAreReadTogether) {
  std::vector<ResultFolder> folders;
  folders.push_back(Folder({MadeTrials("alpha", "exact", {0.5})}, "a"));
  folders.push_back(Folder({MadeTrials("beta", "exact", {0.5})}, "b"));
  EXPECT_THAT(LabelsOf(ScoresOf(folders, {})), ElementsAre("alpha", "beta"));
  folders.push_back(Folder({MadeTrials("beta", "exact", {0.7})}, "c"));
  EXPECT_THAT(Message([&] { ScoresOf(folders, {}); }),
              HasSubstr("repetition 0 of exact on beta is in b and in c; expected folders of "
                        "different trials"));
}

TEST(Scores, DamageOfAFolderIsTold) {
  ResultFolder folder = Folder({MadeTrials("alpha", "exact", {0.5})});
  EXPECT_FALSE(ScoresOf({folder}, {}).damaged);
  folder.damaged = true;
  folder.problems = {"trials.csv is not as it was published"};
  const Scores scores = ScoresOf({folder}, {});
  EXPECT_TRUE(scores.damaged);
  EXPECT_THAT(scores.notes, ElementsAre("trials.csv is not as it was published"));
}

TEST(Scores, WhatIsToBeKnownIsNoted) {
  const auto note_of = [](const testing::Fields& changes, const std::string& metric) {
    const Scores scores = ScoresOfOne(
        {MadeTrials("alpha", "rm", {0.5, 0.6}), MadeTrials("alpha", "ts", {0.5, 0.6}, changes)},
        {metric, {}});
    return scores.notes.empty() ? "" : scores.notes.front();
  };
  EXPECT_EQ(note_of({}, ""), "");
  EXPECT_THAT(note_of({{"tuned_on", "test"}}, ""),
              HasSubstr("chosen on the test rows, which favours the method: ts (alpha)."));
  EXPECT_THAT(note_of({{"primal_objective", "1"}, {"dual_objective", "0.5"}}, ""),
              HasSubstr("duality gap above 1 per cent"));
  EXPECT_THAT(note_of({{"fit_s", "1"}, {"timing_valid", "false"}}, "fit_s"),
              HasSubstr("Other processes ran during 2 trials"));
  const Scores scores = ScoresOfOne({MadeTrials("alpha", "rm", {0.5}, {{"map", "fastfood"}}),
                                     MadeTrials("beta", "rm", {0.5}, {{"map", "nystroem"}})});
  EXPECT_THAT(scores.notes,
              Contains(HasSubstr("rm is not the same everywhere: fastfood with linear; nystroem")));
}

}  // namespace
}  // namespace mercer
