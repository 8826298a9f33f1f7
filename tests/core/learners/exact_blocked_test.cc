#include "core/learners/exact_blocked.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libsvm/svm.h>

#include <cmath>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/kernel_rows.h"
#include "core/learners/one_against_one.h"
#include "core/learners/smo.h"
#include "core/learners/solver_session.h"
#include "tests/core/kernels/cases.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using testing::MakeProblem;
using testing::Problem;

std::unique_ptr<Model> FitExact(const Params& params, const Examples& x, const Vector& y,
                                const Kernel& kernel) {
  return MakeLearner("exact_blocked", params)->Fit({.x = x, .y = y, .kernel = &kernel});
}

// Values of a smooth function with noise.
Problem MakeValues(Index n, Index d, std::uint64_t index) {
  Problem problem = MakeProblem(n, d, {-1, 1}, index);
  RandomStream stream(9, StreamPurpose::kTest, index);
  for (Index i = 0; i < n; ++i)
    problem.y[i] =
        std::sin(2 * problem.x(i, 0)) + problem.x(i, 1) * problem.x(i, 2) + 0.2 * stream.Gaussian();
  return problem;
}

// ε-SVR by LIBSVM on a Gram matrix: its dual objective, as a lower bound, and predictions.
struct LibsvmValues {
  double objective = 0;
  Vector predicted{};
};
LibsvmValues SvrByLibsvm(const Matrix& gram, const Vector& y, double cost, double epsilon,
                         const Matrix& test_gram) {
  const Index n = gram.rows();
  std::vector<std::vector<svm_node>> rows(static_cast<std::size_t>(n));
  std::vector<svm_node*> pointers;
  const auto fill = [n](std::vector<svm_node>& row, const auto& values, Index serial) {
    row = {{0, static_cast<double>(serial)}};
    for (Index j = 0; j < n; ++j) row.push_back({static_cast<int>(j + 1), values[j]});
    row.push_back({-1, 0});
  };
  for (Index i = 0; i < n; ++i) {
    fill(rows[static_cast<std::size_t>(i)], gram.row(i), i + 1);
    pointers.push_back(rows[static_cast<std::size_t>(i)].data());
  }
  Vector labels = y;
  const svm_problem problem{.l = static_cast<int>(n), .y = labels.data(), .x = pointers.data()};
  svm_parameter parameter{};
  parameter.svm_type = EPSILON_SVR;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100;
  parameter.eps = 1e-6;
  parameter.C = cost;
  parameter.p = epsilon;
  parameter.shrinking = 1;
  const SolverSession session(1);
  svm_set_print_string_function(&SolverSession::Collect);
  svm_model* model = svm_train(&problem, &parameter);
  LibsvmValues result{session.Report("libsvm").dual_objective.value(), Vector(test_gram.rows())};
  for (Index i = 0; i < test_gram.rows(); ++i) {
    std::vector<svm_node> row;
    fill(row, test_gram.row(i), 1);
    result.predicted[i] = svm_predict(model, row.data());
  }
  svm_free_and_destroy_model(&model);
  return result;
}

// Stored as floats, by LIBSVM too, values are off by up to 6e-8 of themselves, and a dual objective
// with coefficients up to C then by about half of that times C times the value.
double DualTolerance(double cost, double largest_value) {
  return 1e-6 + 3e-8 * cost * std::max(1.0, largest_value);
}

TEST(ExactBlocked, EveryKernelReachesTheOptimumOfLibsvm) {
  std::set<std::string> seen;
  for (const auto& [name, params] : testing::KernelCases()) {
    const auto kernel = MakeKernel(name, params);
    SCOPED_TRACE(kernel->Describe());
    seen.insert(name);
    // Rows of norm below 1, as some kernels want; skeletons and itemsets name 6 columns at most.
    Problem train = MakeProblem(240, 6, {-1, 1}, 1);
    Problem test = MakeProblem(300, 6, {-1, 1}, 2);
    for (Matrix* x : {&train.x, &test.x}) *x /= 2.6;
    const Examples x = train.x;
    for (const double cost : {0.5, 20.0}) {
      const auto reference = MakeLearner("libsvm", {{"cost", cost}, {"eps", 1e-6}})
                                 ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
      const auto model = FitExact({{"cost", cost}, {"eps", 1e-6}}, x, train.y, *kernel);
      const double expected = *reference->report().dual_objective;
      const double tolerance = DualTolerance(cost, kernel->Diagonal(x).maxCoeff());
      EXPECT_NEAR(*model->report().dual_objective, expected, tolerance * expected + 1e-6);
      // A violation v of the optimality conditions leaves a gap of at most v n C.
      EXPECT_GE(*model->report().primal_objective, *model->report().dual_objective);
      EXPECT_LE(*model->report().primal_objective,
                *model->report().dual_objective + 1e-6 * 240 * cost);
      const Vector ours = model->Predict(test.x), theirs = reference->Predict(test.x);
      EXPECT_GE((ours.array() == theirs.array()).count(), 298);
    }
  }
  const auto names = KernelRegistry().Names();
  EXPECT_EQ(seen, std::set<std::string>(names.begin(), names.end()));
}

