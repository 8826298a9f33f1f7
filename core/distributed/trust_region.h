#ifndef MERCER_CORE_DISTRIBUTED_TRUST_REGION_H_
#define MERCER_CORE_DISTRIBUTED_TRUST_REGION_H_

#include <cmath>

#include "core/base/types.h"

namespace mercer {

struct TrustRegionOptions {
  double eps = 0.01;    // > 0: stops where |∇f(w)| ≤ eps |∇f(0)|
  double cg_eps = 0.1;  // > 0: of a Newton step, relative, in the norm of the preconditioner
  Index max_iterations = 1000;  // ≥ 1
};

/// The trust region Newton method TRON for a convex f (Lin, Weng & Keerthi 2008, Algorithms 1 and
/// 2), with the conjugate gradients preconditioned by M = 0.99 I + 0.01 diag(∇²f) (Hsia, Chiang &
/// Lin 2018), as LIBLINEAR 2.3 has it: from w = 0, same constants. It does not evaluate f itself:
/// it says what it needs next and is given that, so that one pass over rows can serve several
/// problems. The same bits for the same answers. O(D) memory and time for each answer.
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
  bool converged() const { return converged_; }     // else out of iterations or of digits

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
