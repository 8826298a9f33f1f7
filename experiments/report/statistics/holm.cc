#include "experiments/report/statistics/holm.h"

#include <algorithm>
#include <numeric>

namespace mercer {

std::vector<double> HolmAdjusted(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double one = p[order[i]] * static_cast<double>(p.size() - i);
    least = std::min(1.0, std::max(least, one));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

}  // namespace mercer
