#ifndef MERCER_PYTHON_BINDINGS_DRAWN_MAP_H_
#define MERCER_PYTHON_BINDINGS_DRAWN_MAP_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/maps/feature_map.h"
#include "experiments/transform/map_file.h"
#include "python/bindings/array_rows.h"

namespace mercer::python {

/// A drawn map together with everything that it is a function of.
class DrawnMap {
 public:
  /// Draws a map as `mercer transform` does for a file with these rows: a bandwidth rule and a
  /// data-dependent map use a random subset of max(2000, D) of them, drawn with the seed. Kernel
  /// and map are JSON objects as in a config; D = 0 for a map that takes no D. Throws InvalidInput.
  static std::unique_ptr<DrawnMap> Fit(const std::string& kernel, const std::string& map,
                                       Index num_random_features, std::uint64_t seed,
                                       const ArrayRows& rows);

  /// Draws the described map. Throws InvalidInput.
  explicit DrawnMap(MapDescription description);

  /// z(x) for the rows, n × output_dim(), in doubles or floats. Call it with the GIL held; it
  /// releases the GIL while it computes.
  template <class Real>
  pybind11::array_t<Real> Transform(const pybind11::object& rows, int threads) const;

  /// The same as a sparse matrix: (data, indices, indptr) of a CSR matrix. Throws InvalidInput if
  /// most features are not 0.
  pybind11::tuple TransformSparse(const pybind11::object& rows, int threads) const;

  const FeatureMap& map() const { return *map_; }
  const MapDescription& description() const { return description_; }

  /// The state from which __setstate__ draws the same map again, with the versions of kernel and
  /// map.
  pybind11::tuple State() const;
  /// Draws a map from its state. Throws InvalidInput if this library's version of the kernel or map
  /// gives different numbers.
  static std::unique_ptr<DrawnMap> FromState(const pybind11::tuple& state);

 private:
  MapDescription description_;
  std::unique_ptr<FeatureMap> map_;
};

}  // namespace mercer::python

#endif  // MERCER_PYTHON_BINDINGS_DRAWN_MAP_H_
