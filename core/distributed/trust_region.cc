// TRON (Lin, Weng & Keerthi 2008) with preconditioned conjugate gradients (Hsia, Chiang & Lin
// 2018).

#include "core/distributed/trust_region.h"

#include <algorithm>

#include "core/base/error.h"

namespace mercer {
namespace {

// Steps are taken, and the radius changes, by the ratio of actual to predicted decrease.
constexpr double kTake = 1e-4, kPoor = 0.25, kGood = 0.75;
constexpr double kShrink = 0.25, kHalve = 0.5, kGrow = 4;

constexpr double kDiagonalShare = 0.01;  // of the preconditioner

}  // namespace

TrustRegion::TrustRegion(Index size, const TrustRegionOptions& options)
    : options_(options), w_(Vector::Zero(size)), candidate_(Vector::Zero(size)) {}

void TrustRegion::Finish(bool converged) {
  need_ = Need::kNothing;
  converged_ = converged;
}

void TrustRegion::Accept(double f, const Vector& gradient, const Vector& diagonal) {
  w_ = candidate_;
  f_ = f;
  gradient_ = gradient;
  m_ = ((1 - kDiagonalShare) + kDiagonalShare * diagonal.array()).matrix();
}

void TrustRegion::BeginStep() {
  if (iterations_ >= options_.max_iterations) {
    Finish(false);
    return;
  }
  step_ = Vector::Zero(w_.size());
  residual_ = -gradient_;
  direction_ = residual_.cwiseQuotient(m_);
  residual_product_ = direction_.dot(residual_);
  first_residual_ = std::sqrt(residual_product_);
  at_boundary_ = false;
  products_ = 0;
  need_ = Need::kProduct;
}

void TrustRegion::GiveProduct(const Vector& product) {
  MERCER_CHECK(need_ == Need::kProduct);
  ++products_;
  const double alpha = residual_product_ / direction_.dot(product);
  step_ += alpha * direction_;
  if (Norm(step_) > radius_) {
    step_ -= alpha * direction_;
    CutAtBoundary(product);
    EndStep();
    return;
  }
  residual_ -= alpha * product;
  const Vector scaled = residual_.cwiseQuotient(m_);
  const double next = scaled.dot(residual_);
  direction_ = direction_ * (next / residual_product_) + scaled;
  residual_product_ = next;
  const double tolerance = std::min(options_.cg_eps, std::sqrt(first_residual_));
  const Index most = std::max<Index>(w_.size(), 5);
  if (std::sqrt(next) <= tolerance * first_residual_ || products_ >= most) EndStep();
}

void TrustRegion::CutAtBoundary(const Vector& product) {
  at_boundary_ = true;
  const double sd = (step_.array() * direction_.array() * m_.array()).sum();
  const double ss = (step_.array().square() * m_.array()).sum();
  const double dd = (direction_.array().square() * m_.array()).sum();
  const double room = radius_ * radius_ - ss;
  const double root = std::sqrt(sd * sd + dd * room);
  const double alpha = sd >= 0 ? room / (sd + root) : (root - sd) / dd;
  step_ += alpha * direction_;
  residual_ -= alpha * product;
}

void TrustRegion::EndStep() {
  candidate_ = w_ + step_;
  need_ = Need::kValue;
}

void TrustRegion::AdjustRadius(double actual, double predicted, double slope) {
  const double length = Norm(step_);
  if (!radius_adjusted_) radius_ = std::min(radius_, length);
  radius_adjusted_ = true;
  const double excess = -actual - slope;  // f(w + s) − f(w) − g's
  const double alpha = excess <= 0 ? kGrow : std::max(kShrink, -0.5 * (slope / excess));
  const double scaled = alpha * length;
  if (actual < kTake * predicted) {
    radius_ = std::min(scaled, kHalve * radius_);
  } else if (actual < kPoor * predicted) {
    radius_ = std::max(kShrink * radius_, std::min(scaled, kHalve * radius_));
  } else if (actual < kGood * predicted) {
    radius_ = std::max(kShrink * radius_, std::min(scaled, kGrow * radius_));
  } else if (at_boundary_) {
    radius_ = kGrow * radius_;
  } else {
    radius_ = std::max(radius_, std::min(scaled, kGrow * radius_));
  }
}

void TrustRegion::GiveValue(double f, const Vector& gradient, const Vector& diagonal) {
  MERCER_CHECK(need_ == Need::kValue);
  if (!started_) {
    started_ = true;
    Accept(f, gradient, diagonal);
    first_norm_ = gradient.norm();
    radius_ = Norm(gradient);
    // Where the gradient is 0 there is nowhere to go, and no quotient of the method is a number.
    if (first_norm_ == 0) {
      Finish(true);
    } else {
      BeginStep();
    }
    return;
  }
  ++iterations_;
  const double slope = gradient_.dot(step_);
  const double predicted = -0.5 * (slope - step_.dot(residual_));
  const double actual = f_ - f;
  const double before = std::abs(f_);
  AdjustRadius(actual, predicted, slope);
  if (actual > kTake * predicted) {
    Accept(f, gradient, diagonal);
    if (gradient_.norm() <= options_.eps * first_norm_) {
      Finish(true);
      return;
    }
  }
  // Beyond these the digits of f say nothing any more.
  const bool flat = std::abs(actual) <= 1e-12 * before && std::abs(predicted) <= 1e-12 * before;
  if (predicted <= 0 || flat) {
    Finish(flat);
    return;
  }
  BeginStep();
}

}  // namespace mercer
