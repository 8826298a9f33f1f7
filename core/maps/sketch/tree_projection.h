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

/// Rows of n real or complex values each.
struct TreeValues {
  Matrix real{};
  Matrix imaginary{};  // empty if all are real

  bool is_complex() const { return imaginary.size() > 0; }
};

/// Replaces a by the entrywise products with b times `weight`. If b has a single row, it multiplies
/// every row of a.
void MultiplyEntries(const TreeValues& b, double weight, TreeValues& a);

/// A random projection W of n values to R, without a factor 1/√R: E <Wc, Wc'> = R <c, c'>.
///   rademacher, gaussian: row l of W comes from the stream (seed, kMap, l) (DrawVector).
///   srht: rows of a Walsh-Hadamard matrix in blocks (hadamard_products.h), n padded to a power of
///     two.
class TreeProjection {
 public:
  /// `law` must not be srht_joint.
  TreeProjection(const SketchLaw& law, Index input_dim, Index rows, std::uint64_t seed);

  static double Bytes(const SketchLaw& law, Index input_dim, Index rows);

  std::size_t bytes() const;
  double OperationsPerRow(bool of_complex) const;

  /// W c for each row c.
  TreeValues Apply(const TreeValues& c) const;

 private:
  // The same for one real part c: real and imaginary part of the result.
  TreeValues ApplyToPart(const Matrix& c) const;
  TreeValues ApplyHadamard(const Matrix& c) const;

  bool is_complex_;
  Index input_dim_;
  Index rows_;
  Matrix real_, imaginary_;  // W transposed, for dense laws
  std::optional<HadamardProducts> hadamard_{};
};

/// A count sketch C of n values to R: (Cc)_k = Σ_{j: h(j) = k} s(j) c_j, E <Cc, Cc'> = <c, c'>. The
/// stream (seed, kMap, 0) has s (+1 if the lowest bit of a word is set) and h (RandomStream::Below)
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
