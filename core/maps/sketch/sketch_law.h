#ifndef MERCER_CORE_MAPS_SKETCH_SKETCH_LAW_H_
#define MERCER_CORE_MAPS_SKETCH_SKETCH_LAW_H_

// The random vectors of sketches of polynomial kernels, and the form in which the sketches use a
// kernel.

#include <string>

#include "core/base/params.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// The law of the vectors w of a factor <w, x>, with E w wᵀ = I (E w w* = I if they are complex):
///   rademacher: independent entries ±1, or 1, i, −1, −i;
///   gaussian: independent standard normal entries, or (u + iv)/√2 with two of them;
///   srht, srht_joint: signed rows of a Walsh-Hadamard matrix (hadamard_products.h).
enum class Projection { kRademacher, kGaussian, kSrht, kSrhtJoint };

/// Real or complex vectors. complex_to_real takes the real and the imaginary part of a complex
/// feature as two real features.
enum class SketchField { kReal, kComplex, kComplexToReal };

struct SketchLaw {
  Projection projection = Projection::kRademacher;
  SketchField field = SketchField::kReal;

  bool has_complex_vectors() const { return field != SketchField::kReal; }
  bool is_srht() const {
    return projection == Projection::kSrht || projection == Projection::kSrhtJoint;
  }
};

/// The parameters `projection` and `field`, rademacher and real by default.
ParamSpec ProjectionSpec();
ParamSpec FieldSpec();

/// The values of both in resolved parameters.
SketchLaw SketchLawOf(const Params& params);

/// The number of rows of a sketch with D random features: D, or D/2 complex rows for
/// complex_to_real. Throws InvalidInput, naming the map, for complex_to_real with an odd D.
Index NumSketchRows(const std::string& map, SketchField field, Index num_random_features);

/// The kernel as (scale·<x, y> + offset)^degree. Throws as ThrowUnfitKernel does for other kernels.
PolynomialForm SketchedForm(const std::string& map, const Kernel& kernel);

/// The number of coordinates of x' = (√offset, √scale·x), with which the kernel is <x', y'>^degree.
/// The first coordinate is left out if offset = 0.
inline Index SketchedDim(const PolynomialForm& form, Index input_dim) {
  return input_dim + (form.offset > 0 ? 1 : 0);
}

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_SKETCH_LAW_H_
