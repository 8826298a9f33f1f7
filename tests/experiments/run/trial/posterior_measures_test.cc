// What a record measures of Gaussian-process classifiers: the likelihood of the test labels, and
// the divergence from the exact posterior.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/run/trial/measures.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using testing::Number;
using testing::SmallConfig;
using testing::SmallRun;

Json OneKernel(const char* methods, const std::vector<std::string>& metrics) {
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["datasets"][0]["rows"] = {{{"name", "subsample"}, {"count", 400}}};
  config["kernels"] = {Json::parse(R"({"name": "gaussian", "sigma": 1})")};
  config["methods"] = Json::parse(methods);
  config["metrics"] = metrics;
  return config;
}

constexpr char kProcesses[] = R"([
  {"id": "rff", "map": "random_fourier", "D": [16, 1024], "learner": "gp_classifier"},
  {"id": "complex", "map": {"name": "random_fourier", "variant": "complex"}, "D": [1024],
   "learner": "gp_classifier"},
  {"id": "exact", "learner": "kernel_gp_classifier"},
  {"id": "svm", "learner": "libsvm"}])";

TEST(PosteriorMeasures, FeaturesComeNearTheExactProcess) {
  SmallRun run;
  ASSERT_EQ(run.Run(OneKernel(kProcesses, {"accuracy", "mnll", "test_kl"})).ok, 5U);
  const auto rows = run.Rows();
  const auto& few = rows[0];
  const auto& many = rows[1];
  const auto& complex = rows[2];
  const auto& exact = rows[3];
  EXPECT_GT(Number(exact, "mnll"), 0);
  EXPECT_NEAR(Number(many, "mnll") / Number(exact, "mnll"), 1, .1);
  EXPECT_NEAR(Number(complex, "mnll") / Number(exact, "mnll"), 1, .1);
  EXPECT_GT(Number(few, "test_kl"), 20 * Number(many, "test_kl"));
  EXPECT_GT(Number(many, "test_kl"), 0);
  EXPECT_GT(Number(few, "test_kl"), 20 * Number(complex, "test_kl"));
  // The exact process has no features, and an SVM no posterior.
  EXPECT_EQ(exact.Text("test_kl"), "");
  EXPECT_EQ(rows[4].Text("test_kl"), "");
  EXPECT_EQ(rows[4].Text("mnll"), "");
}

TEST(PosteriorMeasures, TheDivergenceIsTakenWhereItIsAskedFor) {
  SmallRun run;
  Json config = OneKernel(kProcesses, {"mnll"});
  config["methods"] = {config["methods"][0]};
  ASSERT_EQ(run.Run(config).ok, 2U);
  EXPECT_EQ(run.Rows()[0].Text("metric"), "mnll");
  EXPECT_EQ(run.Rows()[0].Text("test_kl"), "");
}

TEST(PosteriorMeasures, MethodsWithoutAPosteriorAreToldBeforeARun) {
  const auto fault = [](const char* method, const std::vector<std::string>& metrics) {
    return testing::Message([&] { SmallRun().Run(OneKernel(method, metrics)); });
  };
  EXPECT_THAT(fault(R"([{"id": "svm", "learner": "libsvm"}])", {"mnll"}),
              HasSubstr("method 'svm' has no mnll; expected learner gp_classifier or "
                        "kernel_gp_classifier, or another metric beside it"));
  EXPECT_THAT(fault(R"([{"id": "exact", "learner": "kernel_gp_classifier"}])", {"test_kl"}),
              HasSubstr("method 'exact' has no test_kl; expected learner gp_classifier on a map"));
}

}  // namespace
}  // namespace mercer
