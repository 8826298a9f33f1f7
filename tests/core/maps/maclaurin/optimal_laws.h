#ifndef MERCER_TESTS_CORE_MAPS_MACLAURIN_OPTIMAL_LAWS_H_
#define MERCER_TESTS_CORE_MAPS_MACLAURIN_OPTIMAL_LAWS_H_

#include <string>
#include <vector>

#include "core/maps/maclaurin/optimal_orders.h"

namespace mercer::testing {

/// Every field with independent vectors and with Hadamard rows.
inline const std::vector<OptimalLaw>& AllLaws() {
  static const std::vector<OptimalLaw> laws = [] {
    std::vector<OptimalLaw> all;
    for (const MaclaurinField field :
         {MaclaurinField::kReal, MaclaurinField::kComplex, MaclaurinField::kComplexToReal})
      for (const MaclaurinProjection projection :
           {MaclaurinProjection::kRademacher, MaclaurinProjection::kSrht})
        all.push_back({.field = field, .projection = projection});
    return all;
  }();
  return laws;
}

inline Params ParamsOf(const OptimalLaw& law) {
  const char* const fields[] = {"real", "complex", "complex_to_real"};
  return {{"law", "optimal"},
          {"field", fields[static_cast<int>(law.field)]},
          {"projection", law.projection == MaclaurinProjection::kSrht ? "srht" : "rademacher"}};
}

inline std::string NameOf(const OptimalLaw& law) { return ParamsOf(law).Canonical(); }

/// Rows of length 1. All numbers of the tests with their kernels come from an independent program,
/// which forms the statistics in matrices of pairs.
inline Examples FourPoints() {
  Matrix x(4, 4);
  x << 1, 0, 0, 0, .6, .8, 0, 0, .5, .5, .5, .5, 0, .6, .8, 0;
  return x;
}

inline const Params kHalfCubed = {{"degree", 3}, {"offset", .5}, {"scale", .5}};
inline const Params kHalfSeventh = {{"degree", 7}, {"offset", .5}, {"scale", .5}};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_MAPS_MACLAURIN_OPTIMAL_LAWS_H_
