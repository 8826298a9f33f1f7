// Sequential minimal optimisation (Platt 1999) with the stopping rule of Keerthi, Shevade,
// Bhattacharyya & Murthy (2001), which compares the two most violating variables, working sets
// chosen by second-order information (Fan, Chen & Lin 2005) and the shrinking of LIBSVM (Chang &
// Lin 2011). Without an offset: pairs of variables as in Steinwart, Hush & Scovel (2011).

#include "core/learners/kernel/smo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.h"
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
      : SmoState(problem, rows, kernel_values, options.threads), options_(options) {
    next_ = Up();
  }

  SmoSolution Solve();

 private:
  void Step(Index down);
  bool Shrink(double smallest, double largest);
  bool IsSmallGap(double smallest, double largest);
  double Offset() const;

  const SmoOptions& options_;
  double dual_ = 0;  // objective so far
};

// The best step along e_i − e_j, as far as the bounds and the signs of both go.
void Smo::Step(Index down) {
  const Index i = NumberAt(next_), j = NumberAt(down);
  const RowCache::Row row_i = rows_.Find(i), row_j = rows_.Find(j);
  const double slope = v_.gradient[down] + v_.down[down] - v_.gradient[next_] - v_.up[next_];
  const double curvature = std::max(
      problem_.diagonal[i] + problem_.diagonal[j] - 2 * static_cast<double>(row_i.values[down]),
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
  next_ = UpdateAndChooseUp(step, row_i, row_j);
}

// Leaves out the variables that violate nothing with any other by more than the rest do.
bool Smo::Shrink(double smallest, double largest) {
  const bool fewer = KeepWhere([&](Index p) {
    return v_.gradient[p] + v_.up[p] <= largest || v_.gradient[p] + v_.down[p] >= smallest;
  });
  if (fewer) next_ = Up();
  return fewer;
}

// Whether the gap of the active variables is small; if some are left out, with the offset in the
// middle of its allowed range.
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
    const DownChoice down = Down(next_, rows_.Find(NumberAt(next_)));
    const bool check = --until_check == 0;
    if (down.largest - smallest <= least || (check && IsSmallGap(smallest, down.largest))) {
      if (active_count() == n()) {
        converged = true;
        break;
      }
      Unshrink();
      next_ = Up();
      until_check = options_.gap == 0 ? check_every : 1;
      continue;
    }
    if (iterations == options_.max_iterations) break;
    if (check) {
      until_check = check_every;
      if (options_.shrinking && Shrink(smallest, down.largest)) continue;
    }
    Step(down.at);
    ++iterations;
  }
  if (active_count() < n()) Unshrink();
  SmoSolution solution = Finish(Offset());
  solution.iterations = iterations;
  solution.converged = converged;
  return solution;
}

double Change(const PairProblem& pair, const PairStep& step) {
  return pair.gradient_first * step.first + pair.gradient_second * step.second +
         0.5 * (pair.diagonal_first * step.first * step.first +
                pair.diagonal_second * step.second * step.second) +
         pair.product * step.first * step.second;
}

class SmoWithoutOffset : public SmoState {
 public:
  SmoWithoutOffset(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
                   const KernelValues& kernel_values)
      : SmoState(problem, rows, kernel_values, options.threads), options_(options) {}

  SmoSolution Solve();

 private:
  bool Step(Index at);
  double LargestViolation() const;
  bool Shrink();
  bool IsSolved();

  const SmoOptions& options_;
  double dual_ = 0;  // objective so far
};

// The pair of the variable at the place and its best partner. False where nothing moves.
bool SmoWithoutOffset::Step(Index at) {
  const Index i = NumberAt(at);
  const RowCache::Row row_i = rows_.Find(i);
  const Index partner = Partner(at, row_i);
  const Index j = partner < 0 ? i : NumberAt(partner);
  PairProblem pair{.gradient_first = v_.gradient[at],
                   .diagonal_first = std::max(problem_.diagonal[i], kLeastCurvature),
                   .diagonal_second = 1,
                   .lower = {problem_.lower[i] - beta_[i], 0},
                   .upper = {problem_.upper[i] - beta_[i], 0}};
  if (partner >= 0) {
    pair.gradient_second = v_.gradient[partner];
    pair.diagonal_second = std::max(problem_.diagonal[j], kLeastCurvature);
    pair.product = static_cast<double>(row_i.values[partner]);
    pair.lower.second = problem_.lower[j] - beta_[j];
    pair.upper.second = problem_.upper[j] - beta_[j];
  }
  const PairStep step = BestPairStep(pair);
  if (step.first == 0 && step.second == 0) return false;
  dual_ -= Change(pair, step);
  Move(at, step.first);
  if (partner >= 0) Move(partner, step.second);
  next_ = UpdateAndChooseLargestGain(step, row_i, rows_.Find(j));
  return true;
}

