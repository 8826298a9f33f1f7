#ifndef MERCER_CORE_MAPS_FOURIER_SEQUENCE_POINTS_H_
#define MERCER_CORE_MAPS_FOURIER_SEQUENCE_POINTS_H_

#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/sequences/builtin_sequences.h"

namespace mercer {

/// Adds the parameters of these registered sequences to those of a map that takes one of them by
/// name: optional, their defaults left to the sequence. One that several sequences have takes what
/// any of them takes; the sequence chosen checks.
void AddSequenceSpecs(const std::vector<std::string>& sequences, std::vector<ParamSpec>& specs);

/// Points one after the other, fetched by the block. The set must outlive it.
class PointReader {
 public:
  explicit PointReader(const PointSet& points) : points_(points) {}

  /// Point j, valid until the next call. j from 0 in order.
  const double* operator()(Index j);

 private:
  const PointSet& points_;
  Matrix block_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_SEQUENCE_POINTS_H_
