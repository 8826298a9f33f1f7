#include "core/maps/skeleton/skeleton_features_map.h"

#include "core/base/error.h"

namespace mercer {

void SkeletonFeaturesMap::ComputeRows(const Examples& x, Index begin, Index count,
                                      MatrixRef out) const {
  MERCER_CHECK(out.rows() == count);
  if (constant_) {
    out.leftCols(constant_columns()).setZero();
    out.col(0).setConstant(*constant_);
  }
  products_.Evaluate(x, begin, is_complex_, out.rightCols(width() * products_.size()));
}

}  // namespace mercer
