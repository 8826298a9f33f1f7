// Products of inner products with Rademacher or Gaussian vectors, real and complex (Wacker,
// Kanagawa & Filippone 2024).

#include "core/maps/sketch/dense_products.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/linalg/tile_product.h"
#include "core/maps/sketch/random_vectors.h"

namespace mercer {
namespace {

Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

// products[0 … n) and products[n … 2n), the real and imaginary parts, times those of `factor`.
void MultiplyComplex(const double* factor, Index n, double* products) {
  double *const real = products, *const imaginary = products + n;
  for (Index i = 0; i < n; ++i) {
    const double sum = real[i] * factor[n + i] + imaginary[i] * factor[i];
    real[i] = real[i] * factor[i] - imaginary[i] * factor[n + i];
    imaginary[i] = sum;
  }
}

}  // namespace

DenseProducts::DenseProducts(const SketchLaw& law, const PolynomialForm& form, Index input_dim,
                             Index rows, double weight, std::uint64_t seed)
    : input_dim_(input_dim),
      rows_(rows),
      factors_(form.degree),
      parts_(law.has_complex_vectors() ? 2 : 1),
      panel_(ProductTileShape<double>().panel) {
  const Index panels = (rows + panel_ - 1) / panel_;
  weights_ = Vector::Zero((panels - 1) * SizeOf(panel_) + SizeOf(Width(panels - 1)));
  Draw(law, form, weight, seed);
}

double DenseProducts::Bytes(const SketchLaw& law, const PolynomialForm& form, Index input_dim,
                            Index rows) {
  const double padded = static_cast<double>(rows + ProductTileShape<double>().vector);
  return (law.has_complex_vectors() ? 16.0 : 8.0) * static_cast<double>(form.degree) *
         static_cast<double>(input_dim + 1) * padded;
}

double DenseProducts::OperationsPerRow(double nonzeros) const {
  const double factor = static_cast<double>(parts_) * 2 * nonzeros + (parts_ == 2 ? 6 : 1);
  return static_cast<double>(factors_) * static_cast<double>(rows_) * factor;
}

// Columns of a panel's products, whole registers.
Index DenseProducts::Width(Index panel) const {
  return RoundUp(std::min(panel_, rows_ - panel * panel_), ProductTileShape<double>().vector);
}

void DenseProducts::Draw(const SketchLaw& law, const PolynomialForm& form, double weight,
                         std::uint64_t seed) {
  const Index n = SketchedDim(form, input_dim_);
  Vector drawn[2];
  for (Vector& part : drawn) part.resize(n);
  const Index first = form.offset > 0 ? 1 : 0;
  const double offset = std::sqrt(form.offset), scale = std::sqrt(form.scale);
  for (Index l = 0; l < rows_; ++l) {
    RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(l));
    const Index panel = l / panel_, width = Width(panel);
    double* to = weights_.data() + panel * SizeOf(panel_) + l % panel_;
    for (Index j = 0; j < factors_; ++j) {
      DrawVector(law, stream, n, drawn[0].data(), drawn[1].data());
      const double size = j == 0 ? weight : 1;
      for (Index part = 0; part < parts_; ++part) {
        const Vector& w = drawn[part];
        for (Index k = 0; k < input_dim_; ++k) to[k * width] = size * scale * w[first + k];
        to += input_dim_ * width;
        if (first == 1) *to = size * offset * w[0];
        to += width;
      }
    }
  }
}

// `products`: room for the products of padded_rows() × Width, each part by itself, and as much for
// a factor.
void DenseProducts::EvaluatePanel(const RowTiles& rows, Index panel, double* products) const {
  const Index width = Width(panel), n = rows.padded_rows() * width;
  const double* weights = weights_.data() + panel * SizeOf(panel_);
  const bool is_complex = parts_ == 2;
  for (Index j = 0; j < factors_; ++j) {
    double* const to = is_complex && j > 0 ? products + 2 * n : products;
    for (Index part = 0; part < parts_; ++part) {
      rows.Multiply(weights, width, weights + input_dim_ * width,
                    {to + part * n, width, !is_complex && j > 0});
      weights += (input_dim_ + 1) * width;
    }
    if (to != products) MultiplyComplex(to, n, products);
  }
}

void DenseProducts::Evaluate(const RowTiles& rows, MatrixRef out) const {
  const std::vector<double*> targets = rows.Targets(out);
  Vector workspace((parts_ == 2 ? 4 : 1) * rows.padded_rows() * panel_);
  for (Index panel = 0; panel * panel_ < rows_; ++panel) {
    EvaluatePanel(rows, panel, workspace.data());
    const Index width = Width(panel), count = std::min(panel_, rows_ - panel * panel_);
    const Index imaginary = rows.padded_rows() * width;
    const double* products = workspace.data();
    for (double* target : targets) {
      if (target != nullptr && parts_ == 1) {
        std::copy_n(products, count, target + panel * panel_);
      } else if (target != nullptr) {
        double* const to = target + 2 * panel * panel_;
        for (Index l = 0; l < count; ++l) {
          to[2 * l] = products[l];
          to[2 * l + 1] = products[imaginary + l];
        }
      }
      products += width;
    }
  }
}

}  // namespace mercer
