#include "experiments/report/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using testing::Fields;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MadeRecord;
using ::testing::Not;
using ::testing::SizeIs;

ResultRecord Trial(int repetition, const std::string& accuracy, const Fields& changes = {}) {
  const std::string number = std::to_string(repetition);
  Fields fields = {{"method", "rm"},
                   {"map", "random_maclaurin"},
                   {"D", "10"},
                   {"repetition", number},
                   {"map_seed", "7" + number},
                   {"split_seed", "8"},
                   {"accuracy", accuracy},
                   {"fit_s", "2"},
                   {"draw_s", "1"},
                   {"learner_seed", number},
                   {"label_seed", "3"}};
  fields.insert(fields.end(), changes.begin(), changes.end());
  return MadeRecord(fields);
}

ResultFolder Folder(std::vector<ResultRecord> records) {
  return testing::MadeResults(std::move(records), "");
}

const PairedRow& RowOf(const FolderDiff& diff, const std::string& metric) {
  for (const PairedRow& row : diff.rows) {
    if (row.metric == metric) return row;
  }
  throw std::runtime_error("no row of " + metric);
}

TEST(Diff, IsTheMeanOverThePairsWithItsStandardError) {
  // The order of the trials does not matter, the seeds do.
  const FolderDiff diff =
      Diff(Folder({Trial(0, "0.5"), Trial(1, "0.625"), Trial(2, "0.75")}),
           Folder({Trial(2, "1"), Trial(0, "0.625"), Trial(1, "0.625", {{"fit_s", "5"}})}));
  const PairedRow& row = RowOf(diff, "accuracy");
  EXPECT_EQ(row.cell, (CellKey{"alpha", "polynomial", "rm", 10}));
  EXPECT_DOUBLE_EQ(row.mean_a, 0.625);
  EXPECT_DOUBLE_EQ(row.mean_b, 0.75);
  EXPECT_EQ(row.difference.n, 3);
  // Differences 1/8, 0, 1/4: mean 1/8, variance (0 + 1/64 + 1/64)/2.
  EXPECT_DOUBLE_EQ(row.difference.mean, 0.125);
  EXPECT_DOUBLE_EQ(*row.difference.standard_error, 0.125 / std::sqrt(3.0));
  // Training is draw, transform_train and fit: 3, 3, 3 seconds against 3, 6, 3.
  const PairedRow& train = RowOf(diff, "train_s");
  EXPECT_DOUBLE_EQ(train.mean_a, 3);
  EXPECT_DOUBLE_EQ(train.difference.mean, 1);
  EXPECT_THAT(diff.unpaired, IsEmpty());
}

TEST(Diff, OtherSeedsAreNoPair) {
  for (const char* seed : {"label_seed", "split_seed", "map_seed", "learner_seed"}) {
    const FolderDiff diff = Diff(Folder({Trial(0, "0.5"), Trial(1, "0.5")}),
                                 Folder({Trial(0, "0.75"), Trial(1, "0.75", {{seed, "99"}})}));
    const PairedRow& row = RowOf(diff, "accuracy");
    EXPECT_EQ(row.difference.n, 1) << seed;
    EXPECT_DOUBLE_EQ(row.difference.mean, 0.25);
    EXPECT_FALSE(row.difference.standard_error.has_value()) << "one pair has none";
    ASSERT_THAT(diff.unpaired, SizeIs(1));
    EXPECT_THAT(diff.unpaired[0].repetitions_a, ElementsAre("1"));
    EXPECT_THAT(diff.unpaired[0].repetitions_b, ElementsAre("1"));
  }
}

