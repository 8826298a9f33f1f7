#include "core/maps/feature_map.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// A finite value's exponent is not all ones. Adding one to an exponent of all ones carries into the
// sign, so one OR over the row tells; unlike a sum of doubles it needs no order and vectorises.
bool AllFinite(const double* values, Index n) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000, kOne = 0x0010000000000000;
  std::uint64_t carried = 0;
  for (Index i = 0; i < n; ++i)
    carried |= (std::bit_cast<std::uint64_t>(values[i]) & kExponent) + kOne;
  return carried >> 63 == 0;
}

void CheckFinite(const FeatureMap& map, Index begin, const MatrixRef& features) {
  for (Index r = 0; r < features.rows(); ++r) {
    const double* row = features.data() + r * features.outerStride();
    if (AllFinite(row, features.cols())) continue;
    const double* bad =
        std::find_if(row, row + features.cols(), [](double v) { return !std::isfinite(v); });
    throw InvalidRow(
        "map '" + map.name() + "': feature " + std::to_string(bad - row) + " of row ", begin + r,
        " is " + FormatNumber(*bad) +
            "; expected a finite value: check the row for nan, or scale the data down");
  }
}

}  // namespace

// Few rows keep a block and its features in the second-level cache; where d is large the features
// cost more than their storing, and more rows share each reading of the weights.
Index FeatureMap::BlockRows() const { return 24 * std::clamp<Index>(input_dim() / 48, 1, 4); }

void FeatureMap::TransformRows(const Examples& x, Index begin, Index count, MatrixRef out) const {
  if (x.cols() != input_dim()) {
    throw InvalidInput("map '" + name() + "' was drawn for rows with " +
                       std::to_string(input_dim()) + " columns and was given rows with " +
                       std::to_string(x.cols()));
  }
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == output_dim());
  const Index block_rows = BlockRows();
  for (Index done = 0; done < count; done += block_rows) {
    const Index rows = std::min(block_rows, count - done);
    MatrixRef block = out.middleRows(done, rows);
    ComputeRows(x, begin + done, rows, block);
    CheckFinite(*this, begin + done, block);
  }
}

Matrix FeatureMap::Transform(const Examples& x, int threads) const {
  Matrix out =
      NewMatrix("the output of map '" + name() + "' for " + std::to_string(x.rows()) + " rows",
                x.rows(), output_dim());
  ParallelFor(x.rows(), BlockRows(), threads, [&](Index begin, Index end) {
    TransformRows(x, begin, end - begin, out.middleRows(begin, end - begin));
  });
  return out;
}

void CheckDrawContext(const std::string& map, const DrawContext& context) {
  if (context.num_random_features >= 1) return;
  throw InvalidInput("map '" + map + "': D is " + std::to_string(context.num_random_features) +
                     "; expected at least 1");
}

}  // namespace mercer
