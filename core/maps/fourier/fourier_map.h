#ifndef MERCER_CORE_MAPS_FOURIER_FOURIER_MAP_H_
#define MERCER_CORE_MAPS_FOURIER_FOURIER_MAP_H_

// What every map with features cos(<w, x> + b) shares: the variants, their columns, their writing.

#include <cstddef>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"
#include "core/maps/feature_map.h"
#include "core/maps/float_rows.h"

namespace mercer {

/// How a frequency w becomes columns of z (Rahimi & Recht 2007, section 3; Yang et al. 2014,
/// section 2). D is the number of columns, complex ones counted once:
///
///   cos_offset: √(2/D) cos(<w_i, x> + b_i), b_i uniform on [0, 2π), D frequencies;
///   cos_sin: √(2/D) cos<w_i, x>, √(2/D) sin<w_i, x> in turn, D/2 frequencies, D even;
///   complex: exp(−i <w_i, x>)/√D, D frequencies; as real numbers 2·D columns re, im in turn.
enum class FourierVariant { kCosOffset, kCosSin, kComplex };

/// The parameter `variant`, and its value when resolved.
ParamSpec VariantSpec(const std::string& default_value);
FourierVariant VariantOf(const Params& params);

/// Frequencies behind D features. Throws InvalidInput, naming the map, for cos_sin with an odd D.
Index NumFrequencies(const std::string& map, FourierVariant variant, Index num_random_features);

/// Columns of z for D features. Throws as NumFrequencies does.
Index FourierColumns(const std::string& map, FourierVariant variant, Index num_random_features);

/// Exact variance (FeatureMapSpec::FeatureVariance) for independent frequencies of the kernel's
/// law, with k = κ(x − y) and k₂ = κ(2(x − y)): 1 + k₂/2 − k² for cos_offset, 1 + k₂ − 2k² for
/// cos_sin, (1 + k₂)/2 − k² for complex, the variance of the real part.
double IndependentFourierVariance(const ShiftInvariantKernel& kernel, FourierVariant variant,
                                  const Vector& x, const Vector& y);

/// Second moments of one feature of such frequencies for the variants whose features are single
/// ones: those of exp(−i<w, x − y>), |·|² = 1 and κ(2(x − y)), with variant complex, and 1 + k₂/2
/// of cos_offset.
SecondMoments IndependentFourierMoments(const ShiftInvariantKernel& kernel, FourierVariant variant,
                                        const Vector& x, const Vector& y);

/// The kernel as a shift-invariant one whose law is radial, or whose law is a product. Throw
/// InvalidInput, naming the map and the fitting kernels, where it is not.
const ShiftInvariantKernel& RadialKernelFor(const std::string& map, const Kernel& kernel);
const ShiftInvariantKernel& ProductLawKernelFor(const std::string& map, const Kernel& kernel);

struct FourierShape {
  std::string map;  // its name as registered
  FourierVariant variant = FourierVariant::kCosOffset;
  Index input_dim = 0;
  Index num_random_features = 0;
};

/// The offset b_i of feature i: 2π times the first uniform of stream (seed, kMap, i).
double DrawOffset(RandomStream& stream);

/// Stream (seed, kMap, 2^63 + block) of the parameters that a block of frequencies shares: no
/// feature's own.
RandomStream BlockStream(std::uint64_t seed, Index block);

/// A map of these columns. What remains for a class is to make the angles <w, x> + b.
class FourierMap : public FeatureMap {
 public:
  /// Throws as NumFrequencies does.
  explicit FourierMap(FourierShape shape);

  std::string name() const override { return shape_.map; }
  Index input_dim() const override { return shape_.input_dim; }
  Index num_random_features() const override { return shape_.num_random_features; }
  Index output_dim() const override { return output_dim_; }
  bool is_complex() const override { return shape_.variant == FourierVariant::kComplex; }

 protected:
  const FourierShape& shape() const { return shape_; }
  Index num_frequencies() const { return num_frequencies_; }

  /// Writes to a row of z the columns of the frequencies first … first + count − 1 from their
  /// angles, which it destroys. The row begins at `row`. O(count).
  void WriteFeatures(double* angles, Index first, Index count, double* row) const;

  /// The same for a block of angles with rows of `width`, of which the first `count` columns are
  /// used, in units of block_angle_unit() radians. Row r goes to the row of z that begins at
  /// rows[r], nowhere where that is nullptr.
  void WriteBlock(double* angles, Index width, const std::vector<double*>& rows, Index first,
                  Index count) const;

  /// The same of floats, in units of half turns, |angle| ≤ 2^21. Leaves the angles alone.
  void WriteBlock(const float* halfturns, Index width, const std::vector<float*>& rows, Index first,
                  Index count) const;

  /// Cosines alone are faster of half turns.
  double block_angle_unit() const {
    return shape_.variant == FourierVariant::kCosOffset ? std::numbers::pi : 1;
  }

  /// Column of z where frequency j's begin.
  Index FirstColumn(Index j) const {
    return shape_.variant == FourierVariant::kCosOffset ? j : 2 * j;
  }

 private:
  FourierShape shape_;
  Index num_frequencies_;
  Index output_dim_;
  double scale_;
};

/// A Fourier map whose frequencies are any d-vectors: a product with packed panels of them, the
/// cosine of each tile while it is in cache. O(d·D) per row, O(stored values·D) for a sparse one.
/// An error of an angle is one of its feature, and grows with the angle: in float32 the angles of
/// long rows (norms above about 8 bandwidths where d is 20) and of frequencies with heavy tails
/// are computed in doubles.
class DenseFourierMap : public FourierMap {
 public:
  /// Called once for each frequency j, in order: writes its d values and returns its offset b_j
  /// (0 but for cos_offset).
  using DrawFrequency = std::function<double(Index j, double* frequency)>;

  /// Throws InvalidInput where the frequencies do not fit in memory, before taking it, and for
  /// cos_sin with an odd D.
  DenseFourierMap(const FourierShape& shape, const DrawFrequency& draw);

  /// Bytes of such a map.
  static double Bytes(const FourierShape& shape);

  /// w_j of every feature or pair of features, in radians for each unit of the rows, s × d.
  Matrix Frequencies() const;

  std::size_t bytes() const override;
  double OperationsPerRow(double nonzeros) const override;

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;
  double FiniteNorm() const override { return finite_norm_; }
  bool FitsFloats(const Examples& x, Index i) const override;
  void ComputeFloatRows(const Examples& x, Index begin, Index count,
                        FloatMatrixRef out) const override;

 private:
  // Panels as below of floats, in half turns, and what tells which rows they serve.
  struct FloatPanels {
    Eigen::VectorXf weights{}, offsets{};
    double squared_norm = 0;  // rows up to this surely
    Matrix sample{};          // longer ones by these frequencies, d × their number; none if empty
  };
  FloatPanels MakeFloatPanels() const;
  void SetFloatRows(FloatPanels& panels) const;
  const FloatPanels& Floats() const {
    return floats_.Get([this] { return MakeFloatPanels(); });
  }

  Vector weights_;  // panels of d × width side by side, one after the other
  Vector offsets_;  // with padding to whole registers
  double finite_norm_ = 0;
  MadeOnce<FloatPanels> floats_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_FOURIER_MAP_H_
