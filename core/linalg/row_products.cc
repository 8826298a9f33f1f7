#include "core/linalg/row_products.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/error.h"
#include "core/linalg/simd.h"

namespace mercer {
namespace {

// A tile's sums, kGroup · kVectors registers, with one register of y and one broadcast value.
constexpr int kBytes = kRegisterBytes, kGroup = kRegisterBytes == 64 ? 3 : 1;
constexpr int kVectors = 8;

// Rows with a smaller share of non-zeros are kept as columns. Adding one entry takes about as long
// as 20 to 60 products in tiles, and a share p leaves p² of the entries.
constexpr double kSparseShare = 0.15;

template <class Real>
constexpr Index kWidth = kVectors* kBytes / static_cast<Index>(sizeof(Real));

template <class Real, int rows>
void Tile(const Real* left, Index depth, const Real* tile, Real* out, Index out_stride) {
  using Values = typename Simd<Real, kBytes>::Values;
  constexpr Index kLanes = kBytes / static_cast<Index>(sizeof(Real));
  Values sums[rows][kVectors] = {};
  for (Index k = 0; k < depth; ++k) {
    const Real* y = tile + k * kWidth<Real>;
    Values broadcast[rows];
    for (int r = 0; r < rows; ++r) broadcast[r] = left[r * depth + k] - Values{};
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
      Values value;
      std::memcpy(&value, y + v * kLanes, kBytes);
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) sums[r][v] += broadcast[r] * value;
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      std::memcpy(out + r * out_stride + v * kLanes, &sums[r][v], kBytes);
  }
}

}  // namespace

template <class Real>
Real CopyRow(const Examples& x, Index i, Real* out) {
  std::fill_n(out, x.cols(), Real{0});
  Real squared = 0;
  ForEachNonZero(x, i, [&](Index column, double value) {
    const auto real = static_cast<Real>(value);
    out[column] = real;
    squared += real * real;
  });
  return squared;
}

template <class Real>
Index RowProducts<Real>::TileRows() {
  return kWidth<Real>;
}

template <class Real>
Index RowProducts<Real>::GroupRows() {
  return kGroup;
}

template <class Real>
RowProducts<Real>::RowProducts(const Examples& x, std::span<const Index> numbers)
    : rows_(static_cast<Index>(numbers.size())),
      stride_((rows_ + kWidth<Real> - 1) / kWidth<Real> * kWidth<Real>),
      cols_(x.cols()),
      squared_norms_(static_cast<std::size_t>(stride_)) {
  MERCER_CHECK(rows_ <= std::numeric_limits<std::uint32_t>::max());
  std::vector<std::size_t> counts(static_cast<std::size_t>(cols_));
  std::size_t total = 0;
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    ForEachNonZero(x, numbers[j], [&](Index column, double value) {
      const auto real = static_cast<Real>(value);
      squared_norms_[j] += real * real;
      ++counts[static_cast<std::size_t>(column)];
      ++total;
    });
  }
  const double share =
      static_cast<double>(total) / (static_cast<double>(rows_) * static_cast<double>(cols_));
  if (share < kSparseShare) {
    PackColumns(x, numbers, counts);
  } else {
    PackTiles(x, numbers);
  }
}

template <class Real>
void RowProducts<Real>::PackTiles(const Examples& x, std::span<const Index> numbers) {
  tiles_.setZero(stride_ * cols_);
  for (Index j = 0; j < rows_; ++j) {
    Real* tile = tiles_.data() + (j / kWidth<Real>)*cols_ * kWidth<Real> + j % kWidth<Real>;
    ForEachNonZero(x, numbers[static_cast<std::size_t>(j)], [&](Index column, double value) {
      tile[column * kWidth<Real>] = static_cast<Real>(value);
    });
  }
}

template <class Real>
void RowProducts<Real>::PackColumns(const Examples& x, std::span<const Index> numbers,
                                    std::span<const std::size_t> counts) {
  starts_.resize(counts.size() + 1);
  for (std::size_t k = 0; k < counts.size(); ++k) starts_[k + 1] = starts_[k] + counts[k];
  numbers_.resize(starts_.back());
  values_.resize(starts_.back());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    ForEachNonZero(x, numbers[j], [&](Index column, double value) {
      const std::size_t at = next[static_cast<std::size_t>(column)]++;
      numbers_[at] = static_cast<std::uint32_t>(j);
      values_[at] = static_cast<Real>(value);
    });
  }
  alike_.resize(counts.size());
  bool all_alike = true;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(starts_[k]);
    const auto end = begin + static_cast<std::ptrdiff_t>(counts[k]);
    if (begin == end) continue;
    const bool alike = std::all_of(begin, end, [&](Real value) { return value == *begin; });
    if (alike) alike_[k] = *begin;
    all_alike = all_alike && alike_[k] != 0;
  }
  if (!all_alike) return;
  std::vector<Real>().swap(values_);  // an assignment would keep the memory
  PackBits(x, numbers);
}

