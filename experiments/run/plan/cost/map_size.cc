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

/// A map of more bytes than this is not drawn to count its operations.
constexpr double kMostDrawnBytes = 256.0 * (1 << 20);

/// The operations of a row. Maps of few features are drawn to count theirs, and the count is
/// extended to D along a straight line. Where the bytes of the whole map are above the line through
/// those of the small ones, as with products of D × D matrices, the operations are so too.
double OperationsPerRow(const FeatureMapSpec& map, const Kernel& kernel, Index d, Index count,
                        double nonzeros, CountedOperations& counted) {
  constexpr Index kDrawn = 128;
  const auto operations = [&](Index D) {
    const auto known = counted.find(D);
    if (known != counted.end()) return known->second;
    const auto drawn = map.Draw({kernel, d, D, 1, nullptr});
    return counted.emplace(D, drawn->OperationsPerRow(nonzeros)).first->second;
  };
  const auto bytes = [&](Index D) { return map.DrawnBytes(kernel, d, D); };
  const Index few = Takes(map, kernel, d, kDrawn) ? kDrawn : 2 * (d + 1), more = 2 * few;
  // Of a very large map each number, of 8 bytes, is multiplied and added once for a dense row.
  if (bytes(std::min(count, more)) > kMostDrawnBytes)
    return 2 * bytes(count) / 8 * nonzeros / static_cast<double>(d);
  if (count <= more) return operations(count);
  const double steps = static_cast<double>(count - few) / static_cast<double>(few);
  const auto extended = [&](double at_few, double at_more) {
    return at_few + steps * std::max(0.0, at_more - at_few);
  };
  const double line = extended(bytes(few), bytes(more));
  const double growth = line > 0 ? std::max(1.0, bytes(count) / line) : 1;
  return growth * extended(operations(few), operations(more));
}

}  // namespace

MapSize SizeOf(const FeatureMapSpec& map, const Kernel& kernel, const Cell& cell,
               const DataSize& rows, CountedOperations& counted) {
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
  size.operations_per_row = OperationsPerRow(map, kernel, d, count, rows.nonzeros, counted);
  return size;
}

}  // namespace mercer
