#ifndef MERCER_CORE_LINALG_WALSH_HADAMARD_H_
#define MERCER_CORE_LINALG_WALSH_HADAMARD_H_

#include "core/base/types.h"

namespace mercer {

/// The smallest power of two that is not below n ≥ 1.
Index NextPowerOfTwo(Index n);

/// values = H values in place, n a power of two, H the n × n Walsh-Hadamard matrix in natural order
/// with entries ±1: H_ij = (−1)^(bits that i and j share), so that H·H = n·I. O(n log n) additions,
/// three levels for each passage through memory.
void WalshHadamard(double* values, Index n);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_WALSH_HADAMARD_H_
