#ifndef MERCER_CORE_SEQUENCES_RADICAL_INVERSE_H_
#define MERCER_CORE_SEQUENCES_RADICAL_INVERSE_H_

#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The reverse-radix permutation of {0, …, base − 1} ("RR2", Kocis & Whiten 1997): the bit
/// reversals of 0, 1, 2, … on ceil(log2 base) bits, in that order, without those ≥ base. It keeps
/// 0. base ≥ 2.
std::vector<std::uint32_t> ReverseRadixPermutation(std::uint32_t base);

/// The radical inverse sum_k pi(n_k)·base^-(k+1) of n = sum_k n_k·base^k for numbers n that grow by
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

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_RADICAL_INVERSE_H_
