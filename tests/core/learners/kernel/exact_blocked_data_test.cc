// exact_blocked against LIBSVM on real rows.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "core/kernels/builtin_kernels.h"
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
  double gamma;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class ExactBlockedOn : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Data, ExactBlockedOn,
                         ::testing::Values(Case{"a9a", kA9a, 0.05}, Case{"ijcnn1", kIjcnn1, 1}),
                         [](const auto& test) { return test.param.name; });

TEST_P(ExactBlockedOn, TheOptimumAndTheLabelsAreLibsvms) {
  const std::string missing = Missing(GetParam().files);
  if (!missing.empty()) GTEST_SKIP() << missing;
  const RealRows rows(GetParam().files);
  const auto kernel = MakeKernel("gaussian", {{"gamma", GetParam().gamma}});
  const auto fit = [&](const std::string& learner, const Params& params) {
    return MakeLearner(learner, params)->Fit({.x = rows.x, .y = rows.y, .kernel = kernel.get()});
  };
  const auto reference = fit("libsvm", {});
  const Vector expected = reference->Predict(rows.test.x);
  for (const char* storage : {"float64", "float32"}) {
    const auto model = fit("exact_blocked", {{"storage", storage}});
    const Vector predicted = model->Predict(rows.test.x);
    const double equal = static_cast<double>((predicted.array() == expected.array()).count()) /
                         static_cast<double>(expected.size());
    const double off = *model->report().dual_objective / *reference->report().dual_objective - 1;
    std::printf(
        "%s, %s: %.4f %% of labels equal, dual objective off by %.1e, %ld and %ld support "
        "vectors\n",
        GetParam().name.c_str(), storage, 100 * equal, off,
        static_cast<long>(model->report().support_vectors),
        static_cast<long>(reference->report().support_vectors));
    EXPECT_GE(equal, 0.999);
    EXPECT_LT(std::abs(off), 1e-6);
  }
}

}  // namespace
}  // namespace mercer