TEST(ExactBlocked, ValuesAreThoseOfLibsvm) {
  const Problem train = MakeValues(250, 5, 1), test = MakeValues(200, 5, 2);
  for (const char* name : {"gaussian", "laplacian", "exponential"}) {
    const auto kernel = MakeKernel(name, {{"sigma", 1}});
    const Matrix gram = Gram(*kernel, train.x, train.x), test_gram = Gram(*kernel, test.x, train.x);
    for (const double cost : {0.3, 10.0}) {
      for (const double epsilon : {0.0, 0.1, 0.5}) {
        SCOPED_TRACE(std::string(name) + " " + FormatNumber(cost) + " " + FormatNumber(epsilon));
        const auto reference = SvrByLibsvm(gram, train.y, cost, epsilon, test_gram);
        const auto model =
            FitExact({{"target", "values"}, {"cost", cost}, {"epsilon", epsilon}, {"eps", 1e-6}},
                     train.x, train.y, *kernel);
        const double tolerance = DualTolerance(cost, gram.diagonal().maxCoeff());
        EXPECT_NEAR(*model->report().dual_objective, reference.objective,
                    tolerance * reference.objective + 1e-6);
        EXPECT_GE(*model->report().primal_objective, *model->report().dual_objective);
        EXPECT_LE(*model->report().primal_objective,
                  *model->report().dual_objective + 1e-6 * 250 * cost);
        EXPECT_LT((model->Predict(test.x) - reference.predicted).cwiseAbs().maxCoeff(), 1e-4);
      }
    }
  }
}

TEST(ExactBlocked, SeveralClassesVoteAsInLibsvm) {
  const std::vector<double> labels = {3, -7, 10};
  const Problem train = MakeProblem(300, 6, labels, 1), test = MakeProblem(1000, 6, labels, 2);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Examples x = train.x;
  const auto reference = MakeLearner("libsvm", {{"cost", 3}, {"eps", 1e-5}})
                             ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  const auto model = FitExact({{"cost", 3}, {"eps", 1e-5}}, x, train.y, *kernel);
  EXPECT_EQ(model->Predict(test.x), reference->Predict(test.x));
  EXPECT_EQ(model->report().support_vectors, reference->report().support_vectors);
  EXPECT_NEAR(*model->report().dual_objective, *reference->report().dual_objective,
              1e-6 * *reference->report().dual_objective);
}

// A problem of our own: everything that a solution must fulfil, from the Gram matrix in double.
struct Solved {
  SmoProblem problem;
  Matrix gram;
  SmoSolution solution;
};

Solved SolveSmall(const Kernel& kernel, const Problem& train, double cost, double tube, bool values,
                  const SmoOptions& options, double cache_bytes) {
  Solved solved;
  const Examples x = train.x;
  const Index n = x.rows();
  solved.gram = Gram(kernel, x, x);
  SmoProblem& p = solved.problem;
  p.targets = train.y;
  p.tube = tube;
  p.lower = values ? Vector::Constant(n, -cost) : Vector(cost * train.y.cwiseMin(0));
  p.upper = values ? Vector::Constant(n, cost) : Vector(cost * train.y.cwiseMax(0));
  p.diagonal = solved.gram.diagonal();
  RowCache cache(KernelRows(kernel, x, ChooseArithmetic(kernel, x, p.diagonal, cost), 1), n,
                 cache_bytes);
  solved.solution =
      SolveSmo(p, options, cache, [&](const Vector& beta, std::span<const Index> numbers) {
        const Vector all = solved.gram * beta;
        return Vector(all(std::vector<Index>(numbers.begin(), numbers.end())));
      });
  return solved;
}

