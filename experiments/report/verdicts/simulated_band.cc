#include "experiments/report/verdicts/simulated_band.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

// The standard fixes this generator's numbers to the last bit.
using Generator = std::mt19937_64;
constexpr Generator::result_type kSeed = 20141121;
constexpr int kPairs = 10000;
constexpr double kShare = 0.95;

// Linear between the order statistics at 0 and n − 1 (type 7 of Hyndman and Fan 1996).
double QuantileOfSorted(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double SumOfDraws(const std::vector<double>& values, std::int64_t count, Generator& draw) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += values[draw() % values.size()];
  return sum;
}

}  // namespace

double LogRatioOfMeans(std::span<const double> values, std::int64_t runs) {
  MERCER_CHECK(values.size() >= 2 && runs >= 1);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  MERCER_CHECK(sorted.front() > 0);
  Generator draw(kSeed);
  std::vector<double> distances(kPairs);
  for (double& distance : distances) {
    const double one = SumOfDraws(sorted, runs, draw);
    const double other = SumOfDraws(sorted, runs, draw);
    distance = std::abs(std::log(one / other));
  }
  std::sort(distances.begin(), distances.end());
  return QuantileOfSorted(distances, kShare);
}

CentralRange CentralRangeOf(std::span<const double> values) {
  MERCER_CHECK(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  constexpr double kTail = (1 - kShare) / 2;
  return {QuantileOfSorted(sorted, kTail), QuantileOfSorted(sorted, 1 - kTail)};
}

}  // namespace mercer
