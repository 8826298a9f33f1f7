#include "core/linalg/dot_axpy.h"

#include <cstring>

#include "core/linalg/simd.h"

namespace mercer {
namespace {

// One register with AVX-512.
constexpr int kBytes = 64;
// Sums kept side by side, so that an addition need not wait for the one before.
constexpr Index kSums = 4;

template <class Real>
using ValuesOf = typename Simd<Real, kBytes>::Values;

template <class Real>
constexpr Index kWidth = kBytes / static_cast<Index>(sizeof(Real));

// By reference: a register that is returned has another calling convention on every machine.
template <class Real>
void Load(const Real* from, ValuesOf<Real>& values) {
  std::memcpy(&values, from, kBytes);
}

// As many floats as a register holds doubles, as doubles.
void Load(const float* from, ValuesOf<double>& values) {
  Simd<float, kBytes / 2>::Values half;
  std::memcpy(&half, from, kBytes / 2);
  values = __builtin_convertvector(half, ValuesOf<double>);
}

// Dot products of rows of A with columns of B, each in the same order of sums as one alone.
template <class Real, int rows, int columns, class A, class B>
void DotTile(const A* a, Index a_stride, const B* b, Index b_stride, Index n, Real* out,
             Index out_stride) {
  constexpr Index kStep = kWidth<Real>;
  ValuesOf<Real> sums[kSums][rows][columns] = {};
  const auto add = [&](Index j, Index s) {
    ValuesOf<Real> left[rows], right;
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) Load(a + r * a_stride + j, left[r]);
#pragma GCC unroll 4
    for (int c = 0; c < columns; ++c) {
      Load(b + c * b_stride + j, right);
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) sums[s][r][c] += left[r] * right;
    }
  };
  Index j = 0;
  for (; j + kSums * kStep <= n; j += kSums * kStep) {
#pragma GCC unroll 4
    for (Index s = 0; s < kSums; ++s) add(j + s * kStep, s);
  }
  for (; j + kStep <= n; j += kStep) add(j, 0);
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int c = 0; c < columns; ++c) {
      const ValuesOf<Real> all = (sums[0][r][c] + sums[1][r][c]) + (sums[2][r][c] + sums[3][r][c]);
      Real total = 0;
      for (Index l = 0; l < kStep; ++l) total += all[l];
      for (Index k = j; k < n; ++k) total += Real{a[r * a_stride + k]} * Real{b[c * b_stride + k]};
      out[r * out_stride + c] = total;
    }
  }
}

template <class Real, class A, class B>
Real DotOf(const A* a, const B* b, Index n) {
  Real out;
  DotTile<Real, 1, 1>(a, 0, b, 0, n, &out, 1);
  return out;
}

// Rows and columns of a tile whose sums, kSums for each product, stay in registers.
constexpr int kTileRows = kRegisterBytes == 64 ? 3 : 1, kTileColumns = kRegisterBytes == 64 ? 2 : 1;

template <class Real, int tile_rows, int columns>
void DotColumns(const Real* a, Index rows, Index a_stride, const Real* b, Index b_stride, Index n,
                Real* out, Index out_stride) {
  Index r = 0;
  for (; r + tile_rows <= rows; r += tile_rows)
    DotTile<Real, tile_rows, columns>(a + r * a_stride, a_stride, b, b_stride, n,
                                      out + r * out_stride, out_stride);
  for (; r < rows; ++r)
    DotTile<Real, 1, columns>(a + r * a_stride, a_stride, b, b_stride, n, out + r * out_stride,
                              out_stride);
}

// A few columns at a time stay in the first-level cache for all rows.
template <class Real>
void DotsOf(const Real* a, Index rows, Index a_stride, const Real* b, Index columns, Index b_stride,
            Index n, Real* out) {
  Index c = 0;
  for (; c + kTileColumns <= columns; c += kTileColumns)
    DotColumns<Real, kTileRows, kTileColumns>(a, rows, a_stride, b + c * b_stride, b_stride, n,
                                              out + c, columns);
  for (; c < columns; ++c)
    DotColumns<Real, 1, 1>(a, rows, a_stride, b + c * b_stride, b_stride, n, out + c, columns);
}

template <class Real, class X>
void AxpyOf(Real scale, const X* x, Real* y, Index n) {
  constexpr Index kStep = kWidth<Real>;
  ValuesOf<Real> sum, term;
  Index j = 0;
  for (; j + kStep <= n; j += kStep) {
    Load(y + j, sum);
    Load(x + j, term);
    sum += scale * term;
    std::memcpy(y + j, &sum, kBytes);
  }
  for (; j < n; ++j) y[j] += scale * Real{x[j]};
}

}  // namespace

double Dot(const double* a, const double* b, Index n) { return DotOf<double>(a, b, n); }
float Dot(const float* a, const float* b, Index n) { return DotOf<float>(a, b, n); }
double Dot(const float* a, const double* b, Index n) { return DotOf<double>(a, b, n); }

void Dots(const double* a, Index rows, Index a_stride, const double* b, Index columns,
          Index b_stride, Index n, double* out) {
  DotsOf(a, rows, a_stride, b, columns, b_stride, n, out);
}

void Dots(const float* a, Index rows, Index a_stride, const float* b, Index columns, Index b_stride,
          Index n, float* out) {
  DotsOf(a, rows, a_stride, b, columns, b_stride, n, out);
}

double SquaredNorm(const double* a, Index n) { return DotOf<double>(a, a, n); }
double SquaredNorm(const float* a, Index n) { return DotOf<double>(a, a, n); }

void Axpy(double scale, const double* x, double* y, Index n) { AxpyOf(scale, x, y, n); }
void Axpy(float scale, const float* x, float* y, Index n) { AxpyOf(scale, x, y, n); }
void Axpy(double scale, const float* x, double* y, Index n) { AxpyOf(scale, x, y, n); }

}  // namespace mercer
