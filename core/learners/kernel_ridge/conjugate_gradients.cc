// Conjugate gradients (Hestenes & Stiefel 1952), preconditioned by a randomly pivoted Cholesky
// factor (Díaz, Epperly, Frangella, Tropp & Webber 2023), with iterative refinement.

#include "core/learners/kernel_ridge/conjugate_gradients.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/base/text.h"
#include "core/kernels/pivoted_cholesky.h"
#include "core/learners/kernel_ridge/gram_product.h"

namespace mercer {
namespace {

// Rows whose products one thread makes at a time; sums over all rows go by such blocks too.
constexpr Index kRows = 512;
// Columns of the factor whose products with all others one thread makes at a time.
constexpr Index kColumns = 64;
// Products of floats are off by about this share of |K|, which is to be small beside μ: then the
// systems of floats and of doubles are close, and refinement gains digits each time.
constexpr double kFloatError = 1e-7, kHarmless = 0.05;
// Refinement that gains less than this factor has reached what rounding allows.
constexpr double kLeastGain = 0.5;

using RowVector = Eigen::RowVectorXd;

/// Σ aᵀb by blocks of rows, in their order: the same bits for any number of threads.
template <class Sum, class Body>
Sum SumOverRows(Index n, int threads, Sum zero, const Body& body) {
  std::vector<Sum> parts(static_cast<std::size_t>((n + kRows - 1) / kRows), zero);
  ParallelFor(n, kRows, threads, [&](Index begin, Index end) {
    body(begin, end - begin, parts[static_cast<std::size_t>(begin / kRows)]);
  });
  for (const Sum& part : parts) zero += part;
  return zero;
}

double TwoDigits(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

RowVector ColumnProducts(const Matrix& a, const Matrix& b, int threads) {
  return SumOverRows(
      a.rows(), threads, RowVector(RowVector::Zero(a.cols())),
      [&](Index begin, Index count, RowVector& sum) {
        sum = a.middleRows(begin, count).cwiseProduct(b.middleRows(begin, count)).colwise().sum();
      });
}

/// (FFᵀ + μI)⁻¹ = U diag(1/(σ² + μ) − 1/μ) Uᵀ + I/μ, for F = U diag(σ) Vᵀ.
class Preconditioner {
 public:
  Preconditioner(PivotedCholesky factor, double mu, int threads)
      : left_(std::move(factor.factor)), mu_(mu), threads_(threads) {
    largest_ = factor.residual_trace;
    const Index rank = left_.cols();
    if (rank == 0) return;
    Matrix products(rank, rank);
    ParallelFor(rank, kColumns, threads, [&](Index begin, Index end) {
      products.middleRows(begin, end - begin).noalias() =
          left_.middleCols(begin, end - begin).transpose() * left_;
    });
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);
    const Vector& squares = solver.eigenvalues();
    largest_ += squares[rank - 1];
    // Directions that rounding alone made are left out.
    const double least = 1e-14 * squares[rank - 1];
    Vector inverse(rank);
    weights_.resize(rank);
    for (Index i = 0; i < rank; ++i) {
      inverse[i] = squares[i] > least ? 1 / std::sqrt(squares[i]) : 0;
      weights_[i] = squares[i] > least ? 1 / (squares[i] + mu) - 1 / mu : 0;
    }
    const Matrix turn = solver.eigenvectors() * inverse.asDiagonal();
    ParallelFor(left_.rows(), kRows, threads, [&](Index begin, Index end) {
      left_.middleRows(begin, end - begin) = (left_.middleRows(begin, end - begin) * turn).eval();
    });
  }

  /// At least the largest eigenvalue of K.
  double largest() const { return largest_; }

  void Apply(const Matrix& r, Matrix& z) const {
    Matrix inner(left_.cols(), r.cols());
    if (left_.cols() > 0) {
      inner = SumOverRows(left_.rows(), threads_, Matrix(Matrix::Zero(left_.cols(), r.cols())),
                          [&](Index begin, Index count, Matrix& sum) {
                            sum.noalias() = left_.middleRows(begin, count).transpose() *
                                            r.middleRows(begin, count);
                          });
      inner = weights_.asDiagonal() * inner;
    }
    ParallelFor(r.rows(), kRows, threads_, [&](Index begin, Index end) {
      const Index count = end - begin;
      z.middleRows(begin, count) = r.middleRows(begin, count) / mu_;
      if (left_.cols() > 0)
        z.middleRows(begin, count).noalias() += left_.middleRows(begin, count) * inner;
    });
  }

 private:
  Matrix left_;  // U, n × rank
  Vector weights_;
  double mu_, largest_ = 0;
  int threads_;
};

/// The iterations, and what they need to know of the whole problem.
class Solver {
 public:
  Solver(const Kernel& kernel, const Examples& x, double mu, const Matrix& y,
         const ConjugateGradientOptions& options)
      : mu_(mu),
        y_(y),
        options_(options),
        preconditioner_(
            RandomlyPivotedCholesky(kernel, x, std::min(options.rank, x.rows()), options.seed,
                                    StreamPurpose::kLearner, options.threads),
            mu, options.threads),
        arithmetic_(ChooseArithmetic(kernel, x, kernel.Diagonal(x), 0)),
        exact_(kernel, x, Exact(arithmetic_), options.threads) {
    if (arithmetic_ == KernelArithmetic::kFloats && AreFloatsHarmless())
      floats_.emplace(kernel, x, arithmetic_, options.threads);
  }

