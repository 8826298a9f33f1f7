// Dual coordinate descent for linear SVMs with shrinking (Hsieh, Chang, Lin, Keerthi & Sundararajan
// 2008, Algorithm 3).

#include "core/learners/linear/dual_descent.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/learners/learner_entry.h"
#include "core/linalg/dot_axpy.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnknown = -1;

// The first part of a row is asked for while the row before is worked on; the processor's own
// prefetching, which stops at the end of a page, finds the rest.
constexpr Index kPrefetchedBytes = 4096, kLineBytes = 64;

template <class Real>
void Prefetch(const Real* row, Index d) {
  const char* bytes = reinterpret_cast<const char*>(row);
  const Index size = std::min(kPrefetchedBytes, d * static_cast<Index>(sizeof(Real)));
  for (Index b = 0; b < size; b += kLineBytes) __builtin_prefetch(bytes + b);
}

// What a row does to its violation of the optimality conditions.
struct Gradient {
  double value = 0;      // of the dual function
  double projected = 0;  // 0 where the bound keeps the variable from moving
  bool shrink = false;   // at a bound, and far from leaving it
};

template <class Real>
class Descent {
  using Weights = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

 public:
  Descent(const DenseRows<Real>& rows, const std::vector<signed char>& y,
          const DualDescentOptions& options)
      : rows_(rows),
        y_(y),
        options_(options),
        upper_(options.power == 1 ? options.cost : kInfinity),
        diagonal_(options.power == 1 ? 0 : 0.5 / options.cost),
        bias_(std::max(options.bias, 0.0)),
        scale_(options.start != nullptr ? options.start->scale : 1),
        random_(options.seed, StreamPurpose::kLearner, 0),
        active_(static_cast<std::size_t>(rows.n)) {
    w_ = Weights::Zero(rows.d);
    solution_.alpha = Vector::Zero(rows.n);
    if (options.start != nullptr) {
      MERCER_CHECK(options.start->w.size() == rows.d && options.start->alpha.size() == rows.n);
      w_ = options.start->w.template cast<Real>();
      solution_.bias_weight = options.start->bias_weight;
      solution_.alpha = options.start->alpha;
    }
    curvature_ = Vector::Constant(rows.n, kUnknown);
    std::iota(active_.begin(), active_.end(), Index{0});
  }

  DualSolution Solve() {
    size_ = active_.size();
    tolerance_ = options_.eps;
    while (solution_.passes < options_.max_passes) {
      Pass();
      ++solution_.passes;
      if (options_.after_pass)
        options_.after_pass(w_.template cast<double>(), solution_.bias_weight);
      if (options_.gap > 0 && schedule_.IsDue(solution_.passes)) {
        schedule_.Measured(solution_.passes);
        if (IsWithinGap()) {
          solution_.converged = true;
          break;
        }
      }
      if (largest_ - smallest_ <= tolerance_) {
        if (size_ == active_.size()) {
          solution_.converged = options_.gap == 0;
          if (solution_.converged) break;
          tolerance_ /= 10;
        }
        // All rows again: those set aside may have begun to violate.
        if (sizeof(Real) < sizeof(double)) SumWeights();
        size_ = active_.size();
        shrink_above_ = kInfinity;
        shrink_below_ = -kInfinity;
        continue;
      }
      shrink_above_ = largest_ > 0 ? largest_ : kInfinity;
      shrink_below_ = smallest_ < 0 ? smallest_ : -kInfinity;
    }
    SumWeights();
    solution_.dual_objective = Gain() - Regulariser();
    return std::move(solution_);
  }

 private:
  double Regulariser() const {
    return 0.5 * (solution_.w.squaredNorm() + solution_.bias_weight * solution_.bias_weight);
  }

  double Gain() const {
    return solution_.alpha.sum() - 0.5 * diagonal_ * solution_.alpha.squaredNorm();
  }

  // Whether the gap is small enough, for weights summed again in double.
  bool IsWithinGap() {
    SumWeights();
    double loss = 0;
    for (Index i = 0; i < rows_.n; ++i) {
      const double score =
          Dot(rows_.Row(i), solution_.w.data(), rows_.d) + bias_ * solution_.bias_weight;
      const double hinge = std::max(0.0, 1 - y_[static_cast<std::size_t>(i)] * score);
      loss += options_.power == 1 ? hinge : hinge * hinge;
    }
    const double primal = Regulariser() + options_.cost * loss;
    return primal - (Gain() - Regulariser()) <= options_.gap * primal;
  }

