// What a record measures of a map's Gram errors, and the errors that theory expects.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/run/trial/map_measures.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/run/trial/measures.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using testing::kGaussian;
using testing::Number;
using testing::OneMethod;
using testing::SmallRun;

// Of orthogonal rows x and y, <x, y>² is 0.
// Four training rows that are orthogonal, so that the kernel is 0 for all pairs of different rows.
Json OrthogonalRows(const testing::TemporaryFolder& folder,
                    const std::vector<std::string>& metrics) {
  std::string rows;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) rows += i == j ? "1," : "0,";
    rows += std::to_string(i + 1) + "\n";
  }
  testing::WriteFile(folder / "orthogonal.csv", rows);
  Json config = OneMethod(R"({"name": "homogeneous_polynomial", "degree": 2})",
                          R"({"id": "rm", "map": {"name": "random_maclaurin"}, "D": [21],
                              "learner": {"name": "ridge", "lambda": 0.001}})",
                          metrics);
  config["datasets"] = Json::array(
      {Json{{"path", (folder / "orthogonal.csv").string()}, {"split", {{"train_fraction", 0.5}}}}});
  config["gram"] = {{"pairs", "i<j"}};
  return config;
}

TEST(GramMeasures, TheMeanErrorOfTheEntriesThatAreNotZeroLeavesOutTheOthers) {
  const testing::TemporaryFolder folder;
  Json config = OrthogonalRows(folder, {"relative_error", "gram_mean_abs"});
  SmallRun of_zeros;  // six pairs
  ASSERT_EQ(of_zeros.Run(config).ok, 1U);
  config["metrics"].push_back("gram_mean_abs_nonzero");
  config["gram"]["pairs"] = "i<=j";
  SmallRun of_all;  // and the four of a row with itself
  ASSERT_EQ(of_all.Run(config).ok, 1U);
  const ResultRecord zeros = of_zeros.Rows().front(), all = of_all.Rows().front();
  ASSERT_EQ(all.Text("features_hash"), zeros.Text("features_hash"));
  ASSERT_EQ(Number(all, "gram_pairs"), 10);
  const double sum = 10 * Number(all, "gram_mean_abs") - 6 * Number(zeros, "gram_mean_abs");
  EXPECT_GT(sum, 0);
  EXPECT_NEAR(Number(all, "gram_mean_abs_nonzero"), sum / 4, 1e-12);
}

TEST(GramMeasures, NoErrorIsRelativeToAKernelThatIsZeroOnAllPairs) {
  const testing::TemporaryFolder folder;
  Json config = OrthogonalRows(folder, {"relative_error", "gram_rel_frobenius", "gram_mean_abs"});
  SmallRun run;
  ASSERT_EQ(run.Run(config).ok, 1U);
  const ResultRecord row = run.Rows().front();
  EXPECT_GT(Number(row, "gram_mean_abs"), 0);
  EXPECT_EQ(row.Text("gram_rel_frobenius"), "");
  EXPECT_EQ(row.Text("gram_rel_frobenius_theory"), "");
  EXPECT_THAT(row.Text("message"),
              HasSubstr("no gram_rel_frobenius: the kernel is 0 on all pairs"));
  config["metrics"] = {"gram_rel_frobenius", "relative_error"};
  SmallRun by_it;
  ASSERT_EQ(by_it.Run(config).failed, 1U);
  EXPECT_THAT(by_it.Rows().front().Text("message"),
              HasSubstr("metric 'gram_rel_frobenius' is inf; expected a finite number"));
}

TEST(GramMeasures, SampledPairs) {
  Json config = OneMethod(kGaussian, R"({"id": "rff", "map": "random_fourier", "D": [40]})",
                          {"gram_mean_abs"});
  config["gram"] = {{"sampled", 5000}};
  SmallRun run;
  run.Run(config);
  const ResultRecord row = run.Rows().front();
  EXPECT_EQ(Number(row, "gram_pairs"), 5000);
  EXPECT_GT(Number(row, "gram_mean_abs"), 0.01);
  EXPECT_LT(Number(row, "gram_mean_abs"), 0.5);
}

