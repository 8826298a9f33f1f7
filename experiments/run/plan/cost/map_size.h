#ifndef MERCER_EXPERIMENTS_RUN_PLAN_COST_MAP_SIZE_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_COST_MAP_SIZE_H_

#include <map>

#include "core/kernels/kernel.h"
#include "core/maps/feature_map.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/plan/cost/data_size.h"

namespace mercer {

/// What the caches of a machine hold.
inline constexpr double kCacheBytes = 64.0 * (1 << 20);

/// Columns, bytes and operations of a method's map.
struct MapSize {
  double columns = 0, drawn_bytes = 0, operations_per_row = 0;
  double draw_operations = 0;  // of Draw's search, as DrawOperations
  double stored = 0;           // number of values stored per row
  bool sparse = false;         // its features are sparse
  bool complex = false;
  /// Of one pair's estimate; the imaginary part is a product of its own.
  double EstimateOperations() const { return (complex ? 4 : 2) * columns; }
  double StoredBytes() const { return (sparse ? 16 : 8) * stored; }  // per row
};

/// The operations per row of drawn maps, by their number of random features: of one map and kernel,
/// and of rows of one dimension and density.
using CountedOperations = std::map<Index, double>;

/// The size of a cell's map for rows of this size. Draws maps of at most 256 random features, or of
/// the fewest that the map takes, unless they are among the `counted`, which they join, or the map
/// depends on the data. Throws InvalidInput as OutputDim and Draw do.
MapSize SizeOf(const FeatureMapSpec& map, const Kernel& kernel, const Cell& cell,
               const DataSize& rows, CountedOperations& counted);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_COST_MAP_SIZE_H_
