#ifndef MERCER_CORE_LINALG_VECTOR_FUNCTIONS_H_
#define MERCER_CORE_LINALG_VECTOR_FUNCTIONS_H_

#include <span>

#include "core/base/types.h"

namespace mercer {

/// values[i] = exp(values[i]) for i < n, in place. The relative error is at most 1e-15 if the exact
/// value is a normal number; results below 2.3e-308 may lose digits or be 0; +inf if exp overflows;
/// nan stays nan. The bits of an element do not depend on its position or on n. O(n).
void VectorExp(double* values, Index n);

/// The same for floats: relative error at most 5e-7; results below 1.2e-38 may lose digits or be 0.
void VectorExp(float* values, Index n);

/// rows[r][c] = exp(values[r·stride + c] − shifts[r]) for r < rows.size() and c < count, with the
/// errors of VectorExp; nothing is written if rows[r] is nullptr. The bits of an element depend
/// only on its value and shift. The rows must not overlap the values. O(rows·count).
void ShiftedExp(const double* values, Index stride, Index count, const double* shifts,
                std::span<double* const> rows);

/// values[i] = cos(values[i]) for i < n, in place; angles in radians. The absolute error is at most
/// 1e-15 for |angle| ≤ 1e6, and that of std::cos beyond; nan for infinite angles. The bits of an
/// element do not depend on its position or on n. O(n).
void VectorCos(double* values, Index n);

/// cosines[i] = cos(angles[i]), with the bits of VectorCos, and sines[i] = sin(angles[i]), with the
/// same error bounds, for i < n. cosines may be the same array as angles. O(n).
void VectorCosSin(const double* angles, Index n, double* cosines, double* sines);

/// rows[r][c] = scale·cos(π·halfturns[r·stride + c]) for r < rows.size() and c < count; nothing is
/// written if rows[r] is nullptr. The error is at most 1e-15·|scale| against the cosine of the
/// exact product, for numbers of any size; nan for infinite ones. The bits of an element depend
/// only on its value and the scale. The rows must not overlap the angles. O(rows·count).
void ScaledCosPi(const double* halfturns, Index stride, Index count, double scale,
                 std::span<double* const> rows);

/// The same for floats, with an error of at most 3e-7·|scale| for |halfturns| ≤ 2^21; there is no
/// guarantee for larger ones.
void ScaledCosPi(const float* halfturns, Index stride, Index count, float scale,
                 std::span<float* const> rows);

/// rows[r][2c] = scale·cos(π·halfturns[r·stride + c]) and rows[r][2c + 1] =
/// sine_scale·sin(π·halfturns[r·stride + c]), with the same error bounds.
void ScaledCosSinPi(const float* halfturns, Index stride, Index count, float scale,
                    float sine_scale, std::span<float* const> rows);

/// Whether all n values are finite. O(n).
bool AllFinite(const double* values, Index n);
bool AllFinite(const float* values, Index n);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_VECTOR_FUNCTIONS_H_
