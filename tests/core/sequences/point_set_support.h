#ifndef MERCER_TESTS_CORE_SEQUENCES_POINT_SET_SUPPORT_H_
#define MERCER_TESTS_CORE_SEQUENCES_POINT_SET_SUPPORT_H_

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/sequences/builtin_sequences.h"
#include "tests/support/error_message.h"

namespace mercer {

inline Matrix PointsOf(const PointSet& set) {
  Matrix points(set.size(), set.dim());
  set.Points(0, set.size(), points);
  return points;
}

inline Matrix PointsOf(const std::string& name, const Params& params, Index dim, Index num_points,
                       std::uint64_t seed = 1) {
  return PointsOf(*MakePointSet(name, params, dim, num_points, seed));
}

/// The message of the InvalidInput that making the set throws; "" where it throws none.
inline std::string FaultOf(const std::string& name, const Params& params, Index dim,
                           Index num_points) {
  return testing::Message([&] { MakePointSet(name, params, dim, num_points, 1); }, "");
}

/// Whether each of the n intervals [k/n, (k+1)/n) holds exactly one value of every coordinate.
inline bool EveryCoordinateStratified(const Matrix& points) {
  const Index n = points.rows();
  for (Index j = 0; j < points.cols(); ++j) {
    std::vector<int> hits(static_cast<std::size_t>(n), 0);
    for (Index i = 0; i < n; ++i)
      ++hits[static_cast<std::size_t>(points(i, j) * static_cast<double>(n))];
    if (std::any_of(hits.begin(), hits.end(), [](int count) { return count != 1; })) return false;
  }
  return true;
}

}  // namespace mercer

#endif  // MERCER_TESTS_CORE_SEQUENCES_POINT_SET_SUPPORT_H_
