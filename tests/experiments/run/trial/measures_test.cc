// What a record measures beside accuracy: errors of values, Gram errors of complex maps, the box
// discrepancy; and learners that compute a map's features themselves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/run/trial/map_measures.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using testing::SmallConfig;
using testing::SmallRun;

Json OneMethod(const char* kernel, const char* method, const std::vector<std::string>& metrics) {
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["kernels"] = {Json::parse(kernel)};
  config["methods"] = {Json::parse(method)};
  config["metrics"] = metrics;
  return config;
}

constexpr char kGaussian[] = R"({"name": "gaussian", "sigma": 0.5})";
constexpr char kComplexRidge[] = R"({"id": "qmc",
  "map": {"name": "quasi_fourier", "variant": "complex"}, "D": [60],
  "learner": {"name": "ridge", "lambda": 0.001}})";

double Number(const ResultRecord& row, const char* column) {
  const auto value = row.Number(column);
  EXPECT_TRUE(value.has_value()) << column;
  return value.value_or(-1);
}

TEST(Measures, ComplexRidgePredictsValuesAndItsMapIsMeasured) {
  Json config =
      OneMethod(kGaussian, kComplexRidge,
                {"relative_error", "rmse", "gram_rel_frobenius", "gram_rel_spectral",
                 "gram_mean_sq", "gram_max_sq", "box_discrepancy", "box_discrepancy_expected"});
  config["gram"] = {{"rows", 100}, {"pairs", "all"}};
  SmallRun run;
  ASSERT_EQ(run.Run(config).ok, 1U);
  const ResultRecord row = run.Rows().front();
  EXPECT_EQ(row.Text("metric"), "relative_error");
  EXPECT_EQ(row.Text("accuracy"), "");
  // Labels are ±1: both errors are the same, and below that of predicting nothing.
  EXPECT_NEAR(Number(row, "relative_error"), Number(row, "rmse"), 1e-12);
  EXPECT_LT(Number(row, "relative_error"), 0.95);
  EXPECT_EQ(Number(row, "gram_pairs"), 10000);
  EXPECT_GT(Number(row, "gram_rel_spectral"), 0);
  EXPECT_LE(Number(row, "gram_rel_spectral"), 1);
  const double largest = Number(row, "gram_max_abs");
  EXPECT_NEAR(Number(row, "gram_max_sq"), largest * largest, 1e-15);
  EXPECT_GT(Number(row, "gram_mean_sq"), 0);
  EXPECT_LT(Number(row, "gram_mean_sq"), largest * Number(row, "gram_mean_abs"));
  EXPECT_GT(Number(row, "box_discrepancy"), 0);
  EXPECT_LT(Number(row, "box_discrepancy"), 1.0 / 60);  // below independent frequencies
  // (1 − what the box's own transform is)/s, below 1/s and above what a good sequence has.
  const double expected = Number(row, "box_discrepancy_expected");
  EXPECT_LE(expected, 1.0 / 60);
  EXPECT_GT(expected, Number(row, "box_discrepancy"));
}

TEST(Measures, WhatIsNotAskedForIsNotRecorded) {
  SmallRun run;
  run.Run(OneMethod(kGaussian, kComplexRidge, {"gram_rel_frobenius", "box_discrepancy"}));
  const ResultRecord row = run.Rows().front();
  for (const char* column : {"gram_mean_sq", "gram_max_sq", "box_discrepancy_expected"})
    EXPECT_EQ(row.Text(column), "") << column;
}

TEST(Measures, TheScaleOfTheBoxCountsAndIsPartOfATrialsIdentity) {
  Json config = OneMethod(kGaussian, kComplexRidge, {"box_discrepancy", "relative_error"});
  SmallRun full, half;
  full.Run(config);
  config["box_discrepancy"] = {{"scale", 0.5}};
  half.Run(config);
  const ResultRecord a = full.Rows().front(), b = half.Rows().front();
  EXPECT_NE(a.Text("box_discrepancy"), b.Text("box_discrepancy"));
  EXPECT_NE(a.Text("trial_id"), b.Text("trial_id"));
  EXPECT_EQ(a.Text("features_hash"), b.Text("features_hash"));
}

