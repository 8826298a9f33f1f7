// exact_blocked against LIBSVM on real rows.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/libsvm_reader.h"
#include "core/kernels/builtin_kernels.h"
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
  double gamma;
};

class ExactBlockedOn : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Data, ExactBlockedOn,
                         ::testing::Values(Case{"a9a", "adult/a9a", "adult/a9a.t", 123, 0.05},
                                           Case{"ijcnn1", "ijcnn1/ijcnn1.bz2",
                                                "ijcnn1/ijcnn1.t.bz2", 22, 1}),
                         [](const auto& test) { return test.param.name; });

TEST_P(ExactBlockedOn, TheOptimumAndTheLabelsAreLibsvms) {
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
  const auto kernel = MakeKernel("gaussian", {{"gamma", GetParam().gamma}});
  const auto fit = [&](const std::string& learner, const Params& params) {
    return MakeLearner(learner, params)->Fit({.x = x, .y = y, .kernel = kernel.get()});
  };
  const auto reference = fit("libsvm", {});
  const Vector expected = reference->Predict(test.x);
  for (const char* storage : {"float64", "float32"}) {
    const auto model = fit("exact_blocked", {{"storage", storage}});
    const Vector predicted = model->Predict(test.x);
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
