#include "core/maps/maclaurin/degree_law.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr Index kLastDegree = Index{1} << 20;

// Degrees that are looked up; the heavy tail beyond is summed when a draw falls there.
Index TableSize(const ConjugateActivation& activation) {
  const double slope = activation.Slope();
  return 4096 + (std::isfinite(slope) ? static_cast<Index>(2 * slope) : 0);
}

}  // namespace

DegreeLaw::DegreeLaw(const ConjugateActivation& activation, std::optional<Index> max_degree)
    : activation_(activation) {
  MERCER_CHECK(!max_degree || *max_degree >= 1);
  const Index last = activation.MaxDegree();
  if (max_degree && (last < 0 || last > *max_degree)) max_degree_ = max_degree;
  const Index end = max_degree_ ? *max_degree_ : last >= 0 ? last + 1 : TableSize(activation);
  double sum = 0;
  for (Index n = 0; n < end && sum < 1 - 1e-16; ++n)
    cumulative_.push_back(sum += activation.Coefficient(n));
  if (max_degree_ || last >= 0) cumulative_.resize(static_cast<std::size_t>(end), sum);
  if (max_degree_) cumulative_.push_back(1);
}

Index DegreeLaw::Sample(RandomStream& stream) const {
  const double u = stream.Uniform();
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), u);
  if (found != cumulative_.end()) return found - cumulative_.begin();
  auto n = static_cast<Index>(cumulative_.size());
  if (max_degree_ || activation_.MaxDegree() >= 0 || cumulative_.back() >= 1 - 1e-12) return n - 1;
  double sum = cumulative_.back();
  while (n < kLastDegree && (sum += activation_.Coefficient(n)) <= u) ++n;
  return n;
}

double DegreeLaw::Generating(double t) const {
  if (std::abs(t) > 1 && std::abs(t) <= 1 + 1e-9) t = std::copysign(1, t);
  if (!max_degree_) return activation_.Value(t);
  double value = 0, power = 1, before = 0;
  for (const double cumulative : cumulative_) {
    value += (cumulative - before) * power;
    power *= t;
    before = cumulative;
  }
  return value;
}

double DegreeLaw::MovedProbability() const {
  if (!max_degree_) return 0;
  const double below = cumulative_[static_cast<std::size_t>(*max_degree_) - 1];
  return std::max(0.0, 1 - below - activation_.Coefficient(*max_degree_));
}

double DegreeLaw::Mean() const {
  if (!max_degree_) return activation_.Slope();
  double mean = 0;
  for (const double cumulative : cumulative_) mean += 1 - cumulative;
  return mean;
}

}  // namespace mercer
