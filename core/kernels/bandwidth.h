#ifndef MERCER_CORE_KERNELS_BANDWIDTH_H_
#define MERCER_CORE_KERNELS_BANDWIDTH_H_

#include <cstdint>
#include <string>

#include "core/base/examples.h"
#include "core/base/params.h"

namespace mercer {

/// What a bandwidth rule gave, and from how many rows.
struct Bandwidth {
  double value = 0;
  Index sampled_rows = 0;
};

/// Mean Euclidean distance over all pairs i < j of the rows of x, or of `max_rows` of them drawn
/// without replacement by `seed` (Kar & Karnick 2012, section 6: sigma is "the mean of all pairwise
/// training distances"). Throws InvalidInput for fewer than two rows or when all rows are equal.
/// O(m²·d) for m sampled rows.
Bandwidth MeanPairwiseDistance(const Examples& x, std::uint64_t seed, Index max_rows = 2000);

/// The parameters with `sigma: "mean_distance"` replaced by its number on the training rows x;
/// unchanged where no rule is named. Where a rule was used, *used says which value came from how
/// many rows.
Params ResolveBandwidth(const Params& params, const Examples& x, std::uint64_t seed,
                        Bandwidth* used = nullptr);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_BANDWIDTH_H_
