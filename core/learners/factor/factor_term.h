#ifndef MERCER_CORE_LEARNERS_FACTOR_FACTOR_TERM_H_
#define MERCER_CORE_LEARNERS_FACTOR_FACTOR_TERM_H_

#include <memory>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The non-zeros of one column of the training rows.
struct NonZeros {
  const Index* rows = nullptr;
  const double* values = nullptr;
  Index size = 0;
};

/// The training rows in compressed column storage.
using ColumnMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;
NonZeros ColumnOf(const ColumnMatrix& x, Index j);

/// One term t(p, x) of a factor model Σ_s λ_s t(p_s, x) over all training rows, updated as one
/// coordinate p_j moves at a time. Its state for each row is kept up to date, so a step costs only
/// the non-zeros of one column.
class FactorTerm {
 public:
  virtual ~FactorTerm() = default;

  /// t(0, x), the same for every row.
  virtual double AtZero() const { return 0; }

  /// Starts at p (d values) for the rows of x (n × d).
  virtual void Begin(const ColumnMatrix& x, const Vector& p) = 0;

  /// slopes[i] = ∂t/∂p_j at p_j = p, for the i-th row of column j.
  virtual void Slopes(const NonZeros& column, double p, std::vector<double>& slopes) const = 0;

  /// Moves p_j from p by delta; changes[i] is the change of t for the i-th row of column j.
  virtual void Move(const NonZeros& column, double p, double delta,
                    std::vector<double>& changes) = 0;
};

/// The ANOVA kernel of order 2 or 3: (D1² − D2)/2 and (D1³ − 3 D1 D2 + 2 D3)/6 with
/// Dt = Σ_j (p_j x_j)^t; ∂t/∂p_j = x_j (D1 − p_j x_j) and
/// x_j ((D1² − D2)/2 − p_j x_j D1 + p_j² x_j²). Affine in each p_j.
std::unique_ptr<FactorTerm> AnovaTerm(Index order);

/// Π_j (1 + p_j x_j); ∂t/∂p_j = x_j Π_{k≠j} (1 + p_k x_k). Affine in each p_j.
std::unique_ptr<FactorTerm> AllSubsetsTerm();

/// <p, x>^m; ∂t/∂p_j = m <p, x>^(m−1) x_j.
std::unique_ptr<FactorTerm> PowerTerm(Index degree);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FACTOR_FACTOR_TERM_H_
