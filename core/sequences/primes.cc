#include "core/sequences/primes.h"

#include <cmath>

namespace mercer {

std::vector<std::uint32_t> FirstPrimes(Index count) {
  // The count-th prime is below count·(log count + log log count) from the sixth on.
  const double size = std::max(6.0, static_cast<double>(count));
  const auto limit = static_cast<std::size_t>(size * (std::log(size) + std::log(std::log(size))));
  std::vector<bool> composite(limit + 1, false);
  std::vector<std::uint32_t> primes;
  for (std::size_t p = 2; p <= limit && static_cast<Index>(primes.size()) < count; ++p) {
    if (composite[p]) continue;
    primes.push_back(static_cast<std::uint32_t>(p));
    for (std::size_t multiple = p * p; multiple <= limit; multiple += p) composite[multiple] = true;
  }
  return primes;
}

}  // namespace mercer
