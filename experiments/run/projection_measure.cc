#include "experiments/run/projection_measure.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/maps/builtin_maps.h"
#include "core/metrics/projection_bound.h"

namespace mercer {
namespace {

constexpr Index kRows = 1024;

Vector SquaredNormsOfFeatures(const FeatureMap& map, const Examples& x, int threads) {
  Vector norms(x.rows());
  for (Index begin = 0; begin < x.rows(); begin += kRows) {
    std::vector<Index> numbers(static_cast<std::size_t>(std::min(kRows, x.rows() - begin)));
    std::iota(numbers.begin(), numbers.end(), begin);
    const Vector block = Features(map, x.Select(numbers), threads).SquaredNorms();
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
                            const Parts& parts, int threads, ResultRecord& record) {
  const std::vector<std::string>& metrics = trial.cell.metrics;
  const bool wanted =
      std::find(metrics.begin(), metrics.end(), "projection_bound") != metrics.end();
  const MapTraits traits = machinery.map_spec->Traits(MapRegistry().Get(map.name()).traits);
  if (!wanted || !traits.projection || !HasTwoClasses(parts.train_y)) return;
  const auto hinge = machinery.learner->Hinge(parts.train_x.rows());
  if (!hinge) return;
  const double bound =
      ProjectionLossBound(machinery.kernel->Diagonal(parts.train_x),
                          SquaredNormsOfFeatures(map, parts.train_x, threads), hinge->lambda);
  record.SetNumber("projection_bound", hinge->scale * bound);
}

}  // namespace mercer
