#include "core/kernels/shift_invariant/bandwidth.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/quantiles.h"
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

// |x_i − x_j| from the differences of the values.
double DistanceByDifferences(const Examples& x, Index i, Index j) {
  if (x.is_sparse()) return (x.sparse().row(i) - x.sparse().row(j)).norm();
  return (x.dense().row(i) - x.dense().row(j)).norm();
}

// Calls visit(|x_i − x_j|) for pairs i < j, from |x_i|² + |x_j|² − 2 <x_i, x_j> unless rounding may
// be all that this leaves.
template <class Visit>
void ForEachDistance(const Examples& x, const Visit& visit) {
  // Rounding leaves this fraction of the squared norms where two rows are equal.
  constexpr double kRounding = 1e-14;
  constexpr Index kBlock = 128;
  const Index n = x.rows();
  const Vector norms = x.SquaredNorms();
  Matrix products(std::min(kBlock, n), n);
  for (Index begin = 0; begin < n; begin += kBlock) {
    const Index count = std::min(kBlock, n - begin);
    InnerProducts(x, begin, count, x, products.topRows(count));
    for (Index i = 0; i < count; ++i) {
      for (Index j = begin + i + 1; j < n; ++j) {
        const double norms_sum = norms[begin + i] + norms[j];
        const double squared = norms_sum - 2 * products(i, j);
        visit(squared <= kRounding * norms_sum ? DistanceByDifferences(x, begin + i, j)
                                               : std::sqrt(squared));
      }
    }
  }
}

double MeanDistance(const Examples& x) {
  double sum = 0;
  ForEachDistance(x, [&](double distance) { sum += distance; });
  const auto m = static_cast<double>(x.rows());
  return sum / (m * (m - 1) / 2);
}

double MedianDistance(const Examples& x) {
  std::vector<double> distances;
  bool finite = true;
  ForEachDistance(x, [&](double distance) {
    finite = finite && std::isfinite(distance);
    distances.push_back(distance);
  });
  if (!finite) return std::numeric_limits<double>::quiet_NaN();
  return Median(std::move(distances));
}

struct Rule {
  const char* name;
  double (*distance)(const Examples& x);
  const char* why_zero;  // what a value of 0 says of the rows
};

constexpr Rule kMean = {"mean_distance", MeanDistance, "are equal"};
constexpr Rule kMedian = {"median_distance", MedianDistance,
                          "are so often equal that the median is 0"};

Bandwidth Apply(const Rule& rule, const Examples& x, std::uint64_t seed, Index max_rows) {
  MERCER_CHECK(max_rows >= 2);
  const std::string owner = "sigma '" + std::string(rule.name) + "'";
  const Index n = x.rows();
  if (n < 2) {
    throw InvalidInput(owner + " of " + std::to_string(n) + " training rows; expected at least 2");
  }
  Bandwidth result{.sampled_rows = std::min(n, max_rows)};
  Examples sample = x.Select(SampleRows(n, result.sampled_rows, seed));
  if (!sample.is_sparse()) {
    // Distances stay, but squares of a common offset would swallow them.
    const Eigen::RowVectorXd origin = sample.dense().row(0);
    sample.dense().rowwise() -= origin;
  }
  result.value = rule.distance(sample);
  if (!std::isfinite(result.value)) {
    throw InvalidInput(owner +
                       ": the distance of some training rows is not finite; expected finite "
                       "values below 1e150");
  }
  if (result.value == 0) {
    throw InvalidInput(owner + ": all " + std::to_string(result.sampled_rows) +
                       " sampled training rows " + rule.why_zero + "; expected rows that differ");
  }
  return result;
}

// Calls edit(rule) for each sigma that is a text, and takes its number.
using Edit = std::function<double(const std::string&)>;

Params ReplaceRules(const Params& params, const Edit& edit);

ParamValue ReplaceRules(const ParamValue& value, const Edit& edit) {
  if (value.is_params()) return ReplaceRules(value.AsParams(), edit);
  if (!value.is_list()) return value;
  ParamValue::List list;
  for (const ParamValue& item : value.AsList()) list.push_back(ReplaceRules(item, edit));
  return list;
}

Params ReplaceRules(const Params& params, const Edit& edit) {
  Params replaced;
  for (const auto& [name, value] : params.entries()) {
    const bool rule = name == "sigma" && value.is_text();
    replaced.Set(name, rule ? ParamValue(edit(value.AsText())) : ReplaceRules(value, edit));
  }
  return replaced;
}

}  // namespace

Bandwidth MeanPairwiseDistance(const Examples& x, std::uint64_t seed, Index max_rows) {
  return Apply(kMean, x, seed, max_rows);
}

Bandwidth MedianPairwiseDistance(const Examples& x, std::uint64_t seed, Index max_rows) {
  return Apply(kMedian, x, seed, max_rows);
}

Params ResolveBandwidth(const Params& params, const Examples& x, std::uint64_t seed,
                        Bandwidth* used) {
  constexpr Index kMaxRows = 2000;
  return ReplaceRules(params, [&](const std::string& text) {
    for (const Rule& rule : {kMean, kMedian}) {
      if (text != rule.name) continue;
      const Bandwidth bandwidth = Apply(rule, x, seed, kMaxRows);
      if (used != nullptr) *used = bandwidth;
      return bandwidth.value;
    }
    throw InvalidInput("sigma is '" + text +
                       "'; expected a number or one of the rules mean_distance, median_distance");
  });
}

bool HasBandwidthRule(const Params& params) {
  bool found = false;
  ReplaceRules(params, [&](const std::string&) {
    found = true;
    return 1.0;
  });
  return found;
}

}  // namespace mercer
