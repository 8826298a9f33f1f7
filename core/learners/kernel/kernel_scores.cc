#include "core/learners/kernel/kernel_scores.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/linalg/dot_axpy.h"

namespace mercer {
namespace {

// Support vectors of a piece, a multiple of the rows of a tile: their values for a group of rows,
// and they themselves where they have few columns, stay in the first-level cache.
constexpr Index kPiece = 256;
// Groups of a tile's rows whose values of a piece are held together.
constexpr Index kGroups = 4;
// Bytes of the values of rows that are held together where support vectors are kept as columns.
constexpr Index kValueBytes = 1 << 18;
// Rows whose Gram values are made together where the kernel has no faster form.
constexpr Index kGramRows = 64;

// Values that begin where a register may be loaded without crossing lines of the cache.
template <class Real>
using Aligned = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

std::vector<Index> VectorsOf(std::span<const KernelTerms> terms) {
  std::vector<Index> numbers;
  for (const KernelTerms& term : terms)
    numbers.insert(numbers.end(), term.vectors.begin(), term.vectors.end());
  return numbers;
}

}  // namespace

template <class Real>
std::vector<KernelScores::PackedTerms<Real>> KernelScores::PackTerms(
    std::span<const KernelTerms> terms) {
  std::vector<PackedTerms<Real>> packed;
  Index begin = 0;
  for (const KernelTerms& term : terms) {
    const Index end = begin + static_cast<Index>(term.vectors.size());
    packed.push_back({begin, end, term.coefficients.template cast<Real>(), term.outputs});
    begin = end;
  }
  return packed;
}

KernelScores::KernelScores(const Kernel& kernel, const Examples& x,
                           std::span<const KernelTerms> terms, Index outputs,
                           KernelArithmetic arithmetic)
    : kernel_(kernel), form_(dynamic_cast<const InnerProductForm*>(&kernel)), outputs_(outputs) {
  for (const KernelTerms& term : terms) {
    MERCER_CHECK(term.coefficients.rows() == static_cast<Index>(term.vectors.size()) &&
                 term.coefficients.cols() == static_cast<Index>(term.outputs.size()));
    for (const Index output : term.outputs) MERCER_CHECK(output >= 0 && output < outputs);
  }
  const std::vector<Index> numbers = VectorsOf(terms);
  if (arithmetic == KernelArithmetic::kFloats) {
    support_ = Packed<float>{RowProducts<float>(x, numbers), PackTerms<float>(terms)};
  } else if (arithmetic == KernelArithmetic::kDoubles) {
    support_ = Packed<double>{RowProducts<double>(x, numbers), PackTerms<double>(terms)};
  } else {
    if (arithmetic == KernelArithmetic::kPairs) pairs_.emplace("", kernel);
    support_ = Unpacked{x.Select(numbers), PackTerms<double>(terms)};
  }
}

// out += values of the support vectors [begin, end), a row each at values + r·stride, times their
// coefficients.
template <class Real>
void KernelScores::AddScores(const std::vector<PackedTerms<Real>>& terms, const Real* values,
                             Index stride, Index begin, Index end, MatrixRef out) {
  std::vector<Real> sums;
  for (const PackedTerms<Real>& term : terms) {
    const Index from = std::max(begin, term.begin), to = std::min(end, term.end);
    if (from >= to) continue;
    const auto columns = static_cast<Index>(term.outputs.size());
    sums.resize(static_cast<std::size_t>(out.rows() * columns));
    Dots(values + from - begin, out.rows(), stride, term.coefficients.data() + from - term.begin,
         columns, term.coefficients.rows(), to - from, sums.data());
    const Real* sum = sums.data();
    for (Index r = 0; r < out.rows(); ++r)
      for (const Index output : term.outputs) out(r, output) += static_cast<double>(*sum++);
  }
}

template <class Real>
void KernelScores::TileScores(const Packed<Real>& packed, const Examples& z, Index begin,
                              MatrixRef out) const {
  const RowProducts<Real>& products = packed.products;
  const Index d = products.cols(), count = out.rows(), group = kGroups * products.GroupRows();
  Aligned<Real> rows(count * d), values(group * kPiece), squared(count);
  for (Index r = 0; r < count; ++r) squared[r] = CopyRow(z, begin + r, rows.data() + r * d);
  for (Index piece = 0; piece < products.rows(); piece += kPiece) {
    const Index stored = std::min(piece + kPiece, products.stride());
    const Index end = std::min(stored, products.rows());
    for (Index first = 0; first < count; first += group) {
      const Index taken = std::min(group, count - first);
      products.Tiles(rows.data() + first * d, taken, piece, stored, values.data(), kPiece);
      for (Index r = 0; r < taken; ++r)
        ApplyForm(*form_, squared[first + r], products.squared_norms() + piece,
                  values.data() + r * kPiece, end - piece);
      AddScores(packed.terms, values.data(), kPiece, piece, end, out.middleRows(first, taken));
    }
  }
}

template <class Real>
void KernelScores::ColumnScores(const Packed<Real>& packed, const Examples& z, Index begin,
                                MatrixRef out) const {
  const RowProducts<Real>& products = packed.products;
  const Index stride = products.stride(), count = out.rows();
  const Index bytes = stride * static_cast<Index>(sizeof(Real));
  const Index group = std::clamp<Index>(kValueBytes / std::max<Index>(1, bytes), 1, count);
  Aligned<Real> values(group * stride);
  std::vector<Real> scratch;
  for (Index first = 0; first < count; first += group) {
    const Index taken = std::min(group, count - first);
    for (Index r = 0; r < taken; ++r) {
      Real* row = values.data() + r * stride;
      products.Row(z, begin + first + r, scratch, row);
      ApplyForm(*form_, SquaredNorm<Real>(z, begin + first + r), products.squared_norms(), row,
                products.rows());
    }
    for (Index piece = 0; piece < products.rows(); piece += kPiece)
      AddScores(packed.terms, values.data() + piece, stride, piece,
                std::min(piece + kPiece, products.rows()), out.middleRows(first, taken));
  }
}

void KernelScores::GramScores(const Unpacked& unpacked, const Examples& z, Index begin,
                              MatrixRef out) const {
  const Examples& rows = unpacked.rows;
  if (rows.rows() == 0) return;
  Matrix values, sums;
  for (Index first = 0; first < out.rows(); first += kGramRows) {
    const Index taken = std::min(kGramRows, out.rows() - first);
    values.resize(taken, rows.rows());
    if (pairs_) {
      for (Index r = 0; r < taken; ++r)
        pairs_->Row(z, begin + first + r, rows, values.row(r).data());
    } else {
      kernel_.GramRows(z, begin + first, taken, rows, values);
    }
    for (const PackedTerms<double>& term : unpacked.terms) {
      sums.noalias() = values.middleCols(term.begin, term.end - term.begin) * term.coefficients;
      for (Index c = 0; c < sums.cols(); ++c)
        out.col(term.outputs[static_cast<std::size_t>(c)]).segment(first, taken) += sums.col(c);
    }
  }
}

void KernelScores::Scores(const Examples& z, Index begin, Index count, MatrixRef out) const {
  MERCER_CHECK(out.rows() == count && out.cols() == outputs());
  out.setZero();
  const auto from_products = [&](const auto& packed) {
    packed.products.in_tiles() ? TileScores(packed, z, begin, out)
                               : ColumnScores(packed, z, begin, out);
  };
  if (const auto* floats = std::get_if<Packed<float>>(&support_)) return from_products(*floats);
  if (const auto* doubles = std::get_if<Packed<double>>(&support_)) return from_products(*doubles);
  GramScores(std::get<Unpacked>(support_), z, begin, out);
}

Vector KernelScores::ScoresOf(const Examples& z, std::span<const Index> numbers,
                              int threads) const {
  MERCER_CHECK(outputs() == 1);
  constexpr Index kRows = 96;
  Vector scores(static_cast<Index>(numbers.size()));
  ParallelFor(scores.size(), kRows, threads, [&](Index begin, Index end) {
    const Index count = end - begin;
    const Examples rows =
        z.Select(numbers.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)));
    Matrix out(count, 1);
    Scores(rows, 0, count, out);
    scores.segment(begin, count) = out.col(0);
  });
  return scores;
}

double KernelScores::Bytes(double m, double d, double stored, double coefficients) {
  const double group = kGroups * 4 * kPiece;
  const double working = std::max(
      {8.0 * kGramRows * m, 8.0 * 96 * d + 8.0 * group, static_cast<double>(kValueBytes) + 8 * m});
  return KernelRows::Bytes(m, d, stored) + 16 * m * coefficients + working;
}

}  // namespace mercer
