#include "core/metrics/gram_error.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/stable_norm.h"

namespace mercer {
namespace {

// Adds entries that count `times` times each. Norms grow by hypot: squares of large kernel values
// overflow.
void Add(GramSums& sums, const Eigen::Ref<const Eigen::RowVectorXd>& kernel,
         const Eigen::Ref<const Eigen::RowVectorXd>& error, int times = 1) {
  if (kernel.size() == 0) return;
  const double root = std::sqrt(static_cast<double>(times));
  sums.pairs += times * kernel.size();
  sums.kernel_norm = std::hypot(sums.kernel_norm, root * StableNorm(kernel));
  sums.error_norm = std::hypot(sums.error_norm, root * StableNorm(error));
  sums.absolute += times * error.lpNorm<1>();
  sums.max_absolute = std::max(sums.max_absolute, error.lpNorm<Eigen::Infinity>());
  sums.nonzero_pairs += times * (kernel.array() != 0).count();
  sums.nonzero_absolute += times * (kernel.array() != 0).select(error.array().abs(), 0.0).sum();
}

double Ratio(double error, double norm) { return error == 0 ? 0 : error / norm; }

}  // namespace

GramPairs ParseGramPairs(const std::string& text) {
  if (text == "all") return GramPairs::kAll;
  if (text == "i<=j") return GramPairs::kUpper;
  if (text == "i<j") return GramPairs::kStrictlyUpper;
  throw InvalidInput("Gram pairs are '" + text + "'; expected one of all, i<=j, i<j");
}

namespace {

void CheckFeatures(const Examples& x, const FeatureRows& features) {
  MERCER_CHECK(x.rows() == features.z.rows());
  if (!features.z.allFinite()) {
    throw InvalidInput("Gram error: a random feature is not finite; expected finite features");
  }
}

GramError Finish(const GramSums& sums) {
  return {.pairs = sums.pairs,
          .relative_frobenius = Ratio(sums.error_norm, sums.kernel_norm),
          .mean_absolute = sums.absolute / static_cast<double>(sums.pairs),
          .max_absolute = sums.max_absolute,
          .mean_absolute_nonzero =
              sums.nonzero_pairs == 0
                  ? 0
                  : sums.nonzero_absolute / static_cast<double>(sums.nonzero_pairs),
          .mean_squared = std::pow(sums.error_norm / std::sqrt(static_cast<double>(sums.pairs)), 2),
          .max_squared = sums.max_absolute * sums.max_absolute};
}

// (i z) for complex features: <i z(x), z(y)> is the imaginary part of <z(x), z(y)*> up to its sign.
Matrix TimesImaginaryUnit(const Matrix& z) {
  Matrix turned(z.rows(), z.cols());
  for (Index j = 0; j + 1 < z.cols(); j += 2) {
    turned.col(j) = -z.col(j + 1);
    turned.col(j + 1) = z.col(j);
  }
  return turned;
}

// |K − ZZ*| where K − Re ZZ* is given.
void AddImaginaryPart(const Matrix& imaginary, Eigen::Ref<Matrix, 0, Eigen::OuterStride<>> error) {
  error.array() = (error.array().square() + imaginary.array().square()).sqrt();
}

// Row i of a block of `count` rows, whose columns begin with its first row.
void AddRow(GramSums& sums, GramPairs pairs, Index i, Index count,
            const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& exact,
            const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& error) {
  const Index width = exact.cols();
  if (pairs == GramPairs::kAll) {
    Add(sums, exact.row(i).head(count), error.row(i).head(count));
    Add(sums, exact.row(i).tail(width - count), error.row(i).tail(width - count), 2);
    return;
  }
  const Index length = width - i - (pairs == GramPairs::kStrictlyUpper ? 1 : 0);
  Add(sums, exact.row(i).tail(length), error.row(i).tail(length));
}

}  // namespace

GramSums SumGramErrors(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                       GramPairs pairs, Index first, Index last) {
  constexpr Index kBlock = 256;
  CheckFeatures(x, features);
  const Matrix& z = features.z;
  const Index n = x.rows();
  MERCER_CHECK(0 <= first && first <= last && last <= n);
  // Both matrices are Hermitian: of each block of rows the columns from its first row on are
  // enough.
  GramSums sums;
  Matrix exact(std::min(kBlock, n), n);
  Matrix error(std::min(kBlock, n), n);
  kernel.Diagonal(x);  // a row at fault is named by its number in x
  for (Index begin = first; begin < last; begin += kBlock) {
    const Index count = std::min(kBlock, last - begin), width = n - begin;
    auto exact_block = exact.topLeftCorner(count, width);
    auto error_block = error.topLeftCorner(count, width);
    kernel.GramRows(x, begin, count, x.SelectRange(begin, width), exact_block);
    error_block.noalias() = z.middleRows(begin, count) * z.bottomRows(width).transpose();
    error_block -= exact_block;
    if (features.is_complex) {
      AddImaginaryPart(
          TimesImaginaryUnit(z.middleRows(begin, count)) * z.bottomRows(width).transpose(),
          error_block);
    }
    for (Index i = 0; i < count; ++i) AddRow(sums, pairs, i, count, exact_block, error_block);
  }
  return sums;
}

GramError FinishGramError(const GramSums& sums, Index n) {
  if (sums.pairs == 0) {
    throw InvalidInput("Gram error of " + std::to_string(n) +
                       " rows has no pair to measure; expected more rows");
  }
  return Finish(sums);
}

GramError MeasureGramError(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                           GramPairs pairs) {
  return FinishGramError(SumGramErrors(kernel, x, features, pairs, 0, x.rows()), x.rows());
}

GramError MeasureSampledGramError(const Kernel& kernel, const Examples& x,
                                  const FeatureRows& features, Index count, std::uint64_t seed) {
  // The kernel works on blocks, of which the diagonal counts: small ones waste little.
  constexpr Index kBlock = 16;
  MERCER_CHECK(count >= 1);
  CheckFeatures(x, features);
  const Index n = x.rows();
  if (n < 2) {
    throw InvalidInput("Gram error of " + std::to_string(n) +
                       " rows has no pair to draw; expected more rows");
  }
  RandomStream stream(seed, StreamPurpose::kGramPairs, 0);
  const Matrix& z = features.z;
  GramSums sums;
  for (Index begin = 0; begin < count; begin += kBlock) {
    const auto size = static_cast<std::size_t>(std::min(kBlock, count - begin));
    std::vector<Index> left(size), right(size);
    for (std::size_t k = 0; k < size; ++k) {
      left[k] = static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n)));
      const auto other = static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n - 1)));
      right[k] = other + (other >= left[k] ? 1 : 0);
    }
    Matrix exact(left.size(), right.size());
    kernel.GramRows(x.Select(left), 0, exact.rows(), x.Select(right), exact);
    for (std::size_t k = 0; k < size; ++k) {
      const auto at = static_cast<Index>(k);
      const Matrix zl = z.row(left[k]);
      Matrix error(1, 1);
      error(0, 0) = zl.row(0).dot(z.row(right[k])) - exact(at, at);
      if (features.is_complex) {
        AddImaginaryPart(TimesImaginaryUnit(zl) * z.row(right[k]).transpose(), error);
      }
      Add(sums, exact.row(at).segment(at, 1), error.row(0));
    }
  }
  return Finish(sums);
}

}  // namespace mercer
