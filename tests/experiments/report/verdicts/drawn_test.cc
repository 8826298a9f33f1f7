#include "experiments/report/verdicts/drawn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using Json = nlohmann::json;

Json Config(const Json& of_dataset, const Json& more = Json::object()) {
  Json config = testing::MadeConfig();
  config["datasets"][0].update(of_dataset);
  config.update(more);
  return config;
}

const Json kOfficial = {{"split", "official"}};

bool Tells(const testing::Fields& changes, const Json& config = Config(kOfficial),
           const std::string& metric = "accuracy", const std::vector<double>& values = {1}) {
  const ResultRecord base = testing::MadeRecord({{"method", "m"},
                                                 {"map", "quasi_fourier"},
                                                 {"map_params", "sequence=halton,variant=complex"},
                                                 {"D", "10"},
                                                 {"learner", "ridge"},
                                                 {"preprocess", "minmax"},
                                                 {"kernel_params", "sigma=1,sigma_rows=60"},
                                                 {"tuned_on", "test"}});
  const std::vector<ResultRecord> records = {testing::Changed(base, changes)};
  const CellTrials cell = GroupByCell(records).at(0);
  const Provenance provenance = ReadProvenance({testing::MadeContext(config, "")});
  return IsDeterministic(cell, metric, provenance, values);
}

// Trials of one cell with these changes each.
std::vector<ResultRecord> Cell(const std::string& map, const testing::Fields& changes = {}) {
  std::vector<ResultRecord> records;
  for (const char* repetition : {"0", "1", "2"}) {
    records.push_back(testing::Changed(
        testing::MadeRecord({{"map", map}, {"learner", "ridge"}, {"repetition", repetition}}),
        changes));
  }
  return records;
}

TEST(IsSameInEveryRepetition, WhereNothingIsDrawnAnewAndTheNumbersAreEqual) {
  const auto is_same = [](const std::string& map, const Json& of_dataset,
                          const std::vector<double>& values) {
    const std::vector<ResultRecord> records =
        Cell(map, {{"preprocess", "subsample(count=50,seed=1)"}});
    return IsSameInEveryRepetition(GroupByCell(records).at(0),
                                   ReadProvenance({testing::MadeContext(Config(of_dataset), "")}),
                                   values);
  };
  // Rows drawn once for all repetitions are the same in each.
  EXPECT_TRUE(is_same("", kOfficial, {0.5, 0.5, 0.5}));
  EXPECT_FALSE(is_same("", kOfficial, {0.5, 0.5, 0.6}));
  EXPECT_FALSE(is_same("random_fourier", kOfficial, {0.5, 0.5, 0.5}));
  EXPECT_FALSE(is_same("", {{"split", {{"train_fraction", 0.5}}}}, {0.5, 0.5, 0.5}));
}

// A data set that is given by its file is known by the file's name, as in the records.
TEST(IsSameInEveryRepetition, OfADataSetGivenByItsFile) {
  const auto is_same = [](const Json& of_dataset) {
    Json config = testing::MadeConfig();
    config["datasets"] = {of_dataset};
    return IsSameInEveryRepetition(GroupByCell(Cell("", {{"dataset", "rows.v2"}})).at(0),
                                   ReadProvenance({testing::MadeContext(config, "")}),
                                   {0.5, 0.5, 0.5});
  };
  EXPECT_FALSE(is_same({{"path", "rows.v2.csv.gz"}, {"split", {{"train_fraction", 0.5}}}}));
  EXPECT_TRUE(is_same({{"path", "rows.v2.csv.gz"}, {"split", "official"}}));
  EXPECT_FALSE(
      is_same({{"path", "rows.v2"}, {"format", "csv"}, {"split", {{"train_fraction", 0.5}}}}));
}

TEST(DrawnOf, NamesWhatDiffersBetweenRepetitions) {
  using ::testing::ElementsAre;
  const Json split = {{"split", {{"train_fraction", 0.5}}}};
  const auto drawn = [](const std::vector<ResultRecord>& records, const Json& of_dataset) {
    return DrawnOf(GroupByCell(records).at(0),
                   ReadProvenance({testing::MadeContext(Config(of_dataset), "")}));
  };
  EXPECT_THAT(drawn(Cell(""), kOfficial), ElementsAre());
  EXPECT_THAT(drawn(Cell("random_fourier"), kOfficial), ElementsAre("draw of the map"));
  EXPECT_THAT(drawn(Cell("random_fourier", {{"split", "0.5 of the rows"},
                                            {"labels", "random_halves"},
                                            {"tuned_params", "learner.cost=1"}}),
                    split),
              ElementsAre("split", "label halves", "draw of the map", "tuned values"));
  EXPECT_THAT(drawn(Cell("", {{"dataset", "unit_ball(d=3)"}}), Json::object()),
              ElementsAre("generated rows"));
}

