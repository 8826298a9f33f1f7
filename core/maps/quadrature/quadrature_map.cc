#include "core/maps/quadrature/quadrature_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/dot_product/arc_cosine.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/linalg/simd.h"
#include "core/linalg/vector_functions.h"
#include "core/maps/fourier/frequency_panels.h"
#include "core/maps/row_lanes.h"

namespace mercer {
namespace {

class QuadratureMap : public FeatureMap {
 public:
  std::string name() const override { return "quadrature"; }
  Index input_dim() const override { return d_; }
  Index num_random_features() const override {
    return form_.is_wave() ? num_directions_ : 2 * num_directions_;
  }
  Index output_dim() const override { return first_column_ + 2 * num_directions_; }
  std::string note() const override {
    if (!form_.is_wave() || first_column_ == 1) return {};
    return "the features leave out the rule's centre, whose weight is " + FormatNumber(centre_) +
           ": every inner product is without it";
  }

 protected:
  QuadratureMap(const QuadratureForm& form, Index d, Index num_directions, const Vector& radii,
                QuadratureCentre centre)
      : form_(form), d_(d), num_directions_(num_directions) {
    const auto points = static_cast<double>(num_random_features());
    if (form.is_wave()) {
      MERCER_CHECK(radii.size() == num_directions);
      weights_ = std::sqrt(static_cast<double>(d) / points) * radii.cwiseInverse();
      centre_ = CentreWeight(d, radii);
      if (centre == QuadratureCentre::kColumn) {
        MERCER_CHECK(centre_ >= 0);
        first_column_ = 1;
      }
    } else {
      const double scale = form.integrand == Integrand::kRamp ? static_cast<double>(d) : 1.0;
      weights_ = Vector::Constant(1, std::sqrt(2 * scale / points));
    }
  }

  const QuadratureForm& form() const { return form_; }
  Index num_directions() const { return num_directions_; }
  std::size_t weight_bytes() const {
    return sizeof(double) * static_cast<std::size_t>(weights_.size());
  }

  // For rows of the block `out`, before their directions are written.
  void WriteCentre(MatrixRef out) const {
    if (first_column_ == 1) out.col(0).setConstant(std::sqrt(centre_));
  }

  // Two columns of each of the directions first … first + count − 1, count ≤ kMostProducts, from
  // <w, x> or <v, x>, to the row of z that begins at `row`. Overwrites the products.
  static constexpr Index kMostProducts = 512;
  void WriteColumns(double* products, Index first, Index count, double* row) const {
    double* const to = row + first_column_ + 2 * first;
    switch (form_.integrand) {
      case Integrand::kWave:
        return WriteWaves(products, weights_.data() + first, count, to);
      case Integrand::kStep:
        return WriteSteps(products, count, to);
      case Integrand::kRamp:
        break;
    }
    const double scale = weights_[0];
    for (Index j = 0; j < count; ++j) {
      const double value = scale * products[j];
      to[2 * j] = value < 0 ? 0 : value;  // nan stays nan
      to[2 * j + 1] = value > 0 ? 0 : -value;
    }
  }

 private:
  static void WriteWaves(double* products, const double* weights, Index count, double* to) {
    std::array<double, kMostProducts> sines;
    VectorCosSin(products, count, products, sines.data());
    for (Index j = 0; j < count; ++j) {
      to[2 * j] = weights[j] * products[j];
      to[2 * j + 1] = weights[j] * sines[static_cast<std::size_t>(j)];
    }
  }

  void WriteSteps(const double* products, Index count, double* to) const {
    const double one = weights_[0], half = one / 2;
    for (Index j = 0; j < count; ++j) {
      const double t = products[j];
      const double at_zero = t == 0 ? half : t;  // nan stays nan
      to[2 * j] = t > 0 ? one : (t < 0 ? 0 : at_zero);
      to[2 * j + 1] = t < 0 ? one : (t > 0 ? 0 : at_zero);
    }
  }

  QuadratureForm form_;
  Index d_;
  Index num_directions_;
  Vector weights_{};        // of each direction, or of all
  double centre_ = 0;       // b
  Index first_column_ = 0;  // 1 after the centre's
};

class DenseQuadratureMap : public QuadratureMap {
 public:
  DenseQuadratureMap(const QuadratureForm& form, const Eigen::MatrixXd& directions,
                     const Vector& radii, QuadratureCentre centre)
      : QuadratureMap(form, directions.rows(), directions.cols(), radii, centre),
        panels_(directions.rows(), directions.cols()) {
    Vector frequency(directions.rows());
    for (Index j = 0; j < directions.cols(); ++j) {
      frequency = directions.col(j);
      if (form.is_wave()) frequency *= radii[j] / form.sigma;
      panels_.Set(j, frequency.data(), 0);
    }
  }

  std::size_t bytes() const override { return panels_.bytes() + weight_bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return static_cast<double>(num_directions()) * (2 * nonzeros + 4);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const RowTiles rows(x, begin, count);
    const std::vector<double*> targets = rows.Targets(out);
    WriteCentre(out);
    panels_.Multiply(rows, [&](Index first, Index used, Index width, double* products) {
      for (std::size_t r = 0; r < targets.size(); ++r)
        if (targets[r] != nullptr)
          WriteColumns(products + static_cast<Index>(r) * width, first, used, targets[r]);
    });
  }

