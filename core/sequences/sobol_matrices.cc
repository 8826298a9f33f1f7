#include "core/sequences/sobol_matrices.h"

#include <bit>
#include <boost/random/sobol.hpp>

#include "core/base/error.h"

namespace mercer {

std::vector<std::uint64_t> SobolMatrices(Index dim) {
  using Table = boost::random::default_sobol_table;
  static_assert(Table::max_dimension == static_cast<unsigned>(kMaxSobolDim));
  MERCER_CHECK(dim >= 1 && dim <= kMaxSobolDim);
  const auto d = static_cast<std::size_t>(dim);
  std::vector<std::uint64_t> columns(d * kDigitalColumns);
  const auto at = [&](int c, std::size_t j) -> std::uint64_t& {
    return columns[static_cast<std::size_t>(c) * d + j];
  };
  // v_c = m_c / 2^(c+1) as a binary fraction; the first coordinate has m_c = 1.
  const auto fraction = [](std::uint64_t m, int c) { return m << (63 - c); };
  for (int c = 0; c < kDigitalColumns; ++c) at(c, 0) = fraction(1, c);
  for (std::size_t j = 1; j < d; ++j) {
    const std::uint64_t polynomial = Table::polynomial(j - 1);
    const int degree = std::bit_width(polynomial) - 1;
    for (int c = 0; c < std::min(degree, kDigitalColumns); ++c)
      at(c, j) = fraction(Table::minit(j - 1, static_cast<std::size_t>(c)), c);
    // v_c = a_1 v_(c-1) + … + a_(s-1) v_(c-s+1) + v_(c-s) + v_(c-s) / 2^s, bitwise (Joe & Kuo, 3).
    for (int c = degree; c < kDigitalColumns; ++c) {
      std::uint64_t value = at(c - degree, j) ^ (at(c - degree, j) >> degree);
      for (int k = 1; k < degree; ++k)
        if ((polynomial >> (degree - k)) & 1) value ^= at(c - k, j);
      at(c, j) = value;
    }
  }
  return columns;
}

}  // namespace mercer
