#ifndef MERCER_EXPERIMENTS_DOCTOR_DOCTOR_ROWS_H_
#define MERCER_EXPERIMENTS_DOCTOR_DOCTOR_ROWS_H_

#include <cstdint>

#include "core/base/examples.h"

namespace mercer {

/// Which rows a map is examined on.
struct RowChoice {
  const Examples* given = nullptr;  // the user's; nullptr: made ones
  Index max_rows = 40;              // at most so many of the given ones are examined
  Index made_rows = 20;             // so many of the made ones are examined
};

/// The rows of one examination.
class DoctorRows {
 public:
  /// Of given rows a sample drawn with the seed is examined, and all train. Made rows are uniform
  /// in the unit ball in ten dimensions; 1000 others train, or 2·D if that is more. D is that of a
  /// map that is drawn from training rows, and 0 for any other. Throws InvalidInput if so many rows
  /// cannot be made. The given rows must outlive this object.
  DoctorRows(const RowChoice& choice, Index num_random_features, std::uint64_t seed);

  /// The rows whose pairs are compared.
  const Examples& examined() const { return examined_; }
  /// The rows from which bandwidths are taken and data-dependent maps are drawn.
  const Examples& train() const { return given_ != nullptr ? *given_ : made_; }

 private:
  const Examples* given_;
  Examples examined_{}, made_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_DOCTOR_ROWS_H_
