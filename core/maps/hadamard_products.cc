// TensorSRHT (Wacker, Kanagawa & Filippone 2024) and ProductSRHT (Wacker, Ohana & Filippone 2023,
// Algorithm 2): products of rows of randomised Walsh-Hadamard matrices.

#include "core/maps/hadamard_products.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/simd.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/random_signs.h"

namespace mercer {
namespace {

Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

// The transforms of a block's factors lie at distances that are no power of two, or what is read
// together would lie in the same few places of the cache.
Index SpectrumSize(Index dim) { return (dim + 10) * kLanes; }

// The factors' transforms of a block, and which line of each a product's row is.
struct Factors {
  const double* spectra = nullptr;  // of each factor: one, or that of the real parts and another
  Index spectrum_size = 0;
  const std::int32_t* rows = nullptr;  // count of each factor
  Index count = 0;
  Index number = 0;
};

// Product l, in v[0], or its real and imaginary part in v[0] and v[1].
template <bool is_complex>
inline void Multiply(const Factors& factors, Index l, double weight, Doubles* v) {
  const double* spectrum = factors.spectra;
  const std::int32_t* row = factors.rows + l;
  const auto next = [&] {
    const Doubles value = Load(spectrum + Index{*row} * kLanes);
    spectrum += factors.spectrum_size;
    return value;
  };
  if constexpr (!is_complex) {
    Doubles product = next() * weight;
    for (Index j = 1; j < factors.number; ++j) {
      row += factors.count;
      product *= next();
    }
    v[0] = product;
  } else {
    Doubles real = next() * weight, imaginary = next() * weight;
    for (Index j = 1; j < factors.number; ++j) {
      row += factors.count;
      const Doubles a = next(), b = next();
      const Doubles sum = real * b + imaginary * a;
      real = real * a - imaginary * b;
      imaginary = sum;
    }
    v[0] = real;
    v[1] = imaginary;
  }
}

// All products, a register of columns at a time.
template <bool is_complex>
void MultiplyAll(const Factors& factors, double weight, Index together, double* out, Index stride) {
  constexpr Index kColumns = is_complex ? 2 : 1, kProducts = kLanes / kColumns;
  Index l = 0;
  for (; l + kProducts <= factors.count; l += kProducts) {
    Doubles v[kLanes];
#pragma GCC unroll 8
    for (Index i = 0; i < kProducts; ++i)
      Multiply<is_complex>(factors, l + i, weight, v + kColumns * i);
    Transpose(v);
    if (together == kLanes) {
#pragma GCC unroll 8
      for (Index r = 0; r < kLanes; ++r) Store(v[r], out + r * stride + kColumns * l);
    } else {
      for (Index r = 0; r < together; ++r) Store(v[r], out + r * stride + kColumns * l);
    }
  }
  for (; l < factors.count; ++l) {
    Doubles v[kColumns];
    Multiply<is_complex>(factors, l, weight, v);
    for (Index r = 0; r < together; ++r)
      for (Index c = 0; c < kColumns; ++c) out[r * stride + kColumns * l + c] = v[c][r];
  }
}

}  // namespace

HadamardProducts::HadamardProducts(const HadamardShape& shape, std::uint64_t seed) : shape_(shape) {
  const Index n = shape.dim;
  MERCER_CHECK(shape.rows >= 1 && shape.factors >= 1);
  signs_.resize(static_cast<std::size_t>(num_blocks() * shape.factors * parts() * n));
  rows_.reserve(static_cast<std::size_t>(shape.rows * shape.factors));
  double* signs = signs_.data();
  const auto draw = [&](RandomStream& stream, Index count) {
    if (shape.is_complex) {
      DrawQuarterTurns(stream, n, signs, signs + n);
    } else {
      DrawSigns(stream, n, signs);
    }
    signs += parts() * n;
    const std::vector<Index> order = RandomPermutation(stream, RoundUp(count, n));
    for (Index l = 0; l < count; ++l)
      rows_.push_back(static_cast<std::int32_t>(order[static_cast<std::size_t>(l)] % n));
  };
  if (shape.joint) {
    for (Index j = 0; j < shape.factors; ++j) {
      RandomStream stream(seed, StreamPurpose::kMap,
                          shape.first_stream + static_cast<std::uint64_t>(j));
      draw(stream, shape.rows);
    }
    return;
  }
  for (Index block = 0; block < num_blocks(); ++block) {
    RandomStream stream(seed, StreamPurpose::kMap,
                        shape.first_stream + static_cast<std::uint64_t>(block));
    for (Index j = 0; j < shape.factors; ++j) draw(stream, BlockRows(block));
  }
}

double HadamardProducts::Bytes(const HadamardShape& shape) {
  const auto n = static_cast<double>(shape.dim), rows = static_cast<double>(shape.rows);
  const double blocks = shape.joint ? 1 : std::ceil(rows / n);
  // While a block is drawn its permutation is there too.
  return static_cast<double>(shape.factors) *
             (8 * blocks * (shape.is_complex ? 2 : 1) * n + 4 * rows) +
         8 * (shape.joint ? std::ceil(rows / n) * n : n);
}

double HadamardProducts::OperationsPerRow() const {
  const auto n = static_cast<double>(shape_.dim), p = static_cast<double>(parts());
  return static_cast<double>(shape_.factors) *
         (static_cast<double>(num_blocks()) * p * n * (std::log2(n) + 1) +
          (shape_.is_complex ? 6 : 1) * static_cast<double>(shape_.rows));
}

Index HadamardProducts::num_blocks() const {
  return shape_.joint ? 1 : (shape_.rows + shape_.dim - 1) / shape_.dim;
}

Index HadamardProducts::BlockRows(Index block) const {
  return shape_.joint ? shape_.rows : std::min(shape_.dim, shape_.rows - block * shape_.dim);
}

Index HadamardProducts::WorkspaceSize() const {
  return shape_.factors * parts() * SpectrumSize(shape_.dim);
}

void HadamardProducts::Evaluate(const double* lines, Index count, double weight, double* workspace,
                                double* out, Index stride) const {
  const Index n = shape_.dim, size = SpectrumSize(n);
  const double* signs = signs_.data();
  Factors factors{workspace, size, rows_.data(), 0, shape_.factors};
  for (Index block = 0; block < num_blocks(); ++block) {
    for (Index s = 0; s < shape_.factors * parts(); ++s, signs += n) {
      double* const spectrum = workspace + s * size;
      WalshHadamard(
          n, spectrum, [=](Index i) { return Load(lines + i * kLanes) * signs[i]; },
          ToLines{spectrum});
    }
    factors.count = BlockRows(block);
    if (shape_.is_complex) {
      MultiplyAll<true>(factors, weight, count, out, stride);
    } else {
      MultiplyAll<false>(factors, weight, count, out, stride);
    }
    out += parts() * factors.count;
    factors.rows += shape_.factors * factors.count;
  }
}

}  // namespace mercer
