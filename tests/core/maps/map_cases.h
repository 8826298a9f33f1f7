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
#include "tests/core/kernels/skeleton/skeletons.h"

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

  /// The least D that the map takes and that is not below this: quadrature takes whole rules.
  Index Fitting(Index D, Index d) const {
    if (map != "quadrature" || D < 1) return D;
    const Index rule = 2 * (d + 1);
    return (D + rule - 1) / rule * rule;
  }

  /// Re <z(x_i), z(x_j)*> + offset of one draw.
  Matrix Estimate(const Examples& x, Index wanted, std::uint64_t seed) const {
    const auto drawn = Draw(x, wanted, seed);
    const Matrix z = drawn->Transform(x);
    return (z * z.transpose()).array() + drawn->offset();
  }

  std::unique_ptr<FeatureMap> Draw(const Examples& x, Index wanted, std::uint64_t seed) const {
    const Index D = Fitting(wanted, x.cols());
    const auto drawn_for = NewKernel();
    if (!traits.data_dependent) return NewSpec()->Draw({*drawn_for, x.cols(), D, seed, nullptr});
    // Landmarks are as many rows as D; whatever else is taken from rows does not depend on D.
    // Leverage costs the square of the rows for each frequency of a pool.
    const Index few = map == "leverage_fourier" ? 20 : 600;
    const Index n = map == "nystroem" ? std::max(D, few) : few;
    const Examples train = TrainingRows(n, x.cols());
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
    if (kernel == "arc_cosine") name += kernel_params.Canonical();  // of several orders
    for (char& c : name)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
  }
};

inline std::ostream& operator<<(std::ostream& out, const MapCase& map_case) {
  return out << map_case.Name();
}

