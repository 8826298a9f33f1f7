#include "experiments/verify/compare_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "core/base/text.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ResultRecord Record() {
  ResultRecord record;
  record.Set(column::kStatus, TrialStatus::kOk);
  record.Set(column::kDataset, "toy");
  record.Set(column::kNTest, std::uint64_t{1000});
  record.Set(column::kMetric, "accuracy");
  record.Set(column::kValue, 0.9);
  record.Set(column::kAccuracy, 0.9);
  record.Set(column::kErrorRate, 0.1);
  record.Set(column::kGramRelFrobenius, 0.125);
  record.Set(column::kPrimalObjective, 40.0);
  record.Set(column::kIterations, 17.0);
  record.Set(column::kFeaturesHash, "abc");
  record.Set(column::kFitS, 1.5);
  record.Set(column::kPeakRssMib, 30.0);
  record.Set(column::kMessage, "labels: a | b");
  return record;
}

std::vector<std::string> Changed(const ResultRecord& now, bool same_platform) {
  std::vector<std::string> names;
  for (const ColumnChange& change : CompareRecords(Record(), now, same_platform))
    names.push_back(change.column);
  return names;
}

TEST(CompareRecords, TimesMemoryAndWordsMayDiffer) {
  ResultRecord now = Record();
  now.Set(column::kFitS, 3.0);
  now.Set(column::kPeakRssMib, 99.0);
  now.Set(column::kMessage, "labels: other words");
  EXPECT_THAT(Changed(now, true), IsEmpty());
}

// The value of a table of times is a time; errors that were recorded unasked are not compared.
TEST(CompareRecords, TheMainMetricMayBeATimeAndSomeErrorsAreOnRequest) {
  ResultRecord recorded = Record(), now = Record();
  recorded.Set(column::kMetric, "fit_s");
  now.Set(column::kMetric, "fit_s");
  now.Set(column::kValue, 1.25);
  recorded.Set(column::kGramMeanSq, 0.5);
  EXPECT_THAT(CompareRecords(recorded, now, true), IsEmpty());
  now.Set(column::kGramMeanSq, 0.25);
  recorded.Set(column::kGramMeanAbs, 0.5);
  EXPECT_THAT(CompareRecords(recorded, now, true), ::testing::SizeIs(2))
      << "another value, and a value that is gone";
}

TEST(CompareRecords, OnOnePlatformEveryDigitCounts) {
  ResultRecord now = Record();
  now.Set(column::kGramRelFrobenius, 0.12500000000000003);
  now.Set(column::kIterations, 18.0);
  now.Set(column::kFeaturesHash, "abd");
  EXPECT_THAT(Changed(now, true), ElementsAre("gram_rel_frobenius", "iterations", "features_hash"));
  EXPECT_THAT(Changed(now, false), IsEmpty());
}

TEST(CompareRecords, AnotherPlatformHasBounds) {
  ResultRecord now = Record();
  now.Set(column::kGramRelFrobenius, 0.125 * (1 + 2e-6));
  EXPECT_THAT(Changed(now, false), ElementsAre("gram_rel_frobenius"));
  now = Record();
  now.Set(column::kPrimalObjective, 40.3);
  EXPECT_THAT(Changed(now, false), IsEmpty());
  now.Set(column::kPrimalObjective, 40.5);
  EXPECT_THAT(Changed(now, false), ElementsAre("primal_objective"));
  now = Record();
  for (const auto& [accuracy, is_same] : {std::pair{0.895, true}, {0.894, false}}) {
    now.Set(column::kValue, accuracy);
    now.Set(column::kAccuracy, accuracy);
    now.Set(column::kErrorRate, 1 - accuracy);
    EXPECT_EQ(Changed(now, false).empty(), is_same) << accuracy;
  }
}

// The duality gap is relative to the primal objective, and that of either trial counts.
TEST(CompareRecords, OnAnotherPlatformTheObjectivesOfAnUnsolvedTrialAreFree) {
  ResultRecord recorded = Record(), now = Record();
  const auto changed = [&](bool same_platform) {
    return CompareRecords(recorded, now, same_platform).size();
  };
  recorded.Set(column::kDualObjective, 39.7);
  now.Set(column::kPrimalObjective, 44.0);
  now.Set(column::kDualObjective, 43.6);
  EXPECT_EQ(changed(false), 2) << "both gaps are below 1 per cent";
  now.Set(column::kDualObjective, -43.6);
  EXPECT_EQ(changed(false), 0);
  EXPECT_EQ(changed(true), 2);
  std::swap(recorded, now);
  EXPECT_EQ(changed(false), 0);
  now.Set(column::kGramRelFrobenius, 0.25);
  EXPECT_EQ(changed(false), 1) << "no other number is free";
}

// The other way round a number that is gone is a difference.
TEST(CompareRecords, WhatTheRecordedOneLacksIsNotCompared) {
  ResultRecord now = Record();
  now.Set(column::kGramMaxAbs, 0.5);
  EXPECT_THAT(Changed(now, true), IsEmpty());
  EXPECT_THAT(CompareRecords(now, Record(), true), ::testing::SizeIs(1));
}

TEST(CompareRecords, AnotherStatusDiffers) {
  ResultRecord now = Record();
  now.Set(column::kStatus, TrialStatus::kFailed);
  EXPECT_THAT(Changed(now, false), ElementsAre("status"));
}

TEST(ComparePlatforms, NamesWhatDiffersTheLikeliestFirst) {
  const std::string recorded =
      R"({"compiler": "GNU 12.2.0", "flags": "-O3", "cpu": "A", "dataset_sha256": {"toy": "11"},
          "libraries": {"Eigen": "3.4.0"}})";
  const std::string now =
      R"({"compiler": "GNU 13.1.0", "flags": "-O3", "cpu": "A", "dataset_sha256": {"toy": "22"},
          "libraries": {"Eigen": "3.4.0"}, "blas": {"description": "new here"}})";
  ResultRecord other = Record();
  other.Set(column::kThreads, std::uint64_t{2});
  ResultRecord one = Record();
  one.Set(column::kThreads, std::uint64_t{1});
  std::vector<std::string> texts;
  for (const PlatformChange& change : ComparePlatforms(recorded, now, one, other))
    texts.push_back(change.what + " " + change.recorded + " " + change.now);
  EXPECT_THAT(texts,
              ElementsAre("data set toy 11 22", "compiler GNU 12.2.0 GNU 13.1.0", "threads 1 2"));
  EXPECT_THAT(ComparePlatforms(recorded, recorded, one, one), IsEmpty());
}

// A run has one hash of a generated data set for each repetition that it plans.
TEST(ComparePlatforms, TheDataAreTheSameWhereTheirHashIsAmongTheRecordedOnes) {
  const auto changes = [](const std::string& hashes_now) {
    return ComparePlatforms(R"({"dataset_sha256": {"toy": "11 33 44"}})",
                            R"({"dataset_sha256": {"toy": ")" + hashes_now + R"("}})", Record(),
                            Record());
  };
  EXPECT_THAT(changes("33"), IsEmpty());
  EXPECT_THAT(changes("44 11"), IsEmpty());
  ASSERT_THAT(changes("33 22"), ::testing::SizeIs(1));
  EXPECT_TRUE(changes("22")[0].is_data);
  ResultRecord two = Record();
  two.Set(column::kInstructionSet, "neon");
  ResultRecord one = Record();
  one.Set(column::kInstructionSet, "avx512");
  EXPECT_FALSE(ComparePlatforms("{}", "{}", one, two).at(0).is_data);
}

}  // namespace
}  // namespace mercer
