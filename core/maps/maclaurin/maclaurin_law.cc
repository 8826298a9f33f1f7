// The distribution of the orders of random Maclaurin features (Kar & Karnick 2012, Algorithm 1).

#include "core/maps/maclaurin/maclaurin_law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool HasOrder(const DotProductKernel& kernel, Index n) {
  return kernel.LogMaclaurinCoefficient(n) > -kInfinity;
}

[[noreturn]] void ThrowNoOrderLeft(const DotProductKernel& kernel, Index max_order) {
  throw InvalidInput("map 'random_maclaurin': max_order is " + std::to_string(max_order) +
                     ", and kernel " + kernel.Describe() +
                     " has no term to draw up to that order; expected a higher max_order");
}

// The orders that are not drawn, because they are computed exactly: those below this one.
Index ExactOrders(const RandomMaclaurinOptions& options) {
  if (options.h01) return 2;
  return options.constants == Constants::kExact ? 1 : 0;
}

}  // namespace

std::optional<Index> HomogeneousOrder(const DotProductKernel& kernel) {
  if (kernel.MaxOrder() < 0) return std::nullopt;
  for (Index n = 0; n < kernel.MaxOrder(); ++n)
    if (HasOrder(kernel, n)) return std::nullopt;
  return kernel.MaxOrder();
}

MaclaurinLaw::MaclaurinLaw(const DotProductKernel& kernel, const RandomMaclaurinOptions& options)
    : kernel_(kernel),
      start_(options.unconditioned ? 0 : ExactOrders(options)),
      first_(ExactOrders(options)),
      last_(options.max_order),
      log_measure_(std::log(options.measure)) {
  const std::optional<Index> only = HomogeneousOrder(kernel);
  if (options.h01 && only && *only >= 2) {
    throw InvalidInput(
        "map 'random_maclaurin': h01 is true, and kernel " + kernel.Describe() +
        " has no terms of order 0 and 1; expected h01=false, which fixes the order to " +
        std::to_string(*only));
  }
  if (only && *only >= first_) {
    if (last_ && *last_ < *only) ThrowNoOrderLeft(kernel, *last_);
    start_ = *only;
    first_ = *only;
    last_ = *only;
  }
  if (last_ && !options.h01 && (kernel.MaxOrder() < 0 || kernel.MaxOrder() > *last_)) {
    bool found = false;
    for (Index n = first_; n <= *last_ && !found; ++n) found = HasOrder(kernel, n);
    if (!found) ThrowNoOrderLeft(kernel, *last_);
  }
  if (options.constants == Constants::kExact && kernel.MaxOrder() >= 0) {
    if (kernel.MaxOrder() < 1) {
      throw InvalidInput("map 'random_maclaurin': constants is exact, and kernel " +
                         kernel.Describe() +
                         " has no term but its constant; expected constants=keep");
    }
    last_ = std::min(last_.value_or(kernel.MaxOrder()), kernel.MaxOrder());
  }
  // The highest order may be the largest Index.
  const double orders = last_ ? static_cast<double>(*last_ - start_) + 1 : kInfinity;
  log_tail_ = -orders * log_measure_;
  log_normaliser_ = std::log(-std::expm1(log_tail_));
}

double MaclaurinLaw::LogProbability(Index n) const {
  if (n < first_ || (last_ && n > *last_)) return -kInfinity;
  if (last_ == start_) return 0;
  // (1 − 1/p)·p^−(n − start) / (1 − p^−L)
  return std::log(-std::expm1(-log_measure_)) - static_cast<double>(n - start_) * log_measure_ -
         log_normaliser_;
}

double MaclaurinLaw::LogWeight(Index n) const {
  if (n < first_) return -kInfinity;
  return 0.5 * (kernel_.LogMaclaurinCoefficient(n) - LogProbability(n));
}

Index MaclaurinLaw::Sample(RandomStream& stream) const {
  // P[N ≥ start + k] = (p^−k − p^−L) / (1 − p^−L), so with v uniform on (p^−L, 1] the order is
  // start plus the largest k with p^−k ≥ v.
  const double uniform = stream.Uniform();
  if (last_ == start_) return start_;
  const double v = 1.0 - uniform * std::exp(log_normaliser_);
  const double steps = std::floor(-std::log(v) / log_measure_);
  const Index order = start_ + static_cast<Index>(steps);
  return last_ ? std::min(order, *last_) : order;  // differs by rounding of v only
}

double MaclaurinLaw::ExpectedVectorsBound() const {
  // The truncated law lies below the untruncated one, whose mean is start + 1/(p − 1).
  double bound = static_cast<double>(start_) + 1.0 / std::expm1(log_measure_);
  if (last_) bound = std::min(bound, static_cast<double>(*last_));
  if (kernel_.MaxOrder() >= 0) bound = std::min(bound, static_cast<double>(kernel_.MaxOrder()));
  return bound;
}

}  // namespace mercer
