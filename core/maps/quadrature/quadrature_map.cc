// Spherical-radial quadrature rules of degree 3 (Genz & Monahan 1998) as features: Munkhoeva et al.
// 2018.

#include "core/maps/quadrature/quadrature_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/error.h"
#include "core/kernels/dot_product/arc_cosine.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/linalg/simd.h"
#include "core/linalg/vector_functions.h"
#include "core/maps/fourier/frequency_panels.h"
#include "core/maps/row_lanes.h"

namespace mercer {
namespace {

// One number or kLanes of them.
template <class Values>
Values Taken(const double* from) {
  Values values;
  std::memcpy(&values, from, sizeof(values));
  return values;
}

// to[2l] = a[l], to[2l + 1] = b[l].
template <class Values>
void StorePairs(const Values& a, const Values& b, double* to) {
  constexpr std::size_t lanes = sizeof(Values) / sizeof(double);
  Values low, high;
  if constexpr (lanes == 8) {
    low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    high = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  } else if constexpr (lanes == 4) {
    low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  } else {
    static_assert(lanes == 2);
    low = __builtin_shufflevector(a, b, 0, 2);
    high = __builtin_shufflevector(a, b, 1, 3);
  }
  std::memcpy(to, &low, sizeof(low));
  std::memcpy(to + lanes, &high, sizeof(high));
}

// to[2j], to[2j + 1] = what make(j, first, second) gives for j < count, of doubles or kLanes of
// them.
template <class Make>
void ForEachPair(Index count, double* to, const Make& make) {
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes) {
    Doubles first, second;
    make(j, first, second);
    StorePairs(first, second, to + 2 * j);
  }
  for (; j < count; ++j) make(j, to[2 * j], to[2 * j + 1]);
}

class QuadratureMap : public FeatureMap {
 public:
  std::string name() const override { return "quadrature"; }
  Index input_dim() const override { return d_; }
  Index num_random_features() const override {
    return form_.is_wave() ? num_directions_ : 2 * num_directions_;
  }
  Index output_dim() const override { return first_column_ + 2 * num_directions_; }
  double offset() const override { return first_column_ == 1 ? 0 : centre_; }
  std::string note() const override {
    if (!form_.is_wave() || first_column_ == 1) return {};
    return "no column has the centre of its rules: Gram errors add its weight to every inner "
           "product";
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

  // Of a map whose products are at most this times the row's 1-norm: waves of any finite number are
  // finite, and so are ramps of these.
  void SetLargestProduct(double of_norm) {
    if (std::isfinite(of_norm)) finite_norm_ = 1e250 / std::max(1.0, of_norm);
  }
  double FiniteNorm() const override { return finite_norm_; }
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
    WriteRamps(products, count, to);
  }

 private:
  static void WriteWaves(double* products, const double* weights, Index count, double* to) {
    std::array<double, kMostProducts> sines;
    VectorCosSin(products, count, products, sines.data());
    ForEachPair(count, to, [&]<class Values>(Index j, Values& cosine, Values& sine) {
      const auto weight = Taken<Values>(weights + j);
      cosine = weight * Taken<Values>(products + j);
      sine = weight * Taken<Values>(sines.data() + j);
    });
  }

  // nan stays nan, here and below.
  void WriteSteps(const double* products, Index count, double* to) const {
    ForEachPair(count, to, [&]<class Values>(Index j, Values& up, Values& down) {
      const auto t = Taken<Values>(products + j);
      const Values zero{}, one = zero + weights_[0], at_zero = t == zero ? one / 2 : t;
      up = t > zero ? one : (t < zero ? zero : at_zero);
      down = t < zero ? one : (t > zero ? zero : at_zero);
    });
  }

  void WriteRamps(const double* products, Index count, double* to) const {
    ForEachPair(count, to, [&]<class Values>(Index j, Values& up, Values& down) {
      const auto value = Taken<Values>(products + j) * weights_[0];
      const Values zero{};
      up = value < zero ? zero : value;
      down = value > zero ? zero : -value;
    });
  }

  QuadratureForm form_;
  Index d_;
  Index num_directions_;
  Vector weights_{};        // of each direction, or of all
  double centre_ = 0;       // b
  Index first_column_ = 0;  // 1 after the centre's
  double finite_norm_ = 0;
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
    SetLargestProduct(panels_.LargestWeight());
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
    const auto prefetch = [&](Index first, Index used) {
      PrefetchForWriting(targets, 2 * first, 2 * used);
    };
    panels_.Multiply(rows, prefetch, [&](Index first, Index used, Index width, double* products) {
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
    SetLargestProduct(scales_.cwiseAbs().maxCoeff());
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
    // Some lines between them keep what is read from lying a power of two from what is written.
    const Index num_lines = rotations_.front().num_lines(), apart = (num_lines + 11) * kLanes;
    Vector workspace(3 * apart + 2 * kTile * kLanes);
    double* const rows = workspace.data();
    double* const turned = rows + 2 * apart;
    WriteCentre(out);
    for (Index done = 0; done < count; done += kLanes) {
      const Index together = std::min(kLanes, count - done);
      TakeRows(x, begin + done, together, num_lines, rows);
      Tile tile{turned + apart, turned + apart + kTile * kLanes, out.middleRows(done, together)};
      for (const Butterfly& rotation : rotations_) {
        rotation.Apply(rows, turned, rows + apart);
        TakeVertices(rotation, turned, tile);
      }
      Write(tile);
    }
  }

 private:
  static constexpr Index kTile = 256;  // directions of rows whose products stay in cache
  static_assert(kTile <= kMostProducts && kTile % kLanes == 0);

  // Products of kLanes rows with the directions first … first + used − 1, a line of each.
  struct Tile {
    double* lines;
    double* products;  // the same, one row after the other
    MatrixRef out;
    Index first = 0, used = 0;
  };

  // The products of a rule's vertices with the turned rows. A tile that is full is written.
  void TakeVertices(const Butterfly& rotation, const double* turned, Tile& tile) const {
    const Index d = input_dim();
    Doubles before{};  // −Σ r_i x_i, of each row
    for (Index j = 0; j <= d;) {
      const Index end = std::min(d + 1, j + kTile - tile.used);
      const double* const scales = scales_.data() + tile.first + tile.used - j;
      double* const to = tile.lines + (tile.used - j) * kLanes;
      tile.used += end - j;
      for (; j < std::min(d, end); ++j) {
        const Doubles part = rotation.Result(turned, j) * simplex_[static_cast<std::size_t>(j)];
        Store((before + part * static_cast<double>(d - j)) * scales[j], to + j * kLanes);
        before -= part;
      }
      if (j < end) {
        Store(before * scales[d], to + d * kLanes);
        ++j;
      }
      if (tile.used == kTile) Write(tile);
    }
  }

  void Write(Tile& tile) const {
    for (Index group = 0; group < tile.used; group += kLanes) {
      Doubles v[kLanes];
      for (Index i = 0; i < kLanes; ++i) v[i] = Load(tile.lines + (group + i) * kLanes);
      Transpose(v);
      for (Index r = 0; r < kLanes; ++r) Store(v[r], tile.products + r * kTile + group);
    }
    for (Index r = 0; r < tile.out.rows(); ++r)
      WriteColumns(tile.products + r * kTile, tile.first, tile.used,
                   tile.out.data() + r * tile.out.outerStride());
    tile.first += tile.used;
    tile.used = 0;
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
