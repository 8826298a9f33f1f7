// What a record measures beside accuracy: errors of values, the box discrepancy, objectives; and
// learners that compute a map's features themselves. Gram errors: gram_measures_test.cc.

#include "tests/experiments/run/trial/measures.h"

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
using testing::kGaussian;
using testing::Number;
using testing::OneMethod;
using testing::SmallConfig;
using testing::SmallRun;

constexpr char kComplexRidge[] = R"({"id": "qmc",
  "map": {"name": "quasi_fourier", "variant": "complex"}, "D": [60],
  "learner": {"name": "ridge", "lambda": 0.001}})";

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
  Json config = OneMethod(kGaussian, R"({"id": "exact",
    "learner": {"name": "kernel_sdca", "cost": 1, "epochs": 200}})",
                          {"accuracy"});
  config["datasets"][0]["split"]["max_train"] = 1500;
  const auto measured = [&] {
    SmallRun run;
    run.Run(config);
    return run.Rows().front();
  };
  const auto phases = [](const ResultRecord& row) {
    return Number(row, "fit_s") + Number(row, "predict_s");
  };
  ResultRecord row = measured();
  // On a crowded machine the CPU clock may run ahead of the wall clock, but not every time.
  for (int i = 1; i < 5 && phases(row) <= 0.8 * Number(row, "cpu_s"); ++i) row = measured();
  EXPECT_GT(phases(row), 0.8 * Number(row, "cpu_s"));
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
