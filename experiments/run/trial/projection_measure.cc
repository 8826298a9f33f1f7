#include "experiments/run/trial/projection_measure.h"

#include <algorithm>

#include "core/maps/builtin_maps.h"
#include "core/metrics/projection_bound.h"

namespace mercer {
namespace {

Vector SquaredNormsOfFeatures(const FeatureMap& map, const Examples& x, Index block_rows,
                              int threads) {
  Vector norms(x.rows());
  for (Index begin = 0; begin < x.rows(); begin += block_rows) {
    const Examples rows = x.SelectRange(begin, std::min(block_rows, x.rows() - begin));
    const Vector block = Features(map, rows, threads).SquaredNorms();
    norms.segment(begin, block.size()) = block;
  }
  return norms;
}

bool HasTwoClasses(const Vector& y) {
  const double low = y.minCoeff(), high = y.maxCoeff();
  return low < high && (y.array() == low || y.array() == high).all();
}

}  // namespace

void MeasureProjectionBound(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                            const Parts& parts, const Examples* features, int threads,
                            ResultRecord& record) {
  const MapTraits traits = machinery.map_spec->Traits(MapRegistry().Get(map.name()).traits);
  if (!trial.cell.Measures("projection_bound") || !traits.projection ||
      !HasTwoClasses(parts.train_y))
    return;
  const auto hinge = machinery.learner->Hinge(parts.train_x.rows());
  if (!hinge) return;
  const auto norms_of_blocks = [&] {
    const double row_bytes = FeatureBytesPerRow(trial, machinery, parts.train_x);
    return SquaredNormsOfFeatures(map, parts.train_x, FeatureBlockRows(row_bytes), threads);
  };
  const Vector norms = features != nullptr ? features->SquaredNorms() : norms_of_blocks();
  const double bound =
      ProjectionLossBound(machinery.kernel->Diagonal(parts.train_x), norms, hinge->lambda);
  record.Set(column::kProjectionBound, hinge->scale * bound);
}

}  // namespace mercer