// The largest violation of f_i − t_i = −ε sign β_i for free β, and of the inequalities elsewhere.
double Violation(const Solved& s) {
  const Vector& beta = s.solution.beta;
  const Vector error =
      s.gram * beta - s.problem.targets + Vector::Constant(beta.size(), s.solution.offset);
  double violation = std::abs(beta.sum());
  for (Index i = 0; i < beta.size(); ++i) {
    EXPECT_GE(beta[i], s.problem.lower[i]);
    EXPECT_LE(beta[i], s.problem.upper[i]);
    const double e = s.problem.tube;
    if (beta[i] < s.problem.upper[i])
      violation = std::max(violation, -(error[i] + (beta[i] >= 0 ? e : -e)));
    if (beta[i] > s.problem.lower[i])
      violation = std::max(violation, error[i] + (beta[i] > 0 ? e : -e));
  }
  return violation;
}

TEST(Smo, OptimalityConditionsHoldAndTheObjectivesEnclose) {
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 0.8}});
  const auto laplacian = MakeKernel("laplacian", {{"sigma", 2}});
  for (const Kernel* kernel : {gaussian.get(), laplacian.get()}) {
    for (const bool values : {false, true}) {
      for (const double cost : {0.1, 1.0, 100.0}) {
        const Problem train = values ? MakeValues(400, 5, 3) : MakeProblem(400, 5, {-1, 1}, 3);
        const Solved s = SolveSmall(*kernel, train, cost, values ? 0.1 : 0, values,
                                    {.eps = 1e-4, .max_iterations = 1000000}, 1e6);
        EXPECT_TRUE(s.solution.converged);
        EXPECT_LT(Violation(s), 1e-4 + 1e-6 * cost);
        const Vector& beta = s.solution.beta;
        const double norm = beta.dot(s.gram * beta);
        const double dual =
            beta.dot(s.problem.targets) - 0.5 * norm - s.problem.tube * beta.lpNorm<1>();
        const double rounding = DualTolerance(cost, 1);
        EXPECT_NEAR(s.solution.dual_objective, dual, rounding * std::abs(dual));
        double primal = 0.5 * norm;
        const Vector f = s.gram * beta + Vector::Constant(400, s.solution.offset);
        for (Index i = 0; i < 400; ++i) {
          primal += cost * (values ? std::max(0.0, std::abs(f[i] - train.y[i]) - 0.1)
                                   : std::max(0.0, 1 - train.y[i] * f[i]));
        }
        EXPECT_NEAR(s.solution.primal_objective, primal, 20 * rounding * primal);
        EXPECT_GE(primal, dual);
        EXPECT_LE(primal - dual, 1e-4 * cost * 400);
      }
    }
  }
}

// Two rows of each class: all of one variable's values on a fine grid, the rest in closed form, is
// what no solution may beat.
TEST(Smo, NothingNearbyIsBetterOnSmallProblems) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  RandomStream stream(3, StreamPurpose::kTest, 5);
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    const bool values = trial % 2 == 1;
    Problem train = MakeProblem(6, 3, {-1, 1}, 20 + trial);
    for (Index i = 0; i < 6; ++i) train.y[i] = values ? stream.Gaussian() : (i % 2 == 0 ? 1 : -1);
    const double cost = trial % 3 == 0 ? 0.4 : 5, tube = values ? 0.2 : 0;
    const Solved s = SolveSmall(*kernel, train, cost, tube, values, {.eps = 1e-7}, 1e6);
    const auto objective = [&](const Vector& beta) {
      return 0.5 * beta.dot(s.gram * beta) - beta.dot(train.y) + tube * beta.lpNorm<1>();
    };
    const double best = objective(s.solution.beta);
    for (int k = 0; k < 3000; ++k) {
      // A feasible point: mixed with the solution at many distances.
      Vector other(6);
      for (Index i = 0; i < 6; ++i)
        other[i] =
            s.problem.lower[i] + stream.Uniform() * (s.problem.upper[i] - s.problem.lower[i]);
      const double excess = other.sum();
      for (Index i = 0; i < 6; ++i) {
        const double room =
            excess > 0 ? other[i] - s.problem.lower[i] : s.problem.upper[i] - other[i];
        other[i] -= (excess > 0 ? 1 : -1) * std::min(room, std::abs(other.sum()));
      }
      if (std::abs(other.sum()) > 1e-9) continue;
      const double share = std::pow(10, -4 * stream.Uniform());
      EXPECT_GE(objective((1 - share) * s.solution.beta + share * other), best - 1e-6 * cost);
    }
  }
}

