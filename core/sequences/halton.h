#ifndef MERCER_CORE_SEQUENCES_HALTON_H_
#define MERCER_CORE_SEQUENCES_HALTON_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/types.h"
#include "core/sequences/point_set.h"

namespace mercer {

/// The first `count` primes: 2, 3, 5, … O(p·log log p) for the last one, p.
std::vector<std::uint32_t> FirstPrimes(Index count);

/// The reverse-radix permutation of {0, …, base − 1} ("RR2", Kocis & Whiten 1997): the bit
/// reversals of 0, 1, 2, … on ceil(log2 base) bits, in that order, without those ≥ base. It keeps
/// 0. base ≥ 2.
std::vector<std::uint32_t> ReverseRadixPermutation(std::uint32_t base);

/// The radical inverse Σ_k pi(n_k)·base^-(k+1) of n = Σ_k n_k·base^k for numbers n that grow by
/// a constant stride, pi a permutation that keeps 0. About one addition and one look-up per value:
/// the digits are handled many at a time, from a table of at most max(base, 4096) entries.
class RadicalInverse {
 public:
  /// An empty permutation is the identity.
  RadicalInverse(std::uint32_t base, std::vector<std::uint32_t> permutation);

  std::uint32_t base() const { return base_; }

  /// The value for one n, in [0, 1 − 2^-53]; at most 1 unit in the last place from the exact one.
  double operator()(std::uint64_t n) const;

  /// values[i] = the value for begin + i·stride, i < count; the same bits as one by one.
  void Fill(std::uint64_t begin, std::uint64_t stride, Index count, double* values) const;

 private:
  double Upper(std::uint64_t high) const { return high == 0 ? 0.0 : (*this)(high); }
  double Combine(std::uint64_t low, double upper) const;

  std::uint32_t base_;
  std::uint32_t size_;                   // base^k, the numbers whose digits are in the table
  std::vector<std::uint32_t> reversed_;  // the k digits of each, permuted and reversed; empty: low
};

/// The most dimensions of a Halton sequence.
inline constexpr Index kMaxHaltonDim = 2000;

struct HaltonOptions {
  std::uint64_t skip = 1;  // the number of the first point; point 0 is the origin
  std::uint64_t leap = 0;  // points left out between two that are kept
  bool rr2 = false;        // scrambled by reverse-radix permutations
  bool shift = false;      // a random shift mod 1, one per coordinate
};

/// The Halton sequence: coordinate j of point i is the radical inverse of n = skip + i·(leap + 1)
/// in the j-th prime base, its digits permuted where rr2 is set (Kocis & Whiten 1997; MATLAB's
/// haltonset, with the same meaning of skip and leap). Throws InvalidInput where numbers of points
/// pass 2^53. Up to kMaxHaltonDim dimensions; 3 to 10 nanoseconds per coordinate, tables of about
/// 10 kB per dimension.
std::unique_ptr<PointSet> MakeHalton(const HaltonOptions& options, Index dim, Index num_points,
                                     std::uint64_t seed);

/// Presets: `plain` (skip 1); `yang2014` (Yang et al.'s code: skip 1000, leap 700, RR2), whose
/// stride 701 is the 126th prime, so that from 126 dimensions on coordinate 126 hardly moves, as in
/// the paper; `skylark` (libskylark's: number i·p + 1 where p is the first prime that is not a
/// base). A leap given by hand whose stride shares a factor with a base is an error.
SequenceEntry HaltonEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_HALTON_H_