  void Pass() {
    largest_ = -kInfinity;
    smallest_ = kInfinity;
    for (std::size_t s = 0; s < size_; ++s)
      std::swap(active_[s], active_[s + static_cast<std::size_t>(random_.Below(size_ - s))]);
    for (std::size_t s = 0; s < size_; ++s) {
      const Index i = active_[s];
      if (s + 1 < size_) Prefetch(rows_.Row(active_[s + 1]), rows_.d);
      const Gradient g = GradientOf(i);
      if (g.shrink) {
        std::swap(active_[s--], active_[--size_]);
        continue;
      }
      largest_ = std::max(largest_, g.projected);
      smallest_ = std::min(smallest_, g.projected);
      if (std::abs(g.projected) > 1e-12) Step(i, g.value);
    }
  }

  Gradient GradientOf(Index i) const {
    const double sign = y_[static_cast<std::size_t>(i)];
    const double score =
        static_cast<double>(Dot(rows_.Row(i), w_.data(), rows_.d)) + bias_ * solution_.bias_weight;
    const double alpha = solution_.alpha[i];
    Gradient g;
    g.value = sign * score - 1 + diagonal_ * alpha;
    g.projected = g.value;
    if (alpha == 0) {
      g.shrink = g.value > shrink_above_;
      g.projected = std::min(g.value, 0.0);
    } else if (alpha == upper_) {
      g.shrink = g.value < shrink_below_;
      g.projected = std::max(g.value, 0.0);
    }
    return g;
  }

  // To the minimum along the coordinate, or the bound before it.
  void Step(Index i, double gradient) {
    double& curvature = curvature_[i];
    // Measured when the row is at hand for the first time.
    if (curvature == kUnknown)
      curvature = scale_ * (SquaredNorm(rows_.Row(i), rows_.d) + bias_ * bias_) + diagonal_;
    const double old = solution_.alpha[i];
    const double moved = std::clamp(old - gradient / curvature, 0.0, upper_);
    const double step = scale_ * (moved - old) * y_[static_cast<std::size_t>(i)];
    solution_.alpha[i] = moved;
    Axpy(static_cast<Real>(step), rows_.Row(i), w_.data(), rows_.d);
    solution_.bias_weight += step * bias_;
  }

  // w = Σ y_i α_i z_i, from a start on, in double, whatever rounding the steps have gathered.
  void SumWeights() {
    const DualStart* start = options_.start;
    solution_.w = start != nullptr ? start->w : Vector::Zero(rows_.d);
    solution_.bias_weight = start != nullptr ? start->bias_weight : 0;
    for (Index i = 0; i < rows_.n; ++i) {
      const double moved = solution_.alpha[i] - (start != nullptr ? start->alpha[i] : 0);
      const double weight = scale_ * y_[static_cast<std::size_t>(i)] * moved;
      if (weight == 0) continue;
      solution_.bias_weight += weight * bias_;
      Axpy(weight, rows_.Row(i), solution_.w.data(), rows_.d);
    }
    w_ = solution_.w.template cast<Real>();
  }

  const DenseRows<Real>& rows_;
  const std::vector<signed char>& y_;
  const DualDescentOptions& options_;
  const double upper_;     // of α
  const double diagonal_;  // added to the diagonal of the dual's matrix
  const double bias_;
  const double scale_;  // of the steps of w
  RandomStream random_;
  std::vector<Index> active_;  // the first size_ rows take part
  std::size_t size_ = 0;
  Weights w_{};                        // as the steps change it
  Vector curvature_{};                 // of the dual along each coordinate
  double largest_ = 0, smallest_ = 0;  // projected gradients of the pass
  double shrink_above_ = kInfinity, shrink_below_ = -kInfinity;
  double tolerance_ = 0;  // of the violation; lowered where the gap decides
  GapSchedule schedule_{};
  DualSolution solution_{};
};

}  // namespace

template <class Real>
DualSolution DescendDual(const DenseRows<Real>& rows, const std::vector<signed char>& y,
                         const DualDescentOptions& options) {
  MERCER_CHECK(static_cast<Index>(y.size()) == rows.n &&
               (options.power == 1 || options.power == 2));
  return Descent<Real>(rows, y, options).Solve();
}

template DualSolution DescendDual(const DenseRows<double>&, const std::vector<signed char>&,
                                  const DualDescentOptions&);
template DualSolution DescendDual(const DenseRows<float>&, const std::vector<signed char>&,
                                  const DualDescentOptions&);

}  // namespace mercer
