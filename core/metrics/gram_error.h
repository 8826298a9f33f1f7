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

/// Which entries of the n × n Gram matrix count: all n², i ≤ j, or i < j.
enum class GramPairs { kAll, kUpper, kStrictlyUpper };

/// "all", "i<=j", "i<j". Throws InvalidInput for anything else.
GramPairs ParseGramPairs(const std::string& text);

/// How the Gram matrices are worked through: rows of a block, and columns of it that one thread
/// makes at a time.
inline constexpr Index kGramBlockRows = 256, kGramPieceColumns = 512;

/// Random features of n rows: n × D, or complex ones, n × 2D with the real and the imaginary part
/// of feature j in columns 2j and 2j + 1. Their Gram matrix ZZ*, to whose entries the offset of the
/// map is added, is Hermitian; what it has of imaginary part is error. In doubles or in floats,
/// whose products are of doubles too. z must outlive this.
class FeatureRows {
 public:
  FeatureRows(const Matrix& z,  // NOLINT(google-explicit-constructor)
              bool complex = false, double added = 0)
      : is_complex(complex), offset(added), doubles_(&z) {}
  template <std::same_as<FloatMatrix> Floats>  // no expression becomes one
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

  /// Rows [begin, begin + count) where they are, or converted in `buffer`: valid until it changes.
  ConstMatrixRef Rows(Index begin, Index count, Matrix& buffer) const {
    if (doubles_ != nullptr) return doubles_->middleRows(begin, count);
    buffer = floats_->middleRows(begin, count).cast<double>();
    return buffer;
  }

 private:
  const Matrix* doubles_ = nullptr;
  const FloatMatrix* floats_ = nullptr;
};

/// How far ZZ* is from K over the pairs that count.
struct GramError {
  Index pairs = 0;
  double relative_frobenius = 0;  // |K − ZZ*|_F / |K|_F; 0 where both are 0, inf where only K is
  double kernel_norm = 0;         // |K|_F
  double mean_absolute = 0;       // mean |K(i,j) − <z_i, z_j>|
  double max_absolute = 0;
  double mean_absolute_nonzero = 0;  // the mean over the pairs with K(i,j) ≠ 0; 0 where none is
  double mean_squared = 0;           // mean |K(i,j) − <z_i, z_j>|²
  double max_squared = 0;
};

/// What some rows of the two matrices give: sums that add up to a GramError. Norms are 2-norms of
/// all entries that count, so that those of parts join as √(a² + b²).
struct GramSums {
  Index pairs = 0;
  double kernel_norm = 0, error_norm = 0;
  double absolute = 0, max_absolute = 0;
  Index nonzero_pairs = 0;      // with K(i,j) ≠ 0
  double nonzero_absolute = 0;  // the part of `absolute` that is theirs
};

/// A part of the sums over the pairs: those of ranges [begin, end) that together are [0, n) add up
/// to all of them. The upper half of both matrices alone is computed, so that with kAll one part is
/// not the sum over its rows. Throws as MeasureGramError does, but for pairs that do not count.
GramSums SumGramErrors(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                       GramPairs pairs, Index begin, Index end, int threads = 1);

/// Throws InvalidInput where no pair counts; n is for the message.
GramError FinishGramError(const GramSums& sums, Index n);

/// For rows x (n × d) and their features. Throws InvalidInput where no pair counts (n = 0, or n = 1
/// with i < j), a feature is not finite or the kernel refuses a row. Works by blocks of rows:
/// O(block·n) memory beyond the arguments, O(n²(d + D)) time. The same bits for any number of
/// threads, here and below.
GramError MeasureGramError(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                           GramPairs pairs, int threads = 1);

/// Two of n ≥ 2 rows that are not the same, uniformly among all such pairs.
std::pair<Index, Index> DrawTwoRows(RandomStream& stream, Index n);

/// Pairs (left[k], right[k]), left[k] ≠ right[k], drawn independently and uniformly.
struct SampledPairs {
  std::vector<Index> left, right;
};

/// `count` pairs of n ≥ 2 rows, a function of the seed. Throws InvalidInput where n < 2.
SampledPairs DrawGramPairs(Index n, Index count, std::uint64_t seed);

/// The same over the `count` ≥ 1 pairs of DrawGramPairs. Throws also
/// where n < 2. O(block·count(d + D)) time, 16 bytes a pair.
GramError MeasureSampledGramError(const Kernel& kernel, const Examples& x,
                                  const FeatureRows& features, Index count, std::uint64_t seed,
                                  int threads = 1);

/// |K − ZZ*|_2 / |K|_2 over all pairs, by Lanczos iterations without forming K − ZZ*: each costs
/// O(n² + nD), and O(n² d) more where K, 8n² bytes, is beyond `gram_bytes` and is computed again
/// each time. Relative error about 1e-6. 0 where both norms are 0, inf where only |K|_2 is. Throws
/// as MeasureGramError does.
double MeasureSpectralError(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                            int threads = 1, double gram_bytes = 2147483648.0);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_GRAM_ERROR_H_
