#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "experiments/run/trial/trial_data.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::SmallConfig;
namespace fs = std::filesystem;

TEST(SharedData, PreparedDataAreSharedAndTheSame) {
  testing::TemporaryFolder folder;
  const Catalogue catalogue(folder / "data");
  const Experiment experiment = testing::ParseExperiment(SmallConfig(), catalogue);
  const Trial trial = ExpandTrials(experiment)[0];
  TrialDataCache plain(catalogue);
  const SharedData shared{folder.path(), plain.Hash(trial), 0};
  const auto files = [&] {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder.path()))
      count += entry.is_regular_file() ? 1U : 0U;
    return count;
  };
  ASSERT_EQ(files(), 0U);
  const auto first = TrialDataCache(catalogue, shared).Get(trial);
  EXPECT_EQ(files(), 2U);
  const auto second = TrialDataCache(catalogue, shared).Get(trial);
  for (const auto& other : {first, second}) {
    const auto expected = plain.Get(trial);
    EXPECT_EQ(other->sha256, expected->sha256);
    EXPECT_EQ(other->labels_description, expected->labels_description);
    EXPECT_EQ(other->preprocess_description, expected->preprocess_description);
    EXPECT_EQ(other->train_x.is_sparse(), expected->train_x.is_sparse());
    EXPECT_EQ(ToDense(other->train_x).dense(), ToDense(expected->train_x).dense());
    EXPECT_EQ(ToDense(other->test_x).dense(), ToDense(expected->test_x).dense());
    EXPECT_EQ(other->train_y, expected->train_y);
    EXPECT_EQ(other->test_y, expected->test_y);
  }
  // Another repetition has other rows, a damaged file is made again.
  TrialDataCache(catalogue, shared).Get(ExpandTrials(experiment)[1]);
  EXPECT_EQ(files(), 4U);
  for (const auto& entry : fs::directory_iterator(folder.path()))
    if (entry.is_regular_file()) fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  EXPECT_EQ(TrialDataCache(catalogue, shared).Get(trial)->train_y, first->train_y);
}

TEST(SharedData, PreparedDataLeaveRoomForRecords) {
  const testing::TemporaryFolder folder;
  const Catalogue catalogue(folder / "data");
  const Trial trial = ExpandTrials(testing::ParseExperiment(SmallConfig(), catalogue))[0];
  TrialDataCache plain(catalogue);
  const auto files_with = [&](double left_free) {
    const fs::path prepared = folder / "prepared";
    TrialDataCache(catalogue, {prepared, plain.Hash(trial), 0, left_free}).Get(trial);
    return testing::CountFiles(prepared);
  };
  EXPECT_EQ(files_with(1e18), 0U);
  EXPECT_EQ(files_with(0), 2U);
}

TEST(SharedData, DataThatChangedSinceTheBeginningAreAFault) {
  testing::TemporaryFolder folder;
  const Catalogue catalogue(folder / "data");
  const Trial trial = ExpandTrials(testing::ParseExperiment(SmallConfig(), catalogue))[0];
  TrialDataCache cache(catalogue, {"", std::string(64, '0')});
  try {
    cache.Get(trial);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("as when the run began"));
  }
}

}  // namespace
}  // namespace mercer
