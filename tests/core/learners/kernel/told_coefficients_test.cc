// The coefficients that a fitted kernel machine tells make its predictions.

#include <gtest/gtest.h>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/class_labels.h"
#include "core/learners/kernel/kernel_expansion.h"
#include "core/learners/kernel/support_vector_model.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

// Scores of the rows of z from the terms alone.
Matrix ScoresOf(const SupportVectorModel& model, const Kernel& kernel, const Examples& x,
                const Examples& z) {
  Matrix scores = model.offsets().transpose().replicate(z.rows(), 1);
  for (const KernelTerms& terms : model.terms()) {
    const Matrix part = Gram(kernel, z, x.Select(terms.vectors)) * terms.coefficients;
    for (std::size_t k = 0; k < terms.outputs.size(); ++k)
      scores.col(terms.outputs[k]) += part.col(static_cast<Index>(k));
  }
  return scores;
}

TEST(ToldCoefficients, SupportVectorsMakeThePredictions) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.7}});
  for (const std::vector<double>& labels :
       {std::vector<double>{-1, 1}, std::vector<double>{3, 1, 2}}) {
    const testing::Problem train = testing::MakeProblem(150, 4, labels, 1);
    const Examples x = train.x, z = testing::MakeProblem(100, 4, labels, 2).x;
    const auto fitted = MakeLearner("exact_blocked", {{"cost", 3}})
                            ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
    const auto* model = dynamic_cast<const SupportVectorModel*>(fitted.get());
    ASSERT_NE(model, nullptr);
    const auto pairs = static_cast<Index>(labels.size() * (labels.size() - 1) / 2);
    ASSERT_EQ(model->offsets().size(), pairs);
    const Matrix scores = ScoresOf(*model, *kernel, x, z);
    const Vector predicted = fitted->Predict(z);
    for (Index i = 0; i < z.rows(); ++i)
      EXPECT_EQ(predicted[i], MostVotes(model->labels(), scores.row(i).transpose())) << i;
    Index vectors = 0;
    for (const KernelTerms& terms : model->terms())
      vectors += static_cast<Index>(terms.vectors.size());
    EXPECT_EQ(vectors, fitted->report().support_vectors);
  }
}

TEST(ToldCoefficients, OfAValueTheyMakeItToo) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.7}});
  testing::Problem train = testing::MakeProblem(80, 4, {-1, 1}, 1);
  train.y += train.x.col(0);
  const Examples x = train.x, z = testing::MakeProblem(30, 4, {-1, 1}, 2).x;
  const auto svr = MakeLearner("exact_blocked", {{"target", "values"}, {"cost", 3}})
                       ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  const auto* model = dynamic_cast<const SupportVectorModel*>(svr.get());
  ASSERT_NE(model, nullptr);
  EXPECT_TRUE(model->labels().empty());
  EXPECT_LT((ScoresOf(*model, *kernel, x, z).col(0) - svr->Predict(z)).cwiseAbs().maxCoeff(),
            1e-12);
  const auto ridge = MakeLearner("kernel_ridge", {{"lambda", 0.01}})
                         ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  const auto* expansion = dynamic_cast<const KernelExpansion*>(ridge.get());
  ASSERT_NE(expansion, nullptr);
  const Matrix values = Gram(*kernel, z, x) * expansion->coefficients().weights;
  EXPECT_LT((values.col(0) - ridge->Predict(z)).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace mercer