/// Parameters worth testing beside a map's defaults.
inline std::vector<Params> MapVariants(const std::string& map) {
  using List = ParamValue::List;
  static const Params cos_sin{{"variant", "cos_sin"}}, cos_offset{{"variant", "cos_offset"}},
      complex{{"variant", "complex"}}, real{{"variant", "real"}};
  static const List two = {Named("random_maclaurin"), Named("random_maclaurin", {{"measure", 3}})};
  static const std::map<std::string, std::vector<Params>> variants = {
      {"random_maclaurin",
       {{{"h01", true}},
        {{"measure", 3.5}},
        {{"max_order", 6}},
        {{"h01", true}, {"max_order", 6}},
        {{"h01", true}, {"law", "unconditioned"}},
        {{"constants", "merge"}},
        {{"constants", "exact"}},
        {{"law", "optimal"}},
        {{"law", "optimal"}, {"projection", "srht"}},
        {{"law", "optimal"}, {"field", "complex"}},
        {{"law", "optimal"}, {"field", "complex_to_real"}, {"projection", "srht"}}}},
      {"composed_maclaurin",
       {{{"inner", "random_maclaurin"}},
        {{"inner", Named("random_maclaurin", {{"measure", 3}})}, {"measure", 1.5}}}},
      {"sum_features", {{{"of", two}}}},
      {"product_features", {{{"of", two}}}},
      {"nystroem", {{{"cutoff", 1e-6}}, {{"landmarks", "rpcholesky"}}}},
      {"random_kernel",
       {{{"distribution", "gaussian"}},
        {{"distribution", "uniform"}},
        {{"distribution", "laplace"}}}},
      {"signed_circulant_kernel", {{{"signs", "columns"}}}},
      {"random_fourier", {cos_sin, complex}},
      {"fastfood", {cos_sin, complex}},
      {"quasi_fourier",
       {complex,
        {{"preset", "yang2014"}, {"variant", "cos_offset"}},
        {{"sequence", "sobol"}},
        {{"sequence", "lattice"}, {"variant", "cos_offset"}},
        {{"sequence", "monte_carlo"}, {"variant", "cos_offset"}}}},
      {"leverage_fourier",
       {{{"variant", "cos_offset"}, {"pool", 50}},
        {{"variant", "complex"}, {"pool", 20}, {"lambda", 0.1}}}},
      {"orthogonal_fourier",
       {cos_offset,
        complex,
        {{"structure", "sorf"}},
        {{"structure", "sorf"}, {"variant", "cos_offset"}},
        {{"lengths", "fixed"}}}},
      {"spherical",
       {{{"directions", "sorf"}},
        {{"variant", "complex"}},
        {{"directions", "sorf"}, {"variant", "complex"}}}},
      {"signed_circulant_fourier",
       {cos_sin, complex, {{"signs", "columns"}}, {{"signs", "columns"}, {"variant", "cos_sin"}}}},
      {"positive_features",
       {{{"coupling", "orthogonal"}},
        {{"coupling", "simplex"}},
        {{"coupling", "weighted_simplex"}},
        {{"variance", "optimal"}},
        {{"variance", "optimal"}, {"coupling", "simplex"}}}},
      {"random_arc_cosine",
       {{{"points", "orthogonal"}},
        {{"points", "halton"}},
        {{"points", "sobol"}},
        {{"points", "lattice"}}}},
      {"random_binning", {{{"buckets", 5}}}},
      {"additive_features", {{{"steps", 1}}}},
      {"quadrature",
       {{{"rotation", "butterfly"}},
        {{"centre", "column"}},
        {{"rotation", "butterfly"}, {"centre", "column"}}}},
      {"taylor", {{{"degree", 2}}, {{"degree", 3}}}},
      {"monomials", {{{"max_degree", 1}}}},
      {"craft", {{{"field", "real"}}, {{"projection", "count_sketch"}}}},
      {"hierarchical",
       {{{"field", "complex"}},
        {{"field", "complex_to_real"}},
        {{"project", "before"}},
        {{"project", "before"}, {"field", "complex_to_real"}}}},
      {"polynomial_sketch",
       {{{"projection", "gaussian"}},
        {{"projection", "srht"}},
        {{"projection", "srht_joint"}},
        {{"field", "complex"}},
        {{"projection", "gaussian"}, {"field", "complex"}},
        {{"projection", "srht"}, {"field", "complex"}},
        {{"field", "complex_to_real"}},
        {{"projection", "srht"}, {"field", "complex_to_real"}},
        {{"projection", "srht_joint"}, {"field", "complex_to_real"}}}},
      {"skeleton_features",
       {{{"duplicates", "merge"}},
        {{"duplicates", "stratify"}},
        real,
        {{"variant", "real"}, {"duplicates", "merge"}},
        {{"variant", "real"}, {"duplicates", "stratify"}},
        {{"duplicates", "merge"}, {"budget", "stored"}},
        {{"max_degree", 1}}}},
  };
  const auto found = variants.find(map);
  return found == variants.end() ? std::vector<Params>{} : found->second;
}

/// A map on a kernel, each with its parameters.
struct MapPair {
  std::string map;
  Params map_params;
  std::string kernel;
  Params kernel_params;
};

