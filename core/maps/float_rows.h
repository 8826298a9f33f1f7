#ifndef MERCER_CORE_MAPS_FLOAT_ROWS_H_
#define MERCER_CORE_MAPS_FLOAT_ROWS_H_

// Decides which rows a map may compute in floats.

#include <memory>
#include <mutex>
#include <optional>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// The largest estimated error at which a map still computes a row in floats. It is below
/// kFloatAccuracy to allow for the inaccuracy of the estimate.
inline constexpr double kFloatErrorEstimate = 4e-6;

/// The error of an inner product of d terms in floats, relative to √Σ (w_j x_j)², if the errors
/// from rounding its terms and sums are independent: a typical error, not the largest.
double FloatProductError(Index d);

/// Σ |x_j|^power of row i for power 1, 2, 4, 6, 8 or 10, summed in double.
double RowPowerSum(const Examples& x, Index i, int power);

/// The elementary symmetric polynomial of order 1 … 5 of the squares of row i, whose sum is
/// squared_norm. The error is below 1e-15 of that sum to the power of the order.
double SymmetricOfSquares(const Examples& x, Index i, int order, double squared_norm);

/// Whether the squares that make up a row's 2-norm neither underflow nor overflow in floats.
bool IsOfFloatSize(double squared_norm);

/// A value that is made when it is first requested, by one thread for all.
template <class Made>
class MadeOnce {
 public:
  template <class Make>
  const Made& Get(const Make& make) const {
    std::call_once(state_->once, [&] { state_->made.emplace(make()); });
    return *state_->made;
  }

 private:
  struct State {
    std::once_flag once{};
    std::optional<Made> made{};
  };
  std::unique_ptr<State> state_ = std::make_unique<State>();
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FLOAT_ROWS_H_
