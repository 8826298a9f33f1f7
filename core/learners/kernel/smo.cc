#include "core/learners/kernel/smo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/learners/kernel/smo_passes.h"
#include "core/learners/kernel/smo_state.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Where the gap is to decide, nothing else stops before rounding does.
constexpr double kLeastViolation = 1e-9;

class Smo : public SmoState {
 public:
  Smo(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
      const KernelValues& kernel_values)
      : SmoState(problem, rows, kernel_values), options_(options) {
    next_ = FindUp(v_);
  }

  SmoSolution Solve();

 private:
  void Step(Index down);
  bool SetAside(double smallest, double largest);
  bool IsSmallGap(double smallest, double largest);
  double Offset() const;

  const SmoOptions& options_;
  double dual_ = 0;  // objective so far
};

// The best step along e_i − e_j, as far as the bounds and the signs of both go.
void Smo::Step(Index down) {
  const Index i = NumberAt(next_), j = NumberAt(down);
  const float* row_i = rows_.Row(i);
  const float* row_j = rows_.Row(j);
  const double slope = v_.gradient[down] + v_.down[down] - v_.gradient[next_] - v_.up[next_];
  const double curvature =
      std::max(problem_.diagonal[i] + problem_.diagonal[j] - 2 * static_cast<double>(row_i[down]),
               kLeastCurvature);
  const double end_i = beta_[i] < 0 ? std::min(0.0, problem_.upper[i]) : problem_.upper[i];
  const double end_j = beta_[j] > 0 ? std::max(0.0, problem_.lower[j]) : problem_.lower[j];
  const double room_i = end_i - beta_[i], room_j = beta_[j] - end_j;
  const double step = std::min({slope / curvature, room_i, room_j});
  dual_ += step * (slope - 0.5 * step * curvature);
  beta_[i] = step == room_i ? end_i : beta_[i] + step;
  beta_[j] = step == room_j ? end_j : beta_[j] - step;
  SetSides(next_);
  SetSides(down);
  next_ = UpdateAndFindUp(v_, step, row_i, row_j);
}

// Leaves out the variables that violate nothing with any other by more than the rest do.
bool Smo::SetAside(double smallest, double largest) {
  const bool fewer = KeepWhere([&](Index p) {
    return v_.gradient[p] + v_.up[p] <= largest || v_.gradient[p] + v_.down[p] >= smallest;
  });
  if (fewer) next_ = FindUp(v_);
  return fewer;
}

// Of those that take part, with the offset in the middle of what they allow.
bool Smo::IsSmallGap(double smallest, double largest) {
  if (options_.gap == 0) return false;
  const double offset = active_count() == n() ? Offset() : -(smallest + largest) / 2;
  if (active_count() == n()) dual_ = Finish(offset).dual_objective;
  const double gap = ActiveGap(offset);
  return gap <= options_.gap * std::abs(dual_ + gap);
}

double Smo::Offset() const {
  const Vector g = v_.gradient.head(n());
  double sum = 0, free = 0, smallest = kInfinity, largest = -kInfinity;
  for (Index i = 0; i < n(); ++i) {
    smallest = std::min(smallest, g[i] + v_.up[i]);
    largest = std::max(largest, g[i] + v_.down[i]);
    if (v_.up[i] != v_.down[i]) continue;
    sum += g[i] + v_.up[i];
    ++free;
  }
  return free > 0 ? -sum / free : -(smallest + largest) / 2;
}

SmoSolution Smo::Solve() {
  Index iterations = 0;
  bool converged = false;
  const double least = options_.gap == 0 ? options_.eps : kLeastViolation;
  const Index check_every = std::min<Index>(n(), 1000);
  Index until_check = check_every;
  while (true) {
    const double smallest = v_.gradient[next_] + v_.up[next_];
    const Index i = NumberAt(next_);
    const DownChoice down = FindDown(v_, smallest, v_.diagonal[next_], rows_.Row(i));
    const bool check = --until_check == 0;
    if (down.largest - smallest <= least || (check && IsSmallGap(smallest, down.largest))) {
      if (active_count() == n()) {
        converged = true;
        break;
      }
      TakeAllBack();
      next_ = FindUp(v_);
      until_check = options_.gap == 0 ? check_every : 1;
      continue;
    }
    if (iterations == options_.max_iterations) break;
    if (check) {
      until_check = check_every;
      if (options_.shrinking && SetAside(smallest, down.largest)) continue;
    }
    Step(down.at);
    ++iterations;
  }
  if (active_count() < n()) TakeAllBack();
  SmoSolution solution = Finish(Offset());
  solution.iterations = iterations;
  solution.converged = converged;
  return solution;
}

}  // namespace

SmoSolution SolveSmo(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
                     const KernelValues& kernel_values) {
  return Smo(problem, options, rows, kernel_values).Solve();
}

}  // namespace mercer
