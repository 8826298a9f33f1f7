#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/fourier/fourier_map.h"
#include "core/maps/fourier/orthogonal_fourier.h"
#include "core/maps/spherical/spherical_law.h"

namespace mercer {
namespace {

const char* const kName = "spherical";

Index PaddedDim(Index input_dim) { return NextPowerOfTwo(std::max<Index>(1, input_dim)); }

/// Spherical random features (Pennington, Yu & Kumar 2015) of (scale·<x, y> + offset)^p on unit
/// rows, with the radii that Wacker, Kanagawa & Filippone (2024) fitted (spherical_law.h): Fourier
/// features of x/|x| times (scale + offset)^(p/2), fourier_map.h, with the frequencies
///
///   uniform: R u of stream (seed, kMap, j), first R, the quantile of a uniform number, then n
///     standard normal values of which u is the direction and keeps the first d; n the power of two
///     above d.
///   sorf: R times the rows of √n H D₁ H D₂ H D₃ as orthogonal_fourier has them.
///
/// A map of rows of any length, which takes their directions: its kernel is that of unit rows.
/// Biased: what it estimates is a mixture of Gaussian kernels of |x − y| nearby, off by up to 0.05
/// for a = 2, p = 3, d > 64, and by less for higher p. Kernels must have a² = 2 + 2·offset/scale of
/// 4 or 16 with a p that was fitted. O(d·D) per row, O(D·log d) of sorf.
class SphericalSpec : public FeatureMapSpec {
 public:
  SphericalSpec(OrthogonalStructure structure, FourierVariant variant)
      : sorf_(structure == OrthogonalStructure::kSorf), variant_(variant) {}

  void CheckKernel(const Kernel& kernel) const override { FormFor(kernel); }
  bool HasComplexFeatures(const Kernel&) const override {
    return variant_ == FourierVariant::kComplex;
  }
  /// This and Draw throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel&, Index, Index num_random_features) const override {
    return FourierColumns(kName, variant_, num_random_features);
  }
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// Of unit rows: that of independent frequencies, fourier_map.h with κ of the law.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// None is known: the map is biased.
  std::optional<double> MeanSquaredError(const Kernel&, const Vector&, const Vector&,
                                         Index) const override {
    return std::nullopt;
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  static SphericalForm FormFor(const Kernel& kernel);

  bool sorf_;
  FourierVariant variant_;
};

// What orthogonal_fourier asks of a kernel: a scale of each frequency, of which R is √n times it.
class RadiusKernel : public RadialKernel {
 public:
  RadiusKernel(const SphericalLaw& law, Index dim)
      : law_(law), root_(std::sqrt(static_cast<double>(dim))) {}

  double SampleScale(RandomStream& stream) const override {
    return law_.Radius(stream.Uniform()) / root_;
  }
  std::string Describe() const override { return kName; }

 protected:
  void ApplyProfile(double*, Index) const override { MERCER_CHECK(!"only its law is used"); }

 private:
  const SphericalLaw& law_;
  double root_;
};

class SphericalMap : public FeatureMap {
 public:
  SphericalMap(std::unique_ptr<FeatureMap> fourier, double size, const std::string& note)
      : fourier_(std::move(fourier)), size_(size), note_(note) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return fourier_->input_dim(); }
  Index num_random_features() const override { return fourier_->num_random_features(); }
  Index output_dim() const override { return fourier_->output_dim(); }
  bool is_complex() const override { return fourier_->is_complex(); }
  std::string note() const override { return note_; }
  std::size_t bytes() const override { return fourier_->bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return fourier_->OperationsPerRow(nonzeros) + 3 * nonzeros + static_cast<double>(output_dim());
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    Matrix unit = x.DenseRows(begin, count);
    const Vector norms = unit.rowwise().norm();
    for (Index r = 0; r < count; ++r) {
      if (norms[r] > 0 && std::isfinite(norms[r])) {
        unit.row(r) /= norms[r];
      } else {
        unit.row(r).setZero();  // has no direction
      }
    }
    fourier_->TransformRows(Examples(std::move(unit)), 0, count, out);
    out *= size_;
    for (Index r = 0; r < count; ++r)
      if (!std::isfinite(norms[r])) out.row(r).setConstant(norms[r]);
  }

