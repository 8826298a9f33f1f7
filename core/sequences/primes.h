#ifndef MERCER_CORE_SEQUENCES_PRIMES_H_
#define MERCER_CORE_SEQUENCES_PRIMES_H_

#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The first `count` primes: 2, 3, 5, … O(p·log log p) for the last one, p.
std::vector<std::uint32_t> FirstPrimes(Index count);

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_PRIMES_H_
