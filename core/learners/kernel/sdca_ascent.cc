#include "core/learners/kernel/sdca_ascent.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/learners/loss.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

class Ascent {
 public:
  Ascent(RowBlocks& rows, const Vector& y, const BinaryProblems& problems,
         const AscentOptions& options)
      : rows_(rows),
        y_(y),
        problems_(problems),
        options_(options),
        scale_(1 / (options.lambda * static_cast<double>(rows.rows()))),
        norms_(Vector::Constant(rows.rows(), -1)),
        w_(NewMatrix("the weights of an ascent", problems.count(), rows.cols())),
        alpha_(Matrix::Zero(rows.rows(), problems.count())) {
    w_.setZero();
    if (!options.average) return;
    late_w_ = w_;
    late_alpha_ = alpha_;
  }

  AscentSolution Solve() {
    AscentSolution solution;
    double seconds = 0;
    for (Index epoch = 0; epoch < options_.epochs; ++epoch) {
      const Stopwatch watch;
      averaging_ = options_.average && epoch >= options_.epochs / 2;
      Epoch(epoch);
      seconds += watch.Seconds();
      solution.epochs = epoch + 1;
      const bool last = solution.epochs == options_.epochs;
      const bool measure = options_.gap > 0 && solution.epochs >= next_measure_;
      if (!options_.trace && !measure && !last) continue;
      Evaluate(last, &solution);
      if (options_.trace) solution.trace.push_back({seconds, solution.primal});
      if (options_.gap == 0 || (!measure && !last)) continue;
      next_measure_ = solution.epochs + std::max<Index>(1, solution.epochs / 4);
      solution.within_gap =
          solution.primal - solution.dual <= options_.gap * std::abs(solution.primal);
      if (solution.within_gap) break;
    }
    return solution;
  }

 private:
  void Epoch(Index epoch) {
    rows_.Epoch(epoch, [&](Index i, const RowView& row) {
      if (norms_[i] < 0) norms_[i] = options_.gram ? row.values[i] : row.SquaredNorm();
      for (Index k = 0; k < w_.rows(); ++k) Step(i, k, row);
      if (averaging_) averaged_ += 1;
    });
  }

  void Step(Index i, Index k, const RowView& row) {
    const double sign = SignOf(y_, problems_, i, k);
    const double margin = sign * row.Dot(w_.row(k).data());
    const double old = alpha_(i, k);
    const double best = BestDualVariable(options_.power, old, margin, norms_[i] * scale_);
    if (best != old) {
      alpha_(i, k) = best;
      Add((best - old) * sign * scale_, i, row, w_.row(k).data());
      // Iterates before this step lack the change: the mean is the last less their share of it.
      if (averaging_) {
        late_alpha_(i, k) += averaged_ * (best - old);
        Add(averaged_ * (best - old) * sign * scale_, i, row, late_w_.row(k).data());
      }
    }
    if (options_.after_step) options_.after_step(k, i, best);
  }

  void Add(double step, Index i, const RowView& row, double* w) const {
    if (options_.gram) {
      w[i] += step;
    } else {
      row.AddTo(step, w);
    }
  }

  // The result so far, with its objectives. One pass.
  void Evaluate(bool last, AscentSolution* solution) {
    if (last) {
      solution->weights = std::move(w_);
    } else {
      solution->weights = w_;
    }
    solution->alpha = alpha_;
    if (averaged_ > 0) {
      solution->weights -= late_w_ / averaged_;
      solution->alpha -= late_alpha_ / averaged_;
    }
    const Matrix& w = solution->weights;
    const Loss hinge = options_.power == 1 ? Loss::kHinge : Loss::kSquaredHinge;
    double loss = 0, norm = options_.gram ? 0 : w.squaredNorm();
    ForEachScore(rows_, w, [&](Index i, Index k, double score) {
      loss += LossValue(hinge, score, SignOf(y_, problems_, i, k));
      if (options_.gram) norm += w(k, i) * score;
    });
    const auto n = static_cast<double>(rows_.rows());
    double gain = solution->alpha.sum();
    if (options_.power == 2) gain -= solution->alpha.squaredNorm() / 4;
    solution->primal = options_.lambda / 2 * norm + loss / n;
    solution->dual = gain / n - options_.lambda / 2 * norm;
  }

  RowBlocks& rows_;
  const Vector& y_;
  const BinaryProblems& problems_;
  const AscentOptions& options_;
  const double scale_;  // 1/(λn)
  Vector norms_;        // |z_i|²; −1 until row i is first seen
  Matrix w_, alpha_;
  Matrix late_w_{}, late_alpha_{};
  bool averaging_ = false;
  double averaged_ = 0;     // iterates in the mean so far
  Index next_measure_ = 1;  // epoch after which the gap is measured next
};

}  // namespace

double BestDualVariable(int power, double alpha, double margin, double curvature) {
  if (power == 2) return std::max(0.0, alpha + (1 - alpha / 2 - margin) / (0.5 + curvature));
  return std::clamp(alpha + (1 - margin) / curvature, 0.0, 1.0);
}

AscentSolution AscendDual(RowBlocks& rows, const Vector& y, const BinaryProblems& problems,
                          const AscentOptions& options) {
  MERCER_CHECK(y.size() == rows.rows() && (options.power == 1 || options.power == 2) &&
               options.epochs >= 1 && (!options.gram || rows.cols() == rows.rows()));
  return Ascent(rows, y, problems, options).Solve();
}

}  // namespace mercer
