#ifndef MERCER_CORE_MAPS_FEATURE_MAP_H_
#define MERCER_CORE_MAPS_FEATURE_MAP_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// A drawn finite map z with <z(x), z(y)> ≈ k(x, y). Immutable: train and test rows cannot see
/// different draws.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;

  virtual Index input_dim() const = 0;            // d
  virtual Index num_random_features() const = 0;  // D as requested, as the paper counts it
  virtual Index output_dim() const = 0;           // columns of z
  virtual std::size_t bytes() const = 0;          // of the drawn parameters

  /// Multiplications and additions for one row with the given number of non-zeros.
  virtual double OperationsPerRow(double nonzeros) const = 0;

  /// z(x) for rows [begin, begin + count) of x into `out`, count × output_dim(). Throws
  /// InvalidInput that names the map and the row where a feature is not finite. Workspace does not
  /// grow with n.
  virtual void TransformRows(const Examples& x, Index begin, Index count, MatrixRef out) const = 0;

  /// z(x), n × output_dim(), by blocks of rows on `threads` threads: the same bits for any number
  /// of threads. Throws InvalidInput where x has another number of columns than input_dim().
  Matrix Transform(const Examples& x, int threads = 1) const;
};

/// What tests and reports may expect of a map.
struct MapTraits {
  bool unbiased = false;        // E<z(x), z(y)> = k(x, y)
  bool deterministic = false;   // no randomness at all
  bool data_dependent = false;  // needs training rows (DrawContext::train)
  bool has_prefix = false;  // the first D features do not depend on D, after multiplying by √D
};

/// All a draw may depend on.
struct DrawContext {
  const Kernel& kernel;
  Index input_dim = 0;
  Index num_random_features = 0;    // D ≥ 1
  std::uint64_t seed = 0;           // the map seed
  const Examples* train = nullptr;  // given to data-dependent maps only
};

/// A map before its randomness is drawn: its name and parameters.
class FeatureMapSpec {
 public:
  virtual ~FeatureMapSpec() = default;

  /// Throws InvalidInput, one sentence that lists the fitting kernels, where the map cannot
  /// approximate the kernel.
  virtual void CheckKernel(const Kernel& kernel) const = 0;

  /// Columns of z for input dimension d and D random features, known before drawing.
  virtual Index OutputDim(const Kernel& kernel, Index input_dim,
                          Index num_random_features) const = 0;

  /// Bytes that Draw will take, checked before it takes them.
  virtual double DrawnBytes(const Kernel& kernel, Index input_dim,
                            Index num_random_features) const = 0;

  /// Draws once. Calls CheckKernel first. Feature i is a function of (seed, i).
  virtual std::unique_ptr<FeatureMap> Draw(const DrawContext& context) const = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FEATURE_MAP_H_