 private:
  std::unique_ptr<FeatureMap> fourier_;
  double size_;
  std::string note_;
};

SphericalForm SphericalSpec::FormFor(const Kernel& kernel) {
  const std::optional<SphericalForm> form = SphericalLaw::FormOf(kernel);
  if (!form) {
    ThrowUnfitKernel(kName, kernel,
                     "a polynomial kernel with offset = scale and degree 3, 5, 7, 10 or 20, or "
                     "offset = 7 scale and degree 3, 7, 10 or 20",
                     [](const Kernel& k) { return SphericalLaw::FormOf(k).has_value(); });
  }
  return *form;
}

double SphericalSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                 Index num_random_features) const {
  FormFor(kernel);
  const FourierShape shape{kName, variant_, input_dim, num_random_features};
  if (!sorf_) return DenseFourierMap::Bytes(shape);
  const SphericalLaw law(FormFor(kernel), PaddedDim(input_dim));
  return OrthogonalFourierSpec(OrthogonalStructure::kSorf, variant_)
      .DrawnBytes(RadiusKernel(law, PaddedDim(input_dim)), input_dim, num_random_features);
}

std::optional<double> SphericalSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                     const Vector& y) const {
  const SphericalForm form = FormFor(kernel);
  if (sorf_) return std::nullopt;
  const SphericalLaw law(form, PaddedDim(x.size()));
  const double z = (x.stableNormalized() - y.stableNormalized()).norm();
  const double k = law.Value(z), k2 = law.Value(2 * z);
  const double square = std::pow(form.size, 2 * static_cast<double>(form.degree));
  const double variance =
      variant_ == FourierVariant::kCosSin ? 1 + k2 - 2 * k * k : (1 + k2) / 2 - k * k;
  return std::max(0.0, square * variance);
}

std::string SphericalSpec::NoVarianceReason(const Kernel& kernel) const {
  FormFor(kernel);
  if (!sorf_) return {};
  return "no formula of the covariance of the frequencies of sorf is known";
}

std::unique_ptr<FeatureMap> SphericalSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const SphericalForm form = FormFor(context.kernel);
  const FourierShape shape{kName, variant_, context.input_dim, context.num_random_features};
  FourierColumns(kName, variant_, context.num_random_features);
  const Index d = context.input_dim, n = PaddedDim(d);
  const SphericalLaw law(form, n);
  std::unique_ptr<FeatureMap> fourier;
  if (sorf_) {
    const RadiusKernel radii(law, n);
    fourier = OrthogonalFourierSpec(OrthogonalStructure::kSorf, variant_)
                  .Draw({radii, d, context.num_random_features, context.seed, nullptr});
  } else {
    Vector direction(n);
    const auto draw = [&](Index j, double* frequency) {
      RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
      const double radius = law.Radius(stream.Uniform());
      for (double& value : direction) value = stream.Gaussian();
      direction *= radius / direction.norm();
      std::copy_n(direction.data(), d, frequency);
      return 0.0;
    };
    fourier = std::make_unique<DenseFourierMap>(shape, draw);
  }
  std::string note;
  if (law.fitted_dim() != n) {
    note = "the radii are by weights that were fitted for " + std::to_string(law.fitted_dim()) +
           " dimensions, and the rows have " + std::to_string(n) + " with padding";
  }
  return std::make_unique<SphericalMap>(
      std::move(fourier), std::pow(form.size, static_cast<double>(form.degree) / 2), note);
}

}  // namespace

MapEntry SphericalEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "Fourier features of a polynomial kernel on unit rows, with radii of the frequencies fitted "
      "to "
      "it; biased";
  entry.citation = "Pennington, Yu and Kumar 2015; Wacker, Kanagawa and Filippone 2024 (weights)";
  entry.params = {{.name = "directions",
                   .kind = ParamKind::kText,
                   .help = "directions of the frequencies: uniform, O(dD) per row; sorf, three "
                           "sign and Walsh-Hadamard products, O(D log d) per row",
                   .default_value = "uniform",
                   .choices = {"uniform", "sorf"}},
                  VariantSpec("cos_sin")};
  entry.params.back().choices = {"cos_sin", "complex"};
  entry.params.back().help =
      "cos_sin: a cosine and a sine of each frequency w, D even; complex: exp(-i <w,x>), D complex "
      "columns";
  entry.traits = {.has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<SphericalSpec>(params.Get("directions").AsText() == "sorf"
                                               ? OrthogonalStructure::kSorf
                                               : OrthogonalStructure::kOrf,
                                           VariantOf(params));
  };
  return entry;
}

}  // namespace mercer
