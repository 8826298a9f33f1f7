#include "core/maps/maclaurin/random_maclaurin_map.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/maps/row_tiles.h"

namespace mercer {

double RandomMaclaurinMap::OperationsPerRow(double nonzeros) const {
  const double linear = shape_.h01 ? nonzeros : 0.0;
  return linear + static_cast<double>(products_.num_vectors()) * (2 * nonzeros + 1);
}

void RandomMaclaurinMap::ComputeRows(const Examples& x, Index begin, Index count,
                                     MatrixRef out) const {
  if (std::isfinite(shape_.radius)) CheckRadius(x, begin, count);
  if (shape_.constant) out.col(0).setConstant(*shape_.constant);
  if (shape_.h01) CopyLinearPart(x, begin, out.middleCols(1, shape_.input_dim));
  products_.Evaluate(RowTiles(x, begin, count), out.rightCols(products_.size()));
}

double RandomMaclaurinMap::FiniteNorm() const {
  return std::min(products_.FiniteNorm(), 1e300 / std::max(1.0, shape_.slope));
}

void RandomMaclaurinMap::CopyLinearPart(const Examples& x, Index begin, MatrixRef out) const {
  if (!x.is_sparse()) {
    out = shape_.slope * x.dense().middleRows(begin, out.rows());
    return;
  }
  out.setZero();
  for (Index r = 0; r < out.rows(); ++r) {
    for (SparseMatrix::InnerIterator it(x.sparse(), begin + r); it; ++it)
      out(r, it.col()) = shape_.slope * it.value();
  }
}

void RandomMaclaurinMap::CheckRadius(const Examples& x, Index begin, Index count) const {
  for (Index r = begin; r < begin + count; ++r) {
    const double squared_norm =
        x.is_sparse() ? x.sparse().row(r).squaredNorm() : x.dense().row(r).squaredNorm();
    if (squared_norm < shape_.radius) continue;
    throw InvalidRow("map '" + name() + "' of kernel " + shape_.kernel + ": row ", r,
                     " has norm " + FormatNumber(std::sqrt(squared_norm)) +
                         "; expected a norm below " + FormatNumber(std::sqrt(shape_.radius)));
  }
}

}  // namespace mercer
