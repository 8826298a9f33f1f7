// Product sketches of <x, y>^n, real and complex (Wacker, Kanagawa & Filippone 2024, sections 3 and
// 4).

#include "core/maps/maclaurin/order_sketch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/memory.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/hadamard_products.h"
#include "core/maps/maclaurin/sign_products.h"
#include "core/maps/random_signs.h"
#include "core/maps/row_lanes.h"
#include "core/maps/row_tiles.h"

namespace mercer {
namespace {

Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

// (re, im) times (a, b), n values of each.
void MultiplyComplex(Index n, const double* a, const double* b, double* re, double* im) {
  for (Index i = 0; i < n; ++i) {
    const double real = re[i] * a[i] - im[i] * b[i];
    im[i] = re[i] * b[i] + im[i] * a[i];
    re[i] = real;
  }
}

class RealSigns : public OrderSketch {
 public:
  RealSigns(const std::vector<SketchedOrder>& orders, Index input_dim, std::uint64_t seed)
      : products_(seed, input_dim, FeaturesOf(orders)) {}

  std::size_t bytes() const override { return products_.bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return static_cast<double>(products_.num_vectors()) * (2 * nonzeros + 1);
  }
  void Evaluate(const Examples& x, Index begin, MatrixRef out) const override {
    products_.Evaluate(RowTiles(x, begin, out.rows()), out);
  }

 private:
  static std::vector<SignProduct> FeaturesOf(const std::vector<SketchedOrder>& orders) {
    std::vector<SignProduct> features;
    for (const SketchedOrder& order : orders)
      for (Index i = 0; i < order.count; ++i)
        features.push_back({features.size(), order.order, order.weight});
    return features;
  }

  SignProducts products_;
};

class ComplexSigns : public OrderSketch {
 public:
  ComplexSigns(const std::vector<SketchedOrder>& orders, Index input_dim, std::uint64_t seed)
      : input_dim_(input_dim), zeros_(Vector::Zero(ProductTileShape().panel)) {
    const TileShape shape = ProductTileShape();
    Index feature = 0, values = 0;
    for (const SketchedOrder& order : orders) {
      for (Index done = 0; done < order.count; done += shape.panel) {
        const Index count = std::min(shape.panel, order.count - done);
        panels_.push_back({feature, count, RoundUp(count, shape.vector), order.order, values});
        values += 2 * order.order * input_dim * panels_.back().width;
        feature += count;
      }
    }
    values_ = Vector::Zero(values);
    std::size_t panel = 0;
    for (const SketchedOrder& order : orders)
      for (Index done = 0; done < order.count; done += shape.panel)
        Draw(panels_[panel++], order.weight, seed);
  }

  std::size_t bytes() const override {
    return static_cast<std::size_t>(values_.size()) * sizeof(double);
  }
  double OperationsPerRow(double nonzeros) const override {
    double factors = 0;
    for (const Panel& panel : panels_) factors += static_cast<double>(panel.order * panel.count);
    return factors * (4 * nonzeros + 6);
  }

  void Evaluate(const Examples& x, Index begin, MatrixRef out) const override {
    const RowTiles rows(x, begin, out.rows());
    const Index stride = ProductTileShape().panel, size = rows.padded_rows() * stride;
    Vector workspace(4 * size);
    double* const re = workspace.data();
    const std::vector<double*> targets = rows.Targets(out);
    for (const Panel& panel : panels_) {
      const double* weights = values_.data() + panel.values;
      for (Index j = 0; j < panel.order; ++j) {
        double* const to = j == 0 ? re : re + 2 * size;
        for (Index part = 0; part < 2; ++part, weights += input_dim_ * panel.width)
          rows.Multiply(weights, panel.width, zeros_.data(), {to + part * size, stride, false});
        if (j > 0) MultiplyComplex(size, to, to + size, re, re + size);
      }
      for (std::size_t r = 0; r < targets.size(); ++r) {
        if (targets[r] == nullptr) continue;
        const double* from = re + static_cast<Index>(r) * stride;
        double* to = targets[r] + 2 * panel.first;
        for (Index i = 0; i < panel.count; ++i) to[2 * i] = from[i], to[2 * i + 1] = from[size + i];
      }
    }
  }

 private:
  // Features of one order side by side: for each factor d × width values of u, and as many of v.
  struct Panel {
    Index first = 0;  // its first feature
    Index count = 0;
    Index width = 0;
    Index order = 0;
    Index values = 0;  // offset into values_
  };

