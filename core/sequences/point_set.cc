#include "core/sequences/point_set.h"

#include "core/base/error.h"

namespace mercer {

void PointSet::Points(Index begin, Index count, MatrixRef out) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= size_);
  MERCER_CHECK(out.rows() == count && out.cols() == dim_);
  if (count > 0) ComputePoints(begin, count, out);
}

void CheckInterior(const PointSet& set) {
  if (set.traits().interior) return;
  throw InvalidInput("point set " + set.Describe() +
                     " has the point 0, at which the inverse of a distribution function is "
                     "infinite; expected skip >= 1 or a random shift or scrambling");
}

}  // namespace mercer
