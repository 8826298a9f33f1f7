#ifndef MERCER_CORE_METRICS_GRAM_ERROR_H_
#define MERCER_CORE_METRICS_GRAM_ERROR_H_

#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// Which entries of the n × n Gram matrix count: all n², i ≤ j, or i < j.
enum class GramPairs { kAll, kUpper, kStrictlyUpper };

/// "all", "i<=j", "i<j". Throws InvalidInput for anything else.
GramPairs ParseGramPairs(const std::string& text);

/// How far Z Zᵀ is from K over the pairs that count.
struct GramError {
  Index pairs = 0;
  double relative_frobenius = 0;  // |K − ZZᵀ|_F / |K|_F; 0 where both are 0, inf where only K is
  double mean_absolute = 0;       // mean |K(i,j) − <z_i, z_j>|
  double max_absolute = 0;
};

/// For rows x (n × d) and their features z (n × D). Throws InvalidInput where no pair counts (n =
/// 0, or n = 1 with i < j), a feature is not finite or the kernel refuses a row. Works by blocks of
/// rows: O(block·n) memory beyond the arguments, O(n²(d + D)) time.
GramError MeasureGramError(const Kernel& kernel, const Examples& x, const Matrix& z,
                           GramPairs pairs);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_GRAM_ERROR_H_
