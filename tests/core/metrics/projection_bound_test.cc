// The bound against the optima themselves: exact machines of the Gaussian kernel and of its Taylor
// truncations, both without offset.

#include "core/metrics/projection_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"

namespace mercer {
namespace {

// e(x) e(y) Σ_{k ≤ r} (<x, y>/σ²)^k / k!, e(x) = exp(−|x|²/(2σ²)).
class TruncatedGaussian : public Kernel {
 public:
  TruncatedGaussian(double sigma, Index degree) : squared_(sigma * sigma), degree_(degree) {}

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override {
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < y.rows(); ++j)
        out(i, j) = Value(x.dense().row(begin + i), y.dense().row(j));
    }
  }
  Vector Diagonal(const Examples& x) const override {
    Vector values(x.rows());
    for (Index i = 0; i < x.rows(); ++i) values[i] = Value(x.dense().row(i), x.dense().row(i));
    return values;
  }
  std::string Describe() const override { return "truncated"; }

 private:
  template <class Row>
  double Value(const Row& x, const Row& y) const {
    const double t = x.dot(y) / squared_;
    double term = 1, sum = 1;
    for (Index k = 1; k <= degree_; ++k) {
      term *= t / static_cast<double>(k);
      sum += term;
    }
    return std::exp(-(x.squaredNorm() + y.squaredNorm()) / (2 * squared_)) * sum;
  }

  double squared_;
  Index degree_;
};

FitReport Train(const Kernel& kernel, const Examples& x, const Vector& y, double lambda) {
  return MakeLearner("kernel_sdca", {{"lambda", lambda}, {"epochs", 3000}})
      ->Fit({.x = x, .y = y, .kernel = &kernel})
      ->report();
}

TEST(ProjectionBound, HoldsForTheTaylorTruncationsOfTheGaussianKernel) {
  RandomStream stream(3, StreamPurpose::kTest, 1);
  Matrix rows(120, 3);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = 0.7 * stream.Gaussian();
  Vector y(120);
  for (Index i = 0; i < 120; ++i)
    y[i] = rows(i, 0) * rows(i, 1) + 0.2 * stream.Gaussian() > 0 ? 1 : -1;
  const Examples x = rows;
  const double sigma = 0.8, lambda = 0.01;
  const auto gaussian = MakeKernel("gaussian", {{"sigma", sigma}});
  const FitReport exact = Train(*gaussian, x, y, lambda);
  double last = 1e9, far = 0;
  for (const Index degree : {0, 1, 2, 3, 5, 8, 30}) {
    const TruncatedGaussian truncated(sigma, degree);
    const FitReport report = Train(truncated, x, y, lambda);
    const double bound = ProjectionLossBound(gaussian->Diagonal(x), truncated.Diagonal(x), lambda);
    // Of each optimum the side that makes the claim harder.
    EXPECT_GE(*report.primal_objective, *exact.dual_objective - 1e-9);
    EXPECT_LE(*report.dual_objective, *exact.primal_objective + bound + 1e-9);
    EXPECT_LT(bound, last);
    far = std::max(far, *report.dual_objective - *exact.primal_objective);
    last = bound;
  }
  EXPECT_GT(far, 0.05);   // the low degrees do lose something
  EXPECT_LT(last, 1e-4);  // and the highest nothing
}

TEST(ProjectionBound, IsTheFormula) {
  const Vector exact = (Vector(3) << 1, 1, 2).finished();
  const Vector approximate = (Vector(3) << 0.75, 1 + 1e-14, 1).finished();
  EXPECT_NEAR(ProjectionLossBound(exact, approximate, 0.04), (0.5 + 0 + 1) / (3 * 0.2), 1e-15);
  EXPECT_THROW(ProjectionLossBound(approximate, exact, 0.04), InvalidInput);
}

}  // namespace
}  // namespace mercer
