// The state of SMO (smo.cc): variables and gradients, and their rebuilding when shrinking ends, as
// in LIBSVM (Chang & Lin 2011, section 5).

#include "core/learners/kernel/smo_state.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Passes over fewer places are one thread's: sharing them costs about as much as it saves (at 4,000
// rows of ijcnn1 and a9a two threads take 1.2 and 0.8 times as long as one, at 8,000 0.85 and
// 0.76).
constexpr Index kSharedPlaces = 4096;
// Places of a range, at least.
constexpr Index kRangePlaces = 1024;
// Ranges for each thread: one that another program holds up leaves the rest of its own to others.
constexpr int kRangesPerThread = 4;

}  // namespace

SmoState::SmoState(const SmoProblem& problem, RowCache& rows, const KernelValues& kernel_values,
                   int threads)
    : problem_(problem),
      rows_(rows),
      kernel_values_(kernel_values),
      beta_(Vector::Zero(problem.targets.size())),
      active_(static_cast<std::size_t>(problem.targets.size())),
      team_(problem.targets.size() < kSharedPlaces ? 1 : threads) {
  std::iota(active_.begin(), active_.end(), Index{0});
  rows_.Choose(active_);
  Fill(-problem.targets);
}

Index SmoState::Up() const {
  PassCandidates found;
  FindUp(v_, {0, v_.gradient.size()}, &found);
  return ChooseUp(v_, {&found, 1});
}

DownChoice SmoState::Down(Index up, const RowCache::Row& row_i) {
  const double smallest = v_.gradient[up] + v_.up[up];
  const float diagonal_i = v_.diagonal[up];
  ForRanges([&](std::size_t k) {
    FillRow(row_i, k);
    FindDown(v_, ranges_[k], smallest, diagonal_i, row_i.values, &down_candidates_[k]);
  });
  return ChooseDown(v_, smallest, diagonal_i, row_i.values, down_candidates_);
}

Index SmoState::UpdateAndChooseUp(double step, const RowCache::Row& row_i,
                                  const RowCache::Row& row_j) {
  ForRanges([&](std::size_t k) {
    FillRow(row_j, k);
    UpdateAndFindUp(v_, ranges_[k], step, row_i.values, row_j.values, &candidates_[k]);
  });
  return ChooseUp(v_, candidates_);
}

Index SmoState::LargestGain() const {
  PassCandidates found;
  FindLargestGain(v_, {0, v_.gradient.size()}, &found);
  return std::max<Index>(0, ChooseLargest({&found, 1}));
}

Index SmoState::UpdateAndChooseLargestGain(const PairStep& step, const RowCache::Row& row_i,
                                           const RowCache::Row& row_j) {
  ForRanges([&](std::size_t k) {
    FillRow(row_j, k);
    UpdateAndFindLargestGain(v_, ranges_[k], step.first, row_i.values, step.second, row_j.values,
                             &candidates_[k]);
  });
  return std::max<Index>(0, ChooseLargest(candidates_));
}

Index SmoState::Partner(Index place, const RowCache::Row& row_i) {
  ForRanges([&](std::size_t k) {
    FillRow(row_i, k);
    FindPartner(v_, ranges_[k], place, row_i.values, &candidates_[k]);
  });
  const Index partner = ChooseLargest(candidates_);
  return partner == place ? -1 : partner;
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
  Divide();
}

// Ranges of about the same size, that begin where a part of a row may.
void SmoState::Divide() {
  const Index stride = rows_.stride(), grain = rows_.grain();
  const Index grains = (stride + grain - 1) / grain;
  Index count = 1;
  if (team_.threads() > 1 && stride >= kSharedPlaces)
    count = std::min({stride / kRangePlaces, grains, Index{kRangesPerThread} * team_.threads(),
                      Index{ThreadTeam::kPieces}});
  ranges_.clear();
  for (Index k = 0; k < count; ++k)
    ranges_.push_back(
        {k * grains / count * grain, std::min(stride, (k + 1) * grains / count * grain)});
  scratch_.resize(ranges_.size());
  candidates_.resize(ranges_.size());
  down_candidates_.resize(ranges_.size());
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

void SmoState::Unshrink() {
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
