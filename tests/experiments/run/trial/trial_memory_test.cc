#include "experiments/run/trial/trial_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/learners/builtin_learners.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

constexpr double kMib = 1 << 20;

// 10,000 training and 2,000 test rows of 50 columns, 400 dense features.
TrialSizes Sizes() {
  TrialSizes sizes{.train = {10000, 10000 * 400.0},
                   .test = {2000, 2000 * 400.0},
                   .d = 50,
                   .stored = 10000 * 50.0};
  sizes.features = {400, 10000 * 400.0, {10000, 10000 * 3200.0}, {2000, 2000 * 3200.0}, 5e6};
  return sizes;
}

Cell CellOf(const std::string& learner, const std::vector<std::string>& metrics) {
  Cell cell;
  cell.map = NamedParams{"random_fourier"};
  cell.num_random_features = 400;
  if (!learner.empty()) cell.learner = NamedParams{learner};
  cell.metrics = metrics;
  return cell;
}

TEST(TrialMemory, TheGramMatrixCountsWhereItsSpectralNormIsTaken) {
  const double blocks = TrialBytes(CellOf("", {"gram_rel_frobenius"}), Sizes(), nullptr, nullptr);
  const double matrix = TrialBytes(CellOf("", {"gram_rel_frobenius", "gram_rel_spectral"}), Sizes(),
                                   nullptr, nullptr);
  EXPECT_GT(matrix, 8e8) << "10,000 x 10,000 doubles";
  EXPECT_LT(matrix, 8e8 + 32e6 + 30e6 + 12 * kMib);
  // Two blocks of 256 rows, the features, the data and the program.
  EXPECT_GT(blocks, 2 * 256 * 8e4 + 32e6 + 12 * kMib);
  EXPECT_LT(blocks, 2 * 256 * 8e4 + 32e6 + 12 * kMib + 45e6);
  Cell few = CellOf("", {"gram_rel_frobenius", "gram_rel_spectral"});
  few.gram.rows = 100;
  EXPECT_LT(TrialBytes(few, Sizes(), nullptr, nullptr), 12 * kMib + 17e6);
}

TEST(TrialMemory, ALargerGramMatrixIsMadeInBlocks) {
  TrialSizes large = Sizes();
  large.train = {20000, 20000 * 400.0};
  const Cell cell = CellOf("", {"gram_rel_spectral"});
  EXPECT_LT(TrialBytes(cell, large, nullptr, nullptr), 8 * 20000.0 * 20000);
}

TEST(TrialMemory, FeaturesInFloatsTakeHalfWhereTheGramErrorHoldsThem) {
  Cell cell = CellOf("", {"gram_rel_frobenius"});
  const double doubles = TrialBytes(cell, Sizes(), nullptr, nullptr);
  cell.map->params.Set("storage", "float64");
  EXPECT_EQ(TrialBytes(cell, Sizes(), nullptr, nullptr), doubles);
  cell.map->params.Set("storage", "float32");
  // Half of the features, without the blocks that are converted and half of the map.
  EXPECT_NEAR(TrialBytes(cell, Sizes(), nullptr, nullptr),
              doubles - 16e6 + 8 * 400.0 * (256 + 512) + 2.5e6, 1);
}

TEST(TrialMemory, StoredFeaturesStandBesideTheLearner) {
  const auto liblinear = MakeLearner("liblinear", {{"solver", "l2r_l1loss_svc_dual"}});
  const auto dual = MakeLearner("dense_dual", {});
  const double stored = TrialBytes(CellOf("liblinear", {}), Sizes(), liblinear.get(), nullptr);
  const double streamed = TrialBytes(CellOf("dense_dual", {}), Sizes(), dual.get(), nullptr);
  EXPECT_GT(stored, 32e6 + 64e6) << "features, and LIBLINEAR's 16 bytes a value";
  EXPECT_GT(streamed, 32e6);
  EXPECT_LT(streamed, 32e6 + 12 * kMib + 12e6) << "once";
}

TEST(TrialMemory, ReadingTakesTheTextAndTheRowsTwice) {
  EXPECT_EQ(LoadingBytes(50e6, 100e6, 10e6), 12 * kMib + 250e6);
  EXPECT_EQ(LoadingBytes(0, 50e6, 80e6), 12 * kMib + 130e6) << "as read and as prepared";
}

TEST(TrialMemory, ALimitIsHeldAndNoneIsNone) {
  RequireMemory(2e9, 0);
  RequireMemory(2e9, 2e9);
  EXPECT_THAT(testing::Message([] { RequireMemory(2.5 * 1073741824, 2e9); }),
              HasSubstr("needs about 2.5 GiB of memory, the limit is 1.86 GiB"));
}

}  // namespace
}  // namespace mercer
