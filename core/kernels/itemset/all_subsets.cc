#include "core/kernels/itemset/all_subsets.h"

#include <algorithm>

#include "core/base/error.h"

namespace mercer {

void AllSubsetsKernel::EvaluateLanes(const RowValues& x, Index /*d*/, const double* lanes,
                                     double* out) const {
  using Lanes = Eigen::Array<double, kLanes, 1>;
  Lanes product = Lanes::Ones();
  for (std::size_t i = 0; i < x.columns.size(); ++i)
    product *= 1 + x.values[i] * Eigen::Map<const Lanes>(lanes + x.columns[i] * kLanes);
  std::copy_n(product.data(), kLanes, out);
}

double AllSubsetsKernel::FromProducts(std::span<const double> products) const {
  double product = 1;
  for (const double factor : products) product *= 1 + factor;
  return product;
}

double AllSubsetsKernel::SecondMoment(const Vector& x, const Vector& y,
                                      double fourth_moment) const {
  MERCER_CHECK(x.size() == y.size());
  double product = 1;
  for (Index j = 0; j < x.size(); ++j) {
    const double a = x[j] * x[j], b = y[j] * y[j];
    product *= 1 + a + b + 4 * x[j] * y[j] + fourth_moment * a * b;
  }
  return product;
}

std::unique_ptr<ItemsetKernel> AllSubsetsKernel::Clone() const {
  return std::make_unique<AllSubsetsKernel>(*this);
}

std::string AllSubsetsKernel::Describe() const { return "all_subsets()"; }

KernelEntry AllSubsetsEntry() {
  KernelEntry entry;
  entry.name = "all_subsets";
  entry.summary = "the product over the columns of 1 + x_j y_j";
  entry.citation = "atarashi2019, section 2";
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<AllSubsetsKernel>();
  };
  return entry;
}

}  // namespace mercer
