#ifndef MERCER_TESTS_CORE_MAPS_MAP_CASES_H_
#define MERCER_TESTS_CORE_MAPS_MAP_CASES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/examples.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/kernels/skeletons.h"

namespace mercer::testing {

/// n × d Gaussian rows with a share `density` of non-zeros, the longest of length `norm`.
inline Matrix RowsInBall(Index n, Index d, double norm, double density, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kTest, 0);
  Matrix x = Matrix::Zero(n, d);
  for (Index i = 0; i < x.size(); ++i)
    if (stream.Uniform() < density) x.data()[i] = stream.Gaussian();
  return x * (norm / x.rowwise().norm().maxCoeff());
}

/// What data-dependent maps are drawn from.
inline Examples TrainingRows(Index n, Index d) { return RowsInBall(n, d, 0.9, 1, 77); }

/// A nested kernel or map.
inline ParamValue Named(const std::string& name, const Params& params = {}) {
  Params named{{"name", name}};
  for (const auto& [key, value] : params.entries()) named.Set(key, value);
  return named;
}

/// One map with parameters on one kernel that fits it.
struct MapCase {
  std::string map;
  Params map_params;
  std::string kernel;
  Params kernel_params;
  MapTraits traits;

  std::unique_ptr<Kernel> NewKernel() const { return MakeKernel(kernel, kernel_params); }
  std::unique_ptr<FeatureMapSpec> NewSpec() const { return MakeMapSpec(map, map_params); }

  std::unique_ptr<FeatureMap> Draw(const Examples& x, Index D, std::uint64_t seed) const {
    const auto drawn_for = NewKernel();
    if (!traits.data_dependent) return NewSpec()->Draw({*drawn_for, x.cols(), D, seed, nullptr});
    const Examples train = TrainingRows(std::max<Index>(D, 600), x.cols());
    return NewSpec()->Draw({*drawn_for, x.cols(), D, seed, &train});
  }

  /// How far rounding may carry features of order 1: a map that divides by the root of an
  /// eigenvalue enlarges it by the root of its cut-off.
  double Rounding() const { return map == "nystroem" ? 1e-10 : 1e-12; }

  /// Whether nothing is random for these rows: the map's variance is known to be zero.
  bool IsExact(const Examples& x) const {
    // Features of modulus 1 are exact for a row with itself, so another row is asked too.
    const Vector row = x.DenseRows(0, 1).row(0).transpose();
    const Vector last = x.DenseRows(x.rows() - 1, 1).row(0).transpose();
    const auto of = NewKernel();
    return NewSpec()->FeatureVariance(*of, row, row) == 0.0 &&
           NewSpec()->FeatureVariance(*of, row, last) == 0.0;
  }

  std::string Name() const {
    std::string name = map + "_" + map_params.Canonical() + "_" + kernel;
    for (char& c : name)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
  }
};

inline std::ostream& operator<<(std::ostream& out, const MapCase& map_case) {
  return out << map_case.Name();
}

/// Parameters worth testing beside a map's defaults, with the traits that they change.
struct MapVariant {
  Params params;
  bool unbiased = true;
  bool has_prefix = true;
  std::optional<MapTraits> traits = {};  // in place of the map's
};

inline std::vector<MapVariant> MapVariants(const std::string& map) {
  using List = ParamValue::List;
  static const MapVariant cos_sin{{{"variant", "cos_sin"}}}, complex{{{"variant", "complex"}}};
  static const List two = {Named("random_maclaurin"), Named("random_maclaurin", {{"measure", 3}})};
  // A randomised sequence is unbiased, but its error falls faster than 1/√D.
  static const MapTraits randomised{.has_prefix = true},
      independent{.unbiased = true, .has_prefix = true};
  static const std::map<std::string, std::vector<MapVariant>> variants = {
      {"random_maclaurin",
       {{{{"h01", true}}},
        {{{"measure", 3.5}}},
        {{{"max_order", 6}}, false},
        {{{"h01", true}, {"max_order", 6}}, false},
        {{{"constants", "merge"}}, true, false}}},
      {"composed_maclaurin",
       {{{{"inner", "random_maclaurin"}}},
        {{{"inner", Named("random_maclaurin", {{"measure", 3}})}, {"measure", 1.5}}}}},
      {"sum_features", {{{{"of", two}}}}},
      {"product_features", {{{{"of", two}}}}},
      {"nystroem", {{{{"cutoff", 1e-6}}, false, false}}},
      {"random_kernel",
       {{{{"distribution", "gaussian"}}},
        {{{"distribution", "uniform"}}},
        {{{"distribution", "laplace"}}}}},
      {"signed_circulant_kernel", {{{{"signs", "columns"}}}}},
      {"random_fourier", {cos_sin, complex}},
      {"fastfood", {cos_sin, complex}},
      {"quasi_fourier",
       {complex,
        {{{"preset", "yang2014"}, {"variant", "cos_offset"}}},
        {{{"sequence", "sobol"}}, true, true, randomised},
        {{{"sequence", "lattice"}, {"variant", "cos_offset"}}, true, true, randomised},
        {{{"sequence", "monte_carlo"}, {"variant", "cos_offset"}}, true, true, independent}}},
      {"orthogonal_fourier",
       {{{{"variant", "cos_offset"}}},
        complex,
        {{{"structure", "sorf"}}, false},
        {{{"structure", "sorf"}, {"variant", "cos_offset"}}, false}}},
      {"signed_circulant_fourier",
       {cos_sin,
        complex,
        {{{"signs", "columns"}}},
        {{{"signs", "columns"}, {"variant", "cos_sin"}}}}},
      {"taylor", {{{{"degree", 2}}}, {{{"degree", 3}}}}},
      {"skeleton_features",
       {{{{"duplicates", "merge"}}, true, false},
        {{{"duplicates", "stratify"}}},
        {{{"variant", "real"}}},
        {{{"variant", "real"}, {"duplicates", "merge"}}, true, false},
        {{{"variant", "real"}, {"duplicates", "stratify"}}},
        {{{"duplicates", "merge"}, {"budget", "stored"}}, false, false},
        {{{"max_degree", 4}}, false}}},
  };
  const auto found = variants.find(map);
  return found == variants.end() ? std::vector<MapVariant>{} : found->second;
}

