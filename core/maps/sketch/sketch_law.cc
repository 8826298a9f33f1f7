#include "core/maps/sketch/sketch_law.h"

#include "core/base/error.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {

ParamSpec ProjectionSpec() {
  return {.name = "projection",
          .kind = ParamKind::kText,
          .help =
              "the vectors of a factor: rademacher or gaussian, dense; srht, rows of a "
              "Walsh-Hadamard matrix with random signs for each block of them; srht_joint, the "
              "same signs for all blocks and rows shuffled among them",
          .default_value = "rademacher",
          .choices = {"rademacher", "gaussian", "srht", "srht_joint"}};
}

ParamSpec FieldSpec() {
  return {.name = "field",
          .kind = ParamKind::kText,
          .help =
              "real; complex, D complex features; complex_to_real, the real and the imaginary "
              "parts of D/2 complex ones, D even",
          .default_value = "real",
          .choices = {"real", "complex", "complex_to_real"}};
}

SketchLaw SketchLawOf(const Params& params) {
  const std::string& projection = params.Get("projection").AsText();
  const std::string& field = params.Get("field").AsText();
  SketchLaw law;
  law.projection = projection == "rademacher" ? Projection::kRademacher
                   : projection == "gaussian" ? Projection::kGaussian
                   : projection == "srht"     ? Projection::kSrht
                                              : Projection::kSrhtJoint;
  law.field = field == "real"      ? SketchField::kReal
              : field == "complex" ? SketchField::kComplex
                                   : SketchField::kComplexToReal;
  return law;
}

Index NumSketchRows(const std::string& map, SketchField field, Index num_random_features) {
  if (field != SketchField::kComplexToReal) return num_random_features;
  if (num_random_features % 2 != 0) {
    throw InvalidInput("map '" + map + "': D is " + std::to_string(num_random_features) +
                       "; expected an even number with field complex_to_real, whose columns come "
                       "in pairs");
  }
  return num_random_features / 2;
}

PolynomialForm SketchedForm(const std::string& map, const Kernel& kernel) {
  const std::optional<PolynomialForm> form = PolynomialFormOf(kernel);
  if (!form) {
    ThrowUnfitKernel(map, kernel, "a polynomial kernel",
                     [](const Kernel& k) { return PolynomialFormOf(k).has_value(); });
  }
  return *form;
}

}  // namespace mercer
