#ifndef MERCER_CORE_KERNELS_GRAM_CHECKS_H_
#define MERCER_CORE_KERNELS_GRAM_CHECKS_H_

#include "core/kernels/kernel.h"

namespace mercer {

/// Throws InvalidInput, naming the kernel, where x and y have different numbers of columns.
void CheckSameColumns(const Kernel& kernel, const Examples& x, const Examples& y);

/// Throws InvalidRow, naming the kernel and both rows, where a value of a block of rows from
/// `begin` on is not finite. O(size), no branch per value while all are finite.
void CheckFiniteGram(const Kernel& kernel, Index begin, const ConstMatrixRef& values);

/// The same for the diagonal.
void CheckFiniteDiagonal(const Kernel& kernel, const Vector& values);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_GRAM_CHECKS_H_
