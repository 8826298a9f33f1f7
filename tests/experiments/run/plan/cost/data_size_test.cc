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

}  // namespace
}  // namespace mercer
