#ifndef MERCER_PYTHON_BINDINGS_CALLED_MAP_H_
#define MERCER_PYTHON_BINDINGS_CALLED_MAP_H_

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>

#include "core/maps/feature_map.h"

namespace mercer::python {

/// A map whose features are computed by a Python function. Drawing it calls draw(D, seed, train),
/// which returns a function that takes an array of rows and returns their features. `train` is an
/// array of the training rows, which is passed even if the map does not depend on them. Everything
/// here is called with the GIL held.
class CalledMapSpec : public FeatureMapSpec {
 public:
  /// `train` must outlive this object.
  CalledMapSpec(std::string name, pybind11::object draw, const Examples& train);

  void CheckKernel(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;

 protected:
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  std::string name_;
  pybind11::object draw_;
  const Examples& train_;
};

}  // namespace mercer::python

#endif  // MERCER_PYTHON_BINDINGS_CALLED_MAP_H_
