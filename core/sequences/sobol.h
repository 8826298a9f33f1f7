#ifndef MERCER_CORE_SEQUENCES_SOBOL_H_
#define MERCER_CORE_SEQUENCES_SOBOL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/types.h"
#include "core/sequences/point_set.h"

namespace mercer {

/// Tables of direction numbers.
enum class DirectionNumbers {
  kJoeKuo5,     // new-joe-kuo-5, search criterion D(5) (Joe & Kuo 2008); Yang et al.'s digital net
  kJoeKuo6,     // new-joe-kuo-6, search criterion D(6) (Joe & Kuo 2008), the table of Boost
  kJoeKuo2003,  // Joe & Kuo 2003, most likely those of MATLAB's sobolset
};

/// "joe_kuo_5", "joe_kuo_6", "joe_kuo_2003", in the order of the enumeration.
const std::vector<std::string>& DirectionNumbersNames();

/// The value named `name`; aborts for an unknown name.
DirectionNumbers DirectionNumbersNamed(const std::string& name);

/// The dimensions that a table holds: 1024, 3667 and 1111.
Index MaxSobolDim(DirectionNumbers numbers);

/// The most of any table.
inline constexpr Index kMaxSobolDim = 3667;

/// Columns of a generating matrix: numbers of points below 2^32.
inline constexpr int kDigitalColumns = 32;

/// Sobol' generating matrices with these direction numbers: column c of coordinate j is entry
/// c·dim + j, its first binary digit the highest of 64 bits. Column c < s of a coordinate whose
/// primitive polynomial x^s + a_1 x^(s−1) + … + a_(s−1) x + 1 has degree s is v_c =
/// m_(c+1)/2^(c+1), later ones are v_c = a_1 v_(c−1) ⊕ … ⊕ a_(s−1) v_(c−s+1) ⊕ v_(c−s) ⊕
/// v_(c−s)/2^s (Joe & Kuo 2003, section 2). The first coordinate is van der Corput's. 1 ≤ dim ≤
/// MaxSobolDim(numbers). O(dim).
std::vector<std::uint64_t> SobolMatrices(DirectionNumbers numbers, Index dim);

/// The Sobol' sequence (SobolMatrices, digital_sequence.h), numbers of points below 2^32; its
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
