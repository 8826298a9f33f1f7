#ifndef MERCER_CORE_METRICS_GRAM_ERROR_H_
#define MERCER_CORE_METRICS_GRAM_ERROR_H_

#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "core/base/examples.h"
#include "core/base/random.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// The entries of the n × n Gram matrix that are compared: all n², those with i ≤ j, or with i < j.
enum class GramPairs { kAll, kUpper, kStrictlyUpper };

/// Parses "all", "i<=j" or "i<j". Throws InvalidInput for anything else.
GramPairs ParseGramPairs(const std::string& text);

/// Block sizes for Gram matrices: the rows of a block, and the columns of it that a thread computes
/// at a time.
inline constexpr Index kGramBlockRows = 256, kGramPieceColumns = 512;

/// Random features of n rows: n × D or, if complex, n × 2D with the real and the imaginary part of
/// feature j in columns 2j and 2j + 1. The offset of the map is added to all entries of their Gram
/// matrix ZZ*, which is Hermitian; its imaginary part counts as error. Features are in doubles or
/// floats; products are computed in doubles either way. z must outlive this object.
class FeatureRows {
 public:
  FeatureRows(const Matrix& z,  // NOLINT(google-explicit-constructor)
              bool complex = false, double added = 0)
      : is_complex(complex), offset(added), doubles_(&z) {}
  template <std::same_as<FloatMatrix> Floats>  // no expression converts to one
  FeatureRows(const Floats& z,                 // NOLINT(google-explicit-constructor)
              bool complex = false, double added = 0)
      : is_complex(complex), offset(added), floats_(&z) {}

  const bool is_complex;
  const double offset;

  Index rows() const { return doubles_ != nullptr ? doubles_->rows() : floats_->rows(); }
  Index cols() const { return doubles_ != nullptr ? doubles_->cols() : floats_->cols(); }
  bool is_float() const { return floats_ != nullptr; }
  bool AllFinite() const {
    return doubles_ != nullptr ? doubles_->allFinite() : floats_->allFinite();
  }

  /// Rows [begin, begin + count), in place or converted into `buffer`; valid until the buffer
  /// changes.
  ConstMatrixRef Rows(Index begin, Index count, Matrix& buffer) const {
    if (doubles_ != nullptr) return doubles_->middleRows(begin, count);
    buffer = floats_->middleRows(begin, count).cast<double>();
    return buffer;
  }

 private:
  const Matrix* doubles_ = nullptr;
  const FloatMatrix* floats_ = nullptr;
};

/// How far ZZ* is from K over the compared pairs.
struct GramError {
  Index pairs = 0;
  double relative_frobenius = 0;  // |K − ZZ*|_F / |K|_F; 0 if both are 0, inf if only K is
  double kernel_norm = 0;         // |K|_F
  double mean_absolute = 0;       // mean |K(i,j) − <z_i, z_j>|
  double max_absolute = 0;
  double mean_absolute_nonzero = 0;  // the mean over the pairs with K(i,j) ≠ 0; 0 if none has
  double mean_squared = 0;           // mean |K(i,j) − <z_i, z_j>|²
  double max_squared = 0;
};

/// The contribution of some rows of the two matrices to a GramError. Norms are 2-norms over all
/// compared entries, so those of two parts combine as √(a² + b²).
struct GramSums {
  Index pairs = 0;
  double kernel_norm = 0, error_norm = 0;
  double absolute = 0, max_absolute = 0;
  Index nonzero_pairs = 0;      // with K(i,j) ≠ 0
  double nonzero_absolute = 0;  // the part of `absolute` due to them
};

/// Part of the sums over the pairs: the parts for ranges [first, last) that partition [0, n) add up
/// to the sums over all pairs. Only the upper triangle of both matrices is computed, so with kAll a
/// part is not the sum over its rows. Throws as MeasureGramError does, except if no pair is
/// compared.
GramSums SumGramErrors(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                       GramPairs pairs, Index first, Index last, int threads = 1);

/// Computes the error from the total sums. Throws InvalidInput if no pair is compared; n is for the
/// message.
GramError FinishGramError(const GramSums& sums, Index n);

/// The Gram error of the features of rows x (n × d). Throws InvalidInput if no pair is compared (n
/// = 0, or n = 1 with i < j), a feature is not finite or the kernel rejects a row. Works in blocks
/// of rows: O(block·n) memory beyond the arguments, O(n²(d + D)) time. Here and below, results are
/// bit-identical for any number of threads.
GramError MeasureGramError(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                           GramPairs pairs, int threads = 1);

/// Draws two different rows out of n ≥ 2, uniformly among all such pairs.
std::pair<Index, Index> DrawTwoRows(RandomStream& stream, Index n);

/// Pairs (left[k], right[k]), left[k] ≠ right[k], drawn independently and uniformly.
struct SampledPairs {
  std::vector<Index> left, right;
};

/// Draws `count` pairs of n ≥ 2 rows as a function of the seed. Throws InvalidInput if n < 2.
SampledPairs DrawGramPairs(Index n, Index count, std::uint64_t seed);

/// The Gram error over the `count` ≥ 1 pairs of DrawGramPairs. Also throws if n < 2.
/// O(block·count(d + D)) time, 16 bytes per pair.
GramError MeasureSampledGramError(const Kernel& kernel, const Examples& x,
                                  const FeatureRows& features, Index count, std::uint64_t seed,
                                  int threads = 1);

/// |K − ZZ*|_2 / |K|_2 over all pairs, by Lanczos iterations without forming K − ZZ*: each
/// iteration costs O(n² + nD), plus O(n² d) if K, which takes 8n² bytes, exceeds `gram_bytes` and
/// is recomputed each time. The relative error is about 1e-6. The result is 0 if both norms are 0
/// and inf if only |K|_2 is. Throws InvalidInput if n = 0, a feature is not finite, the kernel
/// rejects a row or the iterations do not converge.
double MeasureSpectralError(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                            int threads = 1, double gram_bytes = 2147483648.0);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_GRAM_ERROR_H_
