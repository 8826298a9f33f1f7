#ifndef MERCER_CORE_MAPS_SKETCH_SKETCH_LAW_H_
#define MERCER_CORE_MAPS_SKETCH_SKETCH_LAW_H_

// What sketches of polynomial kernels are drawn from, and what they read of a kernel.

#include <string>

#include "core/base/params.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// The law of the vectors w of a factor <w, x>, E w wᵀ = I (E w w* = I where they are complex):
///   rademacher: independent entries ±1, or 1, i, −1, −i;
///   gaussian: independent standard normal entries, or (u + iv)/√2 of two of them;
///   srht, srht_joint: signed rows of a Walsh-Hadamard matrix (hadamard_products.h).
enum class Projection { kRademacher, kGaussian, kSrht, kSrhtJoint };

/// Real or complex vectors; complex_to_real takes the real and the imaginary part of complex
/// features as two real ones.
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

/// Both, resolved.
SketchLaw SketchLawOf(const Params& params);

/// The rows of a sketch with D random features: D, or D/2 complex ones of complex_to_real. Throws
/// InvalidInput, naming the map, for an odd D there.
Index NumSketchRows(const std::string& map, SketchField field, Index num_random_features);

/// The kernel as (scale·<x, y> + offset)^degree. Throws as ThrowUnfitKernel for another one.
PolynomialForm SketchedForm(const std::string& map, const Kernel& kernel);

/// Coordinates of x', of which the kernel is <x', y'>^degree: x' = (√offset, √scale·x), without
/// its first coordinate where offset = 0.
inline Index SketchedDim(const PolynomialForm& form, Index input_dim) {
  return input_dim + (form.offset > 0 ? 1 : 0);
}

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_SKETCH_LAW_H_
