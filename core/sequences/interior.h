#ifndef MERCER_CORE_SEQUENCES_INTERIOR_H_
#define MERCER_CORE_SEQUENCES_INTERIOR_H_

#include <cstdint>

namespace mercer {

/// The midpoint of cell k of 2^52 equal ones, from the upper 52 of 64 bits: (k + 1/2)·2^-52, exact
/// in double precision and never 0 or 1.
inline double MidpointOfBits(std::uint64_t bits) {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1.0p-52;
}

/// x + shift mod 1 for x in [0, 1) and shift in (0, 1). A sum that rounds to 0 or 1 is moved to the
/// nearest number that an inverse CDF takes.
inline double ShiftModuloOne(double x, double shift) {
  double y = x + shift;
  if (y >= 1) y -= 1;
  if (y < 0x1.0p-54) return 0x1.0p-54;
  return y;
}

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_INTERIOR_H_
