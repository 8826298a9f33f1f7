#ifndef MERCER_CORE_LINALG_VECTOR_FUNCTIONS_H_
#define MERCER_CORE_LINALG_VECTOR_FUNCTIONS_H_

#include <span>

#include "core/base/types.h"

namespace mercer {

/// values[i] = exp(values[i]) for i < n, in place. Relative error at most 1e-15 against the exact
/// value where that is a normal number; results below 2.3e-308 may lose digits or be 0; +inf where
/// exp overflows; nan stays nan. An element's bits do not depend on its place or on n. O(n).
void VectorExp(double* values, Index n);

/// The same of floats: relative error at most 5e-7; results below 1.2e-38 may lose digits or be 0.
void VectorExp(float* values, Index n);

/// rows[r][c] = exp(values[r·stride + c] − shifts[r]) for r < rows.size() and c < count, with the
/// errors of VectorExp; nothing is written where rows[r] is nullptr. An element's bits depend on
/// its value and shift only. The rows do not overlap the values. O(rows·count).
void ShiftedExp(const double* values, Index stride, Index count, const double* shifts,
                std::span<double* const> rows);

/// values[i] = cos(values[i]) for i < n, in place; angles in radians. Absolute error at most 1e-15
/// for |angle| ≤ 1e6, as std::cos beyond; nan for infinite angles. An element's bits do not depend
/// on its place or on n. O(n).
void VectorCos(double* values, Index n);

/// cosines[i] = cos(angles[i]), with the bits that VectorCos gives, and sines[i] = sin(angles[i])
/// with the same errors, for i < n. cosines may be angles. O(n).
void VectorCosSin(const double* angles, Index n, double* cosines, double* sines);

/// rows[r][c] = scale·cos(π·halfturns[r·stride + c]) for r < rows.size() and c < count; nothing is
/// written where rows[r] is nullptr. Error at most 1e-15·|scale| against the cosine of the exact
/// product, for numbers of any size; nan for infinite ones. An element's bits depend on it and on
/// the scale only. The rows do not overlap the angles. O(rows·count).
void ScaledCosPi(const double* halfturns, Index stride, Index count, double scale,
                 std::span<double* const> rows);

/// The same of floats, with an error of at most 3e-7·|scale| for |halfturns| ≤ 2^21; nothing is
/// promised of larger ones.
void ScaledCosPi(const float* halfturns, Index stride, Index count, float scale,
                 std::span<float* const> rows);

/// rows[r][2c] = scale·cos(π·halfturns[r·stride + c]) and rows[r][2c + 1] = sine_scale·sin of the
/// same, with such errors.
void ScaledCosSinPi(const float* halfturns, Index stride, Index count, float scale,
                    float sine_scale, std::span<float* const> rows);

/// Whether none of n values is infinite or nan. O(n).
bool AllFinite(const double* values, Index n);
bool AllFinite(const float* values, Index n);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_VECTOR_FUNCTIONS_H_
