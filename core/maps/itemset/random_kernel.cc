#include "core/maps/itemset/random_kernel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/kernels/itemset/anova.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/float_rows.h"
#include "core/maps/itemset/itemset_features.h"

namespace mercer {
namespace {

const char* const kName = "random_kernel";

class RandomKernelMap : public FeatureMap {
 public:
  RandomKernelMap(const ItemsetKernel& kernel, VectorLaw law, const DrawContext& context)
      : kernel_(kernel.Clone()),
        law_(law),
        seed_(context.seed),
        input_dim_(context.input_dim),
        num_random_features_(context.num_random_features),
        features_(NewItemsetFeatures(kernel, law, seed_, input_dim_, num_random_features_)) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return num_random_features_; }
  Index output_dim() const override { return num_random_features_; }
  std::size_t bytes() const override { return features_->bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return features_->OperationsPerRow(nonzeros);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    features_->Evaluate(x, begin, count, out);
  }
  double FiniteNorm() const override { return features_->FiniteNorm(); }
  bool FitsFloats(const Examples& x, Index i) const override {
    const auto& floats = FloatFeatures();
    return floats != nullptr && floats->Fits(x, i);
  }
  void ComputeFloatRows(const Examples& x, Index begin, Index count,
                        FloatMatrixRef out) const override {
    FloatFeatures()->Evaluate(x, begin, count, out);
  }

 private:
  const std::unique_ptr<ItemsetFeaturesOf<float>>& FloatFeatures() const {
    return float_features_.Get([this] {
      return NewFloatItemsetFeatures(*kernel_, law_, seed_, input_dim_, num_random_features_);
    });
  }

  std::unique_ptr<ItemsetKernel> kernel_;
  VectorLaw law_;
  std::uint64_t seed_;
  Index input_dim_;
  Index num_random_features_;
  std::unique_ptr<ItemsetFeatures> features_;
  MadeOnce<std::unique_ptr<ItemsetFeaturesOf<float>>> float_features_{};
};

const ItemsetKernel& AsItemset(const Kernel& kernel) {
  return KernelAs<ItemsetKernel>(kName, kernel, "an itemset kernel");
}

double Value(const Kernel& kernel, const Vector& x, const Vector& y) {
  return Gram(kernel, Examples(Matrix(x.transpose())), Examples(Matrix(y.transpose())))(0, 0);
}

}  // namespace

void RandomKernelSpec::CheckKernel(const Kernel& kernel) const { AsItemset(kernel); }

Index RandomKernelSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double RandomKernelSpec::DrawnBytes(const Kernel&, Index input_dim,
                                    Index num_random_features) const {
  // Vectors that are not signs may be kept with their squares and cubes.
  const double copies = law_ == VectorLaw::kRademacher ? 1 : 3;
  return 8 * copies * static_cast<double>(input_dim) * static_cast<double>(num_random_features);
}

std::optional<double> RandomKernelSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                        const Vector& y) const {
  const ItemsetKernel& itemset = AsItemset(kernel);
  const double k = Value(kernel, x, y);
  return itemset.SecondMoment(x, y, FourthMoment(law_)) - k * k;
}

std::optional<ErrorBound> RandomKernelSpec::Bound(const Kernel& kernel,
                                                  const RowRadii& radii) const {
  CheckKernel(kernel);
  if (law_ != VectorLaw::kRademacher) return std::nullopt;
  const auto* anova = dynamic_cast<const AnovaKernel*>(&kernel);
  ErrorBound bound{.source = anova != nullptr ? "atarashi2019, Lemma 3" : "atarashi2019, Lemma 1"};
  bound.scale = anova != nullptr ? std::pow(radii.l1, 2.0 * static_cast<double>(anova->order()))
                                 : std::exp(2 * radii.l1);
  bound.product_sup = bound.scale;
  if (!std::isfinite(bound.scale)) return std::nullopt;
  if (radii.input_dim > 0) {
    const auto d = static_cast<double>(radii.input_dim);
    const double e = std::exp(radii.l1);
    bound.uniform = UniformBound{2, 32 * radii.l1 * std::sqrt(d) * e, 2 * d, 2 * e * e,
                                 "atarashi2019, Lemma 2"};
  }
  return bound;
}

std::unique_ptr<FeatureMap> RandomKernelSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const ItemsetKernel& kernel = AsItemset(context.kernel);
  kernel.CheckInputDim(context.input_dim);
  const Index d = context.input_dim, count = context.num_random_features;
  CheckFitsInMemory("drawing map '" + std::string(kName) + "' with D = " + std::to_string(count) +
                        " for input dimension " + std::to_string(d),
                    DrawnBytes(context.kernel, d, count));
  return std::make_unique<RandomKernelMap>(kernel, law_, context);
}

MapEntry RandomKernelEntry() {
  MapEntry entry;
  entry.name = "random_kernel";
  entry.summary = "k(w, x)/sqrt(D) with random vectors w, for an itemset kernel k";
  entry.citation = "atarashi2019, Algorithm 1";
  entry.params = {{.name = "distribution",
                   .kind = ParamKind::kText,
                   .help = "distribution of a coordinate of w: mean 0, variance 1",
                   .default_value = "rademacher",
                   .choices = VectorLawNames()}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    const std::vector<std::string>& names = VectorLawNames();
    const auto law = std::find(names.begin(), names.end(), params.Get("distribution").AsText());
    return std::make_unique<RandomKernelSpec>(static_cast<VectorLaw>(law - names.begin()));
  };
  return entry;
}

}  // namespace mercer