 private:
  FrequencyPanels panels_;
};

class ButterflyQuadratureMap : public QuadratureMap {
 public:
  ButterflyQuadratureMap(const QuadratureForm& form, std::vector<Butterfly> rotations,
                         const Vector& radii, QuadratureCentre centre)
      : QuadratureMap(form, rotations.front().dim(),
                      static_cast<Index>(rotations.size()) * (rotations.front().dim() + 1), radii,
                      centre),
        rotations_(std::move(rotations)),
        scales_(form.is_wave() ? Vector(radii / form.sigma) : Vector::Ones(num_directions())) {
    const auto d = static_cast<double>(input_dim());
    for (Index i = 0; i < input_dim(); ++i) {
      const auto left = static_cast<double>(input_dim() - i);
      simplex_.push_back(std::sqrt((d + 1) / (d * left * (left + 1))));
    }
  }

  std::size_t bytes() const override {
    return rotations_.size() * rotations_.front().bytes() +
           sizeof(double) * static_cast<std::size_t>(scales_.size() + input_dim()) + weight_bytes();
  }
  double OperationsPerRow(double) const override {
    const auto d = static_cast<double>(input_dim());
    return static_cast<double>(rotations_.size()) * (9 * d * std::log2(d) + 5 * d) +
           5 * static_cast<double>(num_directions());
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const Index d = input_dim();
    // Some lines between the two keep what is read from lying a power of two from what is written.
    const Index apart = (d + 11) * kLanes;
    Vector workspace(3 * apart);
    double* const rows = workspace.data();
    WriteCentre(out);
    for (Index done = 0; done < count; done += kLanes) {
      const Index together = std::min(kLanes, count - done);
      TakeRows(x, begin + done, together, d, rows);
      Index first = 0;
      for (const Butterfly& rotation : rotations_) {
        std::copy_n(rows, d * kLanes, rows + apart);
        rotation.Apply(rows + apart, rows + 2 * apart);
        WriteRule(rows + 2 * apart, first, out.middleRows(done, together));
        first += d + 1;
      }
    }
  }

 private:
  static constexpr Index kTile = 256;  // directions of rows whose products stay in cache
  static_assert(kTile <= kMostProducts && kTile % kLanes == 0);

  // The vertices' products with the turned rows in `lines`, in order, tile by tile.
  void WriteRule(const double* lines, Index first, MatrixRef out) const {
    const Index d = input_dim();
    alignas(64) std::array<double, static_cast<std::size_t>(kLanes * kTile)> products;
    Doubles before{};  // −Σ r_i x_i, of each row
    for (Index begin = 0; begin <= d; begin += kTile) {
      const Index used = std::min(kTile, d + 1 - begin);
      for (Index group = 0; group < used; group += kLanes) {
        Doubles v[kLanes] = {};
        for (Index i = 0; i < std::min(kLanes, used - group); ++i)
          v[i] = Vertex(lines, begin + group + i, before) * scales_[first + begin + group + i];
        Transpose(v);
        for (Index r = 0; r < kLanes; ++r) Store(v[r], products.data() + r * kTile + group);
      }
      for (Index r = 0; r < out.rows(); ++r)
        WriteColumns(products.data() + r * kTile, first + begin, used,
                     out.data() + r * out.outerStride());
    }
  }

  Doubles Vertex(const double* lines, Index j, Doubles& before) const {
    if (j == input_dim()) return before;
    const Doubles part = Load(lines + j * kLanes) * simplex_[static_cast<std::size_t>(j)];
    const Doubles vertex = before + part * static_cast<double>(input_dim() - j);
    before -= part;
    return vertex;
  }

  std::vector<Butterfly> rotations_;
  Vector scales_;                  // of each direction
  std::vector<double> simplex_{};  // r_i of the simplex
};

}  // namespace

std::optional<QuadratureForm> QuadratureFormOf(const Kernel& kernel) {
  if (const auto* gaussian = dynamic_cast<const GaussianKernel*>(&kernel))
    return QuadratureForm{Integrand::kWave, gaussian->sigma()};
  const auto* arc_cosine = dynamic_cast<const ArcCosineKernel*>(&kernel);
  if (arc_cosine == nullptr || arc_cosine->order() > 1) return std::nullopt;
  return QuadratureForm{arc_cosine->order() == 0 ? Integrand::kStep : Integrand::kRamp, 1};
}

double CentreWeight(Index d, const Vector& radii) {
  return 1 - static_cast<double>(d) * radii.cwiseAbs2().cwiseInverse().mean();
}

std::unique_ptr<FeatureMap> MakeQuadratureMap(const QuadratureForm& form,
                                              const Eigen::MatrixXd& directions,
                                              const Vector& radii, QuadratureCentre centre) {
  return std::make_unique<DenseQuadratureMap>(form, directions, radii, centre);
}

std::unique_ptr<FeatureMap> MakeQuadratureMap(const QuadratureForm& form,
                                              std::vector<Butterfly> rotations, const Vector& radii,
                                              QuadratureCentre centre) {
  return std::make_unique<ButterflyQuadratureMap>(form, std::move(rotations), radii, centre);
}

}  // namespace mercer