  ConjugateGradientSolution Solve() {
    const RowVector goals = options_.tolerance * Norms(y_);
    solution_.coefficients = Matrix::Zero(y_.rows(), y_.cols());
    Matrix residual = y_;
    double worst = std::numeric_limits<double>::infinity();
    for (bool go_on = true; go_on;) {
      const RowVector rough = goals.cwiseMax(kRefined * Norms(residual));
      Iterate(rough, residual);
      exact_.Multiply(solution_.coefficients, residual);
      residual = y_ - residual - mu_ * solution_.coefficients;
      const double before = std::exchange(worst, WorstShare(residual));
      const bool gained = worst <= kLeastGain * before;
      go_on = worst > options_.tolerance && gained && !IsOver();
    }
    solution_.residual = worst;
    Report(residual);
    return std::move(solution_);
  }

 private:
  // Share of its first residual at which a round stops; floats have no more digits.
  static constexpr double kRefined = 1e-5;

  static KernelArithmetic Exact(KernelArithmetic fast) {
    return fast == KernelArithmetic::kFloats ? KernelArithmetic::kDoubles : fast;
  }
  bool AreFloatsHarmless() const {
    return kFloatError * preconditioner_.largest() <= kHarmless * mu_;
  }

  RowVector Norms(const Matrix& a) const {
    return ColumnProducts(a, a, options_.threads).cwiseSqrt();
  }
  double WorstShare(const Matrix& residual) const {
    const RowVector all = Norms(y_), left = Norms(residual);
    double worst = 0;
    for (Index k = 0; k < all.size(); ++k)
      if (left[k] > 0) worst = std::max(worst, left[k] / all[k]);
    return worst;
  }

  bool IsOver() {
    FitReport& report = solution_.report;
    report.out_of_time = options_.max_seconds > 0 && watch_.Seconds() >= options_.max_seconds;
    return report.out_of_time || iterations_ >= options_.max_iterations;
  }