TEST(Smo, CachesOfAnySizeAndShrinkingReachOneOptimum) {
  const Problem train = MakeProblem(3000, 5, {-1, 1}, 3);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const Examples x = train.x;
  std::map<std::string, double> objective;
  for (const double mebibytes : {1e-6, 1.0, 256.0}) {
    for (const bool shrinking : {false, true}) {
      const auto model = FitExact(
          {{"cost", 100}, {"eps", 1e-4}, {"cache_mib", mebibytes}, {"shrinking", shrinking}}, x,
          train.y, *kernel);
      objective[FormatNumber(mebibytes) + (shrinking ? " shrinking" : "")] =
          *model->report().dual_objective;
      EXPECT_TRUE(model->report().warnings.empty());
    }
  }
  const double expected = objective.at("256");
  for (const auto& [name, value] : objective) EXPECT_NEAR(value, expected, 1e-6 * expected) << name;
  // The size of the cache changes no bit.
  EXPECT_EQ(objective.at("1e-06"), expected);
  EXPECT_EQ(objective.at("1e-06 shrinking"), objective.at("256 shrinking"));
}

TEST(ExactBlocked, FloatsAndDoublesPredictAlike) {
  const Problem train = MakeProblem(600, 6, {-1, 1}, 1);
  const Examples test = MakeProblem(2000, 6, {-1, 1}, 2).x;
  for (const double gamma : {0.1, 2.0}) {
    const auto kernel = MakeKernel("gaussian", {{"gamma", gamma}});
    const auto a = FitExact({{"storage", "float32"}}, train.x, train.y, *kernel);
    const auto b = FitExact({{"storage", "float64"}}, train.x, train.y, *kernel);
    EXPECT_EQ(*a->report().dual_objective, *b->report().dual_objective);
    const Vector c = a->Predict(test), d = b->Predict(test);
    EXPECT_GE((c.array() == d.array()).count(), 1998);
    EXPECT_EQ(c, a->Predict(ToSparse(test), 2));
    EXPECT_EQ(d, b->Predict(ToSparse(test), 2));
  }
}

TEST(ExactBlocked, RowsWithManyZerosAreTheSameDenseAndSparse) {
  Problem train = MakeProblem(500, 40, {-1, 1}, 1);
  RandomStream stream(4, StreamPurpose::kTest, 1);
  for (Index i = 0; i < train.x.size(); ++i)
    if (stream.Uniform() < 0.85) train.x.data()[i] = 0;
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.3}});
  const Examples dense = train.x, sparse = ToSparse(dense);
  const auto a = FitExact({{"cost", 5}}, dense, train.y, *kernel);
  const auto b = FitExact({{"cost", 5}}, sparse, train.y, *kernel);
  EXPECT_EQ(*a->report().dual_objective, *b->report().dual_objective);
  EXPECT_EQ(a->Predict(sparse), b->Predict(dense, 2));
  const auto reference = MakeLearner("libsvm", {{"cost", 5}})
                             ->Fit({.x = sparse, .y = train.y, .kernel = kernel.get()});
  EXPECT_NEAR(*a->report().dual_objective, *reference->report().dual_objective,
              1e-6 * *reference->report().dual_objective);
}

TEST(ExactBlocked, KernelsOfAnySizeOfValue) {
  // Values to 1e45 and down to 1e-45, beyond floats: the problem is that of values near 1.
  const Problem train = MakeProblem(200, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 3}});
  const auto expected = FitExact({{"cost", 1}}, train.x, train.y, *kernel);
  for (const double factor : {1e8, 1e-8}) {
    const Examples x = Matrix(factor * train.x);
    const double scale = std::pow(factor, 6);
    const auto model = FitExact({{"cost", 1 / scale}}, x, train.y, *kernel);
    EXPECT_NEAR(*model->report().dual_objective * scale, *expected->report().dual_objective,
                1e-5 * *expected->report().dual_objective);
    EXPECT_GE((model->Predict(x).array() == expected->Predict(train.x).array()).count(), 199);
  }
}

