#include "core/kernels/itemset/anova_second_moment.h"

#include <array>
#include <bit>
#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

using Exponents = std::array<Index, 4>;

// Polynomials in four variables of degree ≤ order in each, as values by exponents.
class Grid {
 public:
  explicit Grid(Index order) : side_(order + 1) {
    for (Index a = 0; a < side_; ++a)
      for (Index b = 0; b < side_; ++b)
        for (Index c = 0; c < side_; ++c)
          for (Index e = 0; e < side_; ++e) exponents_.push_back({a, b, c, e});
  }

  std::size_t size() const { return exponents_.size(); }
  const Exponents& At(std::size_t place) const { return exponents_[place]; }

  std::size_t Place(const Exponents& at) const {
    return static_cast<std::size_t>(((at[0] * side_ + at[1]) * side_ + at[2]) * side_ + at[3]);
  }

  // Whether α − β has no negative exponent; its place is then that of α less that of β.
  static bool Divides(const Exponents& beta, const Exponents& alpha) {
    return beta[0] <= alpha[0] && beta[1] <= alpha[1] && beta[2] <= alpha[2] && beta[3] <= alpha[3];
  }

 private:
  Index side_;
  std::vector<Exponents> exponents_;
};

std::size_t FirstVariable(const Exponents& alpha) {
  std::size_t v = 0;
  while (alpha[v] == 0) ++v;
  return v;
}

// A term of a logarithm.
struct Term {
  Exponents exponents{};
  std::size_t place = 0;
  double coefficient = 0;
};

// E Π (1 + w t_i): 1 for no factor, 1 for two and μ₄ for four.
std::vector<double> OneColumn(const Grid& grid, double fourth_moment) {
  std::vector<double> values(grid.size(), 0.0);
  for (unsigned factors = 0; factors < 16; ++factors) {
    const int count = std::popcount(factors);
    if (count % 2 != 0) continue;
    const Exponents at = {factors & 1U ? 1 : 0, factors & 2U ? 1 : 0, factors & 4U ? 1 : 0,
                          factors & 8U ? 1 : 0};
    values[grid.Place(at)] = count == 4 ? fourth_moment : 1;
  }
  return values;
}

// α_v p_α = Σ_β β_v l_β p_{α−β} of p = exp(l), here for l.
std::vector<Term> Logarithm(const Grid& grid, const std::vector<double>& p) {
  std::vector<Term> terms;
  for (std::size_t place = 1; place < grid.size(); ++place) {
    const Exponents& alpha = grid.At(place);
    const std::size_t v = FirstVariable(alpha);
    double sum = 0;
    for (const Term& term : terms) {
      if (term.exponents[v] == 0 || !Grid::Divides(term.exponents, alpha)) continue;
      sum += static_cast<double>(term.exponents[v]) * term.coefficient * p[place - term.place];
    }
    const double value = p[place] - sum / static_cast<double>(alpha[v]);
    if (value != 0) terms.push_back({alpha, place, value});
  }
  return terms;
}

// The coefficient of all variables' largest powers in exp(Σ terms).
double LastOfExponential(const Grid& grid, const std::vector<Term>& terms) {
  std::vector<double> p(grid.size(), 0.0);
  p[0] = 1;
  for (std::size_t place = 1; place < grid.size(); ++place) {
    const Exponents& alpha = grid.At(place);
    if ((alpha[0] + alpha[1] + alpha[2] + alpha[3]) % 2 != 0) continue;  // odd moments are 0
    const std::size_t v = FirstVariable(alpha);
    double sum = 0;
    for (const Term& term : terms) {
      if (term.place > place) break;
      if (term.exponents[v] == 0 || !Grid::Divides(term.exponents, alpha)) continue;
      sum += static_cast<double>(term.exponents[v]) * term.coefficient * p[place - term.place];
    }
    p[place] = sum / static_cast<double>(alpha[v]);
  }
  return p.back();
}

// Rows 0 … 2·order: the powers of the row's values.
Eigen::MatrixXd Powers(Index order, const Vector& row) {
  Eigen::MatrixXd powers(row.size(), 2 * order + 1);
  powers.col(0).setOnes();
  for (Index a = 1; a < powers.cols(); ++a) powers.col(a) = powers.col(a - 1).cwiseProduct(row);
  return powers;
}

}  // namespace

double AnovaSecondMomentByPowerSums(Index order, const Vector& x, const Vector& y,
                                    double fourth_moment) {
  MERCER_CHECK(order >= 1 && x.size() == y.size());
  // The same for all pairs, and as much work as a pair.
  thread_local struct {
    Index order = 0;
    double fourth_moment = 0;
    std::vector<Term> terms{};
  } last;
  const Grid grid(order);
  if (last.order != order || last.fourth_moment != fourth_moment)
    last = {order, fourth_moment, Logarithm(grid, OneColumn(grid, fourth_moment))};
  const Eigen::MatrixXd sums = Powers(order, x).transpose() * Powers(order, y);
  std::vector<Term> terms = last.terms;
  for (Term& term : terms) {
    const Exponents& alpha = term.exponents;
    term.coefficient *= sums(alpha[0] + alpha[1], alpha[2] + alpha[3]);
  }
  return LastOfExponential(grid, terms);
}

}  // namespace mercer
