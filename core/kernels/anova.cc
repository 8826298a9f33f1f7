#include "core/kernels/anova.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/anova_moments.h"

namespace mercer {
namespace {

using Lanes = Eigen::Array<double, ItemsetKernel::kLanes, 1>;

// Orders whose partial sums lie on the stack.
constexpr Index kSmallOrder = 7;

void Recurse(const RowValues& x, Index order, const double* lanes, double* sums, double* out) {
  constexpr Index kLanes = ItemsetKernel::kLanes;
  std::fill(sums, sums + (order + 1) * kLanes, 0.0);
  std::fill(sums, sums + kLanes, 1.0);
  for (std::size_t i = 0; i < x.columns.size(); ++i) {
    const Lanes product = x.values[i] * Eigen::Map<const Lanes>(lanes + x.columns[i] * kLanes);
    for (Index t = std::min(order, static_cast<Index>(i) + 1); t >= 1; --t) {
      Eigen::Map<Lanes>(sums + t * kLanes) +=
          Eigen::Map<const Lanes>(sums + (t - 1) * kLanes) * product;
    }
  }
  std::copy_n(sums + order * kLanes, kLanes, out);
}

}  // namespace

AnovaKernel::AnovaKernel(Index order) : order_(order) { MERCER_CHECK(order >= 1); }

void AnovaKernel::EvaluateLanes(const RowValues& x, Index /*d*/, const double* lanes,
                                double* out) const {
  if (order_ <= kSmallOrder) {
    std::array<double, (kSmallOrder + 1) * kLanes> sums;
    return Recurse(x, order_, lanes, sums.data(), out);
  }
  std::vector<double> sums(static_cast<std::size_t>((order_ + 1) * kLanes));
  Recurse(x, order_, lanes, sums.data(), out);
}

double AnovaKernel::SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const {
  return AnovaProductMoment(order_, x, x, y, y, fourth_moment);
}

std::unique_ptr<ItemsetKernel> AnovaKernel::Clone() const {
  return std::make_unique<AnovaKernel>(*this);
}

std::string AnovaKernel::Describe() const { return "anova(order=" + std::to_string(order_) + ")"; }

KernelEntry AnovaEntry() {
  KernelEntry entry;
  entry.name = "anova";
  entry.summary = "the sum over all sets of m columns of the product of x_j y_j over the set";
  entry.citation = "atarashi2019, section 2";
  entry.params = {{.name = "order",
                   .kind = ParamKind::kInteger,
                   .help = "m, the number of columns of a set",
                   .min = 1,
                   .max = 1000}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<AnovaKernel>(params.Get("order").AsInteger());
  };
  return entry;
}

}  // namespace mercer
