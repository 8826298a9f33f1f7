#include "core/kernels/skeleton/base_space.h"

#include <algorithm>

#include "core/base/error.h"

namespace mercer {

void BaseSpace::Encode(const double* x, Index n, double* u) const { std::copy_n(x, n, u); }

std::complex<double> BaseSpace::Feature(std::uint32_t, const double*, Index) const {
  MERCER_CHECK(!has_vectors());
  return 0;
}

std::complex<double> BaseSpace::FeatureOf(double) const {
  MERCER_CHECK(has_vectors());
  return 0;
}

const Registry<BaseSpaceEntry>& BaseSpaceRegistry() {
  static const Registry<BaseSpaceEntry> registry(
      "base space", {BinaryEntry(), CircleEntry(), AngleEntry(), GaussianSpaceEntry(),
                     CategoriesEntry(), SphereEntry(), MahalanobisEntry()});
  return registry;
}

std::unique_ptr<BaseSpace> MakeBaseSpace(const std::string& name, const Params& params) {
  const Registry<BaseSpaceEntry>& registry = BaseSpaceRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

// Differences, not norms minus products: equal points must be at distance exactly 0, because the
// slope of some activations at 1 is infinite.
void SquaredDistanceRow(const double* u, const double* v, Index stride, Index size, Index count,
                        double* out) {
  std::fill_n(out, count, 0.0);
  for (Index c = 0; c < size; ++c) {
    const double value = u[c];
    const double* row = v + c * stride;
    for (Index j = 0; j < count; ++j) {
      const double difference = value - row[j];
      out[j] += difference * difference;
    }
  }
}

}  // namespace mercer
