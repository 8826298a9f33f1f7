#include "core/learners/smo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/learners/smo_passes.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLeastCurvature = 1e-12;

class Smo {
 public:
  Smo(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
      const KernelValues& kernel_values)
      : problem_(problem),
        options_(options),
        rows_(rows),
        kernel_values_(kernel_values),
        beta_(Vector::Zero(problem.targets.size())),
        active_(static_cast<std::size_t>(problem.targets.size())) {
    std::iota(active_.begin(), active_.end(), Index{0});
    rows_.Choose(active_);
    Fill(-problem.targets);
  }

  SmoSolution Solve();

 private:
  Index n() const { return beta_.size(); }
  Index NumberAt(Index place) const { return active_[static_cast<std::size_t>(place)]; }
  double UpOf(Index number) const;
  double DownOf(Index number) const;
  void Fill(const Vector& gradient);
  void Step(Index down);
  void SetAside(double smallest, double largest);
  void TakeAllBack();
  void Finish(SmoSolution& solution) const;

  const SmoProblem& problem_;
  const SmoOptions& options_;
  RowCache& rows_;
  const KernelValues& kernel_values_;
  Vector beta_;
  std::vector<Index> active_;  // numbers of the variables not set aside
  SmoVariables v_;
  Index up_ = 0;  // the place to increase next
};

double Smo::UpOf(Index i) const {
  if (beta_[i] >= problem_.upper[i]) return kInfinity;
  return beta_[i] >= 0 ? problem_.tube : -problem_.tube;
}

double Smo::DownOf(Index i) const {
  if (beta_[i] <= problem_.lower[i]) return -kInfinity;
  return beta_[i] > 0 ? problem_.tube : -problem_.tube;
}

// Lays out the active variables; gradient has theirs, in order.
void Smo::Fill(const Vector& gradient) {
  const Index count = gradient.size(), stride = rows_.stride();
  v_.gradient = Vector::Zero(stride);
  v_.gradient.head(count) = gradient;
  v_.up = Vector::Constant(stride, kInfinity);
  v_.down = Vector::Constant(stride, -kInfinity);
  v_.diagonal = Eigen::VectorXf::Zero(stride);
  for (Index p = 0; p < count; ++p) {
    v_.up[p] = UpOf(NumberAt(p));
    v_.down[p] = DownOf(NumberAt(p));
    v_.diagonal[p] = static_cast<float>(problem_.diagonal[NumberAt(p)]);
  }
  up_ = FindUp(v_);
}

// The best step along e_i − e_j, as far as the bounds and the signs of both go.
void Smo::Step(Index down) {
  const Index i = NumberAt(up_), j = NumberAt(down);
  const float* row_i = rows_.Row(i);
  const float* row_j = rows_.Row(j);
  const double slope = v_.gradient[down] + v_.down[down] - v_.gradient[up_] - v_.up[up_];
  const double curvature =
      problem_.diagonal[i] + problem_.diagonal[j] - 2 * static_cast<double>(row_i[down]);
  const double end_i = beta_[i] < 0 ? std::min(0.0, problem_.upper[i]) : problem_.upper[i];
  const double end_j = beta_[j] > 0 ? std::max(0.0, problem_.lower[j]) : problem_.lower[j];
  const double room_i = end_i - beta_[i], room_j = beta_[j] - end_j;
  const double step = std::min({slope / std::max(curvature, kLeastCurvature), room_i, room_j});
  beta_[i] = step == room_i ? end_i : beta_[i] + step;
  beta_[j] = step == room_j ? end_j : beta_[j] - step;
  for (const Index place : {up_, down}) {
    v_.up[place] = UpOf(NumberAt(place));
    v_.down[place] = DownOf(NumberAt(place));
  }
  up_ = UpdateAndFindUp(v_, step, row_i, row_j);
}

