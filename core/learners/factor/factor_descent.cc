// Coordinate descent for factorization machines and polynomial networks (Blondel, Ishihata, Fujino
// & Ueda 2016).

#include "core/learners/factor/factor_descent.h"

#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"

namespace mercer {
namespace {

// The largest number of times that a step which raises the objective is halved.
constexpr int kHalvings = 40;

class Descent {
 public:
  Descent(FactorTerm& term, const ColumnMatrix& x, const Vector& y, const FactorOptions& options,
          const AfterStep& after_step)
      : term_(term), x_(x), y_(y), options_(options), after_step_(after_step) {
    scores_ = Vector::Zero(x.rows());
  }

  void Start(std::uint64_t seed) {
    s_.p.resize(options_.rank, x_.cols());
    s_.lambda = Vector::Ones(options_.rank);
    for (Index s = 0; s < options_.rank; ++s) {
      RandomStream stream(seed, StreamPurpose::kLearner, static_cast<std::uint64_t>(s));
      if (options_.random_signs && stream.Below(2) == 1) s_.lambda[s] = -1;
      for (Index j = 0; j < x_.cols(); ++j) s_.p(s, j) = options_.initial_scale * stream.Gaussian();
    }
    for (Index s = 0; s < options_.rank; ++s) scores_ += s_.lambda[s] * ValuesOf(s);
  }

  // One step of every coordinate; the sum of their absolute values.
  double Pass() {
    double moved = 0;
    for (Index s = 0; s < options_.rank; ++s) {
      term_.Begin(x_, s_.p.row(s).transpose());
      for (Index j = 0; j < x_.cols(); ++j) moved += std::abs(Step(s, j));
    }
    return moved;
  }

  double Objective() const {
    double loss = 0;
    for (Index i = 0; i < y_.size(); ++i) loss += LossValue(options_.loss, scores_[i], y_[i]);
    return loss +
           options_.beta * (s_.lambda.cwiseAbs().asDiagonal() * s_.p).cwiseProduct(s_.p).sum();
  }

  FactorSolution& solution() { return s_; }

 private:
  // t(p_s, x) of each row, by the steps from 0 to p_s.
  Vector ValuesOf(Index s) {
    Vector values = Vector::Constant(x_.rows(), term_.AtZero());
    term_.Begin(x_, Vector::Zero(x_.cols()));
    for (Index j = 0; j < x_.cols(); ++j) {
      const NonZeros column = ColumnOf(x_, j);
      term_.Move(column, 0, s_.p(s, j), changes_);
      for (Index k = 0; k < column.size; ++k)
        values[column.rows[k]] += changes_[static_cast<std::size_t>(k)];
    }
    return values;
  }

  double Step(Index s, Index j) {
    const NonZeros column = ColumnOf(x_, j);
    const double p = s_.p(s, j), lambda = s_.lambda[s];
    const double penalty = options_.beta * std::abs(lambda);
    term_.Slopes(column, p, slopes_);
    double gradient = 2 * penalty * p, squares = 0, before = penalty * p * p;
    for (Index k = 0; k < column.size; ++k) {
      const Index i = column.rows[k];
      const double slope = lambda * slopes_[static_cast<std::size_t>(k)];
      gradient += LossSlope(options_.loss, scores_[i], y_[i]) * slope;
      squares += slope * slope;
      before += LossValue(options_.loss, scores_[i], y_[i]);
    }
    if (gradient == 0) return 0;
    double delta = -gradient / (LossCurvature(options_.loss) * squares + 2 * penalty);
    const auto rose = [before](double objective) { return !(objective <= before * (1 + 1e-14)); };
    double after = Try(column, lambda, p, delta, penalty);
    for (int halved = 0; rose(after) && halved < kHalvings; ++halved) {
      delta /= 2;
      after = Try(column, lambda, p + 2 * delta, -delta, penalty);
    }
    if (rose(after)) {
      Try(column, lambda, p + delta, -delta, penalty);
      delta = 0;
    }
    s_.p(s, j) = p + delta;
    if (after_step_) after_step_(Objective());
    return delta;
  }

  // Moves p_sj from `at` by delta; the part of the objective that depends on it.
  double Try(const NonZeros& column, double lambda, double at, double delta, double penalty) {
    term_.Move(column, at, delta, changes_);
    double objective = penalty * (at + delta) * (at + delta);
    for (Index k = 0; k < column.size; ++k) {
      const Index i = column.rows[k];
      scores_[i] += lambda * changes_[static_cast<std::size_t>(k)];
      objective += LossValue(options_.loss, scores_[i], y_[i]);
    }
    return objective;
  }

  FactorTerm& term_;
  const ColumnMatrix& x_;
  const Vector& y_;
  const FactorOptions& options_;
  const AfterStep& after_step_;
  Vector scores_{};  // f of each row
  std::vector<double> slopes_{}, changes_{};
  FactorSolution s_{};
};

}  // namespace

FactorSolution DescendFactors(FactorTerm& term, const ColumnMatrix& x, const Vector& y,
                              const FactorOptions& options, std::uint64_t seed, double max_seconds,
                              const std::function<void(double)>& after_pass,
                              const AfterStep& after_step) {
  MERCER_CHECK(x.rows() == y.size() && options.rank >= 1);
  const Stopwatch watch;
  Descent descent(term, x, y, options, after_step);
  descent.Start(seed);
  FactorSolution& s = descent.solution();
  while (s.passes < options.max_passes && !s.converged && !s.out_of_time) {
    s.converged = descent.Pass() <= options.tolerance;
    ++s.passes;
    if (after_pass) after_pass(descent.Objective());
    s.out_of_time = max_seconds > 0 && watch.Seconds() >= max_seconds;
  }
  s.objective = descent.Objective();
  return std::move(s);
}

}  // namespace mercer
