#ifndef MERCER_CORE_SEQUENCES_SOBOL_H_
#define MERCER_CORE_SEQUENCES_SOBOL_H_

#include "core/sequences/point_set.h"

namespace mercer {

/// The Sobol' sequence (sobol_matrices.h, digital_sequence.h), numbers of points below 2^32; its
/// direction numbers are a choice and limit the dimensions. Presets: `plain` (joe_kuo_6, from point
/// 0, natural order, digital shift: the first 2^m points are a net); `yang2014` (Yang et al.'s
/// code: joe_kuo_2003, most likely MATLAB's numbers, skip 1000, leap 700, random linear scrambling
/// with a shift), whose leap destroys the nets, so that its error is about Monte Carlo's, as in the
/// paper.
SequenceEntry SobolEntry();

/// The unthinned digital sequence of the paper's "digital net": Sobol' matrices in Gray code order
/// with a digital shift or none. Presets: `plain` (joe_kuo_6, from point 0); `yang2014` (joe_kuo_5,
/// from point 1, as the authors' generator drops the origin).
SequenceEntry DigitalNetEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_SOBOL_H_