// Of orthogonal rows x and y, <x, y>² is 0.
TEST(Measures, NoErrorIsRelativeToAKernelThatIsZeroOnAllPairs) {
  const testing::TemporaryFolder folder;
  std::string rows;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) rows += i == j ? "1," : "0,";
    rows += std::to_string(i + 1) + "\n";
  }
  testing::WriteFile(folder / "orthogonal.csv", rows);
  Json config = OneMethod(R"({"name": "homogeneous_polynomial", "degree": 2})",
                          R"({"id": "rm", "map": {"name": "random_maclaurin"}, "D": [21],
                              "learner": {"name": "ridge", "lambda": 0.001}})",
                          {"relative_error", "gram_rel_frobenius", "gram_mean_abs"});
  config["datasets"] = Json::array(
      {Json{{"path", (folder / "orthogonal.csv").string()}, {"split", {{"train_fraction", 0.5}}}}});
  config["gram"] = {{"pairs", "i<j"}};
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
              HasSubstr("metric 'gram_rel_frobenius' is inf, expected a finite number"));
}

TEST(Measures, SampledPairs) {
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
TEST(Measures, GramErrorsOfTheTestPart) {
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

TEST(Measures, TheGramErrorsPartIsPartOfATrialsIdentity) {
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
TEST(Measures, TheoryOfAGramErrorIsItsMeanSquareOverDraws) {
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

TEST(Measures, TheTheoreticalErrorMayBeInfinite) {
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

TEST(Measures, NoTheoryWhereNoFormulaIsKnownOrTheMapIsBiased) {
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

// The same problem on the same features, streamed and stored.
TEST(Measures, AStreamingLearnerSeesTheFeaturesOfItsMap) {
  const char* kMethod = R"({"id": "rm", "map": {"name": "random_maclaurin"}, "D": [30],
    "learner": {"name": "dense_dual", "loss": "hinge", "cost": 0.1, "bias": 1, "eps": 1e-7}})";
  const char* kPolynomial = R"({"name": "polynomial", "degree": 3, "offset": 1})";
  SmallRun streamed, stored;
  streamed.Run(OneMethod(kPolynomial, kMethod, {"accuracy", "primal_objective"}));
  Json config = OneMethod(kPolynomial, kMethod, {"accuracy", "primal_objective"});
  config["methods"][0]["learner"] = {{"name", "liblinear"},
                                     {"solver", "l2r_l1loss_svc_dual"},
                                     {"cost", 0.1},
                                     {"bias", 1},
                                     {"eps", 1e-5}};
  stored.Run(config);
  const ResultRecord a = streamed.Rows().front(), b = stored.Rows().front();
  EXPECT_EQ(a.Text("status"), "ok") << a.Text("message");
  EXPECT_EQ(a.Text("features_hash"), b.Text("features_hash"));
  EXPECT_NEAR(Number(a, "primal_objective"), Number(b, "primal_objective"),
              1e-6 * Number(b, "primal_objective"));
  EXPECT_NEAR(Number(a, "accuracy"), Number(b, "accuracy"), 0.002);
  EXPECT_GT(Number(a, "transform_train_s"), 0);
}

// Dense, the features of a few sparse rows may be larger than the machine.
TEST(Measures, AStreamingLearnerSeesSparseFeaturesSparse) {
  const testing::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 120; ++i)
    text += std::to_string(i % 2) + " " + std::to_string(1 + i % 7) + ":1 " +
            std::to_string(10 + i % 31) + ":0.5 " + std::to_string(60 + i % 40) + ":0.25\n";
  testing::WriteFile(folder / "rows.libsvm", text);
  Json config = OneMethod(kGaussian, R"({"id": "taylor", "map": {"name": "taylor", "degree": 2},
    "D": [1], "learner": {"name": "sdca", "lambda": 0.01, "epochs": 2}})",
                          {"accuracy"});
  config["datasets"] = {
      {{"path", (folder / "rows.libsvm").string()}, {"split", {{"train_fraction", 0.5}}}}};
  SmallRun streamed, stored;
  streamed.Run(config);
  config["methods"][0]["learner"] = {{"name", "liblinear"}, {"cost", 1}};
  stored.Run(config);
  const ResultRecord a = streamed.Rows().front(), b = stored.Rows().front();
  EXPECT_EQ(a.Text("status"), "ok") << a.Text("message");
  EXPECT_EQ(b.Text("status"), "ok") << b.Text("message");
  EXPECT_EQ(a.Text("features_hash"), b.Text("features_hash"));
}

TEST(Measures, ASweepMayBeAboutTheTimeOfTheMap) {
  SmallRun run;
  run.Run(OneMethod(kGaussian, R"({"id": "p", "map": "random_fourier", "D": [20]})",
                    {"transform_train_s", "gram_rel_frobenius"}));
  const ResultRecord row = run.Rows().front();
  EXPECT_EQ(row.Text("metric"), "transform_train_s");
  EXPECT_EQ(row.Text("value"), row.Text("transform_train_s"));
  EXPECT_GT(Number(row, "value"), 0);
  EXPECT_GT(Number(row, "gram_rel_frobenius"), 0);
}

TEST(Measures, TheObjectiveOfEachPassIsKept) {
  SmallRun run;
  run.Run(OneMethod(kGaussian, R"({"id": "p", "map": "random_fourier", "D": [20],
    "learner": {"name": "sdca", "lambda": 0.01, "epochs": 7, "trace": true}})",
                    {"accuracy"}));
  const ResultFolder results = ReadResults(run.out());
  ASSERT_EQ(results.records.size(), 1U);
  const ResultRecord& record = results.records[0];
  ASSERT_EQ(record.trace().size(), 7U);
  EXPECT_EQ(record.trace().back().second, Number(record, "primal_objective"));
  EXPECT_LE(record.trace().front().first, record.trace().back().first);
  EXPECT_GT(record.trace().front().second, record.trace().back().second);
}

