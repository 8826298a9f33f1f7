#ifndef MERCER_CORE_MAPS_FOURIER_FOURIER_MAP_H_
#define MERCER_CORE_MAPS_FOURIER_FOURIER_MAP_H_

// What all maps with features cos(<w, x> + b) share: the variants, their columns, and the code that
// writes them.

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
/// section 2). D is the number of columns, where a complex column counts once:
///
///   cos_offset: √(2/D) cos(<w_i, x> + b_i), b_i uniform on [0, 2π); D frequencies.
///   cos_sin: √(2/D) cos<w_i, x> and √(2/D) sin<w_i, x> in turn; D/2 frequencies, D even.
///   complex: exp(−i <w_i, x>)/√D; D frequencies, as real numbers 2·D columns, re and im in turn.
enum class FourierVariant { kCosOffset, kCosSin, kComplex };

/// The parameter `variant`, and its value in resolved parameters.
ParamSpec VariantSpec(const std::string& default_value);
FourierVariant VariantOf(const Params& params);

/// The number of frequencies for D features. Throws InvalidInput, naming the map, for cos_sin with
/// an odd D.
Index NumFrequencies(const std::string& map, FourierVariant variant, Index num_random_features);

/// The number of real columns of z for D features. Throws as NumFrequencies does.
Index FourierColumns(const std::string& map, FourierVariant variant, Index num_random_features);

/// The exact variance (FeatureMapSpec::FeatureVariance) for independent frequencies of the kernel's
/// spectral law. With k = κ(x − y) and k₂ = κ(2(x − y)) it is 1 + k₂/2 − k² for cos_offset, 1 + k₂
/// − 2k² for cos_sin, and (1 + k₂)/2 − k² for complex, the variance of the real part.
double IndependentFourierVariance(const ShiftInvariantKernel& kernel, FourierVariant variant,
                                  const Vector& x, const Vector& y);

/// The second moments of one feature with such frequencies, for the variants whose features are
/// single ones. For complex they are those of exp(−i<w, x − y>), E|·|² = 1 and κ(2(x − y)); for
/// cos_offset both are 1 + k₂/2.
SecondMoments IndependentFourierMoments(const ShiftInvariantKernel& kernel, FourierVariant variant,
                                        const Vector& x, const Vector& y);

/// The kernel as a shift-invariant one whose spectral law is radial, or is a product. Both throw
/// InvalidInput, naming the map and the kernels that fit, if it is not.
const ShiftInvariantKernel& RadialKernelFor(const std::string& map, const Kernel& kernel);
const ShiftInvariantKernel& ProductLawKernelFor(const std::string& map, const Kernel& kernel);

struct FourierShape {
  std::string map;  // its registered name
  FourierVariant variant = FourierVariant::kCosOffset;
  Index input_dim = 0;
  Index num_random_features = 0;
};

/// Draws the offset b_i of feature i: 2π times the first uniform number of stream (seed, kMap, i).
double DrawOffset(RandomStream& stream);

/// The stream (seed, kMap, 2^63 + block) for the parameters that a block of frequencies shares; it
/// is no feature's own stream.
RandomStream BlockStream(std::uint64_t seed, Index block);

/// A map with these columns. Derived classes compute the angles <w, x> + b.
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

  /// Writes the columns of frequencies first … first + count − 1 to the row of z that begins at
  /// `row`, given their angles, which it overwrites. O(count).
  void WriteFeatures(double* angles, Index first, Index count, double* row) const;

  /// The same for a block of angles in units of block_angle_unit() radians, stored in rows of
  /// `width`, of which the first `count` columns are used. Row r goes to the row of z that begins
  /// at rows[r]; it is skipped if rows[r] is nullptr.
  void WriteBlock(double* angles, Index width, const std::vector<double*>& rows, Index first,
                  Index count) const;

  /// The same for floats, in units of half turns, |angle| ≤ 2^21. Does not change the angles.
  void WriteBlock(const float* halfturns, Index width, const std::vector<float*>& rows, Index first,
                  Index count) const;

  /// Half turns for cos_offset: cosines without sines are faster in half turns.
  double block_angle_unit() const {
    return shape_.variant == FourierVariant::kCosOffset ? std::numbers::pi : 1;
  }

  /// The first column of z of frequency j.
  Index FirstColumn(Index j) const {
    return shape_.variant == FourierVariant::kCosOffset ? j : 2 * j;
  }

 private:
  FourierShape shape_;
  Index num_frequencies_;
  Index output_dim_;
  double scale_;
};

/// A Fourier map with arbitrary frequencies in d dimensions. It multiplies the rows with packed
/// panels of the frequencies and takes the cosine of each tile while it is in cache. O(d·D) per
/// row, O(stored values·D) for a sparse row. An error in an angle is an error of the same size in
/// its feature, and it grows with the angle. In float32 the angles of long rows (norms above about
/// 8 bandwidths for d = 20) and of frequencies with heavy tails are therefore computed in doubles.
class DenseFourierMap : public FourierMap {
 public:
  /// Called once for each frequency j, in order; it writes its d values and returns its offset b_j
  /// (0 except for cos_offset).
  using DrawFrequency = std::function<double(Index j, double* frequency)>;

  /// Throws InvalidInput if the frequencies do not fit in memory, before allocating it, and for
  /// cos_sin with an odd D.
  DenseFourierMap(const FourierShape& shape, const DrawFrequency& draw);

  /// The bytes that such a map takes.
  static double Bytes(const FourierShape& shape);

  /// The frequencies w_j, one for each feature or pair of features, in radians per unit of the
  /// rows; s × d for s frequencies.
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
  // The panels below in floats and half turns, and the data that decides which rows may use them.
  struct FloatPanels {
    Eigen::VectorXf weights{}, offsets{};
    double squared_norm = 0;  // rows up to this squared norm may
    Matrix sample{};          // d × sampled frequencies, to decide on longer rows; empty: none may
  };
  FloatPanels MakeFloatPanels() const;
  void SetFloatRows(FloatPanels& panels) const;
  const FloatPanels& Floats() const {
    return floats_.Get([this] { return MakeFloatPanels(); });
  }

  Vector weights_;  // panels of d × width, one after the other
  Vector offsets_;  // padded to whole registers
  double finite_norm_ = 0;
  MadeOnce<FloatPanels> floats_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_FOURIER_MAP_H_
