#ifndef MERCER_CORE_SEQUENCES_SOBOL_MATRICES_H_
#define MERCER_CORE_SEQUENCES_SOBOL_MATRICES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Tables of direction numbers.
enum class DirectionNumbers {
  kJoeKuo5,     // new-joe-kuo-5, search criterion D(5) (Joe & Kuo 2008); Yang et al.'s digital net
  kJoeKuo6,     // new-joe-kuo-6, search criterion D(6) (Joe & Kuo 2008), the table of Boost
  kJoeKuo2003,  // Joe & Kuo 2003, most likely those of MATLAB's sobolset
};

/// "joe_kuo_5", "joe_kuo_6", "joe_kuo_2003", in the order of the enumeration.
const std::vector<std::string>& DirectionNumbersNames();

/// The other way round; aborts on another name.
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

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_SOBOL_MATRICES_H_
