#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/memory.h"
#include "core/linalg/simd.h"
#include "core/maps/feature_map.h"
#include "core/maps/hadamard_products.h"
#include "core/maps/polynomial/tensor_sketch.h"
#include "core/maps/row_lanes.h"
#include "core/maps/sketch/polynomial_sketch.h"
#include "core/maps/sketch/sketch_moments.h"

namespace mercer {
namespace {

const char* const kName = "craft";

/// CRAFT (Wacker, Ohana & Filippone 2023): a sketch u(x) of a polynomial kernel with E
/// real columns, many more than D, and of these D signed rows of Walsh-Hadamard,
///
///   z(x) = (HΔ u(x))_l / √D  for the D rows l of HadamardProducts with one factor (blocks of E
///   rows, E a power of two, where D > E).
///
/// The sketch u is polynomial_sketch, real or complex_to_real, with the seed DeriveSeed(seed, {1}),
/// or tensor_sketch; the rows of the second step have the seed DeriveSeed(seed, {2}). Unbiased. A
/// row costs the sketch with E columns, and E log E for each block.
///
/// The second step alone has the variance V_u/D·(1 − P/(D(E − 1))), V_u = |u(x)|²|u(y)|² +
/// <u(x), u(y)>² − 2Σ u_i(x)² u_i(y)² and P the ordered pairs of rows of one block, D(D − 1) where
/// D ≤ E. Altogether, by sketch_moments.h,
///
///   Var = Var<u(x), u(y)> + E V_u/D·(1 − P/(D(E − 1))).
class CraftSpec : public FeatureMapSpec {
 public:
  /// `sketch`: the map that gives u; `law`: its own where it is a polynomial_sketch, else empty.
  /// `up`: E.
  CraftSpec(std::unique_ptr<FeatureMapSpec> sketch, std::optional<SketchLaw> law, Index up);

  void CheckKernel(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// EstimateVariance at D = 1. D·EstimateVariance has no limit, since the sketch's own error
  /// remains.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// Throws InvalidInput where the sketch or the second step does not fit in memory.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  std::unique_ptr<FeatureMapSpec> sketch_;
  std::optional<SketchLaw> law_;
  Index up_;
};

// Rows whose sketch is made at once: a dense one reads its vectors for all of them.
constexpr Index kTogether = 24;

HadamardShape StepShape(Index up, Index num_random_features) {
  return {.dim = up, .rows = num_random_features, .factors = 1};
}

class CraftMap : public FeatureMap {
 public:
  CraftMap(std::unique_ptr<FeatureMap> sketch, Index num_random_features, std::uint64_t seed)
      : sketch_(std::move(sketch)),
        weight_(1 / std::sqrt(static_cast<double>(num_random_features))),
        step_(StepShape(sketch_->output_dim(), num_random_features), seed) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return sketch_->input_dim(); }
  Index num_random_features() const override { return step_.shape().rows; }
  Index output_dim() const override { return num_random_features(); }
  std::size_t bytes() const override { return sketch_->bytes() + step_.bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return sketch_->OperationsPerRow(nonzeros) + step_.OperationsPerRow();
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const Index E = step_.shape().dim;
    Matrix up(std::min(kTogether, count), E);
    Vector workspace(E * kLanes + step_.WorkspaceSize());
    double* const lines = workspace.data();
    for (Index done = 0; done < count; done += kTogether) {
      const Index rows = std::min(kTogether, count - done);
      sketch_->TransformRows(x, begin + done, rows, up.topRows(rows));
      for (Index r = 0; r < rows; r += kLanes) {
        const Index together = std::min(kLanes, rows - r);
        TakeRows(up.middleRows(r, together), E, lines);
        step_.Evaluate(lines, together, weight_, lines + E * kLanes,
                       out.data() + (done + r) * out.outerStride(), out.outerStride());
      }
    }
  }

 private:
  std::unique_ptr<FeatureMap> sketch_;
  double weight_;
  HadamardProducts step_;
};

CraftSpec::CraftSpec(std::unique_ptr<FeatureMapSpec> sketch, std::optional<SketchLaw> law, Index up)
    : sketch_(std::move(sketch)), law_(law), up_(up) {
  MERCER_CHECK(up >= 2 && std::has_single_bit(static_cast<std::uint64_t>(up)));
  MERCER_CHECK(!law || law->field != SketchField::kComplex);
}

void CraftSpec::CheckKernel(const Kernel& kernel) const { SketchedForm(kName, kernel); }

Index CraftSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double CraftSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                             Index num_random_features) const {
  CheckKernel(kernel);
  return sketch_->DrawnBytes(kernel, input_dim, up_) +
         HadamardProducts::Bytes(StepShape(up_, num_random_features));
}

std::optional<double> CraftSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                 const Vector& y) const {
  return EstimateVariance(kernel, x, y, 1);
}