/// Maps of several families in one, and maps that fit a kernel with some parameters only.
inline std::vector<MapPair> MixedPairs() {
  using List = ParamValue::List;
  const auto maps = [](const ParamValue& a, const ParamValue& b) {
    return Params{{"of", List{a, b}}};
  };
  const auto kernels = maps;
  const ParamValue anova = Named("anova", {{"order", 2}}),
                   gaussian = Named("gaussian", {{"sigma", 0.9}}),
                   exponential = Named("exponential", {{"sigma", 1}}),
                   skeleton = Named("skeleton", MixedSkeleton());
  const auto variant = [](const char* map, const char* name) {
    return Named(map, {{"variant", name}});
  };
  const ParamValue laplace = Named("random_kernel", {{"distribution", "laplace"}}),
                   points = Named("quasi_fourier",
                                  {{"sequence", "monte_carlo"}, {"variant", "cos_offset"}});
  return {
      {"product_features", maps("random_kernel", "random_fourier"), "product",
       kernels(anova, gaussian)},
      {"product_features", maps("random_kernel", variant("random_fourier", "complex")), "product",
       kernels("all_subsets", gaussian)},
      {"product_features", maps("skeleton_features", "random_fourier"), "product",
       kernels(skeleton, gaussian)},
      {"product_features", maps(points, "random_maclaurin"), "product",
       kernels(gaussian, exponential)},
      {"sum_features", maps(laplace, "random_maclaurin"), "sum", kernels(anova, exponential)},
      {"sum_features", maps(variant("skeleton_features", "real"), "random_kernel"), "sum",
       kernels(skeleton, "all_subsets")},
      {"composed_maclaurin",
       {{"inner", "random_kernel"}},
       "composed",
       {{"outer", exponential}, {"inner", anova}}},
      {"composed_maclaurin",
       {{"inner", variant("skeleton_features", "real")}},
       "composed",
       {{"outer", Named("vovk", {{"degree", 3}})}, {"inner", skeleton}}},
      {"random_arc_cosine", {}, "arc_cosine", {{"order", 0}}},
      {"random_arc_cosine", {}, "arc_cosine", {{"order", 2}}},
      {"random_arc_cosine", {{"points", "orthogonal"}}, "arc_cosine", {{"order", 0}}},
      {"quadrature", {}, "arc_cosine", {{"order", 0}}},
      {"quadrature", {{"rotation", "butterfly"}}, "arc_cosine", {{"order", 0}}},
      {"random_network", {}, "skeleton", InnerProductSkeleton()},
      {"random_network", {{"inner_replication", 0.25}}, "skeleton", InnerProductSkeleton()},
      {"random_network", {{"unit_norm", true}}, "skeleton", InnerProductSkeleton()},
  };
}

/// One legal choice of parameters of each registered kernel: the examples of its entry where there
/// is none here.
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
      {"taylor_gaussian", {{"degree", 2}, {"sigma", 0.9}}},
      {"laplacian", {{"sigma", 1.5}}},
      {"cauchy", {{"sigma", 0.8}}},
      {"matern", {{"nu", 1.5}, {"sigma", 0.8}}},
      {"anova", {{"order", 2}}},
      {"all_subsets", {}},
      {"itemset", {{"itemsets", List{List{0, 1}, List{0, 1, 2}, List{2}}}}},
      {"skeleton", MixedSkeleton()},
  };
  const auto found = chosen.find(kernel);
  if (found != chosen.end()) return found->second;
  return ExampleParams(KernelRegistry().Get(kernel).params);
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

inline bool Fits(const FeatureMapSpec& spec, const std::string& name) {
  const Kernel& kernel = KernelToFit(name);
  try {
    spec.CheckKernel(kernel);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

inline MapCase NewMapCase(const MapPair& pair, const FeatureMapSpec& spec) {
  const MapTraits traits = spec.Traits(MapRegistry().Get(pair.map).traits);
  return {pair.map, pair.map_params, pair.kernel, pair.kernel_params, traits};
}

/// Every registered map, with its defaults and its variants, on every registered kernel that
/// fits, and the mixed pairs. A new entry of either registry is covered with its example
/// parameters; others that are worth testing have a line above.
inline std::vector<MapCase> ListMapCases() {
  std::vector<MapCase> cases;
  for (const MapEntry& map : MapRegistry().entries()) {
    std::vector<Params> variants = MapVariants(map.name);
    variants.insert(variants.begin(), variants.empty() ? ExampleParams(map.params) : Params{});
    for (const Params& variant : variants) {
      const std::unique_ptr<FeatureMapSpec> spec = SpecOrNull(map.name, variant);
      if (spec == nullptr) continue;
      for (const KernelEntry& kernel : KernelRegistry().entries()) {
        if (!Fits(*spec, kernel.name)) continue;
        cases.push_back(
            NewMapCase({map.name, variant, kernel.name, KernelParams(kernel.name)}, *spec));
      }
    }
  }
  for (const MapPair& pair : MixedPairs())
    cases.push_back(NewMapCase(pair, *MakeMapSpec(pair.map, pair.map_params)));
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