// No second of a trial is lost between its phases.
TEST(Measures, ThePhasesAreTheWholeTrial) {
  SmallRun run;
  Json config = OneMethod(kGaussian, R"({"id": "exact",
    "learner": {"name": "kernel_sdca", "cost": 1, "epochs": 200}})",
                          {"accuracy"});
  config["datasets"][0]["split"]["max_train"] = 1500;
  run.Run(config);
  const ResultRecord row = run.Rows().front();
  const double phases = Number(row, "fit_s") + Number(row, "predict_s");
  EXPECT_GT(phases, 0.8 * Number(row, "cpu_s"));
  EXPECT_GT(Number(row, "dual_objective"), 0);
  EXPECT_LE(Number(row, "dual_objective"), Number(row, "primal_objective"));
}

TEST(Measures, LearnersOfRowsTakeAnyKernelAndNoMap) {
  SmallRun run;
  Json config = OneMethod(kGaussian, R"({"id": "fm", "learner":
    {"name": "factorization_machine", "rank": 3, "tolerance": 0.01, "beta": 0.01}})",
                          {"accuracy"});
  ASSERT_EQ(run.Run(config).ok, 1U);
  EXPECT_GT(Number(run.Rows().front(), "accuracy"), 0.5);
  config["methods"][0]["map"] = "random_fourier";
  config["methods"][0]["D"] = {10};
  EXPECT_THAT(testing::Message([&] { run.Run(config); }),
              HasSubstr("takes the rows as they are; expected no map"));
}

// On one set of rows, without a bias: the exact optimum, that on Taylor features, and its bound.
TEST(Measures, TheLossOnAProjectionIsWithinTheoremOne) {
  Json config = OneMethod(R"({"name": "gaussian", "sigma": 1})",
                          R"({"id": "taylor", "map": {"name": "taylor", "degree": 2},
    "D": [1], "learner": {"name": "dense_dual", "loss": "hinge", "cost": 2, "eps": 1e-7}})",
                          {"primal_objective", "projection_bound"});
  config["methods"].push_back(Json::parse(R"({"id": "exact",
    "learner": {"name": "kernel_sdca", "cost": 2, "epochs": 3000}})"));
  config["methods"].push_back(Json::parse(R"({"id": "liblinear",
    "map": {"name": "taylor", "degree": 2}, "D": [1], "learner": {"name": "liblinear",
    "solver": "l2r_l1loss_svc_dual", "cost": 2, "eps": 1e-6}})"));
  config["methods"].push_back(Json::parse(R"({"id": "mean", "map": {"name": "taylor", "degree": 2},
    "D": [1], "learner": {"name": "sdca", "cost": 2, "epochs": 500}})"));
  config["methods"].push_back(Json::parse(R"({"id": "rff", "map": "random_fourier", "D": [9],
    "learner": {"name": "dense_dual", "loss": "hinge"}})"));
  config["methods"].push_back(Json::parse(R"({"id": "squared",
    "map": {"name": "taylor", "degree": 2}, "D": [1],
    "learner": {"name": "dense_dual", "loss": "squared_hinge"}})"));
  config["methods"].push_back(config["methods"][0]);
  config["methods"].back()["id"] = "fifth";
  config["methods"].back()["map"]["degree"] = 5;
  SmallRun run;
  ASSERT_EQ(run.Run(config).ok, 7U);
  const auto rows = run.Rows();
  const double scale = 150 * 2;  // n C: kernel_sdca and sdca report the form with the mean loss
  const double exact = scale * Number(rows[1], "primal_objective");
  const double taylor = Number(rows[0], "primal_objective");
  const double bound = Number(rows[0], "projection_bound");
  EXPECT_GE(taylor, exact * (1 - 1e-4));
  EXPECT_LE(taylor, exact + bound);
  EXPECT_GT(taylor, exact * 1.001) << "the features do lose something";
  EXPECT_LE(Number(rows[6], "primal_objective"), exact + Number(rows[6], "projection_bound"));
  EXPECT_LT(Number(rows[6], "projection_bound"), bound / 8) << "the rest of the series is less";
  EXPECT_NEAR(Number(rows[2], "projection_bound"), bound, 1e-12 * bound);
  EXPECT_NEAR(scale * Number(rows[3], "projection_bound"), bound, 1e-12 * bound);
  EXPECT_NEAR(scale * Number(rows[3], "primal_objective"), taylor, 1e-3 * taylor);
  for (const int without : {1, 4, 5}) EXPECT_EQ(rows[without].Text("projection_bound"), "");
}

