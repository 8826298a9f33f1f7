// Butterfly orthogonal matrices (Genz 1998), as in Munkhoeva et al. 2018, section 4.

#include "core/maps/quadrature/butterfly.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/base/error.h"
#include "core/linalg/simd.h"
#include "core/linalg/walsh_hadamard.h"

namespace mercer {
namespace {

// Levels of one passage through memory. Twice as many lines would take all registers.
constexpr int kMostLevels = kRegisters >= 32 ? 4 : 3;

// turn.Lines<levels>(k, h) for the lines k, k + h, …, 2^levels of them, of the h first lines from
// `begin`: what these levels of a block are made of.
template <class Turn, int levels = kMostLevels>
void Passage(int asked, Index begin, Index h, Turn& turn) {
  if constexpr (levels > 0) {
    if (asked < levels) return Passage<Turn, levels - 1>(asked, begin, h, turn);
  }
  for (Index k = begin; k < begin + h; ++k) turn.template Lines<levels>(k, h);
}

// All levels of a block of n lines, the parts of it that several passages have one after the other:
// what a part leaves is in cache. Lines from `end` on are passed over where they fill a part.
template <class Turn>
void TurnBlock(Index begin, Index n, Index end, Turn& turn) {
  const int levels = std::countr_zero(static_cast<std::uint64_t>(n));
  if (levels <= kMostLevels) return Passage(levels, begin, 1, turn);
  const int passages = (levels + kMostLevels - 1) / kMostLevels,
            now = levels - kMostLevels * (passages - 1);
  const Index part = n >> now;
  for (Index done = 0; done < n && begin + done < end; done += part)
    TurnBlock(begin + done, part, end, turn);
  Passage(now, begin, part, turn);
}

// Writes down the tangents of the pairs as they will be asked for, and the cosines owed.
class Recorder {
 public:
  Recorder(const std::vector<double>& angles, Index d, std::vector<double>& tangents)
      : angles_(angles), d_(d), tangents_(tangents), owed_(angles.size() + 1, 1.0) {}

  const std::vector<double>& owed() const { return owed_; }

  template <int levels>
  void Lines(Index k, Index h) {
    for (Index step = 1; step < Index{1} << levels; step *= 2)
      for (Index i = 0; i < Index{1} << levels; ++i)
        if ((i & step) == 0) Pair(k + i * h, step * h);
  }

 private:
  void Pair(Index line, Index half) {
    if (line + half >= d_) {
      tangents_.insert(tangents_.end(), {0.0, 0.0});
      return;
    }
    const Index begin = line / (2 * half) * (2 * half);
    const double angle = angles_[static_cast<std::size_t>(begin + half - 1)];
    double& a = owed_[static_cast<std::size_t>(line)];
    double& b = owed_[static_cast<std::size_t>(line + half)];
    const double tangent = std::sin(angle) / std::cos(angle), ratio = b / a;
    tangents_.insert(tangents_.end(), {tangent * ratio, tangent / ratio});
    a *= std::cos(angle), b *= std::cos(angle);
  }

  const std::vector<double>& angles_;
  Index d_;
  std::vector<double>& tangents_;
  std::vector<double> owed_;
};

// The first passage takes lines from `from`.
class Turner {
 public:
  Turner(const double* from, double* lines, const double* tangents)
      : from_(from), lines_(lines), tangents_(tangents) {}

  template <int levels>
  void Lines(Index k, Index h) {
    constexpr int kCount = 1 << levels;
    const double* const from = h == 1 ? from_ : lines_;
    Doubles v[kCount];
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) v[i] = Load(from + (k + i * h) * kLanes);
    const double* tangent = tangents_;
#pragma GCC unroll 32
    for (int step = 1; step < kCount; step *= 2) {
#pragma GCC unroll 32
      for (int i = 0; i < kCount; ++i) {
        if ((i & step) != 0) continue;
        const Doubles turned = v[i] + v[i + step] * tangent[0];
        v[i + step] = v[i + step] - v[i] * tangent[1];
        v[i] = turned;
        tangent += 2;
      }
    }
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) Store(v[i], lines_ + (k + i * h) * kLanes);
    tangents_ += levels * kCount;
  }

 private:
  const double* from_;
  double* lines_;
  const double* tangents_;
};

}  // namespace

Butterfly::Butterfly(const std::vector<double>& angles, std::vector<Index> permutation)
    : permutation_(std::move(permutation)) {
  MERCER_CHECK(dim() >= 1 && static_cast<Index>(angles.size()) == num_lines() - 1);
  Recorder recorder(angles, dim(), tangents_);
  TurnBlock(0, num_lines(), dim(), recorder);
  for (const Index from : permutation_)
    scales_.push_back(recorder.owed()[static_cast<std::size_t>(from)]);
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
  const auto lines = static_cast<double>(NextPowerOfTwo(d));
  return 8 * lines * std::log2(lines) + 16 * static_cast<double>(d);
}

Index Butterfly::num_lines() const { return NextPowerOfTwo(dim()); }

void Butterfly::Pass(const double* rows, double* lines) const {
  // The last passage reads also lines that no part before it has written.
  std::fill(lines + dim() * kLanes, lines + num_lines() * kLanes, 0.0);
  Turner turner(rows, lines, tangents_.data());
  TurnBlock(0, num_lines(), dim(), turner);
}

void Butterfly::Move(const double* lines, double* to) const {
  for (Index j = 0; j < dim(); ++j) Store(Result(lines, j), to + j * kLanes);
  std::fill(to + dim() * kLanes, to + num_lines() * kLanes, 0.0);
}

void Butterfly::Apply(const double* rows, double* lines, double* scratch) const {
  Pass(rows, lines);
  Move(lines, scratch);
  Pass(scratch, lines);
  Move(lines, scratch);
  Pass(scratch, lines);
}

}  // namespace mercer