// Leaves out the variables that violate nothing with any other by more than the rest do.
void Smo::SetAside(double smallest, double largest) {
  std::vector<Index> places, numbers;
  for (Index p = 0; p < static_cast<Index>(active_.size()); ++p) {
    const bool idle = v_.gradient[p] + v_.up[p] > largest && v_.gradient[p] + v_.down[p] < smallest;
    if (idle) continue;
    places.push_back(p);
    numbers.push_back(NumberAt(p));
  }
  // Packing the rest again is worth it only for a good part.
  if (10 * numbers.size() > 9 * active_.size()) return;
  const Vector gradient = v_.gradient(places);
  rows_.Keep(numbers, places);
  active_ = std::move(numbers);
  Fill(gradient);
}

// All variables are active again, the gradients of those left out rebuilt.
void Smo::TakeAllBack() {
  std::vector<bool> is_active(static_cast<std::size_t>(n()));
  Vector gradient(n());
  for (std::size_t p = 0; p < active_.size(); ++p) {
    is_active[static_cast<std::size_t>(active_[p])] = true;
    gradient[active_[p]] = v_.gradient[static_cast<Index>(p)];
  }
  std::vector<Index> others;
  for (Index i = 0; i < n(); ++i)
    if (!is_active[static_cast<std::size_t>(i)]) others.push_back(i);
  const Vector values = kernel_values_(beta_, others);
  for (std::size_t k = 0; k < others.size(); ++k)
    gradient[others[k]] = values[static_cast<Index>(k)] - problem_.targets[others[k]];
  active_.resize(static_cast<std::size_t>(n()));
  std::iota(active_.begin(), active_.end(), Index{0});
  rows_.Choose(active_);
  Fill(gradient);
}

void Smo::Finish(SmoSolution& solution) const {
  const Vector g = v_.gradient.head(n());
  double sum = 0, free = 0, smallest = kInfinity, largest = -kInfinity;
  for (Index i = 0; i < n(); ++i) {
    smallest = std::min(smallest, g[i] + v_.up[i]);
    largest = std::max(largest, g[i] + v_.down[i]);
    if (v_.up[i] != v_.down[i]) continue;
    sum += g[i] + v_.up[i];
    ++free;
  }
  solution.offset = free > 0 ? -sum / free : -(smallest + largest) / 2;
  const double norm = beta_.dot(g + problem_.targets);
  solution.dual_objective =
      beta_.dot(problem_.targets) - 0.5 * norm - problem_.tube * beta_.lpNorm<1>();
  const auto error = g.array() + solution.offset;  // f(x) − t
  solution.primal_objective =
      0.5 * norm + (problem_.upper.array() * (-error - problem_.tube).max(0) -
                    problem_.lower.array() * (error - problem_.tube).max(0))
                       .sum();
  solution.beta = beta_;
}

SmoSolution Smo::Solve() {
  SmoSolution solution;
  const Index check_every = std::min<Index>(n(), 1000);
  Index until_check = check_every;
  while (true) {
    const double smallest = v_.gradient[up_] + v_.up[up_];
    const Index i = NumberAt(up_);
    const DownChoice down = FindDown(v_, smallest, v_.diagonal[up_], rows_.Row(i));
    if (down.largest - smallest <= options_.eps) {
      if (static_cast<Index>(active_.size()) == n()) {
        solution.converged = true;
        break;
      }
      TakeAllBack();
      until_check = check_every;
      continue;
    }
    if (solution.iterations == options_.max_iterations) break;
    if (options_.shrinking && --until_check == 0) {
      until_check = check_every;
      const std::size_t before = active_.size();
      SetAside(smallest, down.largest);
      if (active_.size() < before) continue;
    }
    Step(down.at);
    ++solution.iterations;
  }
  if (static_cast<Index>(active_.size()) < n()) TakeAllBack();
  Finish(solution);
  return solution;
}

}  // namespace

SmoSolution SolveSmo(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
                     const KernelValues& kernel_values) {
  return Smo(problem, options, rows, kernel_values).Solve();
}

}  // namespace mercer
