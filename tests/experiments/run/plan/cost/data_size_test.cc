#include "experiments/run/plan/cost/data_size.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using testing::Json;

/// Of the data set of a small config, nursery with 12,960 rows, with other members.
DataSize SizeWith(const Json& members, const GivenRows* given = nullptr) {
  const Catalogue catalogue{std::filesystem::path()};
  Json config = testing::SmallConfig();
  config["datasets"][0].update(members);
  Experiment experiment = testing::ParseExperiment(config, catalogue);
  DatasetSpec dataset = ExpandTrials(experiment).front().cell.dataset;
  if (given != nullptr) {
    dataset.split = SplitSpec();
    dataset.split->given = std::make_shared<const GivenRows>(*given);
  }
  return SizeOf(dataset, catalogue).value();
}

TEST(DataSize, AStepOfAllRowsComesBeforeTheCapOfTheTrainingRows) {
  const DataSize size = SizeWith({{"rows", {{{"name", "subsample"}, {"count", 1000}}}}});
  EXPECT_EQ(size.n, 150) << "half of 1,000 rows, at most 150";
  EXPECT_EQ(size.m, 850);
  const DataSize uncapped = SizeWith({{"rows", {{{"name", "subsample"}, {"count", 1000}}}},
                                      {"split", {{"train_fraction", 0.25}}}});
  EXPECT_EQ(uncapped.n, 250);
  EXPECT_EQ(uncapped.m, 750);
}

TEST(DataSize, FoldsAreOfTheRowsThatStepsLeave) {
  const DataSize size =
      SizeWith({{"rows", {{{"name", "subsample"}, {"count", 1000}}}}, {"split", {{"folds", 5}}}});
  EXPECT_EQ(size.n, 800);
  EXPECT_EQ(size.m, 200);
}

TEST(DataSize, OnlyTheNamedRowsTest) {
  const GivenRows some{"train.rows", "test.rows", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {20, 21, 22}, ""};
  EXPECT_EQ(SizeWith(Json::object(), &some).n, 10);
  EXPECT_EQ(SizeWith(Json::object(), &some).m, 3);
  const GivenRows others{"train.rows", "", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {}, ""};
  EXPECT_EQ(SizeWith(Json::object(), &others).m, 12950) << "all rows that do not train";
}

// The values other than 0 in a row of adult, 123 columns of which 11.27 % are not 0.
TEST(DataSize, RowsStaySparseWhereEveryStepKeepsThemSo) {
  const Catalogue catalogue{std::filesystem::path()};
  const auto nonzeros = [&](const Json& step) {
    Json config = testing::SmallConfig();
    config["datasets"][0] = {{"name", "adult"}, {"split", "official"}, {"preprocess", {}}};
    config["datasets"][0]["preprocess"].push_back(step);
    const Experiment experiment = testing::ParseExperiment(config, catalogue);
    return SizeOf(ExpandTrials(experiment).front().cell.dataset, catalogue).value().nonzeros;
  };
  const double sparse = 0.1127 * 123;
  EXPECT_EQ(nonzeros("max_norm"), sparse);
  EXPECT_EQ(nonzeros("standardise"), 123);
  EXPECT_EQ(nonzeros({{"name", "binarise"}, {"threshold", 0.5}}), sparse);
  EXPECT_EQ(nonzeros({{"name", "binarise"}, {"threshold", -0.5}}), 123);
  EXPECT_EQ(nonzeros({{"name", "crop"}, {"image", {1, 123}}, {"box", {1, 100}}}), sparse);
  EXPECT_EQ(nonzeros({{"name", "crop"}, {"image", {1, 123}}, {"box", {1, 10}}}), 10);
}

}  // namespace
}  // namespace mercer
