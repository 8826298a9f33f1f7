// Products of inner products with Rademacher vectors: the features of Kar & Karnick 2012.

#include "core/maps/maclaurin/sign_products.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// A run's products of a block of rows stay in the second-level cache.
constexpr Index kRun = 1024;

// Room for constants, and a row length that does not put all rows into the same cache sets.
constexpr Index kWorkspaceStride = kRun + 56;

// to[r][i] = from[r][slots[i]]: several rows at a time, for each slot that is read.
template <int rows>
void GatherRows(std::span<const std::int32_t> slots, double* const* from, double* const* to) {
  std::array<const double*, rows> in;
  std::array<double*, rows> out;
  std::copy(from, from + rows, in.begin());
  std::copy(to, to + rows, out.begin());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::int32_t slot = slots[i];
    for (std::size_t r = 0; r < rows; ++r) out[r][i] = in[r][slot];
  }
}

// The same of floats, of which two are written at once: a store takes as long for either.
template <int rows>
void GatherRows(std::span<const std::int32_t> slots, float* const* from, float* const* to) {
  static_assert(std::endian::native == std::endian::little);
  std::array<const float*, rows> in;
  std::array<float*, rows> out;
  std::copy(from, from + rows, in.begin());
  std::copy(to, to + rows, out.begin());
  const auto bits = [](float value) { return std::uint64_t{std::bit_cast<std::uint32_t>(value)}; };
  std::size_t i = 0;
  for (; i + 2 <= slots.size(); i += 2) {
    const std::int32_t first = slots[i], second = slots[i + 1];
    for (std::size_t r = 0; r < rows; ++r) {
      const std::uint64_t pair = bits(in[r][first]) | bits(in[r][second]) << 32;
      std::memcpy(out[r] + i, &pair, sizeof(pair));
    }
  }
  if (i < slots.size())
    for (std::size_t r = 0; r < rows; ++r) out[r][i] = in[r][slots[i]];
}

Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace

template <class Real>
SignProductsOf<Real>::SignProductsOf(std::uint64_t seed, Index input_dim,
                                     const std::vector<SignProduct>& features)
    : input_dim_(input_dim), slots_(features.size()) {
  double vectors = 0;
  for (const SignProduct& feature : features) vectors += static_cast<double>(feature.order);
  CheckFitsInMemory("drawing the signs of a map with " + std::to_string(features.size()) +
                        " random features of input dimension " + std::to_string(input_dim),
                    sizeof(Real) * vectors * static_cast<double>(input_dim + 1));
  for (Index begin = 0; begin < size(); begin += kRun)
    LayOutRun(features, begin, std::min(kRun, size() - begin));
  // |w Π <ω_j, x>| ≤ w‖x‖₁^N, the first factors alone included.
  for (const SignProduct& feature : features) {
    largest_order_ = std::max(largest_order_, feature.order);
    finite_norm_ = std::min(finite_norm_,
                            std::pow(kLargest / std::max(1.0, feature.weight),
                                     1 / static_cast<double>(std::max<Index>(feature.order, 1))));
  }
  values_ = Eigen::VectorX<Real>::Zero(num_values_);
  for (const Run& run : runs_) DrawRun(seed, features, run);
}

template <class Real>
std::size_t SignProductsOf<Real>::bytes() const {
  return static_cast<std::size_t>(values_.size()) * sizeof(Real) +
         slots_.size() * sizeof(std::int32_t);
}

// Gives each feature of a run its slot, and the panels their places in values_.
template <class Real>
void SignProductsOf<Real>::LayOutRun(const std::vector<SignProduct>& features, Index begin,
                                     Index size) {
  Run run;
  run.begin = begin;
  run.size = size;
  std::vector<Index> sorted;
  for (Index i = begin; i < begin + size; ++i)
    if (features[static_cast<std::size_t>(i)].order > 0) sorted.push_back(i);
  const auto order = [&](Index i) { return features[static_cast<std::size_t>(i)].order; };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](Index a, Index b) { return order(a) > order(b); });
  const auto panel = static_cast<std::size_t>(ProductTileShape<Real>().panel);
  for (std::size_t p = 0; p < sorted.size(); p += panel) {
    const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(p);
    const auto end = first + static_cast<std::ptrdiff_t>(std::min(panel, sorted.size() - p));
    LayOutPanel(features, {first, end}, run);
  }
  run.constant_slot = RoundUp(static_cast<Index>(sorted.size()), ProductTileShape<Real>().panel);
  for (Index i = begin; i < begin + size; ++i) {
    const SignProduct& feature = features[static_cast<std::size_t>(i)];
    if (feature.order > 0) continue;
    const auto weight = static_cast<Real>(feature.weight);
    auto place = std::find(run.constants.begin(), run.constants.end(), weight);
    if (place == run.constants.end()) place = run.constants.insert(place, weight);
    slots_[static_cast<std::size_t>(i)] =
        static_cast<std::int32_t>(run.constant_slot + (place - run.constants.begin()));
  }
  MERCER_CHECK(run.constant_slot + static_cast<Index>(run.constants.size()) <= kWorkspaceStride);
  runs_.push_back(std::move(run));
}

