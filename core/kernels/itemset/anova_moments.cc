#include "core/kernels/itemset/anova_moments.h"

#include <array>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/linalg/memory.h"

namespace mercer {

AnovaStates::AnovaStates(Index order) : side_(order + 1) {
  const double states = std::pow(static_cast<double>(side_), 4);
  CheckFitsInMemory("the variance of ANOVA features of order " + std::to_string(order), 8 * states);
  values_.assign(static_cast<std::size_t>(side_ * side_ * side_ * side_), 0.0);
  values_[0] = 1;
}

void AnovaStates::Multiply(std::span<const Term> polynomial) {
  const std::array<Index, 4> step = {side_ * side_ * side_, side_ * side_, side_, 1};
  std::array<Index, 16> shift{};
  for (unsigned factors = 0; factors < 16; ++factors)
    for (unsigned f = 0; f < 4; ++f)
      if ((factors >> f & 1U) != 0) shift[factors] += step[f];
  // Descending, so that the states a state draws on still have their old values.
  for (Index state = static_cast<Index>(values_.size()) - 1; state >= 0; --state) {
    unsigned possible = 0;  // factors that have taken a column
    for (unsigned f = 0; f < 4; ++f)
      if (state / step[f] % side_ > 0) possible |= 1U << f;
    double sum = 0;
    for (const Term& term : polynomial) {
      if ((term.factors & ~possible) != 0) continue;
      sum += term.coefficient * values_[static_cast<std::size_t>(state - shift[term.factors])];
    }
    values_[static_cast<std::size_t>(state)] = sum;
  }
}

void AnovaStates::Add(const AnovaStates& other) {
  MERCER_CHECK(side_ == other.side_);
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
}

double AnovaProductMoment(Index order, const Vector& a, const Vector& b, const Vector& c,
                          const Vector& e, double fourth_moment) {
  MERCER_CHECK(a.size() == b.size() && a.size() == c.size() && a.size() == e.size());
  AnovaStates states(order);
  for (Index u = 0; u < a.size(); ++u) {
    const std::array<AnovaStates::Term, 8> polynomial = {
        {{0, 1},
         {0b0011, a[u] * b[u]},
         {0b0101, a[u] * c[u]},
         {0b1001, a[u] * e[u]},
         {0b0110, b[u] * c[u]},
         {0b1010, b[u] * e[u]},
         {0b1100, c[u] * e[u]},
         {0b1111, fourth_moment * a[u] * b[u] * c[u] * e[u]}}};
    states.Multiply(polynomial);
  }
  return states.Result();
}

}  // namespace mercer
