#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_BANDWIDTH_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_BANDWIDTH_H_

#include <cstdint>
#include <string>

#include "core/base/examples.h"
#include "core/base/params.h"

namespace mercer {

/// The result of a bandwidth rule, and the number of rows it was computed from.
struct Bandwidth {
  double value = 0;
  Index sampled_rows = 0;
};

/// Mean Euclidean distance over all pairs i < j of the rows of x, or of `max_rows` of them drawn
/// without replacement by `seed` (Kar & Karnick 2012, section 6: sigma is "the mean of all pairwise
/// training distances"). Throws InvalidInput for fewer than two rows or when all rows are equal.
/// O(m²·d) for m sampled rows.
Bandwidth MeanPairwiseDistance(const Examples& x, std::uint64_t seed, Index max_rows = 2000);

/// Median of the same distances (the mean of the middle two if their number is even). Throws as
/// MeanPairwiseDistance does, and if the median is 0. O(m²·d) time, 8 bytes per pair.
Bandwidth MedianPairwiseDistance(const Examples& x, std::uint64_t seed, Index max_rows = 2000);

/// The parameters, with each sigma that is a rule ("mean_distance", "median_distance") replaced by
/// its value on the training rows x, also in nested kernels; unchanged if there is no rule. If a
/// rule was used, *used gets its value and the number of rows (of the last rule if there are
/// several).
Params ResolveBandwidth(const Params& params, const Examples& x, std::uint64_t seed,
                        Bandwidth* used = nullptr);

/// Whether a sigma of the parameters, or of a kernel nested in them, is a rule.
bool HasBandwidthRule(const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_BANDWIDTH_H_
