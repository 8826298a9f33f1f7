#ifndef MERCER_TESTS_CORE_MAPS_MACLAURIN_MACLAURIN_KERNELS_H_
#define MERCER_TESTS_CORE_MAPS_MACLAURIN_MACLAURIN_KERNELS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"

namespace mercer::testing {

/// A registered kernel as the dot product kernel that it is.
class TheKernel {
 public:
  TheKernel(const std::string& name, const Params& params) : kernel_(MakeKernel(name, params)) {}

  const Kernel& any() const { return *kernel_; }
  const DotProductKernel& operator*() const {
    return dynamic_cast<const DotProductKernel&>(*kernel_);
  }
  const DotProductKernel* operator->() const { return &**this; }

 private:
  std::unique_ptr<Kernel> kernel_;
};

/// (1 + t)^10.
inline const Params kPoly10 = {{"degree", 10}, {"offset", 1}};

inline std::unique_ptr<FeatureMap> DrawRandomMaclaurin(const TheKernel& kernel,
                                                       const Params& params, Index d, Index D,
                                                       std::uint64_t seed = 1) {
  return MakeMapSpec("random_maclaurin", params)->Draw({kernel.any(), d, D, seed, nullptr});
}

/// All 2^d sign vectors.
inline std::vector<Vector> AllSigns(Index d) {
  std::vector<Vector> all;
  for (Index bits = 0; bits < (Index{1} << d); ++bits) {
    Vector w(d);
    for (Index k = 0; k < d; ++k) w[k] = ((bits >> k) & 1) != 0 ? 1 : -1;
    all.push_back(w);
  }
  return all;
}

/// E[(<w, x><w, y>)^power] over all sign vectors.
inline double SignMoment(const Vector& x, const Vector& y, int power) {
  double sum = 0;
  const std::vector<Vector> all = AllSigns(x.size());
  for (const Vector& w : all) {
    double product = 1;
    for (int i = 0; i < power; ++i) product *= w.dot(x) * w.dot(y);
    sum += product;
  }
  return sum / static_cast<double>(all.size());
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_MAPS_MACLAURIN_MACLAURIN_KERNELS_H_