  /// Solves for the residual until its columns are as small as the goals, adds what it found to the
  /// coefficients.
  void Iterate(const RowVector& goals, Matrix residual) {
    const Index n = residual.rows(), columns = residual.cols();
    Matrix& sum = solution_.coefficients;
    Matrix preconditioned(n, columns), product(n, columns);
    preconditioner_.Apply(residual, preconditioned);
    Matrix direction = preconditioned;
    RowVector slope = ColumnProducts(residual, preconditioned, options_.threads);
    while ((Norms(residual).array() > goals.array()).any() && !IsOver()) {
      (floats_ ? *floats_ : exact_).Multiply(direction, product);
      product += mu_ * direction;
      const RowVector curvature = ColumnProducts(direction, product, options_.threads);
      // A column that is solved, or whose direction rounding has used up, stays.
      const RowVector step = Ratio(slope, curvature);
      ForRows([&](auto rows) {
        rows(sum) += rows(direction) * step.asDiagonal();
        rows(residual) -= rows(product) * step.asDiagonal();
      });
      preconditioner_.Apply(residual, preconditioned);
      const RowVector next = ColumnProducts(residual, preconditioned, options_.threads);
      const RowVector turn = Ratio(next, slope);
      ForRows([&](auto rows) {
        rows(direction) = (rows(direction) * turn.asDiagonal()).eval() + rows(preconditioned);
      });
      slope = next;
      ++iterations_;
      if (options_.trace) AddTracePoint(residual);
    }
  }

  static RowVector Ratio(const RowVector& a, const RowVector& b) {
    return (b.array() > 0).select(a.array() / b.array(), 0);
  }

  /// body(rows): rows(m) are a block of rows of m.
  template <class Body>
  void ForRows(const Body& body) const {
    ParallelFor(y_.rows(), kRows, options_.threads, [&](Index begin, Index end) {
      body([begin, end](Matrix& m) { return m.middleRows(begin, end - begin); });
    });
  }

  /// μ cᵀ(y + r), which is μ cᵀ(2y − (K + μI)c).
  double DualObjective(const Matrix& residual) const {
    return mu_ * ColumnProducts(solution_.coefficients, y_ + residual, options_.threads).sum();
  }

  void AddTracePoint(const Matrix& residual) {
    const double objective = DualObjective(residual) + residual.squaredNorm();
    solution_.report.trace.push_back({watch_.Seconds(), objective});
  }

  void Report(const Matrix& residual) {
    FitReport& report = solution_.report;
    report.iterations = iterations_;
    report.dual_objective = DualObjective(residual);
    report.primal_objective = *report.dual_objective + residual.squaredNorm();
    if (solution_.residual <= options_.tolerance || report.out_of_time) return;
    const std::string why =
        iterations_ >= options_.max_iterations
            ? "reached the limit of " + std::to_string(iterations_) + " iterations"
            : "stopped where rounding allows no smaller residual";
    report.warnings = {options_.learner + ": " + why + " at a relative residual of " +
                       FormatNumber(TwoDigits(solution_.residual)) + ", not " +
                       FormatNumber(options_.tolerance)};
  }

  double mu_;
  const Matrix& y_;
  const ConjugateGradientOptions& options_;
  Stopwatch watch_;
  Preconditioner preconditioner_;
  KernelArithmetic arithmetic_;
  GramProduct exact_;
  std::optional<GramProduct> floats_{};  // where they are harmless
  Index iterations_ = 0;
  ConjugateGradientSolution solution_;
};

}  // namespace

ConjugateGradientSolution SolveByConjugateGradients(const Kernel& kernel, const Examples& x,
                                                    double mu, const Matrix& y,
                                                    const ConjugateGradientOptions& options) {
  MERCER_CHECK(mu > 0 && options.tolerance > 0 && options.max_iterations >= 1);
  MERCER_CHECK(y.rows() == x.rows());
  return Solver(kernel, x, mu, y, options).Solve();
}

double ConjugateGradientBytes(double n, double d, double stored, double outputs, double rank) {
  const double columns = std::min(rank, n);
  return 8 * n * (columns + 8 * outputs) + 3 * 8 * columns * columns +
         1.5 * GramProduct::Bytes(n, d, stored, outputs);  // in doubles, and in floats
}

}  // namespace mercer
