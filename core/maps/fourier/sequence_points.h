#ifndef MERCER_CORE_MAPS_FOURIER_SEQUENCE_POINTS_H_
#define MERCER_CORE_MAPS_FOURIER_SEQUENCE_POINTS_H_

#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/sequences/builtin_sequences.h"

namespace mercer {

/// Adds the parameters of these registered sequences to those of a map that takes a sequence by
/// name. They are optional, and their defaults are left to the sequence. A parameter that several
/// sequences share accepts what any of them accepts; the chosen sequence checks its value.
void AddSequenceSpecs(const std::vector<std::string>& sequences, std::vector<ParamSpec>& specs);

/// Reads points one after another, fetched by the block. The set must outlive it.
class PointReader {
 public:
  explicit PointReader(const PointSet& points) : points_(points) {}

  /// Point j, valid until the next call. Call it for j = 0, 1, … in order.
  const double* operator()(Index j);

 private:
  const PointSet& points_;
  Matrix block_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_SEQUENCE_POINTS_H_