TEST(ExactBlocked, ArithmeticIsFineEnoughForTheRows) {
  const Problem train = MakeProblem(300, 6, {-1, 1}, 1);
  const auto choose = [](const Kernel& kernel, const Matrix& x) {
    return ChooseArithmetic(kernel, x, kernel.Diagonal(x), 1);
  };
  const auto gaussian = MakeKernel("gaussian", {{"gamma", 1}});
  EXPECT_EQ(choose(*gaussian, train.x), KernelArithmetic::kFloats);
  const Matrix far = train.x.array() + 100;
  EXPECT_EQ(choose(*gaussian, far), KernelArithmetic::kDoubles);
  const Matrix farther = train.x.array() + 1e7;
  EXPECT_EQ(choose(*gaussian, farther), KernelArithmetic::kGram);
  EXPECT_EQ(choose(*MakeKernel("laplacian", {{"sigma", 1}}), train.x), KernelArithmetic::kGram);
  const auto near = FitExact({}, train.x, train.y, *gaussian);
  for (const Matrix& x : {far, farther}) {
    const auto model = FitExact({}, x, train.y, *gaussian);
    EXPECT_NEAR(*model->report().dual_objective, *near->report().dual_objective,
                1e-5 * *near->report().dual_objective);
    EXPECT_EQ(model->Predict(x), near->Predict(train.x));
  }
}

TEST(ExactBlocked, TheIterationLimitIsAWarning) {
  const Problem train = MakeProblem(300, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 1}});
  const auto model = FitExact({{"max_iterations", 7}}, train.x, train.y, *kernel);
  EXPECT_EQ(model->report().iterations, 7);
  EXPECT_EQ(model->report().warnings,
            std::vector<std::string>{"exact_blocked: reached the limit of 7 iterations"});
  EXPECT_TRUE(FitExact({}, train.x, train.y, *kernel)->report().warnings.empty());
}

TEST(ExactBlocked, TheObjectiveRisesWithEveryIteration) {
  const Problem train = MakeProblem(200, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 1}});
  double last = 0;
  for (int limit = 1; limit < 60; ++limit) {
    const auto model = FitExact({{"max_iterations", limit}}, train.x, train.y, *kernel);
    EXPECT_GT(*model->report().dual_objective, last);
    last = *model->report().dual_objective;
  }
}

TEST(ExactBlocked, EqualRowsOfBothClasses) {
  Problem train = MakeProblem(100, 4, {-1, 1}, 1);
  train.x.bottomRows(50) = train.x.topRows(50);
  for (Index i = 0; i < 50; ++i) train.y[i] = i % 2 == 0 ? 1 : -1;
  train.y.tail(50) = -train.y.head(50);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 1}});
  const auto model = FitExact({{"cost", 2}}, train.x, train.y, *kernel);
  // Each pair of opposite rows costs 2 C whatever f is, so f = 0 is best.
  EXPECT_NEAR(*model->report().dual_objective, 200, 1e-3);
}

TEST(OneAgainstOne, ClassesInTheOrderOfTheirFirstRow) {
  const OneAgainstOne classes((Vector(5) << 4, 9, 4, -2, 9).finished());
  EXPECT_EQ(classes.labels(), (std::vector<double>{4, 9, -2}));
  ASSERT_EQ(classes.pairs().size(), 3U);
  const auto& pair = classes.pairs()[1];  // 4 against −2
  EXPECT_EQ(classes.Rows(pair), (std::vector<Index>{0, 2, 3}));
  EXPECT_EQ(classes.Signs(pair, {0, 2, 3}), (Vector(3) << 1, 1, -1).finished());
  EXPECT_EQ(OneAgainstOne((Vector(2) << -1, 1).finished()).labels(), (std::vector<double>{1, -1}));
  EXPECT_EQ(OneAgainstOne((Vector(2) << 2, 1).finished()).labels(), (std::vector<double>{2, 1}));
  const std::vector<double> labels = {4, 9, -2};
  EXPECT_EQ(MostVotes(labels, (Vector(3) << 1, 1, 1).finished()), 4);
  EXPECT_EQ(MostVotes(labels, (Vector(3) << -1, 1, 1).finished()), 9);
  EXPECT_EQ(MostVotes(labels, (Vector(3) << -1, -1, -1).finished()), -2);
  EXPECT_EQ(MostVotes(labels, (Vector(3) << 0, 1, -1).finished()), 4);  // one vote each
}

}  // namespace
}  // namespace mercer
