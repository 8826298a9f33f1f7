#ifndef MERCER_CORE_DISTRIBUTED_TRUST_REGION_H_
#define MERCER_CORE_DISTRIBUTED_TRUST_REGION_H_

#include <cmath>

#include "core/base/types.h"

namespace mercer {

struct TrustRegionOptions {
  double eps = 0.01;            // > 0: stops when |∇f(w)| ≤ eps |∇f(0)|
  double cg_eps = 0.1;          // > 0: relative, per Newton step, in the preconditioner's norm
  Index max_iterations = 1000;  // ≥ 1
};

/// The trust region Newton method TRON for a convex f (Lin, Weng & Keerthi 2008, Algorithms 1 and
/// 2), with the conjugate gradients preconditioned by M = 0.99 I + 0.01 diag(∇²f) (Hsia, Chiang &
/// Lin 2018), as in LIBLINEAR 2.3: from w = 0, with the same constants. It does not evaluate f
/// itself. It says what it needs next, and the caller supplies it, so that one pass over rows can
/// serve several problems. The result is a deterministic function of the supplied values. O(D)
/// memory, and O(D) time for each answer.
class TrustRegion {
 public:
  enum class Need {
    kValue,    // f, ∇f and the diagonal of ∇²f at point()
    kProduct,  // ∇²f(w()) point()
    kNothing,  // done: w() is the result
  };

  TrustRegion(Index size, const TrustRegionOptions& options);

  Need need() const { return need_; }
  const Vector& point() const { return need_ == Need::kValue ? candidate_ : direction_; }
  const Vector& w() const { return w_; }

  void GiveValue(double f, const Vector& gradient, const Vector& diagonal);
  void GiveProduct(const Vector& product);

  double objective() const { return f_; }           // f(w())
  Index iterations() const { return iterations_; }  // Newton steps, taken or rejected
  bool converged() const { return converged_; }     // if not: out of iterations or digits

 private:
  void Accept(double f, const Vector& gradient, const Vector& diagonal);
  void BeginStep();
  void EndStep();
  void CutAtBoundary(const Vector& product);
  void AdjustRadius(double actual, double predicted, double slope);
  void Finish(bool converged);
  double Norm(const Vector& v) const { return std::sqrt((v.array().square() * m_.array()).sum()); }

  TrustRegionOptions options_;
  Need need_ = Need::kValue;
  Vector w_, candidate_;                      // w, and w + step
  Vector gradient_{}, m_{};                   // ∇f(w), the diagonal M
  Vector step_{}, residual_{}, direction_{};  // s, −g − Hs, d
  double f_ = 0, first_norm_ = 0, radius_ = 0;
  double residual_product_ = 0, first_residual_ = 0;  // r'M⁻¹r, √ of the first
  Index iterations_ = 0, products_ = 0;
  bool started_ = false, at_boundary_ = false, radius_adjusted_ = false, converged_ = false;
};

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_TRUST_REGION_H_
