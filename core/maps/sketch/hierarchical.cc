#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/maps/feature_map.h"
#include "core/maps/sketch/sketch_law.h"
#include "core/maps/sketch/sketch_tree.h"

namespace mercer {
namespace {

const char* const kName = "hierarchical";

/// Trees of sketches (Ahle et al. 2020) for (scale·<x, y> + offset)^m and <x, y>^m, as two papers
/// build them. Projections are of R rows without a factor 1/√R, R = D, or D/2 complex rows of
/// complex_to_real; x' as in SketchedDim.
///
///   project = after (Wacker, Kanagawa & Filippone 2024): m leaves, a projection of x' each. Pairs
///     of neighbours are multiplied entry by entry, and the products, over √R, projected again,
///     level by level; who has no partner is projected alone. The root's projection over √R is z.
///   project = before (Wacker, Ohana & Filippone 2023): the leaves are a power of two, at least 2.
///     Each is a count sketch of x', or of e_1 after the first m, to D values (to the power of two
///     above for srht). All are projected; pairs are multiplied entry by entry, over √R; the
///     products, as real and imaginary parts of complex_to_real, are projected, level by level. The
///     root is a product, z. With count_sketch the projections are count sketches to D values, and
///     the products circular convolutions.
///
/// Unbiased: every projection is independent of what it projects. The projections are those of
/// tree_projection.h, in the order of sketch_tree.h; columns of z as in polynomial_sketch.h. The
/// variances are exact (tree_moments.h) but for count_sketch. A row costs about 2m projections of R
/// values: 2R² each, R log R of srht, R log R of count_sketch.
class HierarchicalSpec : public FeatureMapSpec {
 public:
  explicit HierarchicalSpec(const TreeShape& shape) : shape_(shape) {}

  void CheckKernel(const Kernel& kernel) const override { SketchedForm(kName, kernel); }
  bool HasComplexFeatures(const Kernel&) const override { return is_complex(); }
  /// This, Draw and the variances throw InvalidInput for complex_to_real with an odd D.
  Index OutputDim(const Kernel&, Index, Index num_random_features) const override {
    NumSketchRows(kName, shape_.law.field, num_random_features);
    return (is_complex() ? 2 : 1) * num_random_features;
  }
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// D·EstimateVariance at the least D, 1 or 2.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  std::optional<double> MeanSquaredError(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// Throws InvalidInput where the projections do not fit in memory.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  bool is_complex() const { return shape_.law.field == SketchField::kComplex; }
  std::optional<TreeVariance> Variance(const Kernel& kernel, const Vector& x, const Vector& y,
                                       Index num_random_features) const;

  TreeShape shape_;
};

class HierarchicalMap : public FeatureMap {
 public:
  HierarchicalMap(const TreeShape& shape, const PolynomialForm& form, const DrawContext& context)
      : shape_(shape),
        form_(form),
        input_dim_(context.input_dim),
        features_(context.num_random_features),
        tree_(shape, form, context) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return features_; }
  Index output_dim() const override { return (is_complex() ? 2 : 1) * features_; }
  bool is_complex() const override { return shape_.law.field == SketchField::kComplex; }
  std::size_t bytes() const override { return tree_.bytes(); }
  double OperationsPerRow(double) const override { return tree_.OperationsPerRow(); }

 protected:
  // A dense projection of R to R values is far larger than a block of rows, and is read again for
  // each block.
  Index BlockRows() const override {
    const bool is_dense = !shape_.count_sketch && !shape_.law.is_srht();
    return is_dense ? 240 : FeatureMap::BlockRows();
  }

  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const TreeValues z = tree_.Apply(Modified(x, begin, count));
    if (!z.is_complex()) {
      out = z.real;
      return;
    }
    for (Index r = 0; r < count; ++r) {
      for (Index l = 0; l < z.real.cols(); ++l) {
        out(r, 2 * l) = z.real(r, l);
        out(r, 2 * l + 1) = z.imaginary(r, l);
      }
    }
  }

 private:
  // The rows x'.
  Matrix Modified(const Examples& x, Index begin, Index count) const {
    const Index first = form_.offset > 0 ? 1 : 0;
    Matrix rows(count, input_dim_ + first);
    if (first == 1) rows.col(0).setConstant(std::sqrt(form_.offset));
    rows.rightCols(input_dim_) = std::sqrt(form_.scale) * x.DenseRows(begin, count);
    return rows;
  }

  TreeShape shape_;
  PolynomialForm form_;
  Index input_dim_;
  Index features_;
  SketchTree tree_;
};

double HierarchicalSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                    Index num_random_features) const {
  return TreeBytes(shape_, SketchedForm(kName, kernel), input_dim, num_random_features);
}

std::optional<TreeVariance> HierarchicalSpec::Variance(const Kernel& kernel, const Vector& x,
                                                       const Vector& y,
                                                       Index num_random_features) const {
  const PolynomialForm form = SketchedForm(kName, kernel);
  NumSketchRows(kName, shape_.law.field, num_random_features);
  if (shape_.count_sketch) return std::nullopt;
  return VarianceOfTree(shape_, form, x, y, num_random_features);
}

std::optional<double> HierarchicalSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                        const Vector& y) const {
  const Index least = shape_.law.field == SketchField::kComplexToReal ? 2 : 1;
  const std::optional<TreeVariance> variance = Variance(kernel, x, y, least);
  if (!variance) return std::nullopt;
  return static_cast<double>(least) * variance->real;
}

std::string HierarchicalSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  if (!shape_.count_sketch) return {};
  return "no formula is known for a tree of count sketches";
}

std::optional<double> HierarchicalSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                         const Vector& y,
                                                         Index num_random_features) const {
  const std::optional<TreeVariance> variance = Variance(kernel, x, y, num_random_features);
  if (!variance) return std::nullopt;
  return variance->real;
}

std::optional<double> HierarchicalSpec::MeanSquaredError(const Kernel& kernel, const Vector& x,
                                                         const Vector& y,
                                                         Index num_random_features) const {
  const std::optional<TreeVariance> variance = Variance(kernel, x, y, num_random_features);
  if (!variance) return std::nullopt;
  return is_complex() ? variance->absolute : variance->real;
}

std::unique_ptr<FeatureMap> HierarchicalSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const PolynomialForm form = SketchedForm(kName, context.kernel);
  NumSketchRows(kName, shape_.law.field, context.num_random_features);
  CheckFitsInMemory(
      "drawing map 'hierarchical' with D = " + std::to_string(context.num_random_features) +
          " for input dimension " + std::to_string(context.input_dim),
      DrawnBytes(context.kernel, context.input_dim, context.num_random_features));
  return std::make_unique<HierarchicalMap>(shape_, form, context);
}

// Throws InvalidInput for what no paper builds: a tree that needs another variance.
TreeShape TreeShapeOf(const Params& params) {
  const std::string &projection = params.Get("projection").AsText(),
                    &field = params.Get("field").AsText();
  TreeShape shape;
  shape.order = params.Get("project").AsText() == "after" ? TreeOrder::kAfter : TreeOrder::kBefore;
  shape.count_sketch = projection == "count_sketch";
  shape.law = SketchLawOf(
      {{"projection", shape.count_sketch ? "rademacher" : projection}, {"field", field}});
  if (shape.count_sketch && shape.order == TreeOrder::kAfter) {
    throw InvalidInput(
        "map 'hierarchical': projection is count_sketch and project is after; expected project "
        "before, where its products are convolutions");
  }
  if (shape.count_sketch && field != "real") {
    throw InvalidInput("map 'hierarchical': field is " + field +
                       " and projection is count_sketch; expected field real");
  }
  if (shape.order == TreeOrder::kBefore && field == "complex") {
    throw InvalidInput(
        "map 'hierarchical': field is complex and project is before; expected real or "
        "complex_to_real, whose products are real again before they are projected");
  }
  return shape;
}

}  // namespace

MapEntry HierarchicalEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary = "a tree of projected products, for a polynomial kernel of high degree";
  entry.citation =
      "Ahle et al. 2020; Wacker, Kanagawa and Filippone 2024 (project=after); Wacker, Ohana and "
      "Filippone 2023 (project=before)";
  ParamSpec projection = ProjectionSpec(), field = FieldSpec();
  projection.help =
      "projections of the leaves and nodes: rademacher or gaussian, dense; srht, rows of a "
      "Walsh-Hadamard matrix with random signs; count_sketch, with project=before";
  projection.default_value = "srht";
  projection.choices = {"rademacher", "gaussian", "srht", "count_sketch"};
  field.help =
      "real; complex, D complex features, with project=after; complex_to_real, the real and the "
      "imaginary parts of D/2 complex ones, D even";
  entry.params = {{.name = "project",
                   .kind = ParamKind::kText,
                   .help = "after: leaves are projections and every product is projected; before: "
                           "leaves are count sketches and every factor is projected",
                   .default_value = "after",
                   .choices = {"after", "before"}},
                  projection,
                  field};
  entry.traits = {.unbiased = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<HierarchicalSpec>(TreeShapeOf(params));
  };
  return entry;
}

}  // namespace mercer
