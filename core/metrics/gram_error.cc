#include "core/metrics/gram_error.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace mercer {
namespace {

// First column of row i that counts.
Index FirstColumn(GramPairs pairs, Index i) {
  switch (pairs) {
    case GramPairs::kAll:
      return 0;
    case GramPairs::kUpper:
      return i;
    case GramPairs::kStrictlyUpper:
      return i + 1;
  }
  return 0;
}

// What has been summed so far. Norms grow by hypot: squares of large kernel values overflow.
struct Sums {
  Index pairs = 0;
  double kernel_norm = 0;
  double error_norm = 0;
  double absolute = 0;
  double max_absolute = 0;

  void Add(const Eigen::Ref<const Eigen::RowVectorXd>& kernel,
           const Eigen::Ref<const Eigen::RowVectorXd>& error) {
    if (kernel.size() == 0) return;
    pairs += kernel.size();
    kernel_norm = std::hypot(kernel_norm, kernel.stableNorm());
    error_norm = std::hypot(error_norm, error.stableNorm());
    absolute += error.lpNorm<1>();
    max_absolute = std::max(max_absolute, error.lpNorm<Eigen::Infinity>());
  }
};

double Ratio(double error, double norm) { return error == 0 ? 0 : error / norm; }

}  // namespace

GramPairs ParseGramPairs(const std::string& text) {
  if (text == "all") return GramPairs::kAll;
  if (text == "i<=j") return GramPairs::kUpper;
  if (text == "i<j") return GramPairs::kStrictlyUpper;
  throw InvalidInput("Gram pairs are '" + text + "'; expected one of all, i<=j, i<j");
}

GramError MeasureGramError(const Kernel& kernel, const Examples& x, const Matrix& z,
                           GramPairs pairs) {
  constexpr Index kBlock = 256;
  MERCER_CHECK(x.rows() == z.rows());
  const Index n = x.rows();
  if (!z.allFinite()) {
    throw InvalidInput("Gram error: a random feature is not finite; expected finite features");
  }
  Sums sums;
  Matrix exact(std::min(kBlock, n), n);
  Matrix error(std::min(kBlock, n), n);
  for (Index begin = 0; begin < n; begin += kBlock) {
    const Index count = std::min(kBlock, n - begin);
    kernel.GramRows(x, begin, count, x, exact.topRows(count));
    error.topRows(count).noalias() = z.middleRows(begin, count) * z.transpose();
    error.topRows(count) -= exact.topRows(count);
    for (Index i = 0; i < count; ++i) {
      const Index length = std::max<Index>(0, n - FirstColumn(pairs, begin + i));
      sums.Add(exact.row(i).tail(length), error.row(i).tail(length));
    }
  }
  if (sums.pairs == 0) {
    throw InvalidInput("Gram error of " + std::to_string(n) +
                       " rows has no pair to measure; expected more rows");
  }
  return {.pairs = sums.pairs,
          .relative_frobenius = Ratio(sums.error_norm, sums.kernel_norm),
          .mean_absolute = sums.absolute / static_cast<double>(sums.pairs),
          .max_absolute = sums.max_absolute};
}

}  // namespace mercer
