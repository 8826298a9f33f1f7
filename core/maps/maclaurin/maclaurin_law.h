#ifndef MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_LAW_H_
#define MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_LAW_H_

#include <optional>

#include "core/base/random.h"
#include "core/base/types.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// What becomes of the features of order 0, which are all the same constant.
enum class Constants {
  kKeep,   // each is a column
  kMerge,  // one column of the same squared length
  kExact,  // none is drawn: one of the D columns is sqrt(a_0)
};

/// Parameters of random Maclaurin features (random_maclaurin.h).
struct RandomMaclaurinOptions {
  double measure = 2;                // p > 1 of the law of the order
  bool h01 = false;                  // orders 0 and 1 exactly, random features for the rest
  std::optional<Index> max_order{};  // ≥ 0, with h01 ≥ 2, with kExact ≥ 1; absent: no truncation
  Constants constants = Constants::kKeep;  // with h01 not kExact
  bool unconditioned = false;  // with h01: orders are drawn from 0 on, 0 and 1 are wasted
};

/// The law of a random feature's order N (Kar & Karnick 2012, Algorithm 1 and section 6.1): P[N =
/// n] = q_n ∝ p^−n over first ≤ n ≤ last, where first = 2 under H0/1, 1 with the constant exactly,
/// and 0 otherwise, and last = max_order, or infinity without one. With the constant exactly, last
/// is also at most the kernel's highest order (Wacker, Kanagawa & Filippone 2024). A kernel with a
/// single positive coefficient fixes the order to it.
///
/// With `unconditioned` under H0/1, the orders keep the law without H0/1, q_n ∝ p^−n from 0 on. A
/// draw below first = 2 is wasted: its feature is 0, and the probabilities of the other orders sum
/// to p^−2. The estimate stays unbiased. The sum of (a_n²/q_n) Mⁿ in its variance is p² times that
/// of the law over n ≥ 2, so that p² times as many features have about the same variance.
class MaclaurinLaw {
 public:
  /// Throws InvalidInput if no feature could be other than zero: for H0/1 on a homogeneous kernel
  /// of degree ≥ 2 (a_0 = a_1 = 0, so that there is nothing to compute exactly, and fixing the
  /// order is the better law), with the constant exactly for a kernel that is a constant, or if all
  /// coefficients up to max_order are zero.
  MaclaurinLaw(const DotProductKernel& kernel, const RandomMaclaurinOptions& options);

  /// The lowest order that gives a feature; Sample may return a lower one if `unconditioned`.
  Index first_order() const { return first_; }
  std::optional<Index> last_order() const { return last_; }

  /// log q_n; −inf for orders that are never drawn or are wasted.
  double LogProbability(Index n) const;

  /// log sqrt(a_n / q_n), the weight of a feature of order n; −inf if a_n = 0 or the order is
  /// wasted. n must be an order that can be drawn.
  double LogWeight(Index n) const;

  /// Draws an order: inverts the distribution function at one Uniform() of the stream (53 bits, so
  /// that orders in a tail of probability below 2^−53 do not occur). Takes two words of the stream
  /// even if the order is fixed.
  Index Sample(RandomStream& stream) const;

  /// An upper bound on the expected number of random vectors of one feature; orders with a_n = 0
  /// need none.
  double ExpectedVectorsBound() const;

 private:
  const DotProductKernel& kernel_;
  Index start_ = 0;  // the lowest order drawn
  Index first_ = 0;  // the lowest order that is not wasted
  std::optional<Index> last_{};
  double log_measure_ = 0;     // log p
  double log_tail_ = 0;        // log of p^−L for L orders; −inf if unbounded
  double log_normaliser_ = 0;  // log(1 − p^−L)
};

/// The only order n with a_n > 0; empty if there are several or none.
std::optional<Index> HomogeneousOrder(const DotProductKernel& kernel);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_LAW_H_
