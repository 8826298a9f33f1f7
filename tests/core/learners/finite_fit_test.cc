// At the ends of the range of double a learner refuses in one sentence, or all that it found is
// finite.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Message;
using testing::Problem;

// Parameters of the learner for classes, of the strength given by one number where it has one.
Params AtStrength(const std::string& learner, double strength) {
  Params params;
  for (const ParamSpec& spec : LearnerRegistry().Get(learner).params) {
    if (spec.name == "cost") params.Set("cost", strength);
    if (spec.name == "beta") params.Set("beta", 1 / strength);
    if (spec.name == "lambda" && !spec.optional) params.Set("lambda", 1 / strength);
    if (spec.name == "target") params.Set("target", "classes");
    if (spec.name == "rank") params.Set("rank", 3);
    if (spec.name == "max_iterations") params.Set("max_iterations", 10000);
    for (const char* passes : {"epochs", "max_passes", "max_steps"})
      if (spec.name == passes) params.Set(passes, 20);
  }
  return params;
}

bool IsFinite(const std::optional<double>& value) { return std::isfinite(value.value_or(0)); }

class FiniteFit : public ::testing::TestWithParam<std::string> {};

TEST_P(FiniteFit, IsFoundOrRefused) {
  const Problem problem = MakeProblem(24, 3, {-1, 1}, 4);
  int fitted = 0;
  for (const double scale : {1.0, 1e30, 1e155, 1e-155, 1e-200, 1e300}) {
    for (const double strength : {1.0, 1e200, 1e-200, 1e300}) {
      for (const auto& kernel : {MakeKernel("linear", {}), MakeKernel("gaussian", {{"sigma", 1}}),
                                 MakeKernel("polynomial", {{"degree", 5}, {"offset", 1}})}) {
        const Examples x = Matrix(scale * problem.x);
        std::unique_ptr<Model> model;
        Vector predicted;
        try {
          model = MakeLearner(GetParam(), AtStrength(GetParam(), strength))
                      ->Fit({.x = x, .y = problem.y, .kernel = kernel.get()});
          predicted = model->Predict(x);
        } catch (const InvalidInput& refused) {
          EXPECT_NE(scale == 1 && strength == 1, true) << refused.what();
          continue;
        }
        ++fitted;
        const FitReport& report = model->report();
        EXPECT_TRUE(IsFinite(report.primal_objective) && IsFinite(report.dual_objective))
            << "rows times " << scale << ", strength " << strength;
        EXPECT_TRUE(predicted.allFinite());
      }
    }
  }
  EXPECT_GE(fitted, 3);
}

INSTANTIATE_TEST_SUITE_P(Learners, FiniteFit, ::testing::ValuesIn(LearnerRegistry().Names()),
                         [](const ::testing::TestParamInfo<std::string>& c) { return c.param; });

TEST(FiniteFit, LibsvmRefusesKernelValuesThatItsFloatsCannotHold) {
  const Problem problem = MakeProblem(20, 3, {-1, 1}, 4);
  const auto kernel = MakeKernel("polynomial", {{"degree", 10}, {"offset", 1}});
  const Examples x = Matrix(1e5 * problem.x);
  EXPECT_THAT(Message([&] {
                MakeLearner("libsvm", {})->Fit({.x = x, .y = problem.y, .kernel = kernel.get()});
              }),
              HasSubstr("expected at most 3.4e38, as LIBSVM keeps kernel values as floats"));
}

TEST(FiniteFit, AWeightThatIsInfiniteIsRefused) {
  const Problem problem = MakeProblem(20, 3, {-1, 1}, 4);
  const Examples x = Matrix(1e10 * problem.x);
  EXPECT_THAT(
      Message([&] {
        MakeLearner("pegasos", {{"lambda", 1e-300}, {"epochs", 2}})->Fit({.x = x, .y = problem.y});
      }),
      HasSubstr("learner 'pegasos': fitting ended with"));
}

}  // namespace
}  // namespace mercer
