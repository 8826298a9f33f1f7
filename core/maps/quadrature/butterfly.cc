#include "core/maps/quadrature/butterfly.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/linalg/simd.h"
#include "core/linalg/walsh_hadamard.h"

namespace mercer {
namespace {

inline void TurnPair(Doubles& a, Doubles& b, double cosine, double sine) {
  const Doubles turned = a * cosine + b * sine;
  b = b * cosine - a * sine;
  a = turned;
}

}  // namespace

Butterfly::Butterfly(const std::vector<double>& angles, std::vector<Index> permutation)
    : permutation_(std::move(permutation)) {
  MERCER_CHECK(dim() >= 1 && static_cast<Index>(angles.size()) == NextPowerOfTwo(dim()) - 1);
  turns_.reserve(angles.size());
  for (const double angle : angles) turns_.push_back({std::cos(angle), std::sin(angle)});
}

Butterfly Butterfly::Draw(Index d, RandomStream& stream) {
  const Index padded = NextPowerOfTwo(d);
  std::vector<double> angles(static_cast<std::size_t>(padded - 1));
  double before = stream.Gaussian();
  for (Index i = 0; i < padded - 1; ++i) {
    const double next = stream.Gaussian();
    if (i < d - 1) angles[static_cast<std::size_t>(i)] = std::atan2(before, next);
    before = next;
  }
  return {angles, RandomPermutation(stream, d)};
}

double Butterfly::Bytes(Index d) {
  return static_cast<double>(sizeof(Turn)) * static_cast<double>(NextPowerOfTwo(d)) +
         static_cast<double>(sizeof(Index)) * static_cast<double>(d);
}

// The last level of a block of 2·half, whose halves are done.
void Butterfly::TurnPairs(double* lines, Index begin, Index half) const {
  const Turn turn = turns_[static_cast<std::size_t>(begin + half - 1)];
  for (Index i = begin; i < std::min(begin + half, dim() - half); ++i) {
    Doubles a = Load(lines + i * kLanes), b = Load(lines + (i + half) * kLanes);
    TurnPair(a, b, turn.cosine, turn.sine);
    Store(a, lines + i * kLanes);
    Store(b, lines + (i + half) * kLanes);
  }
}

// All levels of a block of a power of two, depth first: what a part leaves is in cache. Two levels
// share a passage through memory where the block is whole.
void Butterfly::TurnBlock(double* lines, Index begin, Index size) const {
  if (size == 1 || begin >= dim()) return;
  if (size == 2) return TurnPairs(lines, begin, 1);
  const Index quarter = size / 4;
  for (Index part = 0; part < 4; ++part) TurnBlock(lines, begin + part * quarter, quarter);
  if (begin + size > dim()) {
    TurnPairs(lines, begin, quarter);
    if (begin + 2 * quarter < dim()) TurnPairs(lines, begin + 2 * quarter, quarter);
    return TurnPairs(lines, begin, 2 * quarter);
  }
  const auto turn_at = [&](Index place) { return turns_[static_cast<std::size_t>(place)]; };
  const Turn left = turn_at(begin + quarter - 1), right = turn_at(begin + 3 * quarter - 1),
             both = turn_at(begin + 2 * quarter - 1);
  for (Index i = begin; i < begin + quarter; ++i) {
    Doubles v[4];
    for (Index part = 0; part < 4; ++part) v[part] = Load(lines + (i + part * quarter) * kLanes);
    TurnPair(v[0], v[1], left.cosine, left.sine);
    TurnPair(v[2], v[3], right.cosine, right.sine);
    TurnPair(v[0], v[2], both.cosine, both.sine);
    TurnPair(v[1], v[3], both.cosine, both.sine);
    for (Index part = 0; part < 4; ++part) Store(v[part], lines + (i + part * quarter) * kLanes);
  }
}

void Butterfly::TurnLevels(double* lines) const { TurnBlock(lines, 0, NextPowerOfTwo(dim())); }

void Butterfly::Pass(double* lines, double* to) const {
  TurnLevels(lines);
  for (Index i = 0; i < dim(); ++i)
    Store(Load(lines + permutation_[static_cast<std::size_t>(i)] * kLanes), to + i * kLanes);
}

}  // namespace mercer
