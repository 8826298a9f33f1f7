#include "core/maps/polynomial/tensor_sketch.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/itemset/itemset_kernel.h"
#include "core/kernels/profile.h"
#include "core/linalg/fft.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

// Values of a direct convolution that are summed in registers.
constexpr Index kChunk = 32;

// Where a coordinate of x' goes, and its value's factor: sign times √scale.
struct Place {
  double factor = 0;
  std::int32_t bucket = 0;
};

class TensorSketchMap : public FeatureMap {
 public:
  TensorSketchMap(const PolynomialForm& shape, const DrawContext& context)
      : shape_(shape),
        input_dim_(context.input_dim),
        fft_(context.num_random_features),
        places_(static_cast<std::size_t>(shape.degree * (context.input_dim + 1))),
        columns_(static_cast<std::size_t>(context.input_dim)) {
    std::iota(columns_.begin(), columns_.end(), Index{0});
    const Index D = context.num_random_features;
    for (Index i = 0; i < shape_.degree; ++i) {
      RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
      for (Index j = 0; j <= input_dim_; ++j) {
        const double size = std::sqrt(j == 0 ? shape_.offset : shape_.scale);
        Place& place = places_[static_cast<std::size_t>(i * (input_dim_ + 1) + j)];
        place.factor = (stream.Bits32() & 1U) != 0 ? size : -size;
        place.bucket = static_cast<std::int32_t>(stream.Below(static_cast<std::uint64_t>(D)));
      }
    }
  }

  std::string name() const override { return "tensor_sketch"; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return fft_.length(); }
  Index output_dim() const override { return fft_.length(); }
  std::size_t bytes() const override {
    return places_.size() * sizeof(Place) + columns_.size() * sizeof(Index);
  }

  double OperationsPerRow(double nonzeros) const override {
    const double D = static_cast<double>(fft_.length()), m = static_cast<double>(shape_.degree);
    const double n = nonzeros + 1;
    if (ConvolvesDirectly(static_cast<Index>(n)))
      return m * n + (m < 2 ? n : 2 * n * n) + std::max(0.0, m - 2) * 2 * n * D;
    // 2.5 n log n for a real transform, as FFTW counts; six for a product of complex numbers.
    return m * 2 * n + (m + 1) * 2.5 * D * std::log2(D) + (m - 1) * 3 * D;
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    Workspace workspace(*this);
    for (Index r = 0; r < count; ++r) {
      const RowValues row = ValuesOfRow(x, begin + r, columns_);
      const double* features = ConvolvesDirectly(static_cast<Index>(row.columns.size()) + 1)
                                   ? ConvolveDirectly(row, workspace)
                                   : ConvolveByTransforms(row, workspace);
      std::copy_n(features, fft_.length(), out.data() + r * out.outerStride());
    }
  }

 private:
  struct Term {
    double value = 0;
    Index bucket = 0;
  };

  struct Workspace {
    explicit Workspace(const TensorSketchMap& map)
        : transforms(map.fft_),
          product(map.fft_.spectrum_size()),
          twice(Vector::Zero(2 * map.fft_.length() + kChunk)),
          next(map.fft_.length() + kChunk),
          first(map.columns_.size() + 1),
          terms(map.columns_.size() + 1) {}

    RealFft::Workspace transforms;
    Eigen::VectorXcd product;
    Vector twice;  // a sequence two times in a row, and room to read beyond
    Vector next;
    std::vector<Term> first, terms;
  };

  // A convolution with few terms is cheaper than three transforms; the weights are measured.
  bool ConvolvesDirectly(Index terms) const {
    const double n = static_cast<double>(terms), D = static_cast<double>(fft_.length());
    const double m = static_cast<double>(shape_.degree);
    return 5 * n * n + std::max(0.0, m - 2) * n * D / 6 <= (m + 1) * D * std::log2(D);
  }

  // The terms of sketch i; all of a map's rows have the same places for the same columns.
  std::span<const Term> Terms(const RowValues& row, Index i, std::vector<Term>& terms) const {
    const Place* places = places_.data() + i * (input_dim_ + 1);
    terms[0] = {places[0].factor, places[0].bucket};
    for (std::size_t j = 0; j < row.columns.size(); ++j) {
      const Place& place = places[1 + row.columns[j]];
      terms[j + 1] = {place.factor * row.values[j], place.bucket};
    }
    return {terms.data(), row.columns.size() + 1};
  }

  const double* ConvolveDirectly(const RowValues& row, Workspace& workspace) const {
    const Index D = fft_.length();
    double* sum = workspace.next.data();
    std::fill_n(sum, D, 0.0);
    const std::span<const Term> first = Terms(row, 0, workspace.first);
    if (shape_.degree == 1) {
      for (const Term& a : first) sum[a.bucket] += a.value;
      return sum;
    }
    const std::span<const Term> second = Terms(row, 1, workspace.terms);
    for (const Term& a : first) {
      for (const Term& b : second) {
        const Index place = a.bucket + b.bucket;
        sum[place < D ? place : place - D] += a.value * b.value;
      }
    }
    for (Index i = 2; i < shape_.degree; ++i) {
      double* twice = workspace.twice.data();
      std::copy_n(sum, D, twice);
      std::copy_n(sum, D, twice + D);
      ConvolveWithTerms(twice + D, Terms(row, i, workspace.terms), D, sum);
    }
    return sum;
  }

