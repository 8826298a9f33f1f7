// dense_dual against LIBLINEAR on real rows.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "core/learners/builtin_learners.h"
#include "tests/core/learners/real_rows.h"

namespace mercer {
namespace {

using testing::kA9a;
using testing::kIjcnn1;
using testing::RealFiles;
using testing::RealRows;

struct Case {
  std::string name;
  RealFiles files;
  std::string loss;
  std::string solver;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class DenseDualOn : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Data, DenseDualOn,
    ::testing::Values(Case{"a9a_hinge", kA9a, "hinge", "l2r_l1loss_svc_dual"},
                      Case{"a9a_squared_hinge", kA9a, "squared_hinge", "l2r_l2loss_svc_dual"},
                      Case{"ijcnn1_hinge", kIjcnn1, "hinge", "l2r_l1loss_svc_dual"},
                      Case{"ijcnn1_squared_hinge", kIjcnn1, "squared_hinge",
                           "l2r_l2loss_svc_dual"}),
    [](const auto& test) { return test.param.name; });

TEST_P(DenseDualOn, TheOptimumAndTheLabelsAreLiblinears) {
  const std::string missing = Missing(GetParam().files);
  if (!missing.empty()) GTEST_SKIP() << missing;
  const RealRows rows(GetParam().files);
  const auto fit = [&](const std::string& learner, double eps, Params params) {
    params.Set("cost", 0.01);
    params.Set("bias", 1);
    params.Set("eps", eps);
    return MakeLearner(learner, params)->Fit({.x = rows.x, .y = rows.y});
  };
  const auto reference = fit("liblinear", 1e-5, {{"solver", GetParam().solver}});
  EXPECT_TRUE(reference->report().warnings.empty());
  const double objective = *reference->report().primal_objective;
  const Vector expected = reference->Predict(rows.test.x);
  for (const char* storage : {"float64", "float32"}) {
    SCOPED_TRACE(storage);
    // Steps in float do not settle to 1e-5.
    const double eps = storage == std::string("float64") ? 1e-5 : 1e-4;
    const auto model = fit("dense_dual", eps, {{"loss", GetParam().loss}, {"storage", storage}});
    const FitReport& report = model->report();
    const double off = *report.primal_objective / objective - 1;
    const double gap = 1 - *report.dual_objective / *report.primal_objective;
    const Vector predicted = model->Predict(rows.test.x);
    const auto different = (predicted.array() != expected.array()).count();
    std::printf("%s, %s: objective off by %.1e, gap %.1e, %ld of %ld labels different\n",
                GetParam().name.c_str(), storage, off, gap, static_cast<long>(different),
                static_cast<long>(expected.size()));
    EXPECT_TRUE(report.warnings.empty());
    EXPECT_LT(std::abs(off), 1e-6);
    EXPECT_LT(std::abs(gap), 1e-6);
    EXPECT_LE(different, expected.size() / 10000);
  }
}

}  // namespace
}  // namespace mercer
