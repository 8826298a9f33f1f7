#include "core/kernels/pivoted_cholesky.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/linalg/dot_axpy.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// Rows that one thread updates at a time.
constexpr Index kRows = 1024;
// What rounding leaves of the trace is no reason to go on.
constexpr double kLeastShare = 1e-14;

/// A row with probability proportional to its weight.
Index DrawRow(const Vector& weights, double sum, RandomStream& stream) {
  const double target = stream.Uniform() * sum;
  double below = 0;
  Index last = 0;
  for (Index i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    below += weights[i];
    last = i;
    if (below > target) break;
  }
  return last;  // the last one with a weight where rounding keeps the sum below
}

}  // namespace

PivotedCholesky RandomlyPivotedCholesky(const Kernel& kernel, const Examples& x, Index rank,
                                        std::uint64_t seed, StreamPurpose purpose, int threads) {
  const Index n = x.rows();
  MERCER_CHECK(rank >= 0 && rank <= n);
  PivotedCholesky result;
  result.factor = NewMatrix("a Cholesky factor of rank " + std::to_string(rank), n, rank);
  Matrix& factor = result.factor;
  ParallelFor(n, kRows, threads,
              [&](Index begin, Index end) { factor.middleRows(begin, end - begin).setZero(); });
  Vector left = kernel.Diagonal(x);
  result.trace = left.sum();
  if (!std::isfinite(result.trace))
    throw InvalidInput("kernel " + kernel.Describe() + ": the sum of k(x, x) is not finite");
  result.residual_trace = result.trace;
  RandomStream stream(seed, purpose, 0);
  Matrix column(n, 1);
  for (Index k = 0; k < rank && result.residual_trace > kLeastShare * result.trace;) {
    const Index pivot = DrawRow(left, result.residual_trace, stream);
    const Index pivot_row[] = {pivot};
    const Examples chosen = x.Select(pivot_row);
    const Vector known = factor.row(pivot).head(k);
    ParallelFor(n, kRows, threads, [&](Index begin, Index end) {
      kernel.GramRows(x, begin, end - begin, chosen, column.middleRows(begin, end - begin));
      for (Index i = begin; i < end; ++i)
        column(i, 0) -= Dot(factor.row(i).data(), known.data(), k);
    });
    // Not positive where rounding alone promised something: the row is spanned already.
    if (const double square = column(pivot, 0); square > 0) {
      const double root = std::sqrt(square);
      ParallelFor(n, kRows, threads, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
          const double value = column(i, 0) / root;
          factor(i, k) = value;
          left[i] = std::max(0.0, left[i] - value * value);
        }
      });
      result.pivots.push_back(pivot);
      ++k;
    }
    left[pivot] = 0;
    result.residual_trace = left.sum();
  }
  return result;
}

}  // namespace mercer
