#include "experiments/run/plan/cost/map_size.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/draw_search.h"

namespace mercer {
namespace {

/// A row with so many ones.
Examples SparseRow(double columns, double nonzeros) {
  SparseMatrix row(1, static_cast<Index>(columns));
  for (Index j = 0; j < static_cast<Index>(std::round(nonzeros)); ++j) row.insert(0, j) = 1;
  row.makeCompressed();
  return row;
}

// Some maps take multiples of 2(d + 1) alone.
bool Takes(const FeatureMapSpec& map, const Kernel& kernel, Index d, Index count) {
  try {
    map.OutputDim(kernel, d, count);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

}  // namespace

MapSize SizeOf(const FeatureMapSpec& map, const Kernel& kernel, const Cell& cell,
               const DataSize& rows) {
  constexpr Index kDrawn = 64;
  const auto d = static_cast<Index>(rows.d);
  const Index count = cell.num_random_features;
  MapSize size;
  size.columns = static_cast<double>(map.OutputDim(kernel, d, count));
  size.stored = size.columns;
  size.drawn_bytes = map.DrawnBytes(kernel, d, count);
  size.draw_operations = DrawOperations(map, kernel, d, count);
  size.complex = map.HasComplexFeatures(kernel);
  if (rows.sparse()) {
    const auto stored = map.SparseOutputValues(kernel, SparseRow(rows.d, rows.nonzeros));
    size.sparse = stored.has_value();
    size.stored = stored.value_or(size.columns);
  }
  size.operations_per_row = 2 * size.columns * (rows.d + size.columns);
  if (map.Traits(MapRegistry().Get(cell.map->name).traits).data_dependent) return size;
  // What a row costs is told by a drawn map: a small one is enough.
  const Index few = std::min(count, Takes(map, kernel, d, kDrawn) ? kDrawn : 2 * (d + 1));
  const auto drawn = map.Draw({kernel, d, few, 1, nullptr});
  size.operations_per_row = drawn->OperationsPerRow(rows.nonzeros) * size.columns /
                            std::max(1.0, static_cast<double>(drawn->output_dim()));
  return size;
}

}  // namespace mercer