  // sum_k = Σ_terms value·sequence_{k − bucket}, a few registers of k at a time.
  static void ConvolveWithTerms(const double* sequence, std::span<const Term> terms, Index D,
                                double* sum) {
    using Chunk = Eigen::Array<double, kChunk, 1>;
    for (Index k = 0; k < D; k += kChunk) {
      Chunk chunk = Chunk::Zero();
      for (const Term& term : terms)
        chunk += term.value * Eigen::Map<const Chunk>(sequence + k - term.bucket);
      Eigen::Map<Chunk>(sum + k) = chunk;
    }
  }

  const double* ConvolveByTransforms(const RowValues& row, Workspace& workspace) const {
    RealFft::Workspace& transforms = workspace.transforms;
    const double inverse = 1 / static_cast<double>(fft_.length());
    for (Index i = 0; i < shape_.degree; ++i) {
      std::fill_n(transforms.values(), fft_.length(), 0.0);
      for (const Term& term : Terms(row, i, workspace.terms))
        transforms.values()[term.bucket] += i == 0 ? inverse * term.value : term.value;
      fft_.Forward(transforms);
      const bool last = i + 1 == shape_.degree;
      RealFft::Complex* to = last ? transforms.spectrum() : workspace.product.data();
      if (i > 0) {
        MultiplySpectra(transforms.spectrum(), workspace.product.data(), fft_.spectrum_size(), to);
      } else if (!last) {
        std::copy_n(transforms.spectrum(), fft_.spectrum_size(), to);
      }
    }
    fft_.Inverse(transforms);
    return transforms.values();
  }

  PolynomialForm shape_;
  Index input_dim_;
  RealFft fft_;
  std::vector<Place> places_;
  std::vector<Index> columns_;
};

// Bytes of the tables of the count sketches.
double TensorSketchBytes(const PolynomialForm& shape, Index input_dim) {
  return static_cast<double>(sizeof(Place)) * static_cast<double>(shape.degree) *
         static_cast<double>(input_dim + 1);
}

// The map, drawn. Throws InvalidInput where the tables or the transforms do not fit in memory.
std::unique_ptr<FeatureMap> NewTensorSketchMap(const PolynomialForm& shape,
                                               const DrawContext& context) {
  CheckFitsInMemory(
      "drawing map 'tensor_sketch' for input dimension " + std::to_string(context.input_dim),
      TensorSketchBytes(shape, context.input_dim));
  return std::make_unique<TensorSketchMap>(shape, context);
}

const char* const kName = "tensor_sketch";

PolynomialForm CheckedShape(const Kernel& kernel) {
  const std::optional<PolynomialForm> shape = PolynomialFormOf(kernel);
  if (!shape) {
    ThrowUnfitKernel(kName, kernel, "a polynomial kernel",
                     [](const Kernel& k) { return PolynomialFormOf(k).has_value(); });
  }
  return *shape;
}

// What the variance is made of: t² + A, t² + B, t² + A + B and t², each to the power m.
struct Moments {
  double a = 0, b = 0, both = 0, none = 0;
};

Moments MomentsOf(const PolynomialForm& shape, const Vector& x, const Vector& y) {
  const double c = shape.offset, s = shape.scale;
  const double t = c + s * x.dot(y);
  const double norms = (c + s * x.squaredNorm()) * (c + s * y.squaredNorm());
  const double squares = c * c + s * s * x.cwiseAbs2().dot(y.cwiseAbs2());
  const double a = norms - squares, b = t * t - squares;
  const auto power = [&](double value) { return IntegerPower(value, shape.degree); };
  return {power(t * t + a), power(t * t + b), power(t * t + a + b), power(t * t)};
}

}  // namespace

void TensorSketchSpec::CheckKernel(const Kernel& kernel) const { CheckedShape(kernel); }

Index TensorSketchSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double TensorSketchSpec::DrawnBytes(const Kernel& kernel, Index input_dim, Index) const {
  return TensorSketchBytes(CheckedShape(kernel), input_dim);
}

std::optional<double> TensorSketchSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                        const Vector& y) const {
  const Moments m = MomentsOf(CheckedShape(kernel), x, y);
  return m.a + m.b - 2 * m.none;
}

std::optional<double> TensorSketchSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                         const Vector& y,
                                                         Index num_random_features) const {
  const Moments m = MomentsOf(CheckedShape(kernel), x, y);
  const double D = static_cast<double>(num_random_features);
  const double own_conjugate = num_random_features % 2 == 0 ? 2 : 1;
  return ((D - own_conjugate) * (m.a + m.b - 2 * m.none) + own_conjugate * (m.both - m.none)) /
         (D * D);
}

std::unique_ptr<FeatureMap> TensorSketchSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  return NewTensorSketchMap(CheckedShape(context.kernel), context);
}

MapEntry TensorSketchEntry() {
  MapEntry entry;
  entry.name = "tensor_sketch";
  entry.summary = "the convolution of m count sketches, for a polynomial kernel of degree m";
  entry.citation = "atarashi2019, section 6 (Pham and Pagh 2013)";
  entry.traits = {.unbiased = true};
  entry.make = [](const Params&) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<TensorSketchSpec>();
  };
  return entry;
}

}  // namespace mercer
