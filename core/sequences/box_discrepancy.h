#ifndef MERCER_CORE_SEQUENCES_BOX_DISCREPANCY_H_
#define MERCER_CORE_SEQUENCES_BOX_DISCREPANCY_H_

#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The box discrepancy of frequencies w_1 … w_s for the Gaussian kernel exp(−|δ|²/(2 sigma²)): the
/// mean squared error of (1/s) Σ_l exp(i <w_l, u>) for a difference u uniform on the box
/// |u_j| ≤ b_j (Yang et al. 2014, Theorem 9, with the factor π^d/Π b_j of its supplement, which
/// the paper's plots use; the unnormalised D² is Π (b_j/π) of it):
///
///   D² = (1/s²) Σ_{l,m} Π_j sinc(b_j (w_lj − w_mj)) − (2/s) Σ_l Π_j g_j(w_lj) + Π_j h_j,
///   g_j(w) = (1/b_j) ∫_0^{b_j} exp(−t²/(2 sigma²)) cos(w t) dt,
///   h_j    = (sigma √π/(2 b_j)) erf(b_j/sigma),      sinc(x) = sin(x)/x.
///
/// g_j is integrated by Gauss-Legendre quadrature to rounding: its closed form by the error
/// function of a complex argument cancels for small boxes. Every factor is at most 1, so that no
/// product overflows in high dimension. D² is the difference of terms of size Π h_j: its absolute
/// error is about 1e-16. Here, not in core/metrics, because the adaptive sequence minimises it and
/// a sequence sees the layers below only.
class BoxDiscrepancy {
 public:
  /// d half-widths b_j > 0 and the bandwidth sigma > 0, in the unit of the rows.
  BoxDiscrepancy(const Vector& half_widths, double sigma);

  Index dim() const { return box_.size(); }

  /// D² of s frequencies, s × d. O(s²·d).
  double Squared(const Matrix& frequencies) const;

  /// D² and its gradient with respect to every frequency, s × d. O(s²·d).
  double SquaredWithGradient(const Matrix& frequencies, Matrix& gradient) const;

  /// Operations of Squared and of SquaredWithGradient, about, each as long as a cosine of an array:
  /// s²·d coordinates of pairs and s·d integrals.
  static double Operations(Index s, Index d);
  static double OperationsWithGradient(Index s, Index d);

  /// E D² for s independent frequencies of the kernel's law: (1 − Π_j h_j)/s.
  double MonteCarloExpectation(Index s) const;

 private:
  // g and g' of one coordinate in units of the bandwidth.
  struct ValueAndSlope {
    double value;
    double slope;
  };
  ValueAndSlope CharacteristicMean(Index j, double w) const;

  double SquaredOfScaled(const Matrix& scaled, Matrix* gradient) const;
  double PairSum(const Matrix& scaled, Matrix* gradient) const;
  double SingleSum(const Matrix& scaled, Matrix* gradient) const;

  double sigma_;
  Vector box_;                           // b_j / sigma
  double h_product_;                     // Π h_j
  std::vector<double> nodes_, weights_;  // of [0, 1]
};

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_BOX_DISCREPANCY_H_
