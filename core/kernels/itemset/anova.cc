#include "core/kernels/itemset/anova.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/itemset/anova_moments.h"

namespace mercer {
namespace {

constexpr Index kLanes = ItemsetKernel::kLanes;

// Sums of the orders 1 … order for 16 lanes at a time, in registers.
template <int order>
void RecurseInRegisters(const RowValues& x, const double* lanes, double* out) {
  constexpr Index kPart = 16;
  using Part = Eigen::Array<double, kPart, 1>;
  for (Index part = 0; part < kLanes; part += kPart) {
    std::array<Part, order + 1> sums;
    sums[0].setOnes();
    for (std::size_t t = 1; t <= order; ++t) sums[t].setZero();
    for (std::size_t i = 0; i < x.columns.size(); ++i) {
      const Part product =
          x.values[i] * Eigen::Map<const Part>(lanes + x.columns[i] * kLanes + part);
      for (std::size_t t = order; t >= 1; --t) sums[t] += sums[t - 1] * product;
    }
    std::copy_n(sums[order].data(), kPart, out + part);
  }
}

void Recurse(const RowValues& x, Index order, const double* lanes, double* out) {
  using Lanes = Eigen::Array<double, kLanes, 1>;
  std::vector<double> workspace(static_cast<std::size_t>((order + 1) * kLanes), 0.0);
  double* sums = workspace.data();
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

// The elementary symmetric polynomial of degree `order`.
double Symmetric(Index order, std::span<const double> products, double* sums) {
  std::fill_n(sums, order + 1, 0.0);
  sums[0] = 1;
  for (const double product : products)
    for (Index t = order; t >= 1; --t) sums[t] += sums[t - 1] * product;
  return sums[order];
}

}  // namespace

AnovaKernel::AnovaKernel(Index order) : order_(order) { MERCER_CHECK(order >= 1); }

void AnovaKernel::EvaluateLanes(const RowValues& x, Index /*d*/, const double* lanes,
                                double* out) const {
  switch (order_) {
    case 1:
      return RecurseInRegisters<1>(x, lanes, out);
    case 2:
      return RecurseInRegisters<2>(x, lanes, out);
    case 3:
      return RecurseInRegisters<3>(x, lanes, out);
    case 4:
      return RecurseInRegisters<4>(x, lanes, out);
    case 5:
      return RecurseInRegisters<5>(x, lanes, out);
    default:
      Recurse(x, order_, lanes, out);
  }
}

double AnovaKernel::FromProducts(std::span<const double> products) const {
  constexpr Index kFew = 15;
  if (order_ <= kFew) {
    std::array<double, kFew + 1> sums;
    return Symmetric(order_, products, sums.data());
  }
  std::vector<double> sums(static_cast<std::size_t>(order_ + 1));
  return Symmetric(order_, products, sums.data());
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