TEST(Measures, OperationsAreTheMeanOverTheRows) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const auto map = MakeMapSpec("taylor", {{"degree", 3}})
                       ->Draw({.kernel = *kernel, .input_dim = 5, .num_random_features = 1});
  Matrix rows = Matrix::Zero(4, 5);
  rows.row(0).setConstant(0.5);
  rows(1, 2) = 1;
  rows(2, 4) = -1;
  const double expected =
      (map->OperationsPerRow(5) + 2 * map->OperationsPerRow(1) + map->OperationsPerRow(0)) / 4;
  ASSERT_GT(std::abs(expected - map->OperationsPerRow(7.0 / 4)), 1e-3);
  for (const bool sparse : {false, true}) {
    const Examples x = sparse ? Examples(SparseMatrix(rows.sparseView())) : Examples(rows);
    ResultRecord record;
    DescribeMap(*map, x, Examples(map->Transform(x, 1)), record);
    EXPECT_NEAR(Number(record, "ops_per_row"), expected, 1e-12 * expected);
  }
}

TEST(Measures, FactorsAreThoseOfTheMapThatHasThem) {
  const Params input{{"type", "input"}, {"space", "angle"}, {"scale", 1}};
  const Params output{{"type", "fully_connected"},
                      {"activation", Params{{"name", "exponential"}, {"s", 1.5}}}};
  const auto kernel =
      MakeKernel("skeleton", {{"nodes", ParamValue::List{ParamValue(input), ParamValue(output)}}});
  const Examples x(Matrix::Constant(3, 2, 0.5));
  for (const std::string name : {"skeleton_features", "random_network"}) {
    const auto map = MakeMapSpec(name, {})->Draw(
        {.kernel = *kernel, .input_dim = 2, .num_random_features = 300, .seed = 4});
    ResultRecord record;
    DescribeMap(*map, x, Examples(map->Transform(x, 1)), record);
    if (name == "random_network") {
      EXPECT_EQ(record.Text("expected_factors"), "");
      EXPECT_EQ(record.Text("factors_per_feature"), "");
      continue;
    }
    EXPECT_NEAR(Number(record, "expected_factors"), 2.25, 1e-14);
    EXPECT_EQ(Number(record, "factors_per_feature"), map->factors()->mean);
    // Poisson(2.25): five standard errors of the mean of 300.
    EXPECT_NEAR(Number(record, "factors_per_feature"), 2.25, 5 * 1.5 / std::sqrt(300.0));
  }
}

std::string FaultOf(const Json& config) {
  return testing::Message([&] { SmallRun().Run(config); });
}

TEST(Measures, MetricsThatDoNotFitAreToldBeforeARun) {
  EXPECT_THAT(FaultOf(OneMethod(kGaussian, kComplexRidge, {"accuracy"})),
              HasSubstr("learner 'ridge' predicts values with these parameters; accuracy needs one "
                        "that predicts classes"));
  EXPECT_THAT(FaultOf(OneMethod(kGaussian, R"({"id": "exact", "learner": "libsvm"})", {"rmse"})),
              HasSubstr("learner 'libsvm' predicts classes"));
  EXPECT_THAT(
      FaultOf(OneMethod(kGaussian, kComplexRidge, {"projection_bound"})),
      HasSubstr("method 'qmc' has no projection_bound; expected map taylor or monomials and a "
                "learner of the hinge loss, or another metric beside it"));
  EXPECT_THAT(FaultOf(OneMethod(kGaussian, R"({"id": "f", "map": "fastfood", "D": [8]})",
                                {"box_discrepancy"})),
              HasSubstr("map 'fastfood' of kernel gaussian(sigma=0.5) has no box discrepancy"));
}

}  // namespace
}  // namespace mercer
