// Random kernel features (Atarashi et al. 2019, Algorithm 1); ANOVA by power sums.
#include "core/maps/itemset/itemset_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/itemset/anova.h"
#include "core/linalg/tile_product.h"
#include "core/maps/float_rows.h"
#include "core/maps/row_tiles.h"

namespace mercer {
namespace {

double Scale(Index D) { return 1 / std::sqrt(static_cast<double>(D)); }

template <class Real>
KernelVectorsOf<Real> TiledVectors(VectorLaw law, std::uint64_t seed, Index d, Index D) {
  const TileShape shape = ProductTileShape<Real>();
  return {law, seed, d, D, shape.panel, shape.vector};
}

// The block's rows with every value raised to a power.
Examples PowerOfRows(const Examples& x, Index begin, Index count, int power) {
  const auto raise = [&](double* values, Index n) {
    for (Index i = 0; i < n; ++i)
      values[i] = power == 2 ? values[i] * values[i] : values[i] * values[i] * values[i];
  };
  if (!x.is_sparse()) {
    Matrix rows = x.dense().middleRows(begin, count);
    raise(rows.data(), rows.size());
    return rows;
  }
  SparseMatrix rows = x.sparse().middleRows(begin, count);
  rows.makeCompressed();
  raise(rows.valuePtr(), rows.nonZeros());
  return rows;
}

// One value for each row and column of a panel, and how it becomes a feature.
template <class Real>
class PanelBuffer {
 public:
  explicit PanelBuffer(Index rows)
      : stride_(ProductTileShape<Real>().panel), values_(rows * stride_) {}

  TileOutputOf<Real> output() { return {values_.data(), stride_, false}; }
  const Real* row(std::size_t r) const { return values_.data() + static_cast<Index>(r) * stride_; }

 private:
  Index stride_;
  Eigen::VectorX<Real> values_;  // aligned for whole registers
};

template <class Real>
Eigen::VectorX<Real> PanelOf(double value) {
  return Eigen::VectorX<Real>::Constant(ProductTileShape<Real>().panel, static_cast<Real>(value));
}

// How far from √k(x, x) the large coordinates of a vector may take a feature's error.
double SpreadOfLaw(VectorLaw law) {
  switch (law) {
    case VectorLaw::kRademacher:
      return 1;
    case VectorLaw::kUniform:
      return 2;
    case VectorLaw::kGaussian:
      return 4;
    case VectorLaw::kLaplace:
      break;
  }
  return 16;
}

// The error of an ANOVA feature is a share of the sums on its way, of size |x|^m, or by the
// recursion |x|^m/√m!; its own size is √k(x, x).
bool FitsAnova(const Examples& x, Index i, Index order, VectorLaw law, bool by_recursion) {
  const double squared_norm = RowPowerSum(x, i, 2);
  if (!IsOfFloatSize(squared_norm)) return false;
  double largest = 1;
  for (Index t = 1; t <= order; ++t)
    largest *= by_recursion ? squared_norm / static_cast<double>(t) : squared_norm;
  const double error = SpreadOfLaw(law) * static_cast<double>(order) * FloatProductError(x.cols());
  const double square = SymmetricOfSquares(x, i, static_cast<int>(order), squared_norm);
  return error * error * largest < kFloatErrorEstimate * kFloatErrorEstimate * square;
}

// Order m ≤ 3 by power sums s_t = <w^t, x^t>.
template <class Real>
class PowerSumFeatures : public ItemsetFeaturesOf<Real> {
 public:
  using Out = typename ItemsetFeaturesOf<Real>::Out;

  PowerSumFeatures(Index order, VectorLaw law, KernelVectorsOf<Real> vectors)
      : order_(order),
        law_(law),
        signs_(law == VectorLaw::kRademacher),
        scale_(Scale(vectors.size())),
        vectors_(std::move(vectors)) {
    MERCER_CHECK(order >= 1 && order <= 3);
    // Σ|w_j x_j| bounds the sum of order 1, and its powers the others.
    finite_norm_ = 1e90 / vectors_.LargestCoordinate();
    if (signs_) return;
    if (order_ >= 2) squares_ = vectors_.Power(2);
    if (order_ >= 3) cubes_ = vectors_.Power(3);
  }

  double FiniteNorm() const override { return finite_norm_; }

  bool Fits(const Examples& x, Index i) const override {
    return FitsAnova(x, i, order_, law_, false);
  }