  // The weight rides on the first vector.
  void Draw(const Panel& panel, double weight, std::uint64_t seed) {
    Vector signs(input_dim_);
    for (Index lane = 0; lane < panel.count; ++lane) {
      RandomStream stream(seed, StreamPurpose::kMap,
                          static_cast<std::uint64_t>(panel.first + lane));
      double* to = values_.data() + panel.values + lane;
      for (Index j = 0; j < 2 * panel.order; ++j, to += input_dim_ * panel.width) {
        const double size = std::sqrt(0.5) * (j < 2 ? weight : 1);
        DrawSigns(stream, input_dim_, signs.data());
        for (Index k = 0; k < input_dim_; ++k) to[k * panel.width] = size * signs[k];
      }
    }
  }

  Index input_dim_;
  Vector zeros_;
  std::vector<Panel> panels_;
  Vector values_;
};

// Rows of H·Δ, several of x at a time.
class HadamardRows : public OrderSketch {
 public:
  HadamardRows(const std::vector<SketchedOrder>& orders, bool complex, Index input_dim,
               std::uint64_t seed)
      : size_(NextPowerOfTwo(std::max<Index>(input_dim, 1))) {
    Index feature = 0;
    for (const SketchedOrder& order : orders) {
      const HadamardShape shape{.dim = size_,
                                .rows = order.count,
                                .factors = order.order,
                                .is_complex = complex,
                                .first_stream = static_cast<std::uint64_t>(feature)};
      sketches_.push_back({HadamardProducts(shape, seed), order.weight});
      feature += order.count;
    }
  }

  std::size_t bytes() const override {
    std::size_t sum = 0;
    for (const Sketch& sketch : sketches_) sum += sketch.products.bytes();
    return sum;
  }

  double OperationsPerRow(double) const override {
    double sum = 0;
    for (const Sketch& sketch : sketches_) sum += sketch.products.OperationsPerRow();
    return sum;
  }

  void Evaluate(const Examples& x, Index begin, MatrixRef out) const override {
    Index room = 0;
    for (const Sketch& sketch : sketches_) room = std::max(room, sketch.products.WorkspaceSize());
    Vector lines(size_ * kLanes), workspace(room);
    for (Index done = 0; done < out.rows(); done += kLanes) {
      const Index together = std::min(kLanes, out.rows() - done);
      TakeRows(x, begin + done, together, size_, lines.data());
      double* to = out.data() + done * out.outerStride();
      for (const Sketch& sketch : sketches_) {
        sketch.products.Evaluate(lines.data(), together, sketch.weight, workspace.data(), to,
                                 out.outerStride());
        to += sketch.products.columns();
      }
    }
  }

 private:
  struct Sketch {
    HadamardProducts products;
    double weight = 0;
  };

  Index size_;
  std::vector<Sketch> sketches_;
};

}  // namespace

std::unique_ptr<OrderSketch> DrawOrderSketch(const std::vector<SketchedOrder>& orders,
                                             const OptimalLaw& law, Index input_dim,
                                             std::uint64_t seed) {
  double bytes = 0;
  for (const SketchedOrder& order : orders)
    bytes += OrderSketchBytes(law, input_dim, order.count, order.order);
  CheckFitsInMemory(
      "drawing map 'random_maclaurin' for input dimension " + std::to_string(input_dim), bytes);
  const bool complex = law.field != MaclaurinField::kReal;
  if (law.projection == MaclaurinProjection::kSrht)
    return std::make_unique<HadamardRows>(orders, complex, input_dim, seed);
  if (complex) return std::make_unique<ComplexSigns>(orders, input_dim, seed);
  return std::make_unique<RealSigns>(orders, input_dim, seed);
}

double OrderSketchBytes(const OptimalLaw& law, Index input_dim, Index features, Index order) {
  const double parts = law.field == MaclaurinField::kReal ? 1 : 2, n = static_cast<double>(order),
               count = static_cast<double>(features);
  if (law.projection == MaclaurinProjection::kRademacher)
    return 8 * n * parts * static_cast<double>(input_dim + 1) * count + 8 * count;
  return HadamardProducts::Bytes({.dim = BlockSize(law, input_dim),
                                  .rows = std::max<Index>(1, features),
                                  .factors = order,
                                  .is_complex = parts > 1});
}

}  // namespace mercer
