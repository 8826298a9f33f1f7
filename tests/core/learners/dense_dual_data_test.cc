// dense_dual against LIBLINEAR on real rows.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/libsvm_reader.h"
#include "core/learners/builtin_learners.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

constexpr Index kTrainingRows = 20000;

struct Case {
  std::string name;
  std::string train;
  std::string test;
  Index columns;
  std::string loss;
  std::string solver;
};

class DenseDualOn : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Data, DenseDualOn,
    ::testing::Values(Case{"a9a_hinge", "adult/a9a", "adult/a9a.t", 123, "hinge",
                           "l2r_l1loss_svc_dual"},
                      Case{"a9a_squared_hinge", "adult/a9a", "adult/a9a.t", 123, "squared_hinge",
                           "l2r_l2loss_svc_dual"},
                      Case{"ijcnn1_hinge", "ijcnn1/ijcnn1.bz2", "ijcnn1/ijcnn1.t.bz2", 22, "hinge",
                           "l2r_l1loss_svc_dual"},
                      Case{"ijcnn1_squared_hinge", "ijcnn1/ijcnn1.bz2", "ijcnn1/ijcnn1.t.bz2", 22,
                           "squared_hinge", "l2r_l2loss_svc_dual"}),
    [](const auto& test) { return test.param.name; });

TEST_P(DenseDualOn, TheOptimumAndTheLabelsAreLiblinears) {
  const std::filesystem::path folder = testing::RealDataDir();
  if (folder.empty()) GTEST_SKIP() << "MERCER_TEST_DATA names no folder with real data";
  for (const std::string& file : {GetParam().train, GetParam().test})
    if (!std::filesystem::exists(folder / file)) GTEST_SKIP() << "no " << file << " there";
  const LibsvmOptions read{.input_dim = GetParam().columns};
  const LabelledRows all = ReadLibsvm((folder / GetParam().train).string(), read);
  const LabelledRows test = ReadLibsvm((folder / GetParam().test).string(), read);
  std::vector<Index> numbers;  // spread over the file
  for (Index i = 0; i < kTrainingRows; ++i) numbers.push_back(i * all.x.rows() / kTrainingRows);
  const Examples x = all.x.Select(numbers);
  const Vector y = all.y(numbers);
  const auto fit = [&](const std::string& learner, double eps, Params params) {
    params.Set("cost", 0.01);
    params.Set("bias", 1);
    params.Set("eps", eps);
    return MakeLearner(learner, params)->Fit({.x = x, .y = y});
  };
  const auto reference = fit("liblinear", 1e-5, {{"solver", GetParam().solver}});
  EXPECT_TRUE(reference->report().warnings.empty());
  const double objective = *reference->report().primal_objective;
  const Vector expected = reference->Predict(test.x);
  for (const char* storage : {"float64", "float32"}) {
    SCOPED_TRACE(storage);
    // Steps in float do not settle to 1e-5.
    const double eps = storage == std::string("float64") ? 1e-5 : 1e-4;
    const auto model = fit("dense_dual", eps, {{"loss", GetParam().loss}, {"storage", storage}});
    const FitReport& report = model->report();
    const double off = *report.primal_objective / objective - 1;
    const double gap = 1 - *report.dual_objective / *report.primal_objective;
    const Vector predicted = model->Predict(test.x);
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
