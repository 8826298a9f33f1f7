#include "core/kernels/itemset/anova_power_sums.h"

#include <string>

#include "core/base/error.h"

namespace mercer {
namespace {

// Nearly always the nearest double, as pow() gives; x * x * x in doubles is not.
double Cube(double x) {
  const long double wide = x;
  return static_cast<double>(wide * wide * wide);
}

}  // namespace

PowerSumAnovaKernel::PowerSumAnovaKernel(Index order) : AnovaKernel(order) {
  if (order == 2 || order == 3) return;
  throw InvalidInput("kernel 'anova': formula is power_sums and order is " + std::to_string(order) +
                     "; expected order 2 or 3");
}

// As in the authors' program, each power is rounded before it is multiplied, and each product
// before it is added: another order of rounding would leave other zeros.
void PowerSumAnovaKernel::GramLanes(const RowValues& x, Index /*d*/, const double* lanes,
                                    double* out) const {
  for (Index c = 0; c < kLanes; ++c) {
    double p1 = 0, p2 = 0, p3 = 0;
    for (std::size_t i = 0; i < x.columns.size(); ++i) {
      const double a = x.values[i], b = lanes[x.columns[i] * kLanes + c];
      if (b == 0) continue;
      p1 += a * b;
      p2 += (a * a) * (b * b);
      if (order() == 3) p3 += Cube(a) * Cube(b);
    }
    if (order() == 2) {
      out[c] = (p1 * p1 - p2) / 2;
    } else {
      double sum = Cube(p1);
      sum -= 3 * p2 * p1;
      sum += 2 * p3;
      out[c] = sum / 6;
    }
  }
}

std::string PowerSumAnovaKernel::Describe() const {
  return "anova(formula=power_sums,order=" + std::to_string(order()) + ")";
}

}  // namespace mercer
