#ifndef MERCER_CORE_LINALG_DOT_AXPY_H_
#define MERCER_CORE_LINALG_DOT_AXPY_H_

#include "core/base/types.h"

namespace mercer {

/// Σ a_j b_j, j < n. If both are floats, the products are summed in floats, in parallel lanes.
/// O(n).
double Dot(const double* a, const double* b, Index n);
float Dot(const float* a, const float* b, Index n);
double Dot(const float* a, const double* b, Index n);

/// out[r·columns + c] = Dot(a + r·a_stride, b + c·b_stride, n), with the same bits, for r < rows
/// and c < columns: several dot products share their loads. O(rows·columns·n).
void Dots(const double* a, Index rows, Index a_stride, const double* b, Index columns,
          Index b_stride, Index n, double* out);
void Dots(const float* a, Index rows, Index a_stride, const float* b, Index columns, Index b_stride,
          Index n, float* out);

/// Σ a_j², j < n, summed in doubles. O(n).
double SquaredNorm(const double* a, Index n);
double SquaredNorm(const float* a, Index n);

/// y_j += scale · x_j, j < n, in the type of y. O(n).
void Axpy(double scale, const double* x, double* y, Index n);
void Axpy(float scale, const float* x, float* y, Index n);
void Axpy(double scale, const float* x, double* y, Index n);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_DOT_AXPY_H_
