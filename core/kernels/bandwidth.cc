#include "core/kernels/bandwidth.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/inner_products.h"

namespace mercer {
namespace {

// The numbers of `count` rows of n, drawn without replacement, ascending: all where count = n.
std::vector<Index> SampleRows(Index n, Index count, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kBandwidth, 0);
  std::vector<Index> rows = RandomPermutation(stream, n);
  rows.resize(static_cast<std::size_t>(count));
  std::sort(rows.begin(), rows.end());
  return rows;
}

// Sum of |x_i − x_j| over pairs i < j, from |x_i|² + |x_j|² − 2 <x_i, x_j>.
double SumOfDistances(const Examples& x) {
  // Rounding leaves this fraction of the squared norms where two rows are equal.
  constexpr double kRounding = 1e-14;
  constexpr Index kBlock = 128;
  const Index n = x.rows();
  const Vector norms = x.SquaredNorms();
  double sum = 0;
  Matrix products(std::min(kBlock, n), n);
  for (Index begin = 0; begin < n; begin += kBlock) {
    const Index count = std::min(kBlock, n - begin);
    InnerProducts(x, begin, count, x, products.topRows(count));
    for (Index i = 0; i < count; ++i) {
      for (Index j = begin + i + 1; j < n; ++j) {
        const double norms_sum = norms[begin + i] + norms[j];
        const double squared = norms_sum - 2 * products(i, j);
        if (!(squared <= kRounding * norms_sum)) sum += std::sqrt(squared);
      }
    }
  }
  return sum;
}

}  // namespace

Bandwidth MeanPairwiseDistance(const Examples& x, std::uint64_t seed, Index max_rows) {
  MERCER_CHECK(max_rows >= 2);
  const Index n = x.rows();
  if (n < 2) {
    throw InvalidInput("sigma 'mean_distance' of " + std::to_string(n) +
                       " training rows; expected at least 2");
  }
  Bandwidth result{.sampled_rows = std::min(n, max_rows)};
  Examples sample = x.Select(SampleRows(n, result.sampled_rows, seed));
  if (!sample.is_sparse()) {
    // Distances stay, but squares of a common offset would swallow them.
    const Eigen::RowVectorXd origin = sample.dense().row(0);
    sample.dense().rowwise() -= origin;
  }
  const auto m = static_cast<double>(result.sampled_rows);
  result.value = SumOfDistances(sample) / (m * (m - 1) / 2);
  if (!std::isfinite(result.value)) {
    throw InvalidInput(
        "sigma 'mean_distance': the distance of some training rows is not finite; expected finite "
        "values below 1e150");
  }
  if (result.value == 0) {
    throw InvalidInput("sigma 'mean_distance': all " + std::to_string(result.sampled_rows) +
                       " sampled training rows are equal; expected rows that differ");
  }
  return result;
}

Params ResolveBandwidth(const Params& params, const Examples& x, std::uint64_t seed,
                        Bandwidth* used) {
  const ParamValue* sigma = params.Find("sigma");
  if (sigma == nullptr || !sigma->is_text()) return params;
  if (sigma->AsText() != "mean_distance") {
    throw InvalidInput("sigma is '" + sigma->AsText() +
                       "'; expected a number or the rule mean_distance");
  }
  const Bandwidth bandwidth = MeanPairwiseDistance(x, seed);
  if (used != nullptr) *used = bandwidth;
  Params resolved = params;
  resolved.Set("sigma", bandwidth.value);
  return resolved;
}

}  // namespace mercer
