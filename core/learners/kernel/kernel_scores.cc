#include "core/learners/kernel/kernel_scores.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/linalg/dot_axpy.h"

namespace mercer {
namespace {

// Support vectors of a piece, a multiple of the rows of a tile: their values for a group of rows,
// and they themselves where they have few columns, stay in the first-level cache.
constexpr Index kPiece = 256;
// Rows whose Gram values are made together where the kernel has no faster form.
constexpr Index kGramRows = 64;

void Profile(const Kernel& kernel, double squared, const double* norms, double* values, Index n) {
  dynamic_cast<const InnerProductForm&>(kernel).FromInnerProducts(squared, norms, values, n);
}

void Profile(const Kernel& kernel, float squared, const float* norms, float* values, Index n) {
  dynamic_cast<const InnerProductForm&>(kernel).FromFloatInnerProducts(squared, norms, values, n);
}

// out += values of support vectors [begin, begin + n) times their coefficients.
template <class Real, class Coefficients, class Out>
void AddScores(const Real* values, const Coefficients& coefficients, Index begin, Index n,
               Out&& out) {
  for (Index k = 0; k < coefficients.cols(); ++k)
    out[k] += static_cast<double>(Dot(values, coefficients.col(k).data() + begin, n));
}

}  // namespace

template <class Real>
KernelScores::Packed<Real> KernelScores::Pack(const Examples& x,
                                              std::span<const Index> numbers) const {
  return {RowProducts<Real>(x, numbers), coefficients_.template cast<Real>()};
}

KernelScores::KernelScores(const Kernel& kernel, const Examples& x, std::span<const Index> numbers,
                           const Matrix& coefficients, KernelArithmetic arithmetic)
    : kernel_(kernel), coefficients_(coefficients) {
  MERCER_CHECK(coefficients.rows() == static_cast<Index>(numbers.size()));
  if (arithmetic == KernelArithmetic::kFloats) {
    support_ = Pack<float>(x, numbers);
  } else if (arithmetic == KernelArithmetic::kDoubles) {
    support_ = Pack<double>(x, numbers);
  } else {
    if (arithmetic == KernelArithmetic::kPairs) pairs_.emplace("", kernel);
    support_ = x.Select(numbers);
  }
}

template <class Real>
void KernelScores::TileScores(const Packed<Real>& packed, const Examples& z, Index begin,
                              Index count, MatrixRef out) const {
  const RowProducts<Real>& products = packed.products;
  const Index d = products.cols(), group = products.GroupRows();
  std::vector<Real> rows(static_cast<std::size_t>(count * d)), values(group * kPiece);
  std::vector<Real> squared(static_cast<std::size_t>(count));
  for (Index r = 0; r < count; ++r)
    squared[static_cast<std::size_t>(r)] = CopyRow(z, begin + r, rows.data() + r * d);
  for (Index piece = 0; piece < products.rows(); piece += kPiece) {
    const Index end = std::min(piece + kPiece, products.stride());
    const Index n = std::min(end, products.rows()) - piece;
    for (Index first = 0; first < count; first += group) {
      const Index taken = std::min(group, count - first);
      products.Tiles(rows.data() + first * d, taken, piece, end, values.data(), kPiece);
      for (Index r = 0; r < taken; ++r) {
        Real* row = values.data() + r * kPiece;
        Profile(kernel_, squared[static_cast<std::size_t>(first + r)],
                products.squared_norms() + piece, row, n);
        AddScores(row, packed.coefficients, piece, n, out.row(first + r));
      }
    }
  }
}

template <class Real>
void KernelScores::ColumnScores(const Packed<Real>& packed, const Examples& z, Index row,
                                Eigen::Ref<Eigen::RowVectorXd> out) const {
  const RowProducts<Real>& products = packed.products;
  std::vector<Real> values(static_cast<std::size_t>(products.stride())), scratch;
  const Real squared = SquaredNorm<Real>(z, row);
  products.Row(z, row, scratch, values.data());
  for (Index piece = 0; piece < products.rows(); piece += kPiece) {
    const Index n = std::min(kPiece, products.rows() - piece);
    Profile(kernel_, squared, products.squared_norms() + piece, values.data() + piece, n);
    AddScores(values.data() + piece, packed.coefficients, piece, n, out);
  }
}

void KernelScores::Scores(const Examples& z, Index begin, Index count, MatrixRef out) const {
  MERCER_CHECK(out.rows() == count && out.cols() == outputs());
  out.setZero();
  const auto from_products = [&](const auto& packed) {
    if (packed.products.in_tiles()) return TileScores(packed, z, begin, count, out);
    for (Index r = 0; r < count; ++r) ColumnScores(packed, z, begin + r, out.row(r));
  };
  if (const auto* floats = std::get_if<Packed<float>>(&support_)) return from_products(*floats);
  if (const auto* doubles = std::get_if<Packed<double>>(&support_)) return from_products(*doubles);
  const Examples& support = std::get<Examples>(support_);
  if (support.rows() == 0) return;
  Matrix values;
  for (Index first = 0; first < count; first += kGramRows) {
    const Index taken = std::min(kGramRows, count - first);
    values.resize(taken, support.rows());
    if (pairs_) {
      for (Index r = 0; r < taken; ++r)
        pairs_->Row(z, begin + first + r, support, values.row(r).data());
    } else {
      kernel_.GramRows(z, begin + first, taken, support, values);
    }
    out.middleRows(first, taken).noalias() = values * coefficients_;
  }
}

Vector KernelScores::ScoresOf(const Examples& z, std::span<const Index> numbers) const {
  MERCER_CHECK(outputs() == 1);
  constexpr std::size_t kRows = 96;
  Vector scores(static_cast<Index>(numbers.size()));
  for (std::size_t begin = 0; begin < numbers.size(); begin += kRows) {
    const auto some = numbers.subspan(begin, std::min(kRows, numbers.size() - begin));
    const Examples rows = z.Select(some);
    Matrix out(rows.rows(), 1);
    Scores(rows, 0, rows.rows(), out);
    scores.segment(static_cast<Index>(begin), rows.rows()) = out.col(0);
  }
  return scores;
}

double KernelScores::Bytes(double m, double d, double stored, double outputs) {
  const double working = std::max(8.0 * kGramRows * m, 8.0 * kGramRows * (d + outputs));
  return KernelRows::Bytes(m, d, stored) + 16 * m * outputs + working;
}

}  // namespace mercer
