#ifndef MERCER_CORE_KERNELS_SKELETON_BASE_SPACE_H_
#define MERCER_CORE_KERNELS_SKELETON_BASE_SPACE_H_

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/random.h"
#include "core/base/registry.h"
#include "core/base/types.h"

namespace mercer {

/// Moments over ω of one random feature ψ on a pair (x, y), with F = ψ(ω, x)ψ(ω, y)*.
struct FeatureMoments {
  double kernel = 0;    // E F = k(x, y)
  double absolute = 0;  // E |F|²
  double square = 0;    // E F²
  double crossed = 0;   // E (ψ(ω, x)ψ(ω, y))²
};

/// The base space of a skeleton's input node: a normalised kernel, k(x, x) = 1, on some columns of
/// a row, with its random feature scheme k(x, y) = E ψ(ω, x)ψ(ω, y)* (Daniely et al. 2017, section
/// 4). It works on encoded values u (Encode), which are few and cheap to compare. Immutable.
///
///   binary          x in {−1, 1}^n: <x, y>/n, ψ = x_j (example 1; n > 1 by lemma 9)
///   circle          n/2 points (cos, sin): the mean of <x, y>, ψ = exp(±iθ_j) (example 2)
///   angle(scale)    the circle of θ_j = scale·x_j: the mean of cos(scale(x_j − y_j))
///   gaussian(scale) exp(−scale²|x − y|²/2), ψ = exp(i·scale<ω, x>), ω ~ N(0, I) (example 3)
///   categories(size) whole numbers 0 … size − 1: the share of equal values, ψ = exp(2πiωx_j/size),
///                   ω uniform (example 4)
///   sphere(scheme)  |x| = 1, n ≥ 2: <x, y>; pairs: ψ = √(n/2)(x_j ± i·x_{j+1}) (example 5, the
///                   best possible bound); coordinate: √n·x_j; uniform: √n<w, x>, w uniform on
///                   the sphere; signs: <w, x>, w in {−1, 1}^n (example 6)
///   mahalanobis(matrix) exp(−(x − y)ᵀM(x − y)/2), M positive semidefinite,
///                   ψ = exp(i<ω, x>), ω ~ N(0, M)
class BaseSpace {
 public:
  virtual ~BaseSpace() = default;

  /// The rule that the number of columns breaks, such as "an even number of columns"; "" if
  /// `columns` is allowed.
  virtual std::string ColumnsRule(Index columns) const = 0;

  /// The rule that the n values of a row break, such as "values -1 or 1"; "" if they obey it. O(n).
  virtual std::string DomainRule(const double* x, Index n) const = 0;

  virtual Index EncodedSize(Index columns) const { return columns; }
  virtual void Encode(const double* x, Index n, double* u) const;

  /// out[j] = k(u, v_j) for j < count, coordinate c of v_j at v[c·stride + j]; exactly 1 for equal
  /// points. O(size·count).
  virtual void KernelRow(const double* u, const double* v, Index stride, Index size, Index count,
                         double* out) const = 0;

  /// c > 0 with k(u, v) = c·<u, v> for encoded points of `size` values, so that √c·u can be the
  /// input of a network; 0 for a kernel that is not an inner product of them, whatever their size.
  virtual double InnerProductScale(Index /*size*/) const { return 0; }

  /// Exact moments for a pair of encoded points. O(size).
  virtual FeatureMoments Moments(const double* u, const double* v, Index size) const = 0;

  virtual bool is_complex() const = 0;

  /// sup |ψ(ω, x)| over ω and the rows in the domain that have `columns` columns, ≥ 1 (the paper's
  /// norm of the scheme). Infinite if it depends on the number of columns and that is 0.
  virtual double FeatureNorm(Index /*columns*/) const { return 1; }

  /// Whether ω is a vector of `size` values, and ψ is a function of <ω, u> (FeatureOf); otherwise ω
  /// is a number (Feature).
  virtual bool has_vectors() const { return false; }

  /// Draws ω from the stream's next words: returns the number, or fills the vector.
  virtual std::uint32_t Draw(RandomStream& stream, Index size, double* vector) const = 0;

  /// ψ(ω, u) for a number ω. O(1).
  virtual std::complex<double> Feature(std::uint32_t omega, const double* u, Index size) const;

  /// ψ for a vector ω with projection <ω, u>.
  virtual std::complex<double> FeatureOf(double projection) const;
};

/// The registry entry of a base space.
struct BaseSpaceEntry : RegistryInfo {
  /// `params` are resolved. Throws InvalidInput for mahalanobis if the matrix is not square,
  /// symmetric and positive semidefinite (least eigenvalue ≥ −1e-10 times the largest).
  std::unique_ptr<BaseSpace> (*make)(const Params& params) = nullptr;
};

const Registry<BaseSpaceEntry>& BaseSpaceRegistry();

/// Checks the parameters and makes the space. Throws InvalidInput.
std::unique_ptr<BaseSpace> MakeBaseSpace(const std::string& name, const Params& params);

// Each source file defines its own.
BaseSpaceEntry BinaryEntry();
BaseSpaceEntry CircleEntry();
BaseSpaceEntry AngleEntry();
BaseSpaceEntry GaussianSpaceEntry();
BaseSpaceEntry CategoriesEntry();
BaseSpaceEntry SphereEntry();
BaseSpaceEntry MahalanobisEntry();

/// out[j] = |u − v_j|², laid out as in BaseSpace::KernelRow. O(size·count).
void SquaredDistanceRow(const double* u, const double* v, Index stride, Index size, Index count,
                        double* out);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_BASE_SPACE_H_
