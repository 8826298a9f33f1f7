#include "core/sequences/sobol_matrices.h"

#include <algorithm>
#include <bit>
#include <boost/random/sobol.hpp>
#include <span>

#include "core/base/error.h"

namespace mercer {
namespace {

using BoostTable = boost::random::default_sobol_table;
static_assert(BoostTable::max_dimension == static_cast<unsigned>(kMaxSobolDim));

constexpr std::uint16_t kNumbers5[] = {
#include "core/sequences/joe_kuo_5.inc"
};
constexpr std::uint16_t kNumbers2003[] = {
#include "core/sequences/joe_kuo_2003.inc"
};

// What one dimension has: the degree s of its primitive polynomial, the coefficients a_1 … a_(s−1)
// as a binary number, a_1 first, and m_1 … m_s.
struct Direction {
  int degree = 0;
  std::uint64_t inner = 0;
  std::vector<std::uint64_t> m{};
};

// Dimension after dimension from the second on.
class DirectionReader {
 public:
  explicit DirectionReader(DirectionNumbers numbers) : numbers_(numbers) {
    if (numbers == DirectionNumbers::kJoeKuo5) left_ = kNumbers5;
    if (numbers == DirectionNumbers::kJoeKuo2003) left_ = kNumbers2003;
  }

  Direction Next() { return numbers_ == DirectionNumbers::kJoeKuo6 ? NextOfBoost() : NextOfList(); }

 private:
  Direction NextOfBoost() {
    const std::uint64_t polynomial = BoostTable::polynomial(place_);
    Direction direction;
    direction.degree = std::bit_width(polynomial) - 1;
    direction.inner = (polynomial >> 1) & ((std::uint64_t{1} << (direction.degree - 1)) - 1);
    for (int k = 0; k < direction.degree; ++k)
      direction.m.push_back(BoostTable::minit(place_, static_cast<std::size_t>(k)));
    ++place_;
    return direction;
  }

  Direction NextOfList() {
    Direction direction{left_[0], left_[1], {}};
    const auto degree = static_cast<std::size_t>(direction.degree);
    const auto m = left_.subspan(2, degree);
    direction.m.assign(m.begin(), m.end());
    left_ = left_.subspan(2 + degree);
    return direction;
  }

  DirectionNumbers numbers_;
  std::span<const std::uint16_t> left_{};
  std::size_t place_ = 0;
};

}  // namespace

const std::vector<std::string>& DirectionNumbersNames() {
  static const std::vector<std::string> names{"joe_kuo_5", "joe_kuo_6", "joe_kuo_2003"};
  return names;
}

DirectionNumbers DirectionNumbersNamed(const std::string& name) {
  const std::vector<std::string>& names = DirectionNumbersNames();
  const auto it = std::find(names.begin(), names.end(), name);
  MERCER_CHECK(it != names.end());
  return static_cast<DirectionNumbers>(it - names.begin());
}

Index MaxSobolDim(DirectionNumbers numbers) {
  constexpr Index kMost[] = {1024, kMaxSobolDim, 1111};
  return kMost[static_cast<int>(numbers)];
}

std::vector<std::uint64_t> SobolMatrices(DirectionNumbers numbers, Index dim) {
  MERCER_CHECK(dim >= 1 && dim <= MaxSobolDim(numbers));
  const auto d = static_cast<std::size_t>(dim);
  std::vector<std::uint64_t> columns(d * kDigitalColumns);
  const auto at = [&](int c, std::size_t j) -> std::uint64_t& {
    return columns[static_cast<std::size_t>(c) * d + j];
  };
  // m / 2^(c+1) as a binary fraction.
  const auto fraction = [](std::uint64_t m, int c) { return m << (63 - c); };
  for (int c = 0; c < kDigitalColumns; ++c) at(c, 0) = fraction(1, c);
  DirectionReader reader(numbers);
  for (std::size_t j = 1; j < d; ++j) {
    const Direction direction = reader.Next();
    const int degree = direction.degree;
    for (int c = 0; c < std::min(degree, kDigitalColumns); ++c)
      at(c, j) = fraction(direction.m[static_cast<std::size_t>(c)], c);
    for (int c = degree; c < kDigitalColumns; ++c) {
      std::uint64_t value = at(c - degree, j) ^ (at(c - degree, j) >> degree);
      for (int k = 1; k < degree; ++k)
        if ((direction.inner >> (degree - 1 - k)) & 1) value ^= at(c - k, j);
      at(c, j) = value;
    }
  }
  return columns;
}

}  // namespace mercer
