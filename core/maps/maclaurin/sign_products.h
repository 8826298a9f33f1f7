#ifndef MERCER_CORE_MAPS_MACLAURIN_SIGN_PRODUCTS_H_
#define MERCER_CORE_MAPS_MACLAURIN_SIGN_PRODUCTS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/base/types.h"
#include "core/maps/row_tiles.h"

namespace mercer {

/// A feature Z(x) = weight · Π_{j < order} <w_j, x> with Rademacher vectors w_j.
struct SignProduct {
  std::uint64_t index = 0;  // the number of its random stream
  Index order = 0;          // 0: the constant `weight`
  double weight = 0;
};

/// Many such features, drawn and packed, and computed in doubles or in floats. The signs of a
/// feature follow its order in the stream (seed, kMap, index): after the two words for the order,
/// vector j has the ⌈d/32⌉ words that follow those of vector j − 1, and its coordinate k is +1 if
/// bit k mod 32 of word ⌊k/32⌋ is set, −1 if not. This layout is part of every result and never
/// changes.
template <class Real>
class SignProductsOf {
 public:
  using Out = std::conditional_t<std::is_same_v<Real, float>, FloatMatrixRef, MatrixRef>;

  /// The number of words of the stream before the signs.
  static constexpr int kWordsBeforeSigns = 2;

  /// Throws InvalidInput if the packed vectors do not fit in memory, before allocating it.
  SignProductsOf(std::uint64_t seed, Index input_dim, const std::vector<SignProduct>& features);

  /// The number of features.
  Index size() const { return static_cast<Index>(slots_.size()); }
  std::size_t bytes() const;

  /// Rows whose 1-norm is at most this have finite features.
  double FiniteNorm() const { return finite_norm_; }

  /// The number of random vectors: the sum of the orders.
  Index num_vectors() const { return num_vectors_; }

  /// Writes the features of the rows of a block, in the given order; out has size() columns. The
  /// factors of a product are multiplied in cache: the workspace is padded_rows() × about a
  /// thousand values.
  void Evaluate(const RowTilesOf<Real>& rows, Out out) const;

  /// The highest order.
  Index largest_order() const { return largest_order_; }

 private:
  static constexpr double kLargest = std::is_same_v<Real, float> ? 1e37 : 1e300;

  // A factor of the products of a panel: d × width packed signs, and a number to add to each
  // column. Features of a lower order have zeros as signs and add 1, so that their factor is
  // exactly 1.
  struct Factor {
    Index weights = 0;  // offset into values_
    Index start = 0;    // offset into values_
    Index width = 0;
  };
  // Up to TileShape::panel features side by side, highest order first.
  struct Panel {
    Index slot = 0;  // of its first feature in the workspace of the run
    std::vector<Factor> factors;
  };
  // Consecutive features, regrouped by order so that panels have few idle columns.
  struct Run {
    Index begin = 0;  // the first place in slots_
    Index size = 0;
    Index constant_slot = 0;  // the slot where the constants begin
    std::vector<Panel> panels;
    std::vector<Real> constants;  // the distinct values of features of order 0
  };

  void LayOutRun(const std::vector<SignProduct>& features, Index begin, Index size);
  void LayOutPanel(const std::vector<SignProduct>& features, const std::vector<Index>& sorted,
                   Run& run);
  void DrawRun(std::uint64_t seed, const std::vector<SignProduct>& features, const Run& run);
  void DrawPanel(std::uint64_t seed, const std::vector<const SignProduct*>& features,
                 const Panel& panel);
  void EvaluateRun(const Run& run, const RowTilesOf<Real>& rows, Real* workspace, Out out) const;

  Index input_dim_ = 0;
  Index num_vectors_ = 0, largest_order_ = 0;
  Index num_values_ = 0;
  double finite_norm_ = kLargest;
  std::vector<Run> runs_;
  std::vector<std::int32_t> slots_;  // place of each feature in the workspace of its run
  Eigen::VectorX<Real> values_;
};

using SignProducts = SignProductsOf<double>;

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_SIGN_PRODUCTS_H_
