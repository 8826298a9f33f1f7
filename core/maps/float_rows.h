#ifndef MERCER_CORE_MAPS_FLOAT_ROWS_H_
#define MERCER_CORE_MAPS_FLOAT_ROWS_H_

// Which rows a map may compute in floats.

#include <memory>
#include <mutex>
#include <optional>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// What a map estimates the error of a row to be before it computes it in floats: below
/// kFloatAccuracy by what the estimate may be wrong.
inline constexpr double kFloatErrorEstimate = 4e-6;

/// The error of an inner product of d terms in floats as a share of √Σ (w_j x_j)², its terms and
/// sums being rounded independently: a typical one, not the largest.
double FloatProductError(Index d);

/// Σ |x_j|^power of row i, power 1, 2, 4, 6, 8 or 10, summed in double.
double RowPowerSum(const Examples& x, Index i, int power);

/// The elementary symmetric polynomial of order 1 … 5 of the squares of row i, whose sum is given,
/// to 1e-15 of that sum's power.
double SymmetricOfSquares(const Examples& x, Index i, int order, double squared_norm);

/// Whether a row's 2-norm has squares that neither vanish nor overflow among floats.
bool IsOfFloatSize(double squared_norm);

/// What a map computes with, made when it is first asked for, by one thread for all.
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
