#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/additive/additive.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

const char* const kName = "additive_features";

AdditiveForm FormOf(const Kernel& kernel) {
  return KernelAs<AdditiveKernel>(kName, kernel, "an additive homogeneous kernel").form();
}

// The density κ of f(a, b) = √(ab) ∫ κ(λ) cos(λ log(b/a)) dλ.
double Spectrum(AdditiveForm form, double lambda) {
  const double pi = std::numbers::pi;
  if (form == AdditiveForm::kChi2) return 1 / std::cosh(pi * lambda);
  return 2 / (pi * (1 + 4 * lambda * lambda));
}

/// Features of a sum of homogeneous kernels of the columns (Vedaldi & Zisserman 2012, section 4;
/// scikit-learn's AdditiveChi2Sampler): with the density κ, 1/cosh(πλ) for additive_chi2 and
/// 2/(π(1 + 4λ²)) for intersection, sampled at the multiples of an interval L, a number a > 0 has
/// the 2s − 1 features
///
///   √(L κ(0) a),  √(2L κ(jL) a) cos(jL log a), √(2L κ(jL) a) sin(jL log a),  j = 1 … s − 1,
///
/// s = steps; 0 has zeros, and a number below 0 the features of its size, negative. Those of column
/// k are columns (2s − 1)k … of z. Deterministic and biased: the sum over jL is periodic in
/// log(b/a). D plays no part. O((2s − 1)·stored values) per row; sparse rows have sparse features.
class AdditiveFeaturesSpec : public FeatureMapSpec {
 public:
  AdditiveFeaturesSpec(Index steps, double interval) : steps_(steps), interval_(interval) {}

  void CheckKernel(const Kernel& kernel) const override { FormOf(kernel); }
  Index OutputDim(const Kernel&, Index input_dim, Index) const override {
    return (2 * steps_ - 1) * input_dim;
  }
  std::optional<double> SparseOutputValues(const Kernel&, const Examples& x) const override {
    if (!x.is_sparse()) return std::nullopt;
    double stored = 0;
    for (Index i = 0; i < x.rows(); ++i)
      ForEachNonZero(x, i, [&](Index, double) { stored += static_cast<double>(2 * steps_ - 1); });
    return stored;
  }
  double DrawnBytes(const Kernel&, Index, Index) const override {
    return 8 * static_cast<double>(steps_);
  }
  /// 0: nothing is random.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector&,
                                        const Vector&) const override {
    CheckKernel(kernel);
    return 0.0;
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  Index steps_;
  double interval_;
};

class AdditiveFeaturesMap : public FeatureMap {
 public:
  AdditiveFeaturesMap(Index input_dim, Index num_random_features, std::vector<double> roots,
                      double interval)
      : input_dim_(input_dim),
        num_random_features_(num_random_features),
        roots_(std::move(roots)),
        interval_(interval) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return num_random_features_; }
  Index output_dim() const override { return width() * input_dim_; }
  std::size_t bytes() const override { return sizeof(double) * roots_.size(); }
  double OperationsPerRow(double nonzeros) const override {
    return nonzeros * (40 + 44 * static_cast<double>(roots_.size() - 1));
  }
  bool has_sparse_output(const Examples& x) const override { return x.is_sparse(); }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    out.setZero();
    for (Index r = 0; r < count; ++r) {
      double* const row = out.data() + r * out.outerStride();
      ForEachNonZero(x, begin + r, [&](Index k, double value) { Write(value, row + k * width()); });
    }
  }

  Index SparseRowSize(const Examples& x, Index i) const override {
    Index stored = 0;
    ForEachNonZero(x, i, [&](Index, double) { stored += width(); });
    return stored;
  }

  void ComputeSparseRow(const Examples& x, Index i, Index* columns, double* values) const override {
    ForEachNonZero(x, i, [&](Index k, double value) {
      for (Index j = 0; j < width(); ++j) columns[j] = k * width() + j;
      Write(value, values);
      columns += width(), values += width();
    });
  }

 private:
  Index width() const { return 2 * static_cast<Index>(roots_.size()) - 1; }

  void Write(double value, double* to) const {
    const double size = std::abs(value);
    const double root = std::copysign(std::sqrt(size), value), step = interval_ * std::log(size);
    to[0] = roots_[0] * root;
    for (std::size_t j = 1; j < roots_.size(); ++j) {
      const double angle = static_cast<double>(j) * step;
      to[2 * j - 1] = roots_[j] * root * std::cos(angle);
      to[2 * j] = roots_[j] * root * std::sin(angle);
    }
  }

  Index input_dim_;
  Index num_random_features_;
  std::vector<double> roots_;  // √(Lκ(0)), √(2Lκ(jL))
  double interval_;
};

std::unique_ptr<FeatureMap> AdditiveFeaturesSpec::DoDraw(const DrawContext& context) const {
  if (context.num_random_features != 0) CheckDrawContext(kName, context);
  const AdditiveForm form = FormOf(context.kernel);
  std::vector<double> roots;
  for (Index j = 0; j < steps_; ++j) {
    const double kappa = Spectrum(form, static_cast<double>(j) * interval_);
    roots.push_back(std::sqrt((j == 0 ? 1 : 2) * interval_ * kappa));
  }
  return std::make_unique<AdditiveFeaturesMap>(context.input_dim, context.num_random_features,
                                               std::move(roots), interval_);
}

// That of scikit-learn, which took them from the paper's figure for chi2.
double IntervalOf(const Params& params, Index steps) {
  if (const ParamValue* given = params.Find("interval")) return given->AsNumber();
  if (steps <= 3) return steps == 1 ? 0.8 : (steps == 2 ? 0.5 : 0.4);
  throw InvalidInput(std::string("map '") + kName + "': steps is " + std::to_string(steps) +
                     " and interval is absent; expected an interval with more than 3 steps");
}

}  // namespace

MapEntry AdditiveFeaturesEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary = "sqrt(x_j) times cosines and sines of log x_j, for sums of homogeneous kernels";
  entry.citation = "Vedaldi & Zisserman 2012, section 4";
  entry.params = {
      {.name = "steps",
       .kind = ParamKind::kInteger,
       .help = "points of the spectrum from 0 on; a column has 2 steps - 1 features",
       .default_value = 2,
       .min = 1,
       .max = 1000},
      {.name = "interval",
       .kind = ParamKind::kNumber,
       .help = "distance between these points; absent: 0.8, 0.5 or 0.4 for 1, 2 or 3 steps",
       .optional = true,
       .min = 0,
       .max = 100,
       .open_min = true}};
  entry.traits = {.deterministic = true, .takes_no_count = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    const Index steps = params.Get("steps").AsInteger();
    return std::make_unique<AdditiveFeaturesSpec>(steps, IntervalOf(params, steps));
  };
  return entry;
}

}  // namespace mercer