  std::size_t bytes() const override {
    return vectors_.bytes() + (squares_ ? squares_->bytes() : 0) + (cubes_ ? cubes_->bytes() : 0);
  }

  double OperationsPerRow(double nonzeros) const override {
    const double products = order_ == 1 ? 1 : order_ == 2 ? (signs_ ? 1 : 2) : (signs_ ? 2 : 3);
    return static_cast<double>(vectors_.size()) *
           (2 * products * nonzeros + static_cast<double>(3 * order_ - 2));
  }

  void Evaluate(const Examples& x, Index begin, Index count, Out out) const override {
    const RowTilesOf<Real> rows(x, begin, count);
    std::optional<RowTilesOf<Real>> squared, cubed;
    Examples squares, cubes;
    constexpr bool kDoubles = std::is_same_v<Real, double>;
    if (order_ >= 2 && (kDoubles || !signs_)) {
      squares = PowerOfRows(x, begin, count, 2);
      if (!signs_) squared.emplace(squares, 0, count);
    }
    if (order_ >= 3) {
      cubes = PowerOfRows(x, begin, count, 3);
      cubed.emplace(cubes, 0, count);
    }
    const Vector norms = order_ < 2 ? Vector()
                         : kDoubles ? Sums(squares, count)
                                    : SquaredNorms(x, begin, count);
    const Eigen::VectorX<Real> zeros = PanelOf<Real>(0);
    PanelBuffer<Real> first(rows.padded_rows()), second(rows.padded_rows()),
        third(rows.padded_rows());
    const std::vector<Index>& sources = rows.sources();
    const std::vector<Real*> targets = rows.Targets(out);
    for (Index p = 0; p < vectors_.num_panels(); ++p) {
      const typename KernelVectorsOf<Real>::Panel panel = vectors_.panel(p);
      PrefetchForWriting(targets, panel.begin, panel.size);
      rows.Multiply(panel.weights, panel.width, zeros.data(), first.output());
      if (squared)
        squared->Multiply(squares_->panel(p).weights, panel.width, zeros.data(), second.output());
      if (cubed)
        cubed->Multiply((signs_ ? vectors_ : *cubes_).panel(p).weights, panel.width, zeros.data(),
                        third.output());
      for (std::size_t r = 0; r < sources.size(); ++r) {
        if (sources[r] < 0) continue;
        Real* to = targets[r] + panel.begin;
        const Real* s = first.row(r);
        const Real* c = third.row(r);
        if (squared) {
          const Real* q = second.row(r);
          Combine(
              s, [q](Index i) { return q[i]; }, c, panel.size, to);
        } else {
          const auto q = static_cast<Real>(order_ >= 2 ? norms[sources[r]] : 0);
          Combine(
              s, [q](Index) { return q; }, c, panel.size, to);
        }
      }
    }
  }

 private:
  static Vector SquaredNorms(const Examples& x, Index begin, Index count) {
    Vector norms(count);
    for (Index r = 0; r < count; ++r) norms[r] = RowPowerSum(x, begin + r, 2);
    return norms;
  }

  // Σ of each row, term by term, the same for dense and sparse rows.
  static Vector Sums(const Examples& x, Index count) {
    Vector sums = Vector::Zero(count);
    const std::vector<Index> none;
    for (Index r = 0; r < count; ++r) {
      const double* values =
          x.is_sparse() ? ValuesOfRow(x, r, none).values : x.dense().data() + r * x.cols();
      const Index n =
          x.is_sparse() ? static_cast<Index>(ValuesOfRow(x, r, none).columns.size()) : x.cols();
      for (Index j = 0; j < n; ++j) sums[r] += values[j];
    }
    return sums;
  }

  template <class Second>
  void Combine(const Real* __restrict__ s, const Second& second, const Real* __restrict__ c,
               Index n, Real* __restrict__ to) const {
    const auto scale = static_cast<Real>(scale_);
    if (order_ == 1) {
      for (Index i = 0; i < n; ++i) to[i] = scale * s[i];
    } else if (order_ == 2) {
      for (Index i = 0; i < n; ++i) to[i] = (scale / 2) * (s[i] * s[i] - second(i));
    } else {
      for (Index i = 0; i < n; ++i)
        to[i] = (scale / 6) * ((s[i] * s[i] - 3 * second(i)) * s[i] + 2 * c[i]);
    }
  }

