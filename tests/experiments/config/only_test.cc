#include "experiments/config/only.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "experiments/config/trial/experiment.h"
#include "tests/experiments/config/config_support.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::EndsWith;
using testing::Json;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;
using testing::TunedConfig;

TEST(OnlyTest, TellsAMethodsMapsApartByTheirParameters) {
  Json config = SoundConfig();
  config["methods"][1]["map"] = {{"name", "random_maclaurin"}, {"h01", {false, true}}};
  const auto trials = ExpandTrials(Sound(config));
  const auto all = FilterTrials(trials, {{"method", "rm"}});
  std::size_t kept = 0;
  for (const Trial& trial : all) {
    const std::string text = "rm(" + trial.cell.map->params.Canonical() + ")";
    const auto same = FilterTrials(trials, {{"method", text}});
    EXPECT_THAT(same, SizeIs(all.size() / 2));
    for (const Trial& one : same)
      kept += one.cell.map->Canonical() == trial.cell.map->Canonical() ? 1U : 0U;
  }
  EXPECT_EQ(kept, all.size() * all.size() / 2);
  try {
    FilterTrials(trials, {{"method", "rn"}});
    FAIL();
  } catch (const InvalidInput& fault) {
    EXPECT_THAT(fault.what(), ::testing::HasSubstr("h01=true")) << "of those there are";
  }
}

TEST(OnlyTest, KeepsTheTrialsThatEveryKeyAdmitsWithTheirTuning) {
  const auto trials = ExpandTrials(Sound(TunedConfig()));
  const auto kept = FilterTrials(trials, {{"method", "rm"}, {"D", "500"}, {"repetition", "1"}});
  ASSERT_THAT(kept, SizeIs(2));
  EXPECT_TRUE(kept[0].tuning);
  EXPECT_EQ(kept[0].repetition, 1);
  EXPECT_EQ(kept[1].tuned_by, kept[0].id);
  EXPECT_EQ(kept[1].cell.num_random_features, 500);
  EXPECT_THAT(FilterTrials(trials, {}), SizeIs(8));
  EXPECT_THAT(FilterTrials(trials, {{"dataset", "nursery"}}), SizeIs(8));
  EXPECT_THAT(FilterTrials(trials, {{"map", "random_maclaurin"}}), SizeIs(4 + 2));
  EXPECT_THAT(FilterTrials(trials, {{"D", "100"}, {"D", "500"}}), SizeIs(4 + 2));
  EXPECT_THAT(FilterTrials(trials, {{"kernel", "polynomial(degree=10,offset=1,scale=1)"}}),
              SizeIs(8));
}

std::string MessageOf(const std::vector<std::pair<std::string, std::string>>& only) {
  return testing::Message([&] { FilterTrials(ExpandTrials(Sound(TunedConfig())), only); }, "");
}

TEST(OnlyTest, ManyRepetitionsAreARange) {
  Json config = SoundConfig();
  config["repetitions"] = 500;
  const std::vector<Trial> trials = ExpandTrials(Sound(config));
  EXPECT_EQ(testing::Message([&] {
              FilterTrials(trials, {{"repetition", "600"}});
            }),
            "--only: unknown repetition '600'; known: 0 to 499");
  // Of a shard, say.
  std::vector<Trial> some = trials;
  std::erase_if(some, [](const Trial& trial) {
    return trial.repetition > 12 || trial.repetition == 3 || trial.repetition == 6;
  });
  EXPECT_EQ(testing::Message([&] {
              FilterTrials(some, {{"repetition", "600"}});
            }),
            "--only: unknown repetition '600'; known: 0 to 2, 4, 5, 7 to 12");
}

TEST(OnlyTest, AWrongKeyOrValueIsAnError) {
  EXPECT_EQ(MessageOf({{"metod", "rm"}}),
            "--only: unknown key 'metod'; did you mean 'method'? known: dataset, kernel, method, "
            "map, D, repetition");
  EXPECT_EQ(MessageOf({{"method", "exakt"}}),
            "--only: unknown method 'exakt'; did you mean 'exact'? known: exact, rm");
  EXPECT_EQ(MessageOf({{"D", "7"}}), "--only: unknown D '7'; known: 100, 500");
  EXPECT_THAT(MessageOf({{"repetition", "2"}}), EndsWith(" known: 0, 1"));
  EXPECT_EQ(MessageOf({{"method", "exact"}, {"D", "500"}}),
            "--only: no trial has method=exact, D=500; expected values that occur together");
}

}  // namespace
}  // namespace mercer
