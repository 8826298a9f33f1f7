#ifndef MERCER_CORE_SEQUENCES_SOBOL_H_
#define MERCER_CORE_SEQUENCES_SOBOL_H_

#include "core/sequences/point_set.h"

namespace mercer {

/// The Sobol' sequence with the direction numbers new-joe-kuo-6 (sobol_matrices.h,
/// digital_sequence.h). Up to kMaxSobolDim dimensions, numbers of points below 2^32. Presets:
/// `plain` (from point 0, natural order, digital shift: the first 2^m points are a net);
/// `yang2014` (Yang et al.'s code: skip 1000, leap 700, random linear scrambling with a shift),
/// whose leap destroys the nets, so that its error is about Monte Carlo's, as in the paper.
/// MATLAB's direction numbers are not these: new-joe-kuo-6 stands in for them.
SequenceEntry SobolEntry();

/// The unthinned digital sequence of the paper's "digital net": Sobol' matrices in Gray code order
/// with a digital shift. Presets: `plain` (from point 0); `yang2014` (from point 1, as the authors'
/// generator drops the origin; its matrices new-joe-kuo-5 are replaced by new-joe-kuo-6).
SequenceEntry DigitalNetEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_SOBOL_H_