  Index order_;
  VectorLaw law_;
  bool signs_;
  double scale_;
  double finite_norm_;
  KernelVectorsOf<Real> vectors_;
  std::optional<KernelVectorsOf<Real>> squares_, cubes_;
};

template <class Real>
class AllSubsetsFeatures : public ItemsetFeaturesOf<Real> {
 public:
  using Out = typename ItemsetFeaturesOf<Real>::Out;

  // |Π (1 + w_j x_j)| ≤ exp Σ|w_j x_j|.
  AllSubsetsFeatures(bool signs, KernelVectorsOf<Real> vectors)
      : signs_(signs),
        finite_norm_(kLargestExponent / vectors.LargestCoordinate()),
        vectors_(std::move(vectors)) {}

  double FiniteNorm() const override { return finite_norm_; }

  // A factor 1 ± x_j is rounded by 1.5e-7, and may be as small as 1 − |x_j|. Other laws have
  // factors of any size: there many features must count, which fourth moments of about exp(4|x|²)
  // times the squared second ones tell.
  bool Fits(const Examples& x, Index i) const override {
    constexpr double kRounding = 1.5e-7, kEnough = 8;
    if (!(RowPowerSum(x, i, 1) < finite_norm_)) return false;
    if (!signs_) {
      return kRounding * std::sqrt(static_cast<double>(x.cols())) < kFloatErrorEstimate &&
             std::exp(4 * RowPowerSum(x, i, 2)) * kEnough < static_cast<double>(vectors_.size());
    }
    double sum = 0;
    const auto add = [&sum](double value) {
      const double least = 1 - std::abs(value);
      sum += 1 / (least * least);
    };
    if (x.is_sparse()) {
      for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) add(it.value());
    } else {
      const double* row = x.dense().row(i).data();
      for (Index j = 0; j < x.cols(); ++j) add(row[j]);
    }
    return kRounding * std::sqrt(sum) < kFloatErrorEstimate;
  }

  std::size_t bytes() const override { return vectors_.bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return static_cast<double>(vectors_.size()) * 3 * nonzeros;
  }

  void Evaluate(const Examples& x, Index begin, Index count, Out out) const override {
    const RowTilesOf<Real> rows(x, begin, count);
    const Eigen::VectorX<Real> start = PanelOf<Real>(Scale(vectors_.size()));
    PanelBuffer<Real> products(rows.padded_rows());
    const std::vector<Real*> targets = rows.Targets(out);
    for (Index p = 0; p < vectors_.num_panels(); ++p) {
      const typename KernelVectorsOf<Real>::Panel panel = vectors_.panel(p);
      PrefetchForWriting(targets, panel.begin, panel.size);
      rows.MultiplyFactors(panel.weights, panel.width, start.data(), products.output());
      for (std::size_t r = 0; r < targets.size(); ++r)
        if (targets[r] != nullptr)
          std::copy_n(products.row(r), panel.size, targets[r] + panel.begin);
    }
  }

 private:
  static constexpr double kLargestExponent = std::is_same_v<Real, float> ? 80 : 700;

  bool signs_;
  double finite_norm_;
  KernelVectorsOf<Real> vectors_;
};

// Any kernel, by its own recursion.
class RecursiveFeatures : public ItemsetFeaturesOf<double> {
 public:
  RecursiveFeatures(const ItemsetKernel& kernel, VectorLaw law, std::uint64_t seed, Index d,
                    Index D)
      : kernel_(kernel.Clone()),
        vectors_(law, seed, d, D, ItemsetKernel::kLanes, ItemsetKernel::kLanes),
        columns_(static_cast<std::size_t>(d)) {
    std::iota(columns_.begin(), columns_.end(), Index{0});
  }

  std::size_t bytes() const override { return vectors_.bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    const auto* anova = dynamic_cast<const AnovaKernel*>(kernel_.get());
    const double steps = anova == nullptr ? 1 : 2 * static_cast<double>(anova->order());
    return static_cast<double>(vectors_.size()) * (1 + steps) * nonzeros;
  }

  void Evaluate(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    std::array<double, ItemsetKernel::kLanes> values;
    const double scale = Scale(vectors_.size());
    for (Index p = 0; p < vectors_.num_panels(); ++p) {
      const KernelVectors::Panel panel = vectors_.panel(p);
      for (Index r = 0; r < count; ++r) {
        kernel_->EvaluateLanes(ValuesOfRow(x, begin + r, columns_), x.cols(), panel.weights,
                               values.data());
        double* to = out.data() + r * out.outerStride() + panel.begin;
        for (Index c = 0; c < panel.size; ++c) to[c] = scale * values[static_cast<std::size_t>(c)];
      }
    }
  }

