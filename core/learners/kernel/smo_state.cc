#include "core/learners/kernel/smo_state.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>

#include "core/base/error.h"

// Registers are passed by value between functions of this file alone: that a machine without such
// registers passes them otherwise concerns nobody else.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace mercer {
namespace {

// One register with AVX-512; the compiler splits what is wider than the machine's.
constexpr Index kLanes = 8;
using Doubles = double __attribute__((vector_size(8 * kLanes)));
using Floats = float __attribute__((vector_size(4 * kLanes)));
using Integers = std::int64_t __attribute__((vector_size(8 * kLanes)));
using ShortIntegers = std::int32_t __attribute__((vector_size(4 * kLanes)));

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kLeastFloatCurvature = static_cast<float>(kLeastCurvature);

template <class Simd, class Real>
Simd Load(const Real* from) {
  Simd value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

// Lane by lane the smallest sum so far and the block it was in.
struct Smallest {
  Doubles value = kInfinity - Doubles{};
  Integers block{};

  void Take(Doubles candidate, Index number) {
    const auto less = candidate < value;
    value = less ? candidate : value;
    block = less ? number - Integers{} : block;
  }

  Index Block() const {
    Index best = 0;
    for (Index l = 1; l < kLanes; ++l)
      if (value[l] < value[best]) best = l;
    return block[best];
  }
};

Index PlaceOfSmallest(const SmoVariables& v, Index block) {
  Index place = block * kPassBlock;
  for (Index p = place + 1; p < (block + 1) * kPassBlock; ++p)
    if (v.gradient[p] + v.up[p] < v.gradient[place] + v.up[place]) place = p;
  return place;
}

// Relative to K_ii K_jj: what floats make of 0.
constexpr double kLeastDeterminant = 1e-6;

// Lane by lane the largest value so far and where it was.
struct Largest {
  Doubles value{};
  Integers place = -1 - Integers{};

  void Take(Doubles candidate, Index at) {
    const auto more = candidate > value;
    value = more ? candidate : value;
    place = more ? at - Integers{} : place;
  }

  // −1 where no value was above 0.
  Index Place() const {
    Index best = 0;
    for (Index l = 1; l < kLanes; ++l)
      if (value[l] > value[best]) best = l;
    return place[best] < 0 ? -1 : place[best] + best;
  }
};

Doubles LoadFloats(const float* from) {
  return __builtin_convertvector(Load<Floats>(from), Doubles);
}

// max(0, upward − up, down − upward)²
Doubles SquaredViolation(Doubles upward, const double* up, const double* down) {
  const Doubles by_up = upward - Load<Doubles>(up), by_down = Load<Doubles>(down) - upward;
  const Doubles larger = by_up > by_down ? by_up : by_down;
  const auto zero = Doubles{};
  const Doubles violation = larger > zero ? larger : zero;
  return violation * violation;
}

Doubles AtLeast(Doubles value, Doubles least) { return value > least ? value : least; }

Doubles GainAt(const SmoVariables& v, Index p, Doubles gradient) {
  return SquaredViolation(-gradient, v.up.data() + p, v.down.data() + p) /
         AtLeast(LoadFloats(v.diagonal.data() + p),
                 static_cast<double>(kLeastFloatCurvature) - Doubles{});
}

}  // namespace

Index FindUp(const SmoVariables& v) {
  Smallest smallest;
  for (Index block = 0; block < v.gradient.size() / kPassBlock; ++block) {
    const double* g = v.gradient.data() + block * kPassBlock;
    const double* up = v.up.data() + block * kPassBlock;
    Doubles least = Load<Doubles>(g) + Load<Doubles>(up);
    for (Index l = kLanes; l < kPassBlock; l += kLanes) {
      const Doubles sum = Load<Doubles>(g + l) + Load<Doubles>(up + l);
      least = sum < least ? sum : least;
    }
    smallest.Take(least, block);
  }
  return PlaceOfSmallest(v, smallest.Block());
}

Index UpdateAndFindUp(SmoVariables& v, double step, const float* row_i, const float* row_j) {
  Smallest smallest;
  const Index n = v.gradient.size();
  for (Index begin = 0; begin < n; begin += kPassBlock) {
    double* g = v.gradient.data() + begin;
    const double* up = v.up.data() + begin;
    Doubles least = kInfinity - Doubles{};
    for (Index l = 0; l < kPassBlock; l += kLanes) {
      const auto i = __builtin_convertvector(Load<Floats>(row_i + begin + l), Doubles);
      const auto j = __builtin_convertvector(Load<Floats>(row_j + begin + l), Doubles);
      const Doubles gradient = Load<Doubles>(g + l) + step * (i - j);
      std::memcpy(g + l, &gradient, sizeof(gradient));
      const Doubles sum = gradient + Load<Doubles>(up + l);
      least = sum < least ? sum : least;
    }
    smallest.Take(least, begin / kPassBlock);
  }
  return PlaceOfSmallest(v, smallest.Block());
}

DownChoice FindDown(const SmoVariables& v, double smallest, float diagonal_i, const float* row_i) {
  Doubles largest = -kInfinity - Doubles{};
  Floats best{};
  ShortIntegers best_block = -1 - ShortIntegers{};
  const auto gain_at = [&](Index p, Doubles sum) {
    const auto zero = Floats{};
    auto violation = __builtin_convertvector(sum - smallest, Floats);
    violation = violation > zero ? violation : zero;
    const Floats curvature =
        diagonal_i + Load<Floats>(v.diagonal.data() + p) - 2.0F * Load<Floats>(row_i + p);
    const Floats least = kLeastFloatCurvature - zero;
    return violation * violation / (curvature > least ? curvature : least);
  };
  const Index n = v.gradient.size();
  for (Index begin = 0; begin < n; begin += kPassBlock) {
    Floats block_best{};
    for (Index p = begin; p < begin + kPassBlock; p += kLanes) {
      const Doubles sum = Load<Doubles>(v.gradient.data() + p) + Load<Doubles>(v.down.data() + p);
      largest = sum > largest ? sum : largest;
      const Floats gain = gain_at(p, sum);
      block_best = gain > block_best ? gain : block_best;
    }
    const auto more = block_best > best;
    best = more ? block_best : best;
    best_block =
        more ? static_cast<std::int32_t>(begin / kPassBlock) - ShortIntegers{} : best_block;
  }
  DownChoice choice{-kInfinity, -1};
  for (Index l = 0; l < kLanes; ++l) choice.largest = std::max(choice.largest, largest[l]);
  Index lane = 0;
  for (Index l = 1; l < kLanes; ++l)
    if (best[l] > best[lane]) lane = l;
  if (best[lane] > 0) {
    const Index begin = best_block[lane] * kPassBlock;
    for (Index p = begin; p < begin + kPassBlock; p += kLanes) {
      const Floats gain =
          gain_at(p, Load<Doubles>(v.gradient.data() + p) + Load<Doubles>(v.down.data() + p));
      for (Index l = 0; l < kLanes; ++l)
        if (gain[l] == best[lane]) choice.at = p + l;
    }
  }
  for (Index p = 0; choice.at < 0 && p < n; ++p)
    if (v.gradient[p] + v.down[p] == choice.largest) choice.at = p;
  // A sum that is no number equals nothing.
  if (choice.at < 0) {
    throw InvalidInput(
        "exact kernel machine: a gradient is not finite; expected kernel values and a cost whose "
        "products stay in the range of a double (scale the rows or the kernel)");
  }
  return choice;
}

Index FindLargestGain(const SmoVariables& v) {
  Largest largest;
  for (Index p = 0; p < v.gradient.size(); p += kLanes)
    largest.Take(GainAt(v, p, Load<Doubles>(v.gradient.data() + p)), p);
  return std::max<Index>(0, largest.Place());
}

Index UpdateAndFindLargestGain(SmoVariables& v, double step_i, const float* row_i, double step_j,
                               const float* row_j) {
  Largest largest;
  for (Index p = 0; p < v.gradient.size(); p += kLanes) {
    double* g = v.gradient.data() + p;
    const Doubles gradient =
        Load<Doubles>(g) + step_i * LoadFloats(row_i + p) + step_j * LoadFloats(row_j + p);
    std::memcpy(g, &gradient, sizeof(gradient));
    largest.Take(GainAt(v, p, gradient), p);
  }
  return std::max<Index>(0, largest.Place());
}

Index FindPartner(const SmoVariables& v, Index i, const float* row_i) {
  const auto diagonal_i = std::max(static_cast<double>(v.diagonal[i]), kLeastCurvature);
  const double gradient_i = v.gradient[i];
  Largest largest;
  for (Index p = 0; p < v.gradient.size(); p += kLanes) {
    const Doubles product = LoadFloats(row_i + p);
    const Doubles diagonals = diagonal_i * LoadFloats(v.diagonal.data() + p);
    const Doubles upward = product * gradient_i - diagonal_i * Load<Doubles>(v.gradient.data() + p);
    const Doubles determinant = AtLeast(diagonals - product * product,
                                        AtLeast(kLeastDeterminant * diagonals, 1e-24 - Doubles{}));
    largest.Take(SquaredViolation(upward, v.up.data() + p, v.down.data() + p) / determinant, p);
  }
  const Index place = largest.Place();
  return place == i ? -1 : place;
}

SmoState::SmoState(const SmoProblem& problem, RowCache& rows, const KernelValues& kernel_values)
    : problem_(problem),
      rows_(rows),
      kernel_values_(kernel_values),
      beta_(Vector::Zero(problem.targets.size())),
      active_(static_cast<std::size_t>(problem.targets.size())) {
  std::iota(active_.begin(), active_.end(), Index{0});
  rows_.Choose(active_);
  Fill(-problem.targets);
}

double SmoState::UpOf(Index i) const {
  if (beta_[i] >= problem_.upper[i]) return kInfinity;
  return beta_[i] >= 0 ? problem_.tube : -problem_.tube;
}

double SmoState::DownOf(Index i) const {
  if (beta_[i] <= problem_.lower[i]) return -kInfinity;
  return beta_[i] > 0 ? problem_.tube : -problem_.tube;
}

void SmoState::SetSides(Index place) {
  v_.up[place] = UpOf(NumberAt(place));
  v_.down[place] = DownOf(NumberAt(place));
}

void SmoState::Move(Index place, double step) {
  const Index i = NumberAt(place);
  if (step == problem_.upper[i] - beta_[i]) {
    beta_[i] = problem_.upper[i];
  } else if (step == problem_.lower[i] - beta_[i]) {
    beta_[i] = problem_.lower[i];
  } else {
    beta_[i] += step;
  }
  SetSides(place);
}

// Lays out the active variables; gradient has theirs, in order.
void SmoState::Fill(const Vector& gradient) {
  const Index count = gradient.size(), stride = rows_.stride();
  v_.gradient = Vector::Zero(stride);
  v_.gradient.head(count) = gradient;
  v_.up = Vector::Constant(stride, kInfinity);
  v_.down = Vector::Constant(stride, -kInfinity);
  v_.diagonal = Eigen::VectorXf::Zero(stride);
  for (Index p = 0; p < count; ++p) {
    SetSides(p);
    v_.diagonal[p] = static_cast<float>(problem_.diagonal[NumberAt(p)]);
  }
}

bool SmoState::KeepPlaces(const std::vector<Index>& places) {
  if (10 * places.size() > 9 * active_.size()) return false;
  std::vector<Index> numbers;
  for (const Index p : places) numbers.push_back(NumberAt(p));
  const Vector gradient = v_.gradient(places);
  rows_.Keep(numbers, places);
  active_ = std::move(numbers);
  Fill(gradient);
  return true;
}

void SmoState::TakeAllBack() {
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

double SmoState::ActiveGap(double offset) const {
  double gap = 0;
  for (Index p = 0; p < active_count(); ++p) {
    const Index i = NumberAt(p);
    const double g = v_.gradient[p] + offset;
    gap += beta_[i] * g + problem_.tube * std::abs(beta_[i]) +
           problem_.upper[i] * std::max(0.0, -g - problem_.tube) -
           problem_.lower[i] * std::max(0.0, g - problem_.tube);
  }
  return gap;
}

SmoSolution SmoState::Finish(double offset) const {
  SmoSolution solution;
  const Vector g = v_.gradient.head(n());
  solution.offset = offset;
  const double norm = beta_.dot(g + problem_.targets);
  solution.dual_objective =
      beta_.dot(problem_.targets) - 0.5 * norm - problem_.tube * beta_.lpNorm<1>();
  const auto error = g.array() + offset;  // f(x) − t
  solution.primal_objective =
      0.5 * norm + (problem_.upper.array() * (-error - problem_.tube).max(0) -
                    problem_.lower.array() * (error - problem_.tube).max(0))
                       .sum();
  solution.beta = beta_;
  return solution;
}

}  // namespace mercer
