#ifndef MERCER_PYTHON_BINDINGS_DRAWN_MAP_H_
#define MERCER_PYTHON_BINDINGS_DRAWN_MAP_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/maps/feature_map.h"
#include "experiments/transform/map_file.h"
#include "python/bindings/array_rows.h"

namespace mercer::python {

/// A drawn map with all that it is a function of.
class DrawnMap {
 public:
  /// Draws as `mercer transform` does for a file with these rows: a bandwidth rule and a
  /// data-dependent map take a sample of max(2000, D) of them, drawn by the seed. Kernel and map as
  /// objects of a config; D = 0 for a map that takes none. Throws InvalidInput.
  static std::unique_ptr<DrawnMap> Fit(const std::string& kernel, const std::string& map,
                                       Index num_random_features, std::uint64_t seed,
                                       const ArrayRows& rows);

  /// Draws. Throws InvalidInput.
  explicit DrawnMap(MapDescription description);

  /// z of the rows, n × output_dim(), of doubles or floats. Takes and gives back the GIL.
  template <class Real>
  pybind11::array_t<Real> Transform(const pybind11::object& rows, int threads) const;

  /// The same stored sparse: (data, indices, indptr) of a CSR matrix. Throws InvalidInput where
  /// most features are not 0.
  pybind11::tuple TransformSparse(const pybind11::object& rows, int threads) const;

  const FeatureMap& map() const { return *map_; }
  const MapDescription& description() const { return description_; }

  /// What __setstate__ draws the same map from again, with the versions of kernel and map.
  pybind11::tuple State() const;
  /// Throws InvalidInput where this library's kernel or map of that name gives other numbers.
  static std::unique_ptr<DrawnMap> FromState(const pybind11::tuple& state);

 private:
  MapDescription description_;
  std::unique_ptr<FeatureMap> map_;
};

}  // namespace mercer::python

#endif  // MERCER_PYTHON_BINDINGS_DRAWN_MAP_H_
