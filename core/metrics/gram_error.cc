#include "core/metrics/gram_error.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
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

void Join(GramSums& sums, const GramSums& part) {
  sums.pairs += part.pairs;
  sums.kernel_norm = std::hypot(sums.kernel_norm, part.kernel_norm);
  sums.error_norm = std::hypot(sums.error_norm, part.error_norm);
  sums.absolute += part.absolute;
  sums.max_absolute = std::max(sums.max_absolute, part.max_absolute);
  sums.nonzero_pairs += part.nonzero_pairs;
  sums.nonzero_absolute += part.nonzero_absolute;
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
  MERCER_CHECK(x.rows() == features.rows());
  if (!features.AllFinite()) {
    throw InvalidInput("Gram error: a random feature is not finite; expected finite features");
  }
}

GramError Finish(const GramSums& sums) {
  return {.pairs = sums.pairs,
          .relative_frobenius = Ratio(sums.error_norm, sums.kernel_norm),
          .kernel_norm = sums.kernel_norm,
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
Matrix TimesImaginaryUnit(const ConstMatrixRef& z) {
  Matrix turned(z.rows(), z.cols());
  for (Index j = 0; j + 1 < z.cols(); j += 2) {
    turned.col(j) = -z.col(j + 1);
    turned.col(j + 1) = z.col(j);
  }
  return turned;
}

// |K − ZZ*| where K − Re ZZ* is given.
void AddImaginaryPart(const Matrix& imaginary, MatrixRef error) {
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
                       GramPairs pairs, Index first, Index last, int threads) {
  constexpr Index kBlock = kGramBlockRows;
  constexpr Index kSummed = 16;  // rows that one thread sums at a time
  CheckFeatures(x, features);
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
    Matrix converted;
    const ConstMatrixRef z = features.Rows(begin, count, converted);
    const Matrix turned = features.is_complex ? TimesImaginaryUnit(z) : Matrix();
    ParallelFor(width, kGramPieceColumns, threads, [&](Index left, Index right) {
      const Index columns = right - left;
      Matrix converted_others;
      const ConstMatrixRef rows = features.Rows(begin + left, columns, converted_others);
      const auto others = rows.transpose();
      auto exact_part = exact.block(0, left, count, columns);
      auto error_part = error.block(0, left, count, columns);
      kernel.GramRows(x, begin, count, x.SelectRange(begin + left, columns), exact_part);
      error_part.noalias() = z * others;
      if (features.offset != 0) error_part.array() += features.offset;
      error_part -= exact_part;
      if (features.is_complex) AddImaginaryPart(turned * others, error_part);
    });
    std::vector<GramSums> of_rows(static_cast<std::size_t>(count));
    ParallelFor(count, kSummed, threads, [&](Index from, Index to) {
      for (Index i = from; i < to; ++i)
        AddRow(of_rows[static_cast<std::size_t>(i)], pairs, i, count,
               exact.topLeftCorner(count, width), error.topLeftCorner(count, width));
    });
    for (const GramSums& row : of_rows) Join(sums, row);
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
                           GramPairs pairs, int threads) {
  return FinishGramError(SumGramErrors(kernel, x, features, pairs, 0, x.rows(), threads), x.rows());
}

std::pair<Index, Index> DrawTwoRows(RandomStream& stream, Index n) {
  const auto left = static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n)));
  const auto other = static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n - 1)));
  return {left, other + (other >= left ? 1 : 0)};
}

SampledPairs DrawGramPairs(Index n, Index count, std::uint64_t seed) {
  if (n < 2) {
    throw InvalidInput("Gram error of " + std::to_string(n) +
                       " rows has no pair to draw; expected more rows");
  }
  SampledPairs drawn;
  RandomStream stream(seed, StreamPurpose::kGramPairs, 0);
  for (Index k = 0; k < count; ++k) {
    const auto [left, right] = DrawTwoRows(stream, n);
    drawn.left.push_back(left);
    drawn.right.push_back(right);
  }
  return drawn;
}

GramError MeasureSampledGramError(const Kernel& kernel, const Examples& x,
                                  const FeatureRows& features, Index count, std::uint64_t seed,
                                  int threads) {
  // The kernel works on blocks, of which the diagonal counts: small ones waste little.
  constexpr Index kBlock = 16;
  MERCER_CHECK(count >= 1);
  CheckFeatures(x, features);
  const auto [left, right] = DrawGramPairs(x.rows(), count, seed);
  std::vector<GramSums> parts((left.size() + kBlock - 1) / kBlock);
  ParallelFor(count, kBlock, threads, [&](Index begin, Index end) {
    const auto from = static_cast<std::size_t>(begin), size = static_cast<std::size_t>(end - begin);
    Matrix exact(end - begin, end - begin), error(1, 1);
    try {
      kernel.GramRows(x.Select(std::span(left).subspan(from, size)), 0, exact.rows(),
                      x.Select(std::span(right).subspan(from, size)), exact);
    } catch (const InvalidRow&) {
      kernel.Diagonal(x);  // names the row by its number in x
      throw;
    }
    for (Index k = 0; k < exact.rows(); ++k) {
      Matrix left_buffer, right_buffer;
      const auto pair = from + static_cast<std::size_t>(k);
      const ConstMatrixRef zl = features.Rows(left[pair], 1, left_buffer);
      const ConstMatrixRef zr = features.Rows(right[pair], 1, right_buffer);
      error(0, 0) = zl.row(0).dot(zr.row(0)) + features.offset - exact(k, k);
      if (features.is_complex) AddImaginaryPart(TimesImaginaryUnit(zl) * zr.transpose(), error);
      Add(parts[from / kBlock], exact.row(k).segment(k, 1), error.row(0));
    }
  });
  GramSums sums;
  for (const GramSums& part : parts) Join(sums, part);
  return Finish(sums);
}

}  // namespace mercer
