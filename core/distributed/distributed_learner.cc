#include "core/distributed/distributed_learner.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/stopwatch.h"

namespace mercer {

const Registry<DistributedLearnerEntry>& DistributedLearnerRegistry() {
  static const Registry<DistributedLearnerEntry> registry(
      "distributed learner",
      {DistributedRidgeEntry(), DistributedNewtonEntry(), DistributedCocoaEntry()});
  return registry;
}

std::unique_ptr<DistributedLearner> MakeDistributedLearner(const std::string& name,
                                                           const Params& params) {
  const auto& registry = DistributedLearnerRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

double ForEachFeatures(RowStream& rows, const FeatureMap& map,
                       const std::function<void(const Matrix&, const Vector&)>& body) {
  // Few enough rows that their features stay in cache between their making and their use.
  const Index step =
      std::clamp<Index>((Index{1} << 18) / std::max<Index>(map.output_dim(), 1), 1, 4096);
  const Stopwatch watch;
  double inside = 0;
  Matrix z;
  Index row = 0;
  rows.Rewind(map.input_dim());
  while (const auto block = rows.Next()) {
    for (Index begin = 0; begin < block->x.rows(); begin += step) {
      const Index count = std::min(step, block->x.rows() - begin);
      z.resize(count, map.output_dim());
      try {
        map.TransformRows(block->x, begin, count, z);
      } catch (const InvalidRow& fault) {
        throw fault.Shifted(row);
      }
      const Stopwatch body_watch;
      body(z, block->y.segment(begin, count));
      inside += body_watch.Seconds();
    }
    row += block->x.rows();
  }
  return watch.Seconds() - inside;
}

}  // namespace mercer