TEST(IsDeterministic, WhereNothingIsDrawn) {
  EXPECT_TRUE(Tells({}));
  EXPECT_TRUE(Tells({{"map", "taylor"}, {"map_params", "degree=3"}}));
  EXPECT_TRUE(Tells({{"map", ""}, {"map_params", ""}, {"learner", "exact_blocked"}}));
  EXPECT_TRUE(Tells({{"learner", ""}}, Config(Json::object())));
  EXPECT_TRUE(Tells({{"preprocess", "balanced+minmax"}})) << "no row step";
  EXPECT_TRUE(Tells({}, Config({{"split", {{"train_rows", "rows.txt"}}}})));
  EXPECT_TRUE(Tells({}, Config({{"split", "official"},
                                {"labels", {{"name", "random_halves"}, {"halves", {"a"}}}}})));
  EXPECT_TRUE(Tells(
      {}, Config({{"split", "official"}, {"labels", {{"name", "class_vs_rest"}, {"class", 1}}}})));
  EXPECT_TRUE(Tells({}, Config(kOfficial), "accuracy", {0.1, 0.1 * (1 + 1e-15), 0.1}));
  const Json all_rows = {{"gram", {{"rows", 60}}}}, some_rows = {{"gram", {{"rows", 59}}}};
  EXPECT_TRUE(Tells({}, Config(kOfficial, all_rows), "gram_rel_spectral"));
  EXPECT_TRUE(Tells({}, Config(kOfficial, some_rows), "accuracy"));
  const Json all_test_rows = {{"gram", {{"rows", 40}, {"part", "test"}}}};
  EXPECT_TRUE(Tells({}, Config(kOfficial, all_test_rows), "gram_rel_spectral"));
}

TEST(IsDeterministic, NotWhereAMapOrALearnerDraws) {
  EXPECT_FALSE(Tells({{"map", "random_fourier"}, {"map_params", ""}}));
  const testing::Fields monte_carlo = {{"map_params", "sequence=monte_carlo,variant=complex"}};
  EXPECT_FALSE(Tells(monte_carlo));
  EXPECT_FALSE(Tells(monte_carlo, Config(kOfficial), "box_discrepancy"));
  EXPECT_TRUE(Tells(monte_carlo, Config(kOfficial), "box_discrepancy_expected"));
  EXPECT_FALSE(Tells({{"map", "no_such_map"}, {"map_params", ""}}));
  EXPECT_FALSE(Tells({{"map_params", "sequence=no_such_sequence"}}));
  EXPECT_FALSE(Tells({{"map_params", "maps=[{name=taylor}]"}}));
  EXPECT_FALSE(Tells({{"learner", "factorization_machine"}}));
  EXPECT_FALSE(Tells({}, Config(kOfficial), "accuracy", {0.1, 0.1, 0.11}));
}

TEST(IsDeterministic, NotWhereRowsOrLabelsAreDrawn) {
  EXPECT_FALSE(Tells({}, Config({{"split", {{"train_fraction", 0.5}}}})));
  EXPECT_FALSE(Tells({}, Config({{"split", {{"folds", 5}}}})));
  EXPECT_FALSE(Tells({}, Config({{"split", "official"}, {"labels", "random_halves"}})));
  EXPECT_FALSE(
      Tells({}, Config({{"split", "official"}, {"labels", {{{"name", "random_halves"}}}}})));
  // The same rows in every repetition are still ours and not the paper's.
  EXPECT_FALSE(Tells({{"preprocess", "subsample(count=50,seed=1)+minmax"}}, Config(kOfficial),
                     "accuracy", {0.1, 0.1}));
  EXPECT_FALSE(Tells({{"preprocess", "minmax+balance"}}));
  EXPECT_FALSE(Tells({{"dataset", "alpha(n=10)"}}));
  EXPECT_FALSE(Tells({{"dataset", "gamma"}}));  // of which the config says nothing
  EXPECT_FALSE(Tells({{"kernel_params", "sigma=1,sigma_rows=59"}}));
  EXPECT_FALSE(Tells({{"tuned_on", "train-validation (0.2 of 60 training rows)"}}));
  const Json some_rows = {{"gram", {{"rows", 59}}}}, pairs = {{"gram", {{"sampled", 100}}}};
  EXPECT_FALSE(Tells({}, Config(kOfficial, some_rows), "gram_rel_spectral"));
  EXPECT_FALSE(Tells({}, Config(kOfficial, pairs), "gram_mean_abs"));
  const Json some_test_rows = {{"gram", {{"rows", 39}, {"part", "test"}}}};
  EXPECT_FALSE(Tells({}, Config(kOfficial, some_test_rows), "gram_rel_spectral"));
}

}  // namespace
}  // namespace mercer