TEST(Diff, WhatDidNotFinishIsUnpaired) {
  const FolderDiff diff =
      Diff(Folder({Trial(0, "0.5"), Trial(1, "0.5")}),
           Folder({Trial(0, "0.75"), Trial(1, "", {{"status", "failed"}}),
                   Trial(0, "0.5", {{"method", "h01"}}), Trial(1, "0.5", {{"method", "h01"}})}));
  ASSERT_THAT(diff.unpaired, SizeIs(2));
  EXPECT_THAT(diff.unpaired[0].repetitions_a, ElementsAre("1"));
  EXPECT_THAT(diff.unpaired[0].repetitions_b, IsEmpty());
  EXPECT_EQ(diff.unpaired[1].cell.method, "h01");
  EXPECT_THAT(diff.unpaired[1].repetitions_b, ElementsAre("0", "1"));
  for (const PairedRow& row : diff.rows) EXPECT_EQ(row.cell.method, "rm");
}

TEST(Diff, TimesFollowTheProtocolOfA) {
  nlohmann::json config = testing::MadeConfig();
  config["protocol"] = {{"train_time", {"fit"}}, {"test_time", {"predict"}}};
  const FolderDiff diff = Diff(testing::MadeResults({Trial(0, "0.5")}, "", config),
                               Folder({Trial(0, "0.5", {{"fit_s", "7"}})}));
  EXPECT_DOUBLE_EQ(RowOf(diff, "train_s").mean_a, 2);
  EXPECT_DOUBLE_EQ(RowOf(diff, "train_s").mean_b, 7);
}

TEST(Diff, OtherInstructionSetsAreToldAndExplainOtherFeatures) {
  const auto made = [](int repetition, const char* hash, const char* instructions) {
    return Trial(repetition, "0.5", {{"features_hash", hash}, {"instruction_set", instructions}});
  };
  const testing::TemporaryFolder folder;
  testing::WriteResults(folder / "a", Folder({made(0, "f0", "avx512"), made(1, "f1", "avx512"),
                                              made(2, "f2", "avx512"), made(3, "f3", "")}));
  testing::WriteResults(folder / "b", Folder({made(0, "f0", "sse4.2"), made(1, "g1", "sse4.2"),
                                              made(2, "g2", "avx512"), made(3, "g3", "avx512")}));
  const std::string text = DiffFolders(folder / "a", folder / "b", "text").text;
  EXPECT_THAT(text, HasSubstr("features_hash differs in 1 of 4 pairs: A made with avx512, B with "
                              "sse4.2, which round differently"));
  EXPECT_THAT(text, HasSubstr("features_hash differs in 1 of 4 pairs: both made with avx512, so"));
  EXPECT_THAT(text, HasSubstr("in 1 of 4 pairs: with which instruction sets is not known"));
  EXPECT_THAT(DiffFolders(folder / "a", folder / "a", "text").text,
              Not(HasSubstr("features_hash")));
}

TEST(DiffFolders, ShowsRowsAndUnpairedTrialsInEveryFormat) {
  const testing::TemporaryFolder folder;
  testing::WriteResults(folder / "a", Folder({Trial(0, "0.5"), Trial(1, "0.5"), Trial(2, "0.5")}));
  testing::WriteResults(folder / "b", Folder({Trial(0, "0.625"), Trial(1, "0.875")}));
  const std::string text = DiffFolders(folder / "a", folder / "b", "text").text;
  EXPECT_THAT(text, HasSubstr("+25.00"));
  EXPECT_THAT(text, HasSubstr("±12.5"));
  EXPECT_THAT(text, HasSubstr("unpaired in A: alpha polynomial rm D=10, repetition 2"));
  EXPECT_THAT(DiffFolders(folder / "a", folder / "b", "csv").text,
              HasSubstr("dataset,kernel,method,D,metric,pairs,mean_a,mean_b,difference,stderr\n"
                        "alpha,polynomial,rm,10,accuracy,2,0.5,0.75,0.25,0.125\n"));
  EXPECT_THAT(DiffFolders(folder / "a", folder / "b", "markdown").text, HasSubstr("| alpha |"));
  EXPECT_THROW(DiffFolders(folder / "a", folder / "b", "html"), InvalidInput);
  EXPECT_THROW(DiffFolders(folder / "a", folder / "none", "text"), InvalidInput);
}

}  // namespace
}  // namespace mercer
