#include "core/maps/sketch/polynomial_sketch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/linalg/simd.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/hadamard_products.h"
#include "core/maps/row_lanes.h"
#include "core/maps/row_tiles.h"
#include "core/maps/sketch/dense_products.h"
#include "core/maps/sketch/sketch_moments.h"

namespace mercer {
namespace {

const char* const kName = "polynomial_sketch";

// What both kinds of map have in common.
class SketchMap : public FeatureMap {
 public:
  SketchMap(const SketchLaw& law, const DrawContext& context)
      : law_(law), input_dim_(context.input_dim), features_(context.num_random_features) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return features_; }
  Index output_dim() const override { return (is_complex() ? 2 : 1) * features_; }
  bool is_complex() const override { return law_.field == SketchField::kComplex; }

 private:
  SketchLaw law_;
  Index input_dim_;
  Index features_;
};

double WeightOf(Index rows) { return 1 / std::sqrt(static_cast<double>(rows)); }

class DenseSketchMap : public SketchMap {
 public:
  DenseSketchMap(const SketchLaw& law, const PolynomialForm& form, Index rows,
                 const DrawContext& context)
      : SketchMap(law, context),
        products_(law, form, context.input_dim, rows, WeightOf(rows), context.seed) {}

  std::size_t bytes() const override { return products_.bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return products_.OperationsPerRow(nonzeros);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    products_.Evaluate(RowTiles(x, begin, count), out);
  }

 private:
  DenseProducts products_;
};

HadamardShape ShapeOf(const SketchLaw& law, const PolynomialForm& form, Index input_dim,
                      Index rows) {
  return {.dim = NextPowerOfTwo(std::max<Index>(1, SketchedDim(form, input_dim))),
          .rows = rows,
          .factors = form.degree,
          .is_complex = law.has_complex_vectors(),
          .joint = law.projection == Projection::kSrhtJoint};
}

class HadamardSketchMap : public SketchMap {
 public:
  HadamardSketchMap(const SketchLaw& law, const PolynomialForm& form, Index rows,
                    const DrawContext& context)
      : SketchMap(law, context),
        form_(form),
        weight_(WeightOf(rows)),
        products_(ShapeOf(law, form, context.input_dim, rows), context.seed) {}

  std::size_t bytes() const override { return products_.bytes(); }
  double OperationsPerRow(double) const override { return products_.OperationsPerRow(); }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const Index n = products_.shape().dim;
    Vector workspace(n * kLanes + products_.WorkspaceSize());
    double* const lines = workspace.data();
    for (Index done = 0; done < count; done += kLanes) {
      const Index together = std::min(kLanes, count - done);
      TakeModified(x, begin + done, together, lines);
      products_.Evaluate(lines, together, weight_, lines + n * kLanes,
                         out.data() + done * out.outerStride(), out.outerStride());
    }
  }

 private:
  // The rows x' side by side.
  void TakeModified(const Examples& x, Index begin, Index together, double* lines) const {
    const Index n = products_.shape().dim, first = form_.offset > 0 ? 1 : 0;
    TakeRows(x, begin, together, n - first, lines + first * kLanes);
    if (form_.scale != 1) {
      const double size = std::sqrt(form_.scale);
      for (Index i = first * kLanes; i < (first + input_dim()) * kLanes; ++i) lines[i] *= size;
    }
    if (first == 1) std::fill_n(lines, kLanes, std::sqrt(form_.offset));
  }

  PolynomialForm form_;
  double weight_;
  HadamardProducts products_;
};

}  // namespace

void PolynomialSketchSpec::CheckKernel(const Kernel& kernel) const { SketchedForm(kName, kernel); }

SingleFeatures PolynomialSketchSpec::single_features() const {
  if (law_.is_srht() || law_.field == SketchField::kComplexToReal)
    return SingleFeatures::kDependent;
  return law_.field == SketchField::kComplex ? SingleFeatures::kComplex : SingleFeatures::kReal;
}

bool PolynomialSketchSpec::HasComplexFeatures(const Kernel&) const {
  return law_.field == SketchField::kComplex;
}

Index PolynomialSketchSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  NumSketchRows(kName, law_.field, num_random_features);
  return (law_.field == SketchField::kComplex ? 2 : 1) * num_random_features;
}

double PolynomialSketchSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                        Index num_random_features) const {
  const PolynomialForm form = SketchedForm(kName, kernel);
  const Index rows = NumSketchRows(kName, law_.field, num_random_features);
  if (law_.is_srht()) return HadamardProducts::Bytes(ShapeOf(law_, form, input_dim, rows));
  return DenseProducts::Bytes(law_, form, input_dim, rows);
}

std::optional<double> PolynomialSketchSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                            const Vector& y) const {
  const SketchMoments moments(law_, SketchedForm(kName, kernel), x, y);
  // A complex row is two features of complex_to_real.
  return (law_.field == SketchField::kComplexToReal ? 2 : 1) * moments.RealVarianceLimit();
}

std::optional<SecondMoments> PolynomialSketchSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                        const Vector& x,
                                                                        const Vector& y) const {
  const SketchMoments moments(law_, SketchedForm(kName, kernel), x, y);
  if (single_features() == SingleFeatures::kDependent) return std::nullopt;
  return SecondMoments{moments.AbsoluteMoment(), moments.SquareMoment()};
}

std::optional<double> PolynomialSketchSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                             const Vector& y,
                                                             Index num_random_features) const {
  const SketchMoments moments(law_, SketchedForm(kName, kernel), x, y);
  return moments.RealVariance(NumSketchRows(kName, law_.field, num_random_features));
}

std::optional<double> PolynomialSketchSpec::MeanSquaredError(const Kernel& kernel, const Vector& x,
                                                             const Vector& y,
                                                             Index num_random_features) const {
  if (law_.field != SketchField::kComplex)
    return EstimateVariance(kernel, x, y, num_random_features);
  return SketchMoments(law_, SketchedForm(kName, kernel), x, y)
      .AbsoluteVariance(num_random_features);
}

MapTraits PolynomialSketchSpec::Traits(MapTraits of_the_map) const {
  of_the_map.has_prefix = of_the_map.has_prefix && law_.projection != Projection::kSrhtJoint;
  return of_the_map;
}

std::unique_ptr<FeatureMap> PolynomialSketchSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const PolynomialForm form = SketchedForm(kName, context.kernel);
  const Index rows = NumSketchRows(kName, law_.field, context.num_random_features);
  CheckFitsInMemory("drawing map '" + std::string(kName) +
                        "' with D = " + std::to_string(context.num_random_features) +
                        " for input dimension " + std::to_string(context.input_dim),
                    DrawnBytes(context.kernel, context.input_dim, context.num_random_features));
  if (law_.is_srht()) return std::make_unique<HadamardSketchMap>(law_, form, rows, context);
  return std::make_unique<DenseSketchMap>(law_, form, rows, context);
}

MapEntry PolynomialSketchEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "<w_1, x> ... <w_m, x>/sqrt(D) with independent projections, for a polynomial kernel of "
      "degree m";
  entry.citation =
      "Wacker, Kanagawa and Filippone 2024 (TensorSRHT: srht); Wacker, Ohana and Filippone 2023, "
      "Algorithms 1 (CtR: complex_to_real) and 2 (ProductSRHT: srht_joint)";
  entry.params = {ProjectionSpec(), FieldSpec()};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<PolynomialSketchSpec>(SketchLawOf(params));
  };
  return entry;
}

}  // namespace mercer