/// One legal choice of parameters of each registered kernel.
inline Params KernelParams(const std::string& kernel) {
  using List = ParamValue::List;
  static const std::map<std::string, Params> chosen = {
      {"linear", {}},
      {"polynomial", {{"degree", 3}, {"offset", 1}}},
      {"homogeneous_polynomial", {{"degree", 2}}},
      {"exponential", {{"sigma", 1.0}}},
      {"vovk", {{"degree", 4}}},
      {"vovk_infinite", {}},
      {"maclaurin", {{"coefficients", List{0.5, 0, 2, 0.25}}}},
      {"arc_cosine", {{"order", 1}}},
      {"composed",
       {{"outer", Named("exponential", {{"sigma", 1}})},
        {"inner", Named("polynomial", {{"degree", 2}, {"offset", 0.5}, {"scale", 0.5}})}}},
      {"sum",
       {{"of", List{"linear", Named("exponential", {{"sigma", 1}})}}, {"weights", List{0.5, 2}}}},
      {"product",
       {{"of", List{Named("vovk", {{"degree", 2}}), Named("exponential", {{"sigma", 1}})}}}},
      {"gaussian", {{"sigma", 0.9}}},
      {"laplacian", {{"sigma", 1.5}}},
      {"cauchy", {{"sigma", 0.8}}},
      {"matern", {{"nu", 1.5}, {"sigma", 0.8}}},
      {"anova", {{"order", 2}}},
      {"all_subsets", {}},
      {"itemset", {{"itemsets", List{List{0, 1}, List{0, 1, 2}, List{2}}}}},
      {"skeleton", MixedSkeleton()},
  };
  const auto found = chosen.find(kernel);
  if (found == chosen.end()) ADD_FAILURE() << "choose parameters for kernel " << kernel << " here";
  return found == chosen.end() ? Params{} : found->second;
}

/// The kernel of KernelParams, made once: every test is a process that lists all cases first.
inline const Kernel& KernelToFit(const std::string& kernel) {
  static std::map<std::string, std::unique_ptr<Kernel>> made;
  std::unique_ptr<Kernel>& found = made[kernel];
  if (found == nullptr) found = MakeKernel(kernel, KernelParams(kernel));
  return *found;
}

/// nullptr where the map cannot be without a parameter that these lack.
inline std::unique_ptr<FeatureMapSpec> SpecOrNull(const std::string& map, const Params& params) {
  try {
    return MakeMapSpec(map, params);
  } catch (const InvalidInput&) {
    return nullptr;
  }
}

inline bool Fits(const FeatureMapSpec& spec, const std::string& kernel) {
  try {
    spec.CheckKernel(KernelToFit(kernel));
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// Every registered map, with its defaults and its variants, on every registered kernel that
/// fits: a new entry of either registry is covered once it has its line above.
inline std::vector<MapCase> ListMapCases() {
  std::vector<MapCase> cases;
  for (const MapEntry& map : MapRegistry().entries()) {
    std::vector<MapVariant> variants = MapVariants(map.name);
    variants.insert(variants.begin(), {{}, map.traits.unbiased, map.traits.has_prefix});
    for (const MapVariant& variant : variants) {
      const std::unique_ptr<FeatureMapSpec> spec = SpecOrNull(map.name, variant.params);
      if (spec == nullptr) continue;
      for (const KernelEntry& kernel : KernelRegistry().entries()) {
        MapTraits traits = variant.traits.value_or(map.traits);
        traits.unbiased = traits.unbiased && variant.unbiased;
        traits.has_prefix = traits.has_prefix && variant.has_prefix;
        if (!Fits(*spec, kernel.name)) continue;
        cases.push_back({map.name, variant.params, kernel.name, KernelParams(kernel.name), traits});
      }
    }
  }
  return cases;
}

inline const std::vector<MapCase>& AllMapCases() {
  static const std::vector<MapCase> cases = ListMapCases();
  return cases;
}

/// Those of which a trait holds.
inline std::vector<MapCase> MapCasesWith(bool MapTraits::*trait) {
  std::vector<MapCase> cases;
  for (const MapCase& map_case : AllMapCases())
    if (map_case.traits.*trait) cases.push_back(map_case);
  return cases;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_MAPS_MAP_CASES_H_
