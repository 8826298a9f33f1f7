// The distribution of the random features of a skeleton (Daniely et al. 2017, Algorithm 1).

#include "core/maps/skeleton/skeleton_law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr Index kLastDegree = Index{1} << 20;

// Degrees that are looked up; the heavy tail beyond is summed when a draw falls there.
Index TableSize(const ConjugateActivation& activation) {
  const double slope = activation.Slope();
  return 4096 + (std::isfinite(slope) ? static_cast<Index>(2 * slope) : 0);
}

// A node that points to `node`, with the probability of its weight.
Index DrawIn(const SkeletonNode& node, RandomStream& stream) {
  if (node.weights.empty()) return node.in[stream.Below(node.in.size())];
  double left = stream.Uniform() * node.TotalWeight();
  std::size_t last = 0;
  for (std::size_t e = 0; e < node.in.size(); ++e) {
    if (node.weights[e] == 0) continue;
    last = e;
    if (left < node.weights[e]) break;
    left -= node.weights[e];
  }
  return node.in[last];
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

SkeletonLaw::SkeletonLaw(const Skeleton& skeleton, std::optional<Index> max_degree)
    : skeleton_(skeleton) {
  std::map<const ConjugateActivation*, std::shared_ptr<const DegreeLaw>> made;
  for (const SkeletonNode& node : skeleton.nodes()) {
    std::shared_ptr<const DegreeLaw>& law = made[node.activation.get()];
    if (node.activation != nullptr && law == nullptr)
      law = std::make_shared<DegreeLaw>(*node.activation, max_degree);
    laws_.push_back(law);
  }
}

// A stack instead of the recursion: the graph may be deep.
std::vector<BaseFactor> SkeletonLaw::Draw(const SkeletonRows& rows, RandomStream& stream) const {
  std::vector<BaseFactor> factors;
  std::vector<Index> open = {static_cast<Index>(skeleton_.nodes().size()) - 1};
  while (!open.empty()) {
    const auto v = static_cast<std::size_t>(open.back());
    open.pop_back();
    const SkeletonNode& node = skeleton_.nodes()[v];
    if (node.input >= 0) {
      const BaseSpace& space = *skeleton_.inputs()[static_cast<std::size_t>(node.input)].space;
      BaseFactor factor;
      factor.input = node.input;
      if (space.has_vectors())
        factor.vector.resize(static_cast<std::size_t>(rows.size(node.input)));
      factor.omega = space.Draw(stream, rows.size(node.input), factor.vector.data());
      factors.push_back(std::move(factor));
      continue;
    }
    const Index degree = laws_[v]->Sample(stream);
    for (Index i = 0; i < degree; ++i) open.push_back(DrawIn(node, stream));
  }
  return factors;
}

std::vector<double> SkeletonLaw::ExpectedAtInputs() const {
  std::vector<double> visits(skeleton_.nodes().size(), 0.0);
  std::vector<double> at_inputs(skeleton_.inputs().size(), 0.0);
  visits.back() = 1;
  for (std::size_t v = visits.size(); v-- > 0;) {
    const SkeletonNode& node = skeleton_.nodes()[v];
    if (node.input >= 0) {
      at_inputs[static_cast<std::size_t>(node.input)] += visits[v];
      continue;
    }
    const double share = visits[v] * laws_[v]->Mean() / node.TotalWeight();
    for (std::size_t e = 0; e < node.in.size(); ++e) {
      const double weight = node.weights.empty() ? 1 : node.weights[e];
      if (weight > 0) visits[static_cast<std::size_t>(node.in[e])] += share * weight;
    }
  }
  return at_inputs;
}

double SkeletonLaw::ExpectedFactors() const {
  double sum = 0;
  for (const double expected : ExpectedAtInputs()) sum += expected;
  return sum;
}

const DegreeLaw& SkeletonLaw::LawOf(const SkeletonNode& node) const {
  return *laws_[static_cast<std::size_t>(&node - skeleton_.nodes().data())];
}

template <class Leaf>
double SkeletonLaw::Mean(const Leaf& leaf) const {
  return Propagate(skeleton_, leaf, [this](const SkeletonNode& node, double mean) {
    return LawOf(node).Generating(mean);
  });
}

double SkeletonLaw::ConstantProbability() const {
  return Mean([](Index) { return 0.0; });
}

double SkeletonLaw::FeatureNorm(Index input_dim) const {
  std::vector<double> norms;
  for (const SkeletonNode& node : skeleton_.nodes()) {
    if (node.input >= 0) {
      const SkeletonInput& input = skeleton_.inputs()[static_cast<std::size_t>(node.input)];
      const auto chosen = static_cast<Index>(input.columns.size());
      norms.push_back(input.space->FeatureNorm(
          chosen > 0 ? chosen : skeleton_.row_columns().value_or(input_dim)));
      continue;
    }
    double largest = 1;
    for (std::size_t e = 0; e < node.in.size(); ++e)
      if (node.weights.empty() || node.weights[e] > 0)
        largest = std::max(largest, norms[static_cast<std::size_t>(node.in[e])]);
    const Index degree = LawOf(node).MaxDegree();
    if (largest > 1)
      largest = degree < 0 ? std::numeric_limits<double>::infinity()
                           : std::pow(largest, static_cast<double>(degree));
    norms.push_back(largest);
  }
  return norms.back();
}

double SkeletonLaw::BiasBound() const {
  return Propagate(
      skeleton_, [](Index) { return 0.0; },
      [this](const SkeletonNode& node, double mean) {
        const DegreeLaw& law = LawOf(node);
        return (mean > 0 ? law.Mean() * mean : 0) + 2 * law.MovedProbability();
      });
}

FeatureMoments SkeletonLaw::Moments(const std::vector<FeatureMoments>& inputs) const {
  const auto through = [&](double FeatureMoments::*moment) {
    return Mean([&](Index input) { return inputs[static_cast<std::size_t>(input)].*moment; });
  };
  return {through(&FeatureMoments::kernel), through(&FeatureMoments::absolute),
          through(&FeatureMoments::square), through(&FeatureMoments::crossed)};
}

std::vector<FeatureMoments> InputMoments(const Skeleton& skeleton, const Vector& x,
                                         const Vector& y) {
  Matrix pair(2, x.size());
  pair.row(0) = x.transpose();
  pair.row(1) = y.transpose();
  const SkeletonRows rows(skeleton, x.size());
  const Matrix encoded = rows.Encode(pair, 0, 2);
  std::vector<FeatureMoments> moments;
  for (Index input = 0; input < rows.num_inputs(); ++input) {
    const Index offset = rows.offset(input);
    moments.push_back(rows.space(input).Moments(encoded.row(0).data() + offset,
                                                encoded.row(1).data() + offset, rows.size(input)));
  }
  return moments;
}

}  // namespace mercer
