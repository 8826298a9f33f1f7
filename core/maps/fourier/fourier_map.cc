// Random Fourier features (Rahimi & Recht 2007) of frequencies that have been drawn, and their
// exact variances.

#include "core/maps/fourier/fourier_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/linalg/vector_functions.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/row_tiles.h"

namespace mercer {
namespace {

const ShiftInvariantKernel& KernelWithLaw(const std::string& map, const Kernel& kernel,
                                          const std::string& capability,
                                          bool (ShiftInvariantKernel::*law)() const) {
  const auto fits = [law](const Kernel& k) {
    const auto* shift_invariant = dynamic_cast<const ShiftInvariantKernel*>(&k);
    return shift_invariant != nullptr && (shift_invariant->*law)();
  };
  if (!fits(kernel)) ThrowUnfitKernel(map, kernel, capability, fits);
  return dynamic_cast<const ShiftInvariantKernel&>(kernel);
}

Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

// The errors of angles, as those of inner products. A row's features have norm 1 but for chance,
// which makes it smaller where they are few.
constexpr double kAngleError = kFloatErrorEstimate / 4;

// The largest eigenvalue of WᵀW/s, found by a few steps from the all-ones vector, the direction of
// rows without signs, and doubled for what they may miss.
double LargestMeanSquare(const Matrix& frequencies) {
  constexpr int kSteps = 6;
  Vector direction = Vector::Ones(frequencies.cols()).normalized();
  double largest = 0;
  for (int step = 0; step < kSteps; ++step) {
    const Vector products = frequencies * direction;
    largest = std::max(largest, products.squaredNorm());
    direction = (frequencies.transpose() * products).normalized();
  }
  return 2 * largest / static_cast<double>(frequencies.rows());
}

}  // namespace

ParamSpec VariantSpec(const std::string& default_value) {
  return {.name = "variant",
          .kind = ParamKind::kText,
          .help =
              "cos_offset: cos(<w,x> + b) with random b; cos_sin: a cosine and a sine of each w, D "
              "even; complex: exp(-i <w,x>), D complex columns",
          .default_value = default_value,
          .choices = {"cos_offset", "cos_sin", "complex"}};
}

FourierVariant VariantOf(const Params& params) {
  const std::string& variant = params.Get("variant").AsText();
  if (variant == "cos_offset") return FourierVariant::kCosOffset;
  if (variant == "cos_sin") return FourierVariant::kCosSin;
  MERCER_CHECK(variant == "complex");
  return FourierVariant::kComplex;
}

Index NumFrequencies(const std::string& map, FourierVariant variant, Index num_random_features) {
  if (variant != FourierVariant::kCosSin) return num_random_features;
  if (num_random_features % 2 != 0) {
    throw InvalidInput("map '" + map + "': D is " + std::to_string(num_random_features) +
                       "; expected an even number with variant cos_sin, whose columns come in "
                       "pairs");
  }
  return num_random_features / 2;
}

Index FourierColumns(const std::string& map, FourierVariant variant, Index num_random_features) {
  NumFrequencies(map, variant, num_random_features);
  return variant == FourierVariant::kComplex ? 2 * num_random_features : num_random_features;
}

SecondMoments IndependentFourierMoments(const ShiftInvariantKernel& kernel, FourierVariant variant,
                                        const Vector& x, const Vector& y) {
  MERCER_CHECK(x.size() == y.size() && variant != FourierVariant::kCosSin);
  const double k2 = kernel.Value(2 * (x - y));
  if (variant == FourierVariant::kComplex) return {1, k2};
  return {1 + k2 / 2, 1 + k2 / 2};
}

double IndependentFourierVariance(const ShiftInvariantKernel& kernel, FourierVariant variant,
                                  const Vector& x, const Vector& y) {
  MERCER_CHECK(x.size() == y.size());
  const double k = kernel.Value(x - y);
  // A pair of columns counts as two features.
  if (variant == FourierVariant::kCosSin)
    return 2 * IndependentFourierVariance(kernel, FourierVariant::kComplex, x, y);
  return IndependentFourierMoments(kernel, variant, x, y).OfRealPart() - k * k;
}

const ShiftInvariantKernel& RadialKernelFor(const std::string& map, const Kernel& kernel) {
  return KernelWithLaw(map, kernel, "a radial shift-invariant kernel",
                       &ShiftInvariantKernel::IsRadial);
}

const ShiftInvariantKernel& ProductLawKernelFor(const std::string& map, const Kernel& kernel) {
  return KernelWithLaw(map, kernel, "a shift-invariant kernel whose spectral law is a product",
                       &ShiftInvariantKernel::IsProduct);
}

double DrawOffset(RandomStream& stream) { return 2 * std::numbers::pi * stream.Uniform(); }

RandomStream BlockStream(std::uint64_t seed, Index block) {
  return {seed, StreamPurpose::kMap, (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(block)};
}

FourierMap::FourierMap(FourierShape shape)
    : shape_(std::move(shape)),
      num_frequencies_(NumFrequencies(shape_.map, shape_.variant, shape_.num_random_features)),
      output_dim_(FourierColumns(shape_.map, shape_.variant, shape_.num_random_features)),
      scale_(
          std::sqrt((is_complex() ? 1.0 : 2.0) / static_cast<double>(shape_.num_random_features))) {
}

void FourierMap::WriteFeatures(double* angles, Index first, Index count, double* row) const {
  if (shape_.variant == FourierVariant::kCosOffset) {
    VectorCos(angles, count);
    for (Index j = 0; j < count; ++j) row[first + j] = scale_ * angles[j];
    return;
  }
  // e^(−ia) = cos a − i sin a.
  const double sine_scale = is_complex() ? -scale_ : scale_;
  constexpr Index kPiece = 512;
  std::array<double, kPiece> sines;
  for (Index done = 0; done < count; done += kPiece) {
    const Index size = std::min(kPiece, count - done);
    VectorCosSin(angles + done, size, angles + done, sines.data());
    double* to = row + 2 * (first + done);
    for (Index j = 0; j < size; ++j) {
      to[2 * j] = scale_ * angles[done + j];
      to[2 * j + 1] = sine_scale * sines[static_cast<std::size_t>(j)];
    }
  }
}

void FourierMap::WriteBlock(double* angles, Index width, const std::vector<double*>& rows,
                            Index first, Index count) const {
  if (shape_.variant != FourierVariant::kCosOffset) {
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (rows[r] != nullptr)
        WriteFeatures(angles + static_cast<Index>(r) * width, first, count, rows[r]);
    return;
  }
  std::vector<double*> columns(rows);
  for (double*& row : columns)
    if (row != nullptr) row += first;
  ScaledCosPi(angles, width, count, scale_, columns);
}

void FourierMap::WriteBlock(const float* halfturns, Index width, const std::vector<float*>& rows,
                            Index first, Index count) const {
  std::vector<float*> columns(rows);
  for (float*& row : columns)
    if (row != nullptr) row += FirstColumn(first);
  const auto scale = static_cast<float>(scale_);
  if (shape_.variant == FourierVariant::kCosOffset) {
    ScaledCosPi(halfturns, width, count, scale, columns);
  } else {
    ScaledCosSinPi(halfturns, width, count, scale, is_complex() ? -scale : scale, columns);
  }
}

double DenseFourierMap::Bytes(const FourierShape& shape) {
  const Index frequencies = NumFrequencies(shape.map, shape.variant, shape.num_random_features);
  return 8 * static_cast<double>(RoundUp(frequencies, ProductTileShape().vector)) *
         static_cast<double>(shape.input_dim + 1);
}

DenseFourierMap::DenseFourierMap(const FourierShape& shape, const DrawFrequency& draw)
    : FourierMap(shape) {
  CheckFitsInMemory("drawing map '" + shape.map +
                        "' with D = " + std::to_string(shape.num_random_features) +
                        " for input dimension " + std::to_string(shape.input_dim),
                    Bytes(shape));
  const TileShape tile = ProductTileShape();
  const Index d = input_dim(), padded = RoundUp(num_frequencies(), tile.vector);
  weights_ = Vector::Zero(padded * d);
  offsets_ = Vector::Zero(padded);
  Vector frequency(d);
  for (Index j = 0; j < num_frequencies(); ++j) {
    offsets_[j] = draw(j, frequency.data()) / block_angle_unit();
    const Index panel = j / tile.panel * tile.panel;
    const Index width = std::min(tile.panel, padded - panel);
    double* weights = weights_.data() + panel * d + (j - panel);
    for (Index k = 0; k < d; ++k) weights[k * width] = frequency[k] / block_angle_unit();
  }
  // An angle is at most the offset and the norm times the largest weight; it has a finite cosine.
  if (weights_.allFinite() && d > 0)
    finite_norm_ = 1e300 / std::max(1.0, weights_.cwiseAbs().maxCoeff());
}

Matrix DenseFourierMap::Frequencies() const {
  const Index panel_width = ProductTileShape().panel, d = input_dim();
  Matrix frequencies(num_frequencies(), d);
  for (Index j = 0; j < num_frequencies(); ++j) {
    const Index panel = j / panel_width * panel_width;
    const Index width = std::min(panel_width, offsets_.size() - panel);
    const double* weights = weights_.data() + panel * d + (j - panel);
    for (Index k = 0; k < d; ++k) frequencies(j, k) = weights[k * width] * block_angle_unit();
  }
  return frequencies;
}

std::size_t DenseFourierMap::bytes() const {
  return static_cast<std::size_t>(weights_.size() + offsets_.size()) * sizeof(double);
}

double DenseFourierMap::OperationsPerRow(double nonzeros) const {
  return static_cast<double>(num_frequencies()) * 2 * nonzeros +
         2 * static_cast<double>(output_dim());
}

void DenseFourierMap::ComputeRows(const Examples& x, Index begin, Index count,
                                  MatrixRef out) const {
  const RowTiles rows(x, begin, count);
  const Index panel = ProductTileShape().panel, d = input_dim();
  Vector angles(rows.padded_rows() * panel);  // aligned for whole registers
  const std::vector<double*> targets = rows.Targets(out);
  for (Index first = 0; first < num_frequencies(); first += panel) {
    const Index width = std::min(panel, offsets_.size() - first);
    const Index used = std::min(width, num_frequencies() - first);
    PrefetchForWriting(targets, FirstColumn(first), FirstColumn(used));
    rows.Multiply(weights_.data() + first * d, width, offsets_.data() + first,
                  {angles.data(), width, false});
    WriteBlock(angles.data(), width, targets, first, used);
  }
}

void DenseFourierMap::SetFloatRows(FloatPanels& panels) const {
  constexpr Index kSample = 16;
  constexpr double kLargestAngle = 1e6, kLightTail = 40;
  const Matrix frequencies = Frequencies();
  const Vector squares = frequencies.rowwise().squaredNorm();
  if (input_dim() == 0 || !squares.allFinite()) return;
  const double error = FloatProductError(input_dim());
  const double longest = std::max(squares.maxCoeff(), 1e-20);
  panels.squared_norm =
      std::min(kAngleError * kAngleError / (error * error * LargestMeanSquare(frequencies) + 1e-30),
               kLargestAngle * kLargestAngle / longest);
  const Index step = num_frequencies() / kSample;
  // A sample does not represent frequencies with heavy tails.
  const double largest = frequencies.cwiseAbs2().maxCoeff();
  if (step == 0 || largest > kLightTail * frequencies.cwiseAbs2().mean()) return;
  const Matrix sample = frequencies(Eigen::seqN(0, kSample, step), Eigen::all);
  panels.sample = sample.transpose();
}

// A long row fits where the sums of a sample of frequencies say so: each is rounded by 2.5e-8 of
// itself at each of its terms, and these are of rounded numbers.
bool DenseFourierMap::FitsFloats(const Examples& x, Index i) const {
  constexpr double kRounding = 2.5e-8, kSafety = 1.25;
  const FloatPanels& panels = Floats();
  const double squared_norm = RowPowerSum(x, i, 2);
  if (squared_norm <= panels.squared_norm) return true;
  if (panels.sample.size() == 0 || !(squared_norm < 1e12)) return false;
  using Sums = Eigen::Array<double, 1, 16>;
  Sums sums = Sums::Zero(), squares = Sums::Zero();
  ForEachNonZero(x, i, [&](Index k, double value) {
    const Sums terms = value * panels.sample.row(k).array();
    sums += terms;
    squares += sums.square() + 2 * terms.square();
  });
  return kSafety * kRounding * std::sqrt(squares.mean()) < kAngleError;
}

DenseFourierMap::FloatPanels DenseFourierMap::MakeFloatPanels() const {
  const TileShape tile = ProductTileShape<float>();
  const Index d = input_dim(), padded = RoundUp(num_frequencies(), tile.vector);
  const double halfturns = 1 / std::numbers::pi;
  FloatPanels made{Eigen::VectorXf::Zero(padded * d), Eigen::VectorXf::Zero(padded)};
  SetFloatRows(made);
  made.offsets.head(num_frequencies()) =
      (offsets_.head(num_frequencies()) * (block_angle_unit() * halfturns)).cast<float>();
  const Index from_panel = ProductTileShape().panel;
  for (Index j = 0; j < num_frequencies(); ++j) {
    const Index panel = j / tile.panel * tile.panel, width = std::min(tile.panel, padded - panel);
    const Index other = j / from_panel * from_panel;
    const Index from_width = std::min(from_panel, offsets_.size() - other);
    const double* from = weights_.data() + other * d + (j - other);
    float* to = made.weights.data() + panel * d + (j - panel);
    for (Index k = 0; k < d; ++k)
      to[k * width] = static_cast<float>(from[k * from_width] * block_angle_unit() * halfturns);
  }
  return made;
}

void DenseFourierMap::ComputeFloatRows(const Examples& x, Index begin, Index count,
                                       FloatMatrixRef out) const {
  const FloatPanels& panels = Floats();
  const RowTilesOf<float> rows(x, begin, count);
  const Index panel = ProductTileShape<float>().panel, d = input_dim();
  Eigen::VectorXf angles(rows.padded_rows() * panel);  // aligned for whole registers
  const std::vector<float*> targets = rows.Targets(out);
  for (Index first = 0; first < num_frequencies(); first += panel) {
    const Index width = std::min(panel, panels.offsets.size() - first);
    const Index used = std::min(width, num_frequencies() - first);
    PrefetchForWriting(targets, FirstColumn(first), FirstColumn(used));
    rows.Multiply(panels.weights.data() + first * d, width, panels.offsets.data() + first,
                  {angles.data(), width, false});
    WriteBlock(angles.data(), width, targets, first, used);
  }
}

}  // namespace mercer
