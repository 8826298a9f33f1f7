#include "core/base/column_ranges.h"

#include <algorithm>
#include <limits>

namespace mercer {

Vector ColumnRanges(const Examples& x) {
  constexpr Index kBlock = 64;
  Vector low = Vector::Constant(x.cols(), std::numeric_limits<double>::infinity()), high = -low;
  for (Index begin = 0; begin < x.rows(); begin += kBlock) {
    const Matrix block = x.DenseRows(begin, std::min(kBlock, x.rows() - begin));
    low = low.cwiseMin(block.colwise().minCoeff().transpose());
    high = high.cwiseMax(block.colwise().maxCoeff().transpose());
  }
  return (high - low).cwiseMax(0.0);
}

}  // namespace mercer
