#ifndef MERCER_CORE_MAPS_SKETCH_TREE_PROJECTION_H_
#define MERCER_CORE_MAPS_SKETCH_TREE_PROJECTION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/types.h"
#include "core/maps/hadamard_products.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// Rows of real or complex values, n of each.
struct TreeValues {
  Matrix real{};
  Matrix imaginary{};  // empty where all are real

  bool is_complex() const { return imaginary.size() > 0; }
};

/// The entrywise products times `weight`, in place of a. One row stands for as many as a has.
void MultiplyEntries(const TreeValues& b, double weight, TreeValues& a);

/// A random projection of n values to R, without a factor 1/√R: E <Wc, Wc'> = R <c, c'>.
///   rademacher, gaussian: row l of W from the stream (seed, kMap, l) (DrawVector).
///   srht: rows of Walsh-Hadamard in blocks (hadamard_products.h) of n padded to a power of two.
class TreeProjection {
 public:
  /// `law` is no joint one.
  TreeProjection(const SketchLaw& law, Index input_dim, Index rows, std::uint64_t seed);

  static double Bytes(const SketchLaw& law, Index input_dim, Index rows);

  std::size_t bytes() const;
  double OperationsPerRow(bool of_complex) const;

  /// W c for each row c.
  TreeValues Apply(const TreeValues& c) const;

 private:
  // The same of one real part: real and imaginary part of the result.
  TreeValues ApplyToPart(const Matrix& c) const;
  TreeValues ApplyHadamard(const Matrix& c) const;

  bool is_complex_;
  Index input_dim_;
  Index rows_;
  Matrix real_, imaginary_;  // W transposed, of dense laws
  std::optional<HadamardProducts> hadamard_{};
};

/// A count sketch of n values to R: (Cc)_k = Σ_{j: h(j) = k} s(j) c_j, E <Cc, Cc'> = <c, c'>. The
/// stream (seed, kMap, 0) has s (a word whose lowest bit is set for +1) and h (RandomStream::Below)
/// of each j in order.
class CountSketch {
 public:
  CountSketch(Index input_dim, Index rows, std::uint64_t seed);

  static double Bytes(Index input_dim) { return 16 * static_cast<double>(input_dim); }
  std::size_t bytes() const { return 16 * signs_.size(); }

  /// C c for each row c.
  Matrix Apply(const Matrix& c) const;

 private:
  Index rows_;
  std::vector<double> signs_;
  std::vector<Index> buckets_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_TREE_PROJECTION_H_