// `sorted` are the panel's features, highest order first.
template <class Real>
void SignProductsOf<Real>::LayOutPanel(const std::vector<SignProduct>& features,
                                       const std::vector<Index>& sorted, Run& run) {
  const TileShape shape = ProductTileShape<Real>();
  Panel panel;
  panel.slot = static_cast<Index>(run.panels.size()) * shape.panel;
  for (std::size_t lane = 0; lane < sorted.size(); ++lane)
    slots_[static_cast<std::size_t>(sorted[lane])] =
        static_cast<std::int32_t>(panel.slot + static_cast<Index>(lane));
  const auto order = [&](Index lane) {
    return features[static_cast<std::size_t>(sorted[static_cast<std::size_t>(lane)])].order;
  };
  Index active = static_cast<Index>(sorted.size());
  for (Index j = 0; j < order(0); ++j) {
    while (order(active - 1) <= j) --active;
    const Index width = RoundUp(active, shape.vector);
    panel.factors.push_back({num_values_, num_values_ + input_dim_ * width, width});
    num_values_ += (input_dim_ + 1) * width;
    num_vectors_ += active;
  }
  run.panels.push_back(std::move(panel));
}

template <class Real>
void SignProductsOf<Real>::DrawRun(std::uint64_t seed, const std::vector<SignProduct>& features,
                                   const Run& run) {
  std::vector<std::vector<const SignProduct*>> lanes(run.panels.size());
  const Index panel = ProductTileShape<Real>().panel;
  for (Index i = run.begin; i < run.begin + run.size; ++i) {
    const Index slot = slots_[static_cast<std::size_t>(i)];
    if (slot >= run.constant_slot) continue;
    auto& of_panel = lanes[static_cast<std::size_t>(slot / panel)];
    of_panel.resize(std::max(of_panel.size(), static_cast<std::size_t>(slot % panel + 1)));
    of_panel[static_cast<std::size_t>(slot % panel)] = &features[static_cast<std::size_t>(i)];
  }
  for (std::size_t p = 0; p < lanes.size(); ++p) DrawPanel(seed, lanes[p], run.panels[p]);
}

// A factor's signs are written row by row, a vector of lanes at a time: lane by lane, each sign
// would touch a cache line of its own.
template <class Real>
void SignProductsOf<Real>::DrawPanel(std::uint64_t seed,
                                     const std::vector<const SignProduct*>& features,
                                     const Panel& panel) {
  using Bits = std::conditional_t<std::is_same_v<Real, float>, std::uint32_t, std::uint64_t>;
  constexpr std::size_t kMostLanes = 256 / sizeof(Real);
  constexpr int kSignBit = 8 * sizeof(Real) - 1;
  MERCER_CHECK(features.size() <= kMostLanes);
  std::vector<RandomStream> streams;
  for (const SignProduct* feature : features) {
    RandomStream& stream = streams.emplace_back(seed, StreamPurpose::kMap, feature->index);
    for (int skipped = 0; skipped < kWordsBeforeSigns; ++skipped) stream.Bits32();
  }
  std::array<Bits, kMostLanes> words{}, negative{};  // a word of signs, −size, of each lane
  for (std::size_t j = 0; j < panel.factors.size(); ++j) {
    const Factor& factor = panel.factors[j];
    std::size_t active = 0;  // the lanes with this factor come first
    for (; active < features.size() && features[active]->order > static_cast<Index>(j); ++active) {
      // The weight is a part of the first vector.
      const auto size = static_cast<Real>(j == 0 ? features[active]->weight : 1);
      negative[active] = std::bit_cast<Bits>(-size);
    }
    for (std::size_t lane = active; lane < features.size(); ++lane)
      if (static_cast<Index>(lane) < factor.width)
        values_[factor.start + static_cast<Index>(lane)] = 1;
    for (Index k = 0; k < input_dim_; ++k) {
      if (k % 32 == 0)
        for (std::size_t lane = 0; lane < active; ++lane) words[lane] = streams[lane].Bits32();
      Real* row = values_.data() + factor.weights + k * factor.width;
      for (std::size_t lane = 0; lane < active; ++lane) {
        const Bits value = negative[lane] ^ (words[lane] & 1U) << kSignBit;
        words[lane] >>= 1;
        std::memcpy(row + lane, &value, sizeof value);
      }
    }
  }
}

template <class Real>
void SignProductsOf<Real>::Evaluate(const RowTilesOf<Real>& rows, Out out) const {
  MERCER_CHECK(out.cols() == size());
  Eigen::VectorX<Real> workspace(rows.padded_rows() *
                                 kWorkspaceStride);  // aligned for whole registers
  for (const Run& run : runs_)
    EvaluateRun(run, rows, workspace.data(), out.middleCols(run.begin, run.size));
}

template <class Real>
void SignProductsOf<Real>::EvaluateRun(const Run& run, const RowTilesOf<Real>& rows,
                                       Real* workspace, Out out) const {
  for (const Panel& panel : run.panels) {
    for (const Factor& factor : panel.factors) {
      const bool multiply = &factor != &panel.factors.front();
      rows.Multiply(values_.data() + factor.weights, factor.width, values_.data() + factor.start,
                    {workspace + panel.slot, kWorkspaceStride, multiply});
    }
  }
  std::vector<Real*> from, to;
  const std::vector<Index>& sources = rows.sources();
  for (std::size_t r = 0; r < sources.size(); ++r) {
    if (sources[r] < 0) continue;
    from.push_back(workspace + static_cast<Index>(r) * kWorkspaceStride);
    to.push_back(out.data() + sources[r] * out.outerStride());
    std::copy(run.constants.begin(), run.constants.end(), from.back() + run.constant_slot);
  }
  const std::span<const std::int32_t> slots(slots_.data() + run.begin,
                                            static_cast<std::size_t>(run.size));
  std::size_t r = 0;
  for (; r + 4 <= from.size(); r += 4) GatherRows<4>(slots, from.data() + r, to.data() + r);
  for (; r < from.size(); ++r) GatherRows<1>(slots, from.data() + r, to.data() + r);
}

template class SignProductsOf<double>;
template class SignProductsOf<float>;

}  // namespace mercer
