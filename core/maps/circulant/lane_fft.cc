#include "core/maps/circulant/lane_fft.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "core/base/error.h"

namespace mercer {
namespace {

// The lowest `levels` bits in reverse order.
Index Reversed(Index i, int levels) {
  Index reversed = 0;
  for (int bit = 0; bit < levels; ++bit) reversed |= (i >> bit & 1) << (levels - 1 - bit);
  return reversed;
}

std::complex<double> Root(Index power, Index n) {
  const double angle = 2 * std::numbers::pi * static_cast<double>(power) / static_cast<double>(n);
  return {std::cos(angle), -std::sin(angle)};
}

}  // namespace

LaneFft::LaneFft(Index n) : n_(n) {
  constexpr int kMost = lane_fft_internal::kMostLevels;
  MERCER_CHECK(n >= 1 && std::has_single_bit(static_cast<std::uint64_t>(n)));
  const int all = std::countr_zero(static_cast<std::uint64_t>(n));
  int rest = all;
  do {
    const int levels = rest % kMost == 0 && rest > 0 ? kMost : rest % kMost;
    const Index length = Index{1} << rest, h = length >> levels;
    Passage passage{levels, length, {}};
    for (Index k = 0; k < h && h > 1; ++k)
      for (Index i = 1; i < Index{1} << levels; ++i)
        passage.factors.push_back(Root(k * Reversed(i, levels), length));
    passages_.push_back(passage);
    rest -= levels;
  } while (rest > 0);
  for (Index place = 0; place < n; ++place) frequencies_.push_back(Reversed(place, all));
}

}  // namespace mercer