std::optional<double> CraftSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                  const Vector& y,
                                                  Index num_random_features) const {
  const PolynomialForm form = SketchedForm(kName, kernel);
  if (!law_) return std::nullopt;
  const Index rows = NumSketchRows(kName, law_->field, up_);
  const SketchMoments moments(*law_, form, x, y);
  const double of_sketch = moments.RealVariance(rows), mean = moments.Mean();
  const double square = of_sketch + mean * mean;
  const double step = moments.NormProduct(rows) + square - 2 * moments.SquaresProduct(rows);
  const auto E = static_cast<double>(up_), D = static_cast<double>(num_random_features);
  const Index rest = num_random_features % up_;
  const double pairs = static_cast<double>(num_random_features - rest) * (E - 1) +
                       static_cast<double>(rest) * static_cast<double>(rest - 1);
  return of_sketch + std::max(0.0, step / D * (1 - pairs / (D * (E - 1))));
}

std::string CraftSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  if (law_) return {};
  return "the fourth moments of the columns of a TensorSketch, which the second step mixes, have "
         "no known formula";
}

std::unique_ptr<FeatureMap> CraftSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  CheckKernel(context.kernel);
  const Index D = context.num_random_features;
  CheckFitsInMemory("drawing map 'craft' with D = " + std::to_string(D) + " for input dimension " +
                        std::to_string(context.input_dim),
                    DrawnBytes(context.kernel, context.input_dim, D));
  std::unique_ptr<FeatureMap> sketch = sketch_->Draw(
      {context.kernel, context.input_dim, up_, DeriveSeed(context.seed, {1}), nullptr});
  return std::make_unique<CraftMap>(std::move(sketch), D, DeriveSeed(context.seed, {2}));
}

std::unique_ptr<FeatureMapSpec> MakeCraft(const Params& params) {
  const Index up = params.Get("up").AsInteger();
  if (!std::has_single_bit(static_cast<std::uint64_t>(up))) {
    throw InvalidInput("map 'craft': up is " + std::to_string(up) +
                       "; expected a power of two, as the second step is a Walsh-Hadamard "
                       "transform");
  }
  const ParamValue* field = params.Find("field");
  if (params.Get("projection").AsText() == "count_sketch") {
    if (field != nullptr && field->AsText() != "real") {
      throw InvalidInput(
          "map 'craft': field is complex_to_real and projection is count_sketch, which has no "
          "complex vectors; expected field real, or none");
    }
    return std::make_unique<CraftSpec>(std::make_unique<TensorSketchSpec>(), std::nullopt, up);
  }
  Params of_sketch{{"projection", params.Get("projection")},
                   {"field", field == nullptr ? "complex_to_real" : *field}};
  const SketchLaw law = SketchLawOf(of_sketch);
  return std::make_unique<CraftSpec>(std::make_unique<PolynomialSketchSpec>(law), law, up);
}

}  // namespace

MapEntry CraftEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "a complex-to-real sketch of a polynomial kernel with many columns, reduced to D by signed "
      "Walsh-Hadamard rows";
  entry.citation = "Wacker, Ohana and Filippone 2023 (CRAFT)";
  ParamSpec projection = ProjectionSpec();
  projection.help =
      "projection of the sketch: as in polynomial_sketch, or count_sketch, which is tensor_sketch";
  projection.default_value = "srht_joint";
  projection.choices.emplace_back("count_sketch");
  entry.params = {projection,
                  {.name = "field",
                   .kind = ParamKind::kText,
                   .help = "field of the sketch: real or complex_to_real; absent: complex_to_real, "
                           "and real for count_sketch",
                   .optional = true,
                   .choices = {"real", "complex_to_real"}},
                  {.name = "up",
                   .kind = ParamKind::kInteger,
                   .help = "columns of the sketch, a power of two",
                   .default_value = 32768,
                   .min = 2,
                   .max = 1 << 20,
                   .example = 32768}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = &MakeCraft;
  return entry;
}

}  // namespace mercer
