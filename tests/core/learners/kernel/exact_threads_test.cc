// Training on several threads: the same machine, bit for bit.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/kernel/exact_fits.h"

namespace mercer {
namespace {

using testing::MakeProblem;
using testing::MakeSmoothValues;
using testing::Problem;

// What a fit told, and what it predicts, which for values shows the last bit of every coefficient.
struct Fitted {
  double dual = 0, primal = 0;
  Index iterations = 0, support_vectors = 0;
  Vector predicted{};

  bool operator==(const Fitted& other) const {
    return dual == other.dual && primal == other.primal && iterations == other.iterations &&
           support_vectors == other.support_vectors && predicted == other.predicted;
  }
};

Fitted FitOn(int threads, const Params& params, const Examples& x, const Vector& y,
             const Kernel& kernel, const Examples& test) {
  const auto model = MakeLearner("exact_blocked", params)
                         ->Fit({.x = x, .y = y, .kernel = &kernel, .threads = threads});
  const FitReport& report = model->report();
  return {*report.dual_objective, *report.primal_objective, report.iterations,
          report.support_vectors, model->Predict(test)};
}

void ExpectSameBits(const Params& params, const Problem& train, const Kernel& kernel,
                    const Examples& test) {
  for (const Examples& x : {Examples(train.x), ToSparse(train.x)}) {
    const Fitted one = FitOn(1, params, x, train.y, kernel, test);
    EXPECT_GT(one.support_vectors, 0);
    for (const int threads : {2, 3})
      EXPECT_TRUE(FitOn(threads, params, x, train.y, kernel, test) == one)
          << kernel.Describe() << " " << threads;
  }
}

// More rows than what is left to one thread, of which shrinking leaves fewer, and not a multiple of
// any block; a cache that holds a few hundred of them.
constexpr Index kRows = 5000;
const Params kCache = {{"cache_mib", 6}};

Params With(Params params, const std::string& name, const ParamValue& value) {
  params.Set(name, value);
  return params;
}

TEST(ExactThreads, ClassesWithAndWithoutAnOffset) {
  const Problem train = MakeProblem(kRows, 5, {-1, 1}, 1);
  const Examples test = MakeProblem(300, 5, {-1, 1}, 2).x;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.7}});
  ExpectSameBits(With(kCache, "cost", 3), train, *kernel, test);
  ExpectSameBits(With(With(kCache, "offset", false), "gap", 0.01), train, *kernel, test);
}

TEST(ExactThreads, ValuesFromProductsAndFromGramRows) {
  const Problem train = MakeSmoothValues(kRows, 5, 1);
  const Examples test = MakeSmoothValues(300, 5, 2).x;
  const Params params = With(With(kCache, "target", "values"), "eps", 0.05);
  ExpectSameBits(params, train, *MakeKernel("gaussian", {{"sigma", 1}}), test);
  ExpectSameBits(params, train, *MakeKernel("laplacian", {{"sigma", 4}}), test);
}

TEST(ExactThreads, RowsWithManyZeros) {
  Problem train = MakeSmoothValues(kRows, 40, 1);
  RandomStream stream(4, StreamPurpose::kTest, 1);
  for (Index i = 0; i < train.x.size(); ++i)
    if (stream.Uniform() < 0.85) train.x.data()[i] = 0;
  ExpectSameBits(With(With(kCache, "target", "values"), "eps", 0.05), train,
                 *MakeKernel("gaussian", {{"sigma", 1}}), Matrix(train.x.topRows(300)));
}

TEST(ExactThreads, SeveralClassesSideBySide) {
  const Problem train = MakeProblem(900, 5, {4, 1, -2, 7}, 1);
  const Examples test = MakeProblem(500, 5, {4, 1, -2, 7}, 2).x;
  ExpectSameBits({{"cost", 3}}, train, *MakeKernel("gaussian", {{"sigma", 0.7}}), test);
}

}  // namespace
}  // namespace mercer
