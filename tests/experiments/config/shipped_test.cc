// What is shipped: every config validates, and every list can be printed.
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "core/base/error.h"
#include "experiments/config/listing.h"
#include "tests/experiments/config/config_support.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::IdsOf;
using testing::Json;

std::string Shipped(const std::string& name) {
  return (testing::SourceDir() / "configs" / name).string();
}

std::vector<Trial> TrialsOf(const std::string& name) {
  return ExpandTrials(RequireConfig(Shipped(name), testing::TestCatalogue()));
}

TEST(ShippedConfigsTest, EachIsSoundAndItsIdsAreUnique) {
  int configs = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(testing::SourceDir() / "configs")) {
    const std::string text = entry.is_regular_file() ? testing::ReadFile(entry.path()) : "";
    if (entry.path().extension() != ".json" || !Json::parse(text).contains("experiment")) continue;
    ++configs;
    const ConfigResult result = ReadConfig(entry.path().string(), testing::TestCatalogue());
    ASSERT_TRUE(result.experiment) << FormatFaults(entry.path().string(), result.faults);
    const auto ids = IdsOf(ExpandTrials(*result.experiment));
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size()) << entry.path();
  }
  EXPECT_GE(configs, 5);
}

TEST(ShippedConfigsTest, HaveTheTrialsOfThePaper) {
  // 2 kernels × 3 methods of the paper and 3 beside them × 5 splits.
  EXPECT_EQ(TrialsOf("kar2012/nursery.json").size(), 2U * 6 * 5);
  // 7 data sets × (exact, rm and h01, each with its tuning and the row beside it, and the linear
  // machine with its tuning) × 5 splits.
  EXPECT_EQ(TrialsOf("kar2012/table1a.json").size(), 7U * (3 * 3 + 2) * 5);
  EXPECT_EQ(TrialsOf("kar2012/table1b.json").size(), 7U * (3 * 3 + 2) * 5);
  // rm with t^10 at 5 dimensions, both maps with (1 + t)^10 at 3 and with exp(t/σ²) at 1, × 9 D ×
  // 20 point sets × 5 runs.
  EXPECT_EQ(TrialsOf("kar2012/figure1.json").size(), (5U + 2 * 3 + 2) * 9 * 20 * 5);
  // 4 data sets, each with its kernel, × (2 methods × 9 D and the linear machine), each with its
  // tuning, × 5 splits.
  EXPECT_EQ(TrialsOf("kar2012/figure2.json").size(), 4U * (2 * 9 + 1) * 2 * 5);
}

TEST(ShippedConfigsTest, TableOneHasTheFeaturesOfThePaper) {
  std::map<std::string, Index> features;
  for (const Trial& trial : TrialsOf("kar2012/table1a.json")) {
    if (trial.cell.num_random_features == 0) continue;
    // A row beside the paper's has as many features.
    std::string method = trial.cell.method.substr(0, trial.cell.method.find('_'));
    const auto [known, added] =
        features.emplace(trial.cell.dataset.name + " " + method, trial.cell.num_random_features);
    EXPECT_EQ(known->second, trial.cell.num_random_features) << trial.id;
  }
  const std::map<std::string, Index> paper = {{"nursery rm", 500},
                                              {"nursery h01", 100},
                                              {"spambase rm", 500},
                                              {"spambase h01", 50},
                                              {"cod-rna rm", 500},
                                              {"cod-rna h01", 50},
                                              {"adult rm", 500},
                                              {"adult h01", 100},
                                              {"ijcnn1 rm", 1000},
                                              {"ijcnn1 h01", 200},
                                              {"covertype rm", 1000},
                                              {"covertype h01", 100},
                                              {"covertype_sample rm", 1000},
                                              {"covertype_sample h01", 100}};
  EXPECT_EQ(features, paper);
}

TEST(ListingTest, EveryTopicListsSomethingAsTextAndJson) {
  for (const std::string& topic : ListTopics()) {
    const Json list = Json::parse(ListAsJson(topic, testing::TestCatalogue()));
    EXPECT_FALSE(list.empty()) << topic;
    const std::string text = ListAsText(topic, testing::TestCatalogue());
    for (const Json& entry : list)
      EXPECT_THAT(text, HasSubstr(entry["name"].get<std::string>() + "\n"));
  }
}

TEST(ListingTest, SaysRangeDefaultHelpAndCitation) {
  const std::string text = ListAsText("kernels", testing::TestCatalogue());
  EXPECT_THAT(text, HasSubstr("degree: a whole number >= 1"));
  EXPECT_THAT(text, HasSubstr("scale: a number > 0; default 1 ("));
  EXPECT_THAT(text, HasSubstr("citation: "));
  EXPECT_THAT(ListAsText("configs", testing::TestCatalogue()),
              HasSubstr("path: configs/kar2012/table1a.json"));
  EXPECT_THROW(ListAsText("kernel", testing::TestCatalogue()), InvalidInput);
}

}  // namespace
}  // namespace mercer
