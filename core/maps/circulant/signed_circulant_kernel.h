#ifndef MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_H_
#define MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"

namespace mercer {

/// Where the signs of a signed circulant matrix stand.
enum class CirculantSigns { kRows, kColumns, kNone };

/// Random kernel features of the ANOVA kernel of order m whose vectors are the rows of signed
/// circulant matrices (Atarashi et al. 2019, section 4): block t gives features d·t … d·t + d −
/// 1, from row i of
///
///   P = diag(σ)·circ(w) (rows, as the paper) or P = circ(w)·diag(σ) (columns),
///   circ(w)_{ij} = w_{(i − j) mod d},
///
/// w and σ d signs each from stream (seed, kMap, t), laid out as the two vectors of sign_products.h
/// without words before them. The power sums of odd orders are circular convolutions; those of even
/// orders are Σ x_j^t for every row; Newton's identities (12) make the kernel of them. With signs
/// on the rows σ only gives z_i the sign σ_i^m, which no Gram matrix and no linear model sees; on
/// the columns it makes the rows of a block all but independent, and the variance that of
/// random_kernel wherever no d/gcd(d, lag) is ≤ 2m.
///
/// Unbiased, with z_i scaled by 1/√D. Where D is not a multiple of d the last block is cut: D
/// features all the same (FeatureMap::note says so). Transform costs O(m·D·log d + m²·D) per row
/// and the draw O(D) memory, for any d. The identities lose digits as m grows: a relative 1e-12 of
/// the largest feature holds to about m = 5; orders above 8 are refused.
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
  /// Exact, with the covariance of the rows of a block (CirculantCovariance). O(d²·(m + 1)⁴).
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// None: O(d²) for a pair.
  std::optional<double> MeanSquaredError(const Kernel&, const Vector&, const Vector&,
                                         Index) const override {
    return std::nullopt;
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  CirculantSigns signs_;
};

/// Cov(k(p, x) k(p, y), k(q, x) k(q, y)) for the ANOVA kernel k of the order given and the rows p
/// and q = p + lag of one signed circulant matrix. Rows: each sign w_u meets x_{i−u}, y_{i−u} in
/// row i and their neighbours at the lag in the other; these are independent over u
/// (AnovaProductMoment). Columns: only terms whose parity is the same along each cycle j → j + lag
/// survive both the mean over w and that over σ; an odd cycle takes two columns per step, so cycles
/// longer than 2·order leave nothing. O(d·(order + 1)⁴).
double CirculantCovariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                           Index lag);

/// Var<z(x), z(y)> of D features in blocks of d, the last one cut.
double CirculantVariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                         Index num_random_features);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_H_
