// RPCholesky: randomly pivoted Cholesky factorisation (Chen, Epperly, Tropp & Webber 2022).

#include "core/kernels/pivoted_cholesky.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/linalg/dot_axpy.h"
#include "core/linalg/memory.h"
#include "core/linalg/row_products.h"

namespace mercer {
namespace {

// Rows that one thread updates at a time, a multiple of the rows of a tile.
constexpr Index kRows = 1024;
// Below this share of the trace the residual is rounding error.
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

/// Columns of the Gram matrix of x, from inner products with rows that are packed once where these
/// tell the kernel's values.
class GramColumns {
 public:
  GramColumns(const Kernel& kernel, const Examples& x, int threads)
      : kernel_(kernel),
        by_products_(dynamic_cast<const InnerProductForm*>(&kernel)),
        x_(x),
        threads_(threads) {
    if (by_products_ == nullptr) return;
    std::vector<Index> all(static_cast<std::size_t>(x.rows()));
    std::iota(all.begin(), all.end(), Index{0});
    products_ = RowProducts<double>(x, all);
    values_.resize(static_cast<std::size_t>(products_.stride()));
  }

  /// k(x_i, x_number) for all i, until the next call.
  const double* Column(Index number) {
    if (by_products_ != nullptr) return FromProducts(number);
    values_.resize(static_cast<std::size_t>(x_.rows()));
    const Index numbers[] = {number};
    const Examples row = x_.Select(numbers);
    ParallelFor(x_.rows(), kRows, threads_, [&](Index begin, Index end) {
      Eigen::Map<Matrix> part(values_.data() + begin, end - begin, 1);
      kernel_.GramRows(x_, begin, end - begin, row, part);
    });
    return values_.data();
  }

 private:
  const double* FromProducts(Index number) {
    double* values = values_.data();
    const double squared = SquaredNorm<double>(x_, number);
    ParallelFor(products_.stride(), kRows, threads_, [&](Index begin, Index end) {
      std::vector<double> scratch;
      products_.RowPart(x_, number, begin, end, scratch, values);
      by_products_->FromInnerProducts(squared, products_.squared_norms() + begin, values + begin,
                                      end - begin);
    });
    return values;
  }

  const Kernel& kernel_;
  const InnerProductForm* by_products_;
  const Examples& x_;
  int threads_;
  RowProducts<double> products_;
  std::vector<double> values_;
};

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
  GramColumns gram(kernel, x, threads);
  Vector column(n);
  for (Index k = 0; k < rank && result.residual_trace > kLeastShare * result.trace;) {
    const Index pivot = DrawRow(left, result.residual_trace, stream);
    const double* values = gram.Column(pivot);
    const Vector known = factor.row(pivot).head(k);
    ParallelFor(n, kRows, threads, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        column[i] = values[i] - Dot(factor.row(i).data(), known.data(), k);
    });
    // Not positive where rounding alone promised something: the row is spanned already.
    if (const double square = column[pivot]; square > 0) {
      const double root = std::sqrt(square);
      ParallelFor(n, kRows, threads, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
          const double value = column[i] / root;
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
