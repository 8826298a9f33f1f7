#ifndef MERCER_CORE_MAPS_POLYNOMIAL_TENSOR_SKETCH_MAP_H_
#define MERCER_CORE_MAPS_POLYNOMIAL_TENSOR_SKETCH_MAP_H_

#include <memory>

#include "core/maps/feature_map.h"

namespace mercer {

/// A polynomial kernel (scale·<x, y> + offset)^degree.
struct TensorSketchShape {
  Index degree = 0;
  double offset = 0;
  double scale = 1;
};

/// Bytes of the tables of the count sketches.
double TensorSketchBytes(const TensorSketchShape& shape, Index input_dim);

/// The map of tensor_sketch.h, drawn. Throws InvalidInput where the tables or the transforms do not
/// fit in memory.
std::unique_ptr<FeatureMap> NewTensorSketchMap(const TensorSketchShape& shape,
                                               const DrawContext& context);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POLYNOMIAL_TENSOR_SKETCH_MAP_H_