// Where the bits take no more than the values that need not be kept. Sums of squares of one power
// of 2 are exact in whatever order, up to 2^24 of them.
template <class Real>
void RowProducts<Real>::PackBits(const Examples& x, std::span<const Index> numbers) {
  const Index words = (cols_ + 63) / 64;
  const auto stored = static_cast<Index>(numbers_.size());
  if (words * stride_ * 8 > stored * static_cast<Index>(sizeof(Real)) || cols_ > 1 << 24) return;
  const auto present = std::find_if(alike_.begin(), alike_.end(), [](Real v) { return v != 0; });
  if (present == alike_.end()) return;
  const Real one = *present;
  const auto is_other = [&](Real v) { return v != 0 && v != one; };
  int exponent = 0;
  if (std::abs(std::frexp(one, &exponent)) != Real{0.5} || std::abs(exponent) > 16 ||
      std::any_of(alike_.begin(), alike_.end(), is_other))
    return;
  one_ = one;
  bits_.resize(static_cast<std::size_t>(words * stride_));
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    ForEachNonZero(x, numbers[j], [&](Index column, double) {
      bits_[static_cast<std::size_t>(column / 64 * stride_) + j] |= std::uint64_t{1}
                                                                    << (column % 64);
    });
  }
}

// The columns of row i of x; false where it has a value that is not `one_`.
template <class Real>
bool RowProducts<Real>::SetBits(const Examples& x, Index i,
                                std::vector<std::uint64_t>& bits) const {
  bits.assign(static_cast<std::size_t>((cols_ + 63) / 64), 0);
  bool is_one = true;
  ForEachNonZero(x, i, [&](Index column, double value) {
    is_one = is_one && static_cast<Real>(value) == one_;
    bits[static_cast<std::size_t>(column / 64)] |= std::uint64_t{1} << (column % 64);
  });
  return is_one;
}

template <class Real>
void RowProducts<Real>::CountBits(const std::vector<std::uint64_t>& bits, Index begin, Index end,
                                  Real* out) const {
  // Rows whose counts stay in registers or close by.
  constexpr Index kBlock = 16;
  static_assert(kWidth<Real> % kBlock == 0);
  const Real square = one_ * one_;
  for (Index j = begin; j < end; j += kBlock) {
    std::uint64_t counts[kBlock] = {};
    for (std::size_t w = 0; w < bits.size(); ++w) {
      const std::uint64_t* words = bits_.data() + static_cast<Index>(w) * stride_ + j;
      for (Index k = 0; k < kBlock; ++k)
        counts[k] += static_cast<std::uint64_t>(std::popcount(words[k] & bits[w]));
    }
    for (Index k = 0; k < kBlock; ++k)
      out[j + k] = square * static_cast<Real>(static_cast<std::int64_t>(counts[k]));
  }
}

template <class Real>
void RowProducts<Real>::AddColumns(const Examples& x, Index i, Index begin, Index end,
                                   Real* out) const {
  std::fill(out + begin, out + end, Real{0});
  // The entry of the column with the first row from `number` on.
  const auto first_from = [&](std::size_t k, Index number) {
    const auto column = numbers_.begin() + static_cast<std::ptrdiff_t>(starts_[k]);
    const auto column_end = numbers_.begin() + static_cast<std::ptrdiff_t>(starts_[k + 1]);
    return static_cast<std::size_t>(
        std::lower_bound(column, column_end, static_cast<std::uint32_t>(number)) -
        numbers_.begin());
  };
  ForEachNonZero(x, i, [&](Index column, double value) {
    const auto k = static_cast<std::size_t>(column);
    const auto left = static_cast<Real>(value);
    const std::size_t from = begin == 0 ? starts_[k] : first_from(k, begin);
    const std::size_t to = end >= rows_ ? starts_[k + 1] : first_from(k, end);
    if (alike_[k] != 0) {
      const Real product = left * alike_[k];
      for (std::size_t at = from; at < to; ++at) out[numbers_[at]] += product;
    } else {
      for (std::size_t at = from; at < to; ++at) out[numbers_[at]] += left * values_[at];
    }
  });
}

template <class Real>
void RowProducts<Real>::Row(const Examples& x, Index i, std::vector<Real>& scratch,
                            Real* out) const {
  RowPart(x, i, 0, stride_, scratch, out);
}

template <class Real>
void RowProducts<Real>::RowPart(const Examples& x, Index i, Index begin, Index end,
                                std::vector<Real>& scratch, Real* out) const {
  MERCER_CHECK(x.cols() == cols_);
  if (!bits_.empty()) {
    std::vector<std::uint64_t> bits;
    if (SetBits(x, i, bits)) return CountBits(bits, begin, end, out);
  }
  if (!in_tiles()) return AddColumns(x, i, begin, end, out);
  scratch.resize(static_cast<std::size_t>(cols_));
  CopyRow(x, i, scratch.data());
  Tiles(scratch.data(), 1, begin, end, out + begin, stride_);
}

template <class Real>
void RowProducts<Real>::Tiles(const Real* left, Index count, Index begin, Index end, Real* out,
                              Index out_stride) const {
  for (Index j = begin; j < end; j += kWidth<Real>) {
    const Real* tile = tiles_.data() + j * cols_;
    Index r = 0;
    for (; r + kGroup <= count; r += kGroup)
      Tile<Real, kGroup>(left + r * cols_, cols_, tile, out + r * out_stride + j - begin,
                         out_stride);
    for (; r < count; ++r)
      Tile<Real, 1>(left + r * cols_, cols_, tile, out + r * out_stride + j - begin, out_stride);
  }
}

template <class Real>
double RowProducts<Real>::Bytes(double m, double d, double stored) {
  const double real = sizeof(Real), padded = m + kWidth<Real>;
  const double packed =
      stored < kSparseShare * m * d ? (real + 4) * stored + 32 * d : real * padded * d + 8 * d;
  return packed + real * padded;
}

template class RowProducts<double>;
template class RowProducts<float>;
template double CopyRow(const Examples& x, Index i, double* out);
template float CopyRow(const Examples& x, Index i, float* out);

}  // namespace mercer
