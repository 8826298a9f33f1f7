#ifndef MERCER_TESTS_CORE_KERNELS_CASES_H_
#define MERCER_TESTS_CORE_KERNELS_CASES_H_

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "tests/core/kernels/skeleton/skeletons.h"

namespace mercer::testing {

struct KernelCase {
  std::string name;
  Params params;
};

inline void PrintTo(const KernelCase& c, std::ostream* out) {
  *out << c.name << c.params.Canonical();
}

/// A kernel as a nested value.
inline ParamValue Named(const std::string& name, const Params& params) {
  Params named{{"name", name}};
  for (const auto& [key, value] : params.entries()) named.Set(key, value);
  return named;
}

/// Itemsets as the parameter of the kernel of that name.
inline ParamValue Itemsets(const std::vector<std::vector<int>>& itemsets) {
  ParamValue::List list;
  for (const std::vector<int>& itemset : itemsets)
    list.emplace_back(ParamValue::List(itemset.begin(), itemset.end()));
  return ParamValue(std::move(list));
}

/// Kernels with the parameters worth testing.
inline std::vector<KernelCase> ChosenKernelCases() {
  return {{"linear", {}},
          {"polynomial", {{"degree", 10}, {"offset", 1}}},
          {"polynomial", {{"degree", 3}, {"offset", 0.5}, {"scale", 2.0}}},
          {"polynomial", {{"degree", 2}, {"offset", 0}}},
          {"homogeneous_polynomial", {{"degree", 1}}},
          {"homogeneous_polynomial", {{"degree", 10}}},
          {"exponential", {{"sigma", 1}}},
          {"exponential", {{"sigma", 0.5}}},
          {"vovk", {{"degree", 1}}},
          {"vovk", {{"degree", 7}}},
          {"vovk_infinite", {}},
          {"maclaurin", {{"coefficients", ParamValue::List{0.5, 0, 2, 0.25}}}},
          {"arc_cosine", {{"order", 0}}},
          {"arc_cosine", {{"order", 1}}},
          {"arc_cosine", {{"order", 2}}},
          {"composed",
           {{"outer", Named("exponential", {{"sigma", 1}})},
            {"inner", Named("polynomial", {{"degree", 2}, {"offset", 0.5}})}}},
          {"composed", {{"outer", "vovk_infinite"}, {"inner", "linear"}}},
          {"sum", {{"of", ParamValue::List{"linear", Named("exponential", {{"sigma", 1}})}}}},
          {"sum",
           {{"of", ParamValue::List{"vovk_infinite", Named("arc_cosine", {{"order", 1}})}},
            {"weights", ParamValue::List{0.25, 3}}}},
          {"product", {{"of", ParamValue::List{"linear", Named("arc_cosine", {{"order", 0}})}}}},
          {"gaussian", {{"sigma", 0.7}}},
          {"gaussian", {{"gamma", 3.0}}},
          {"laplacian", {{"sigma", 1.3}}},
          {"cauchy", {{"sigma", 0.6}}},
          {"matern", {{"nu", 0.5}, {"sigma", 0.8}}},
          {"matern", {{"nu", 1.5}, {"sigma", 0.8}}},
          {"matern", {{"nu", 2.5}, {"sigma", 0.8}}},
          {"skeleton", MixedSkeleton()},
          {"anova", {{"order", 1}}},
          {"anova", {{"order", 3}}},
          {"anova", {{"order", 5}}},
          {"all_subsets", {}},
          {"itemset", {{"itemsets", Itemsets({{}, {0}, {2, 5}, {0, 1, 3}})}}}};
}

/// Those above, and every other registered kernel with the example parameters of its entry. A
/// kernel whose parameters have no examples needs a line above (a test holds the list to that).
inline std::vector<KernelCase> KernelCases() {
  std::vector<KernelCase> cases = ChosenKernelCases();
  for (const KernelEntry& entry : KernelRegistry().entries()) {
    if (std::ranges::count(cases, entry.name, &KernelCase::name) > 0) continue;
    const Params params = ExampleParams(entry.params);
    if (CheckParams(entry.name, entry.params, params).empty())
      cases.push_back({entry.name, params});
  }
  return cases;
}

/// n rows of d values with |x| ≤ 0.9, about a third of the values 0.
inline Matrix RowsInBall(Index n, Index d, std::uint64_t index) {
  RandomStream stream(11, StreamPurpose::kTest, index);
  Matrix x(n, d);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) x(i, j) = stream.Below(3) == 0 ? 0 : stream.Gaussian();
    const double norm = x.row(i).norm();
    if (norm > 0) x.row(i) *= 0.9 * stream.Uniform() / norm;
  }
  return x;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_KERNELS_CASES_H_