double SmoWithoutOffset::LargestViolation() const {
  double largest = 0;
  for (Index p = 0; p < active_count(); ++p) {
    if (v_.up[p] == 0) largest = std::max(largest, -v_.gradient[p]);
    if (v_.down[p] == 0) largest = std::max(largest, v_.gradient[p]);
  }
  return largest;
}

// Leaves out the variables that are farther from leaving their bounds than any violates them.
bool SmoWithoutOffset::Shrink() {
  const double largest = LargestViolation();
  return KeepWhere([&](Index p) {
    return !((v_.down[p] != 0 && v_.gradient[p] > largest) ||
             (v_.up[p] != 0 && -v_.gradient[p] > largest));
  });
}

// Whether the gap of the active variables is small (without a gap in the options, their largest
// violation). If all are active, the dual objective is computed again for the gap.
bool SmoWithoutOffset::IsSolved() {
  if (options_.gap == 0) return LargestViolation() <= options_.eps;
  if (active_count() == n()) dual_ = Finish(0).dual_objective;
  const double gap = ActiveGap(0);
  return gap <= options_.gap * std::abs(dual_ + gap);
}

SmoSolution SmoWithoutOffset::Solve() {
  const Index check_every = std::min<Index>(n(), 1000);
  Index until_check = check_every, iterations = 0;
  bool converged = false;
  next_ = LargestGain();
  while (true) {
    const bool moved = iterations < options_.max_iterations && Step(next_);
    if (moved) ++iterations;
    if (moved && --until_check > 0) continue;
    until_check = check_every;
    if (IsSolved() || !moved) {
      if (active_count() == n()) {
        converged = IsSolved();
        break;
      }
      Unshrink();
      next_ = LargestGain();
      if (!IsSolved()) continue;
      converged = true;
      break;
    }
    if (options_.shrinking && Shrink()) next_ = LargestGain();
  }
  SmoSolution solution = Finish(0);
  solution.iterations = iterations;
  solution.converged = converged;
  return solution;
}

}  // namespace

SmoSolution SolveSmo(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
                     const KernelValues& kernel_values) {
  return Smo(problem, options, rows, kernel_values).Solve();
}

PairStep BestPairStep(const PairProblem& pair) {
  const double a = pair.diagonal_first, b = pair.diagonal_second, c = pair.product;
  const double determinant = a * b - c * c;
  if (determinant > 1e-12 * a * b) {
    const PairStep free{(c * pair.gradient_second - b * pair.gradient_first) / determinant,
                        (c * pair.gradient_first - a * pair.gradient_second) / determinant};
    if (free.first >= pair.lower.first && free.first <= pair.upper.first &&
        free.second >= pair.lower.second && free.second <= pair.upper.second)
      return free;
  }
  // Else on an edge of the box.
  PairStep best;
  double least = 0;
  const auto consider = [&](const PairStep& step) {
    const double change = Change(pair, step);
    if (change >= least) return;
    least = change;
    best = step;
  };
  for (const double first : {pair.lower.first, pair.upper.first}) {
    const double second = -(pair.gradient_second + c * first) / b;
    consider({first, std::clamp(second, pair.lower.second, pair.upper.second)});
  }
  for (const double second : {pair.lower.second, pair.upper.second}) {
    const double first = -(pair.gradient_first + c * second) / a;
    consider({std::clamp(first, pair.lower.first, pair.upper.first), second});
  }
  return best;
}

SmoSolution SolveSmoWithoutOffset(const SmoProblem& problem, const SmoOptions& options,
                                  RowCache& rows, const KernelValues& kernel_values) {
  MERCER_CHECK(problem.tube == 0);
  return SmoWithoutOffset(problem, options, rows, kernel_values).Solve();
}

}  // namespace mercer
