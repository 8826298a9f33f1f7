#include "experiments/config/trial/tuned_values.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

Cell CellWith(NamedParams learner) {
  Cell cell;
  cell.kernel = {"gaussian", {{"gamma", 0.5}}};
  cell.map = NamedParams{"random_maclaurin", {}};
  cell.learner = std::move(learner);
  return cell;
}

std::vector<std::string> Texts(const std::vector<TunedValues>& points) {
  std::vector<std::string> texts;
  for (const TunedValues& point : points) texts.push_back(FormatTuned(point));
  return texts;
}

TEST(GridPoints, NumbersRiseAndTheFirstKeyIsSlowest) {
  TuningSpec spec;
  spec.grid = {{"learner.cost", {10, 0.1}}, {"map.measure", {3, 2}}};
  EXPECT_THAT(Texts(GridPoints(spec)),
              ElementsAre("learner.cost=0.1,map.measure=2", "learner.cost=0.1,map.measure=3",
                          "learner.cost=10,map.measure=2", "learner.cost=10,map.measure=3"));
  EXPECT_EQ(CountGridPoints(spec), 4);
}

TEST(GridPoints, TextsComeAfterTheNumbersAsWritten) {
  TuningSpec spec;
  spec.grid = {{"kernel.sigma", {3, "median_distance", 1, "mean_distance", 2}}};
  EXPECT_THAT(Texts(GridPoints(spec)),
              ElementsAre("kernel.sigma=1", "kernel.sigma=2", "kernel.sigma=3",
                          "kernel.sigma=median_distance", "kernel.sigma=mean_distance"));
}

TEST(PutTuned, ValuesGoIntoKernelMapAndLearner) {
  Cell cell = CellWith({"libsvm", {{"cost", 1}}});
  PutTuned({{"kernel.gamma", 2}, {"learner.cost", 0.5}, {"map.measure", 3}}, 10, cell);
  EXPECT_EQ(cell.kernel.Canonical(), "gaussian(gamma=2)");
  EXPECT_EQ(cell.map->Canonical(), "random_maclaurin(measure=3)");
  EXPECT_EQ(cell.learner->Canonical(), "libsvm(cost=0.5)");
}

TEST(PutTuned, WhatTheCellLacksIsRefused) {
  Cell cell = CellWith({"libsvm", {{"cost", 1}}});
  cell.map.reset();
  for (const char* path : {"map.measure", "cost", "learner.", "learner.cots", "kernel.degree", ""})
    EXPECT_THROW(PutTuned({{path, 3}}, 10, cell), InvalidInput) << path;
}

// sigma takes the place of gamma, cost that of lambda: whatever has both takes exactly one.
TEST(PutTuned, OneOfTwoNamesForOneThing) {
  int pairs = 0;
  const auto check = [&](const auto& registry, const char* part, const char* one,
                         const char* other) {
    for (const auto& entry : registry.entries()) {
      const auto has = [&](const char* name) {
        return std::any_of(entry.params.begin(), entry.params.end(),
                           [&](const ParamSpec& spec) { return spec.name == name; });
      };
      if (!has(one) || !has(other)) continue;
      ++pairs;
      Cell cell = CellWith({"libsvm"});
      NamedParams& named = std::string(part) == "kernel" ? cell.kernel : *cell.learner;
      named = {entry.name, {{one, 3}}};
      PutTuned({{std::string(part) + "." + other, 2}}, 10, cell);
      EXPECT_EQ(named.params.Canonical(), std::string(other) + "=2");
      EXPECT_NO_THROW(entry.make(Resolve("it", entry.params, named.params))) << entry.name;
      PutTuned({{std::string(part) + "." + one, 4}}, 10, cell);
      EXPECT_EQ(named.params.Canonical(), std::string(one) + "=4");
      EXPECT_NO_THROW(entry.make(Resolve("it", entry.params, named.params))) << entry.name;
    }
  };
  check(KernelRegistry(), "kernel", "sigma", "gamma");
  check(LearnerRegistry(), "learner", "cost", "lambda");
  EXPECT_GE(pairs, 3);  // gaussian, pegasos, sdca
}

// C = 1/(n lambda), both ways.
TEST(PutTuned, CostAndLambdaAreConvertedForTheRowsFitted) {
  Cell ridge = CellWith({"ridge", {{"lambda", 1}}});
  PutTuned({{"learner.cost", 4}}, 50, ridge);
  EXPECT_EQ(ridge.learner->Canonical(), "ridge(lambda=0.005)");
  Cell svm = CellWith({"libsvm", {{"cost", 1}}});
  PutTuned({{"learner.lambda", 0.005}}, 50, svm);
  EXPECT_DOUBLE_EQ(svm.learner->params.Get("cost").AsNumber(), 4);
  // A learner with both takes the value as it is.
  Cell pegasos = CellWith({"pegasos", {{"lambda", 1}}});
  PutTuned({{"learner.cost", 4}}, 50, pegasos);
  EXPECT_EQ(pegasos.learner->Canonical(), "pegasos(cost=4)");
}

TEST(TunablePaths, AreTheCellsOwn) {
  EXPECT_THAT(TunablePaths(CellWith({"ridge"})),
              AllOf(Contains("kernel.sigma"), Contains("map.measure"), Contains("learner.lambda"),
                    Not(Contains("learner.cost"))));
}

}  // namespace
}  // namespace mercer
