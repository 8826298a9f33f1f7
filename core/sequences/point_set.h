#ifndef MERCER_CORE_SEQUENCES_POINT_SET_H_
#define MERCER_CORE_SEQUENCES_POINT_SET_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/base/types.h"

namespace mercer {

/// What may be relied on.
struct SequenceTraits {
  bool randomised = false;  // depends on the seed; each point is then uniform on the cube
  bool extensible = false;  // point i does not depend on the number of points asked
  bool interior = false;    // no coordinate is 0, so that an inverse CDF may be applied to all
};

/// n points in [0, 1)^d, a pure function of the parameters, d, n and the seed. No coordinate is
/// ever 1. Where traits().interior holds none is 0 either: they lie in [2^-54, 1 − 2^-53]. That
/// holds for every registered sequence with default parameters (unrandomised ones begin after the
/// point 0; random shifts and scramblings keep half of their last bit as an offset). It fails for
/// unrandomised sequences told to begin at 0 (`skip` = 0), whose first point is exactly 0.
class PointSet {
 public:
  virtual ~PointSet() = default;

  /// Name with parameters, for tables and messages.
  virtual std::string Describe() const = 0;

  Index dim() const { return dim_; }    // d
  Index size() const { return size_; }  // n
  const SequenceTraits& traits() const { return traits_; }

  /// Points begin, …, begin + count − 1, one per row, into `out`, count × d. The same bits however
  /// the points are cut into calls. Aborts where begin + count > n.
  void Points(Index begin, Index count, MatrixRef out) const;

 protected:
  PointSet(Index dim, Index size, const SequenceTraits& traits)
      : dim_(dim), size_(size), traits_(traits) {}

  virtual void ComputePoints(Index begin, Index count, MatrixRef out) const = 0;

 private:
  Index dim_;
  Index size_;
  SequenceTraits traits_;
};

/// Throws InvalidInput, saying which parameters give a set without it, where a coordinate of `set`
/// is 0: call it before an inverse CDF.
void CheckInterior(const PointSet& set);

/// What the registry holds of a sequence. Each sequence's source defines its own.
struct SequenceEntry : RegistryInfo {
  SequenceTraits traits{};  // with default parameters, in few dimensions
  Index max_dim = -1;       // the most dimensions; −1: no limit but memory

  /// `params` are resolved and in range, 1 ≤ dim ≤ max_dim, num_points ≥ 1. Throws InvalidInput for
  /// combinations that cannot be and where the sequence has fewer points.
  std::unique_ptr<PointSet> (*make)(const Params& params, Index dim, Index num_points,
                                    std::uint64_t seed) = nullptr;
};

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

#endif  // MERCER_CORE_SEQUENCES_POINT_SET_H_
