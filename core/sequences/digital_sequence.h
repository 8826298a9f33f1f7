#ifndef MERCER_CORE_SEQUENCES_DIGITAL_SEQUENCE_H_
#define MERCER_CORE_SEQUENCES_DIGITAL_SEQUENCE_H_

#include <string>
#include <vector>

#include "core/sequences/point_set.h"

namespace mercer {

enum class DigitalRandomisation {
  kNone,
  kShift,   // the digits of a coordinate XORed with random ones, the same for all points
  kLinear,  // digits multiplied by a random lower triangular matrix, then shifted (Matousek 1998)
  kOwen,    // each digit flipped by a coin that depends on all digits before it (Owen 1995)
};

/// "none", "shift", "linear", "owen".
std::string NameOf(DigitalRandomisation randomisation);

/// The value named `name`; aborts for an unknown name.
DigitalRandomisation RandomisationNamed(const std::string& name);

struct DigitalOptions {
  std::uint64_t skip = 0;  // the number of the first point; point 0 is the origin
  std::uint64_t leap = 0;  // points left out between two that are kept
  bool gray = false;       // number n stands for the Gray code of n
  DigitalRandomisation randomisation = DigitalRandomisation::kShift;
};

/// A digital sequence in base 2: point n is, per coordinate, the XOR of the columns of its
/// generating matrix at the binary digits of n. Any 2^m consecutive points from a multiple of 2^m
/// on put exactly one into each interval [k/2^m, (k+1)/2^m) of every coordinate, also after each
/// randomisation. Coordinates have 52 digits; those of randomised ones end in a half, so that none
/// is 0. kOwen is exact for the first 28 digits; the 24 after them get one random word per 28-digit
/// interval. `columns`: column c of coordinate j at c·dim + j, highest bit first. `name` is for
/// messages. Throws InvalidInput where numbers of points pass 2^32 and where leap + 1 is even.
/// O(d) per point; kOwen about 100 times as much.
std::unique_ptr<PointSet> MakeDigitalSequence(const std::string& name,
                                              std::vector<std::uint64_t> columns,
                                              const DigitalOptions& options, Index dim,
                                              Index num_points, std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_DIGITAL_SEQUENCE_H_
