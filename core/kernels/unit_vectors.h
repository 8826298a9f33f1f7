#ifndef MERCER_CORE_KERNELS_UNIT_VECTORS_H_
#define MERCER_CORE_KERNELS_UNIT_VECTORS_H_

// What the base spaces of unit vectors share.

#include "core/kernels/skeleton/base_space.h"

namespace mercer {

/// Adds to `moments`, with weight `share`, those of the feature √size·(u_1 ± iu_2), the sign fair.
void AddPair(double u1, double u2, double v1, double v2, double share, double size,
             FeatureMoments& moments);

/// out[j] = 1 − |u − v_j|²/(2·points): the mean inner product of `points` unit vectors, laid out as
/// in BaseSpace::KernelRow.
void MeanProductRow(const double* u, const double* v, Index stride, Index size, Index count,
                    double points, double* out);

/// Whether |x| = 1 to 1e-6: rows come from text files with six or seven digits. O(n).
bool HasUnitNorm(const double* x, Index n);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_UNIT_VECTORS_H_
