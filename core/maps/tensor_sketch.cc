#include "core/maps/tensor_sketch.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/kernels/homogeneous_polynomial.h"
#include "core/kernels/itemset_kernel.h"
#include "core/kernels/polynomial.h"
#include "core/kernels/profile.h"
#include "core/linalg/fft.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

const char* const kName = "tensor_sketch";

struct Shape {
  Index degree = 0;
  double offset = 0;
  double scale = 1;
};

std::optional<Shape> ShapeOf(const Kernel& kernel) {
  if (const auto* p = dynamic_cast<const PolynomialKernel*>(&kernel))
    return Shape{p->degree(), p->offset(), p->scale()};
  if (const auto* p = dynamic_cast<const HomogeneousPolynomialKernel*>(&kernel))
    return Shape{p->degree(), 0, 1};
  return std::nullopt;
}

Shape CheckedShape(const Kernel& kernel) {
  const std::optional<Shape> shape = ShapeOf(kernel);
  if (!shape) {
    ThrowUnfitKernel(kName, kernel, "a polynomial kernel",
                     [](const Kernel& k) { return ShapeOf(k).has_value(); });
  }
  return *shape;
}

// Where a coordinate of x' goes, and its value's factor: sign, √scale, and 1/D in the first sketch.
struct Place {
  double factor = 0;
  std::int32_t bucket = 0;
};

class TensorSketchMap : public FeatureMap {
 public:
  TensorSketchMap(const Shape& shape, const DrawContext& context)
      : shape_(shape),
        input_dim_(context.input_dim),
        fft_(context.num_random_features),
        places_(static_cast<std::size_t>(shape.degree * (context.input_dim + 1))),
        columns_(static_cast<std::size_t>(context.input_dim)) {
    std::iota(columns_.begin(), columns_.end(), Index{0});
    const Index D = context.num_random_features;
    for (Index i = 0; i < shape_.degree; ++i) {
      RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
      const double inverse = i == 0 ? 1 / static_cast<double>(D) : 1;  // of the last transform
      for (Index j = 0; j <= input_dim_; ++j) {
        const double size = std::sqrt(j == 0 ? shape_.offset : shape_.scale) * inverse;
        Place& place = places_[static_cast<std::size_t>(i * (input_dim_ + 1) + j)];
        place.factor = (stream.Bits32() & 1U) != 0 ? size : -size;
        place.bucket = static_cast<std::int32_t>(stream.Below(static_cast<std::uint64_t>(D)));
      }
    }
  }

  std::string name() const override { return kName; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return fft_.length(); }
  Index output_dim() const override { return fft_.length(); }
  std::size_t bytes() const override {
    return places_.size() * sizeof(Place) + columns_.size() * sizeof(Index);
  }

  double OperationsPerRow(double nonzeros) const override {
    const double D = static_cast<double>(fft_.length()), m = static_cast<double>(shape_.degree);
    // 2.5 n log n for a real transform, as FFTW counts; six for a product of complex numbers.
    return m * 2 * (nonzeros + 1) + (m + 1) * 2.5 * D * std::log2(D) + (m - 1) * 3 * D;
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    RealFft::Workspace workspace(fft_);
    Eigen::VectorXcd product(fft_.spectrum_size());
    for (Index r = 0; r < count; ++r) {
      const RowValues row = ValuesOfRow(x, begin + r, columns_);
      for (Index i = 0; i < shape_.degree; ++i) {
        Sketch(row, i, workspace.values());
        fft_.Forward(workspace);
        const bool last = i + 1 == shape_.degree;
        RealFft::Complex* to = last ? workspace.spectrum() : product.data();
        if (i > 0) {
          MultiplySpectra(workspace.spectrum(), product.data(), fft_.spectrum_size(), to);
        } else if (!last) {
          std::copy_n(workspace.spectrum(), fft_.spectrum_size(), to);
        }
      }
      fft_.Inverse(workspace);
      std::copy_n(workspace.values(), fft_.length(), out.data() + r * out.outerStride());
    }
  }

 private:
  void Sketch(const RowValues& row, Index i, double* out) const {
    std::fill_n(out, fft_.length(), 0.0);
    const Place* places = places_.data() + i * (input_dim_ + 1);
    out[places[0].bucket] += places[0].factor;
    for (std::size_t j = 0; j < row.columns.size(); ++j) {
      const Place& place = places[1 + row.columns[j]];
      out[place.bucket] += place.factor * row.values[j];
    }
  }

  Shape shape_;
  Index input_dim_;
  RealFft fft_;
  std::vector<Place> places_;
  std::vector<Index> columns_;
};

// What the variance is made of: t² + A, t² + B, t² + A + B and t², each to the power m.
struct Moments {
  double a = 0, b = 0, both = 0, none = 0;
};

Moments MomentsOf(const Shape& shape, const Vector& x, const Vector& y) {
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
  return static_cast<double>(CheckedShape(kernel).degree * sizeof(Place)) *
         static_cast<double>(input_dim + 1);
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

std::unique_ptr<FeatureMap> TensorSketchSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const Shape shape = CheckedShape(context.kernel);
  CheckFitsInMemory(
      "drawing map 'tensor_sketch' for input dimension " + std::to_string(context.input_dim),
      DrawnBytes(context.kernel, context.input_dim, context.num_random_features));
  return std::make_unique<TensorSketchMap>(shape, context);
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
