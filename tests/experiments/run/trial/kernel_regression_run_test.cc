// Kernel regression on Nursery as Reid et al. have it, against an independent program.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/experiments/run/small_experiment.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::Json;
using testing::SmallConfig;
using testing::SmallRun;

// Test rows are those with a number of this rest by 20. By numpy the two greatest sums of a row
// differ by 1e-4 of the greater one or more, so that rounding decides nothing.
int RightOf648(int rest) {
  SmallRun run;
  std::string rows;
  for (int i = 0; i < 12960; ++i)
    if (i % 20 != rest) rows += std::to_string(i) + "\n";
  const auto path = run.out().parent_path() / "train.rows";
  testing::WriteFile(path, rows);
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["datasets"] = {Json::parse(R"({"name": "nursery", "encode": "one_hot",
      "preprocess": ["standardise", {"name": "scale", "factor": 0.18788887}]})")};
  config["datasets"][0]["split"] = {{"train_rows", path.string()}};
  config["kernels"] = {Json::parse(R"({"name": "gaussian", "sigma": 1})")};
  config["methods"] = {Json::parse(R"({"id": "exact", "learner": "kernel_nadaraya_watson"})")};
  EXPECT_EQ(run.Run(config).ok, 1U);
  const double right = 648 * run.Rows()[0].Number("accuracy").value_or(0);
  EXPECT_NEAR(right, std::round(right), 1e-9);
  return static_cast<int>(std::round(right));
}

TEST(KernelRegressionRun, OnNurseryAsManyAreRightAsByAnIndependentProgram) {
  EXPECT_EQ(RightOf648(19), 529);
  EXPECT_EQ(RightOf648(0), 541);
}

}  // namespace
}  // namespace mercer
