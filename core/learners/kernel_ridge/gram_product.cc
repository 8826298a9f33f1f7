#include "core/learners/kernel_ridge/gram_product.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/learners/kernel/kernel_scores.h"

namespace mercer {
namespace {

// Rows of a block, multiples of the rows of a tile: enough to share each reading of a tile, and few
// enough to give every thread a pair of blocks. Rows kept as columns are searched for the beginning
// of a block, which pays off in larger ones.
constexpr Index kSmallestBlock = 128, kTileBlock = 512, kColumnBlock = 4096;
// Blocks that are wanted before blocks grow beyond the smallest.
constexpr Index kBlocks = 64;
// Rows whose kernel values with a block are held together.
constexpr Index kGroup = 48;
// Rows whose products are made together where the kernel has no faster form.
constexpr Index kRows = 512;

template <class Real>
using Values = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Index BlockRows(Index n, Index largest) {
  const Index wanted = (n / kBlocks + kSmallestBlock - 1) / kSmallestBlock * kSmallestBlock;
  return std::clamp(wanted, kSmallestBlock, largest);
}

/// Calls body(i, j) once for each pair of blocks i ≤ j < blocks, in rounds. The pairs of a round
/// have no block in common and run on several threads: a block is changed in the order of the
/// rounds, whatever the threads.
template <class Body>
void ForEachPair(Index blocks, int threads, const Body& body) {
  // For an odd number m each block i has one partner j with i + j = round modulo m, or itself.
  const Index m = blocks + (blocks % 2 == 0 ? 1 : 0);
  std::vector<std::pair<Index, Index>> pairs;
  for (Index round = 0; round < m; ++round) {
    pairs.clear();
    for (Index i = 0; i < blocks; ++i) {
      const Index j = (round + m - i) % m;
      if (i <= j && j < blocks) pairs.emplace_back(i, j);
    }
    ParallelFor(static_cast<Index>(pairs.size()), 1, threads, [&](Index begin, Index) {
      const auto [i, j] = pairs[static_cast<std::size_t>(begin)];
      body(i, j);
    });
  }
}

/// Kernel values of some rows of x with the rows [begin, end) of the packed ones.
template <class Real>
class GroupValues {
 public:
  GroupValues(const RowProducts<Real>& products, const InnerProductForm& form, const Examples& x)
      : products_(products), form_(form), x_(x) {
    if (products.in_tiles()) left_.resize(kGroup, x.cols());
  }

  /// values(r, c) = k(x_{first + r}, x_{begin + c}), r < count, c < end − begin.
  void Compute(Index first, Index count, Index begin, Index end, Values<Real>& values) {
    const Index stored = std::min(end + products_.TileRows() - 1, products_.stride()) /
                         products_.TileRows() * products_.TileRows();
    values.resize(count, stored - begin);
    squared_.resize(static_cast<std::size_t>(count));
    if (products_.in_tiles()) {
      for (Index r = 0; r < count; ++r)
        squared_[static_cast<std::size_t>(r)] = CopyRow(x_, first + r, left_.row(r).data());
      products_.Tiles(left_.data(), count, begin, stored, values.data(), values.cols());
    } else {
      row_.resize(static_cast<std::size_t>(products_.stride()));
      for (Index r = 0; r < count; ++r) {
        squared_[static_cast<std::size_t>(r)] = SquaredNorm<Real>(x_, first + r);
        products_.RowPart(x_, first + r, begin, stored, scratch_, row_.data());
        std::copy(row_.begin() + begin, row_.begin() + stored, values.row(r).data());
      }
    }
    for (Index r = 0; r < count; ++r)
      ApplyForm(form_, squared_[static_cast<std::size_t>(r)], products_.squared_norms() + begin,
                values.row(r).data(), end - begin);
  }

 private:
  const RowProducts<Real>& products_;
  const InnerProductForm& form_;
  const Examples& x_;
  Values<Real> left_{};
  std::vector<Real> squared_{}, row_{}, scratch_{};
};

}  // namespace

GramProduct::GramProduct(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic,
                         int threads)
    : kernel_(kernel), x_(x), arithmetic_(arithmetic), threads_(threads) {
  if (arithmetic != KernelArithmetic::kFloats && arithmetic != KernelArithmetic::kDoubles) return;
  std::vector<Index> all(static_cast<std::size_t>(x.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  if (arithmetic == KernelArithmetic::kFloats) {
    rows_ = RowProducts<float>(x, all);
  } else {
    rows_ = RowProducts<double>(x, all);
  }
}

template <class Real>
void GramProduct::MultiplyPacked(const RowProducts<Real>& products, const Matrix& p,
                                 Matrix& out) const {
  const auto& form = dynamic_cast<const InnerProductForm&>(kernel_);
  const Index n = x_.rows(), columns = p.cols();
  const Index block = BlockRows(n, products.in_tiles() ? kTileBlock : kColumnBlock);
  const Values<Real> right = p.cast<Real>();
  out.setZero(n, columns);
  ForEachPair((n + block - 1) / block, threads_, [&](Index i, Index j) {
    GroupValues<Real> group(products, form, x_);
    const Index begin = j * block, end = std::min(n, begin + block);
    const Index rows_end = std::min(n, (i + 1) * block);
    Values<Real> values, sums, transposed = Values<Real>::Zero(end - begin, columns);
    for (Index first = i * block; first < rows_end; first += kGroup) {
      const Index count = std::min(kGroup, rows_end - first);
      group.Compute(first, count, begin, end, values);
      const auto block_values = values.leftCols(end - begin);
      sums.noalias() = block_values * right.middleRows(begin, end - begin);
      out.middleRows(first, count) += sums.template cast<double>();
      if (i != j) transposed.noalias() += block_values.transpose() * right.middleRows(first, count);
    }
    if (i != j) out.middleRows(begin, end - begin) += transposed.template cast<double>();
  });
}

void GramProduct::MultiplyUnpacked(const Matrix& p, Matrix& out) const {
  KernelTerms terms;
  terms.vectors.resize(static_cast<std::size_t>(x_.rows()));
  std::iota(terms.vectors.begin(), terms.vectors.end(), Index{0});
  terms.outputs.resize(static_cast<std::size_t>(p.cols()));
  std::iota(terms.outputs.begin(), terms.outputs.end(), Index{0});
  terms.coefficients = p;
  const KernelScores scores(kernel_, x_, {&terms, 1}, p.cols(), arithmetic_);
  out.resize(p.rows(), p.cols());
  ParallelFor(x_.rows(), kRows, threads_, [&](Index begin, Index end) {
    scores.Scores(x_, begin, end - begin, out.middleRows(begin, end - begin));
  });
}

void GramProduct::Multiply(const Matrix& p, Matrix& out) const {
  if (const auto* floats = std::get_if<RowProducts<float>>(&rows_))
    return MultiplyPacked(*floats, p, out);
  if (const auto* doubles = std::get_if<RowProducts<double>>(&rows_))
    return MultiplyPacked(*doubles, p, out);
  MultiplyUnpacked(p, out);
}

double GramProduct::Bytes(double n, double d, double stored, double columns) {
  const double working = 8.0 * kGroup * (kColumnBlock + d) + 16.0 * kColumnBlock * columns + 8 * n;
  return std::max(RowProducts<double>::Bytes(n, d, stored) + 8 * n * columns + working,
                  KernelScores::Bytes(n, d, stored, columns));
}

}  // namespace mercer