 private:
  std::unique_ptr<ItemsetKernel> kernel_;
  KernelVectors vectors_;
  std::vector<Index> columns_;
};

// ANOVA of a higher order in floats, by its recursion.
class FloatAnovaFeatures : public ItemsetFeaturesOf<float> {
 public:
  FloatAnovaFeatures(Index order, VectorLaw law, std::uint64_t seed, Index d, Index D)
      : kernel_(order),
        law_(law),
        vectors_(law, seed, d, D, ItemsetKernel::kLanes, ItemsetKernel::kLanes),
        columns_(static_cast<std::size_t>(d)) {
    std::iota(columns_.begin(), columns_.end(), Index{0});
  }

  std::size_t bytes() const override { return vectors_.bytes(); }
  double OperationsPerRow(double /*nonzeros*/) const override { return 0; }

  bool Fits(const Examples& x, Index i) const override {
    return FitsAnova(x, i, kernel_.order(), law_, true);
  }

  void Evaluate(const Examples& x, Index begin, Index count, FloatMatrixRef out) const override {
    std::array<float, ItemsetKernel::kLanes> values;
    const auto scale = static_cast<float>(Scale(vectors_.size()));
    std::vector<float*> targets;
    for (Index r = 0; r < count; ++r) targets.push_back(out.data() + r * out.outerStride());
    for (Index p = 0; p < vectors_.num_panels(); ++p) {
      const KernelVectorsOf<float>::Panel panel = vectors_.panel(p);
      PrefetchForWriting(targets, panel.begin, panel.size);
      for (Index r = 0; r < count; ++r) {
        kernel_.EvaluateFloatLanes(ValuesOfRow(x, begin + r, columns_), panel.weights,
                                   values.data());
        float* to = targets[static_cast<std::size_t>(r)] + panel.begin;
        for (Index c = 0; c < panel.size; ++c) to[c] = scale * values[static_cast<std::size_t>(c)];
      }
    }
  }

 private:
  AnovaKernel kernel_;
  VectorLaw law_;
  KernelVectorsOf<float> vectors_;
  std::vector<Index> columns_;
};

// nullptr where the kernel has only its own recursion.
template <class Real>
std::unique_ptr<ItemsetFeaturesOf<Real>> NewTiledFeatures(const ItemsetKernel& kernel,
                                                          VectorLaw law, std::uint64_t seed,
                                                          Index d, Index D) {
  const auto* anova = dynamic_cast<const AnovaKernel*>(&kernel);
  if (anova != nullptr && anova->order() <= 3) {
    return std::make_unique<PowerSumFeatures<Real>>(anova->order(), law,
                                                    TiledVectors<Real>(law, seed, d, D));
  }
  if (dynamic_cast<const AllSubsetsKernel*>(&kernel) != nullptr)
    return std::make_unique<AllSubsetsFeatures<Real>>(law == VectorLaw::kRademacher,
                                                      TiledVectors<Real>(law, seed, d, D));
  return nullptr;
}

}  // namespace

std::unique_ptr<ItemsetFeatures> NewItemsetFeatures(const ItemsetKernel& kernel, VectorLaw law,
                                                    std::uint64_t seed, Index d, Index D) {
  if (auto tiled = NewTiledFeatures<double>(kernel, law, seed, d, D)) return tiled;
  return std::make_unique<RecursiveFeatures>(kernel, law, seed, d, D);
}

std::unique_ptr<ItemsetFeaturesOf<float>> NewFloatItemsetFeatures(const ItemsetKernel& kernel,
                                                                  VectorLaw law, std::uint64_t seed,
                                                                  Index d, Index D) {
  const auto* anova = dynamic_cast<const AnovaKernel*>(&kernel);
  if (anova != nullptr && anova->order() > AnovaKernel::kMostFloatOrder) return nullptr;
  if (anova != nullptr && anova->order() > 3)
    return std::make_unique<FloatAnovaFeatures>(anova->order(), law, seed, d, D);
  return NewTiledFeatures<float>(kernel, law, seed, d, D);
}

}  // namespace mercer