// Swapped parts have the same error where the map does not depend on data.
TEST(GramMeasures, GramErrorsOfTheTestPart) {
  Trial trial;
  trial.cell.kernel = {"gaussian", {{"sigma", 1.0}}};
  trial.cell.map = NamedParams{"taylor", {{"degree", 1}}};
  trial.cell.num_random_features = 4;
  trial.cell.metrics = {"gram_mean_abs"};
  trial.cell.gram.pairs = "all";
  const Examples near = Matrix(0.1 * Matrix::Random(40, 3)), far = Matrix(Matrix::Random(30, 3));
  const Vector y(0);
  const auto error = [&](const Examples& train, const Examples& test, bool on_test) {
    trial.cell.gram.on_test = on_test;
    const Machinery machinery = MakeMachinery(trial, train);
    PhaseTimes times;
    ResultRecord record;
    MeasureMap(trial, machinery, *DrawMap(trial, machinery, train, times), {train, y, test, y}, 1,
               times, record);
    return std::pair(Number(record, "gram_mean_abs"), Number(record, "gram_pairs"));
  };
  EXPECT_EQ(error(near, far, true), error(far, near, false));
  EXPECT_EQ(error(near, far, true).second, 30 * 30);
  EXPECT_EQ(error(near, far, false).second, 40 * 40);
  EXPECT_GT(error(near, far, true).first, 10 * error(near, far, false).first);
  EXPECT_EQ(testing::Message([&] { error(far, Matrix(0, 3), true); }),
            "gram: data set '' has no test rows; expected a part 'train', or a split that leaves "
            "test rows");
}

TEST(GramMeasures, TheGramErrorsPartIsPartOfATrialsIdentity) {
  Json config = OneMethod(kGaussian, R"({"id": "rff", "map": "random_fourier", "D": [40]})",
                          {"gram_max_abs"});
  SmallRun train, test, none;
  config["gram"] = {{"rows", 100}, {"part", "train"}};
  train.Run(config);
  config["gram"]["part"] = "test";
  test.Run(config);
  const ResultRecord a = train.Rows().front(), b = test.Rows().front();
  EXPECT_NE(a.Text("gram_max_abs"), b.Text("gram_max_abs"));
  EXPECT_NE(a.Text("trial_id"), b.Text("trial_id"));
  config["gram"].erase("part");
  none.Run(config);
  EXPECT_EQ(none.Rows().front().Text("trial_id"), a.Text("trial_id"));
}

// Theory is recorded in the first repetition, and is what the mean square over them comes to.
TEST(GramMeasures, TheoryOfAGramErrorIsItsMeanSquareOverDraws) {
  constexpr int kRepetitions = 60;
  Json config = OneMethod(kGaussian, R"({"id": "rf",
      "map": {"name": "random_fourier", "variant": "complex"}, "D": [20]})",
                          {"gram_rel_frobenius"});
  config["repetitions"] = kRepetitions;
  config["gram"] = {{"rows", 50}, {"pairs", "i<=j"}};
  SmallRun run;
  ASSERT_EQ(run.Run(config).ok, static_cast<std::size_t>(kRepetitions));
  double theory = -1, mean_square = 0;
  int with_theory = 0;
  for (const ResultRecord& row : run.Rows()) {
    mean_square += std::pow(Number(row, "gram_rel_frobenius"), 2) / kRepetitions;
    if (row.Text("gram_rel_frobenius_theory").empty()) continue;
    ++with_theory;
    EXPECT_EQ(row.Text("repetition"), "0");
    theory = Number(row, "gram_rel_frobenius_theory");
    EXPECT_EQ(Number(row, "gram_rel_frobenius_theory_stderr"), 0);
    EXPECT_EQ(Number(row, "gram_theory_pairs"), 50 * 51 / 2);
  }
  EXPECT_EQ(with_theory, 1);
  EXPECT_NEAR(mean_square / (theory * theory), 1, 0.15);
}

TEST(GramMeasures, TheTheoreticalErrorMayBeInfinite) {
  Json config =
      OneMethod(R"({"name": "vovk_infinite"})",
                R"({"id": "rm", "map": "random_maclaurin", "D": [4]})", {"gram_rel_frobenius"});
  config["datasets"] = Json::parse(R"([{"name": "unit_ball", "d": 3, "n": 20}])");
  SmallRun run;
  const std::size_t ok = run.Run(config).ok;
  const ResultRecord row = run.Rows().front();
  EXPECT_EQ(ok, 1U) << row.Text("message");
  EXPECT_EQ(row.Text("gram_rel_frobenius_theory"), "inf");
}

TEST(GramMeasures, NoTheoryWhereNoFormulaIsKnownOrTheMapIsBiased) {
  for (const char* map :
       {R"({"id": "a", "map": {"name": "fastfood"}, "D": [20]})",
        R"({"id": "a", "map": {"name": "quasi_fourier"}, "D": [20]})",
        R"({"id": "a", "map": {"name": "orthogonal_fourier", "structure": "sorf"}, "D": [20]})"}) {
    SmallRun run;
    run.Run(OneMethod(kGaussian, map, {"gram_rel_frobenius"}));
    EXPECT_GT(Number(run.Rows().front(), "gram_rel_frobenius"), 0) << map;
    EXPECT_EQ(run.Rows().front().Text("gram_rel_frobenius_theory"), "") << map;
  }
}

}  // namespace
}  // namespace mercer
