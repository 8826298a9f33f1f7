#include "core/learners/kernel/kernel_scores.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using testing::MakeProblem;

// Classes one against one: terms of classes of 1 to 400 rows of x, in an order of their own, with
// coefficients for each of the other classes; some end within a piece of support vectors.
struct Machine {
  std::vector<KernelTerms> terms;
  Index outputs = 0;
};

Machine MakeMachine(Index n, const std::vector<Index>& sizes) {
  const auto classes = static_cast<Index>(sizes.size());
  Machine machine{.terms = std::vector<KernelTerms>(sizes.size()),
                  .outputs = classes * (classes - 1) / 2};
  RandomStream stream(3, StreamPurpose::kTest, 1);
  const std::vector<Index> order = RandomPermutation(stream, n);
  auto next = order.begin();
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    KernelTerms& terms = machine.terms[c];
    terms.vectors.assign(next, next + sizes[c]);
    next += sizes[c];
    terms.coefficients = Matrix(sizes[c], classes - 1);
    for (Index i = 0; i < terms.coefficients.size(); ++i)
      terms.coefficients.data()[i] = stream.Gaussian();
  }
  Index pair = 0;
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    for (std::size_t b = a + 1; b < sizes.size(); ++b) {
      machine.terms[a].outputs.push_back(pair);
      machine.terms[b].outputs.push_back(pair++);
    }
  }
  return machine;
}

// Σ a_ic k(x_i, z) from the Gram matrix and all coefficients, zeros included.
Matrix ExpectedScores(const Kernel& kernel, const Examples& x, const Machine& machine,
                      const Examples& z) {
  Matrix all = Matrix::Zero(x.rows(), machine.outputs);
  for (const KernelTerms& terms : machine.terms)
    all(terms.vectors, terms.outputs) = terms.coefficients;
  return Gram(kernel, z, x) * all;
}

TEST(KernelScores, EachClassAddsToTheScoresOfItsPairs) {
  const std::vector<Index> sizes = {400, 1, 90, 150, 43};
  for (const double zeros : {0.0, 0.9}) {
    Matrix rows = MakeProblem(800, 20, {0, 1}, 1).x, others = MakeProblem(250, 20, {0, 1}, 2).x;
    RandomStream stream(4, StreamPurpose::kTest, 1);
    for (Matrix* x : {&rows, &others})
      for (Index i = 0; i < x->size(); ++i)
        if (stream.Uniform() < zeros) x->data()[i] = 0;
    const Examples x = ToSparse(rows), z = ToSparse(others);
    const Machine machine = MakeMachine(x.rows(), sizes);
    const auto kernel = MakeKernel("gaussian", {{"gamma", 0.3}});
    const Matrix expected = ExpectedScores(*kernel, x, machine, z);
    for (const auto arithmetic : {KernelArithmetic::kFloats, KernelArithmetic::kDoubles,
                                  KernelArithmetic::kGram, KernelArithmetic::kPairs}) {
      const KernelScores scores(*kernel, x, machine.terms, machine.outputs, arithmetic);
      Matrix got(250, 10);
      scores.Scores(z, 0, 250, got);
      const double tolerance = arithmetic == KernelArithmetic::kFloats ? 1e-4 : 1e-11;
      EXPECT_LT((got - expected).cwiseAbs().maxCoeff(), tolerance);
      if (arithmetic == KernelArithmetic::kGram || arithmetic == KernelArithmetic::kPairs) continue;
      Matrix part(7, 10);
      scores.Scores(z, 100, 7, part);
      EXPECT_EQ(part, got.middleRows(100, 7));
    }
  }
}

TEST(KernelScores, WithoutSupportVectorsScoresAreZero) {
  const Examples x = MakeProblem(10, 6, {0, 1}, 1).x;
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.3}});
  const KernelTerms none{{}, Matrix(0, 1), {0}};
  for (const auto arithmetic :
       {KernelArithmetic::kFloats, KernelArithmetic::kDoubles, KernelArithmetic::kGram}) {
    const KernelScores scores(*kernel, x, {&none, 1}, 1, arithmetic);
    Matrix got = Matrix::Ones(10, 1);
    scores.Scores(x, 0, 10, got);
    EXPECT_EQ(got, Matrix::Zero(10, 1));
  }
}

TEST(KernelScores, ChosenRowsGiveTheSameBitsForAnyNumberOfThreads) {
  const Examples x = MakeProblem(500, 6, {0, 1}, 1).x;
  const Machine machine = MakeMachine(500, {300, 150});
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.3}});
  const KernelScores scores(*kernel, x, machine.terms, 1, KernelArithmetic::kFloats);
  Matrix all(500, 1);
  scores.Scores(x, 0, 500, all);
  std::vector<Index> odd;
  for (Index i = 1; i < 500; i += 2) odd.push_back(i);
  const Vector expected = all(odd, 0);
  for (const int threads : {1, 2, 3}) EXPECT_EQ(scores.ScoresOf(x, odd, threads), expected);
}

TEST(KernelScoresDeathTest, TermsNameScoresThatThereAre) {
  const Examples x = MakeProblem(10, 6, {0, 1}, 1).x;
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.3}});
  const KernelTerms terms{{4}, Matrix::Ones(1, 1), {1}};
  EXPECT_DEATH(KernelScores(*kernel, x, {&terms, 1}, 1, KernelArithmetic::kDoubles),
               "output < outputs");
}

}  // namespace
}  // namespace mercer
