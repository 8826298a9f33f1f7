#include "core/base/median.h"

#include <algorithm>
#include <cstddef>

#include "core/base/error.h"

namespace mercer {

double Median(std::vector<double> values) {
  MERCER_CHECK(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace mercer
