#ifndef MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_H_
#define MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"

namespace mercer {

/// Which side of the circulant matrix the random signs multiply; kNone: there are no signs.
enum class CirculantSigns { kRows, kColumns, kNone };

/// Random kernel features of the ANOVA kernel of order m whose vectors are the rows of signed
/// circulant matrices (Atarashi et al. 2019, section 4). Block t gives features d·t … d·t + d − 1,
/// from the rows of
///
///   P = diag(σ)·circ(w) (signs on the rows, as in the paper) or
///   P = circ(w)·diag(σ) (signs on the columns),  circ(w)_{ij} = w_{(i − j) mod d}.
///
/// w and σ have d signs each, drawn from stream (seed, kMap, t) and laid out as the two vectors of
/// sign_products.h without the words before them. The power sums of odd orders are circular
/// convolutions; those of even orders are Σ x_j^t for every row. Newton's identities (12) give the
/// kernel from them. Signs on the rows only multiply z_i by σ_i^m, which changes no Gram matrix and
/// no linear model. Signs on the columns make the rows of a block all but independent; the variance
/// is then that of random_kernel unless some d/gcd(d, lag) is ≤ 2m.
///
/// Unbiased, with z_i scaled by 1/√D. If D is not a multiple of d, the last block is truncated, so
/// that there are D features in any case (FeatureMap::note says so). Transform costs O(m·D·log d +
/// m²·D) per row, and the draw takes O(D) memory, for any d. The identities lose digits as m grows:
/// errors are below 1e-12 of the largest feature up to about m = 5, and orders above 8 are refused.
class SignedCirculantKernelSpec : public FeatureMapSpec {
 public:
  explicit SignedCirculantKernelSpec(CirculantSigns signs) : signs_(signs) {}

  void CheckKernel(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// D·EstimateVariance for D a multiple of d.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Exact: it includes the covariance of the rows of a block (CirculantCovariance). O(d²·(m +
  /// 1)⁴).
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// None, as it would cost O(d²) for each pair.
  std::optional<double> MeanSquaredError(const Kernel&, const Vector&, const Vector&,
                                         Index) const override {
    return std::nullopt;
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  CirculantSigns signs_;
};

/// Cov(k(p, x) k(p, y), k(q, x) k(q, y)) for the ANOVA kernel k of the given order and rows p and q
/// = p + lag of one signed circulant matrix. With signs on the rows, each sign w_u multiplies
/// x_{i−u}, y_{i−u} in row i and the values at distance lag from them in the other row; these
/// products are independent over u (AnovaProductMoment). With signs on the columns, only terms
/// whose parity is the same along each cycle j → j + lag have a mean over both w and σ that is not
/// 0; an odd cycle takes two columns per step, so cycles longer than 2·order contribute nothing.
/// O(d·(order + 1)⁴).
double CirculantCovariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                           Index lag);

/// Var<z(x), z(y)> of D features in blocks of d, the last one truncated.
double CirculantVariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                         Index num_random_features);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_H_
