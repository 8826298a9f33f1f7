#ifndef MERCER_CORE_SIZING_GRAM_PROBLEM_H_
#define MERCER_CORE_SIZING_GRAM_PROBLEM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/maps/feature_map.h"
#include "core/metrics/gram_sample.h"

namespace mercer {

/// The Gram matrix that a map approximates: of these rows, over these pairs. What it refers to must
/// outlive it.
struct GramProblem {
  std::string map;  // as registered
  const FeatureMapSpec& spec;
  MapTraits traits;
  const Kernel& kernel;
  const Examples& rows;
  const Examples& train;  // what data-dependent maps are drawn from
  GramPairs pairs = GramPairs::kAll;
  Index sampled = 0;       // pairs drawn at random in place of them; 0: none
  std::uint64_t seed = 1;  // of drawn pairs
};

/// The map on the problem's kernel, for messages: "map 'taylor' on gaussian(sigma=1)".
std::string ProblemText(const GramProblem& problem);

/// D that the map takes are the multiples of this: 1; 2 where features come in pairs, as cosines
/// and sines do; 2(d + 1) for whole rules of quadrature. Throws InvalidInput where the map takes
/// none of these.
Index CountStep(const GramProblem& problem);

/// The pairs that theory speaks of, all or a sample. Throws InvalidInput where there are none.
std::vector<GramStratum> PairsOf(const GramProblem& problem);

/// gram_rel_frobenius of the map drawn with D and this seed. Throws InvalidInput where the draw,
/// the rows or their kernel are refused. O(n²(d + D)).
double DrawnGramError(const GramProblem& problem, Index num_random_features, std::uint64_t seed,
                      int threads = 1);

/// Bytes that DrawnGramError takes beside the rows.
double DrawnGramErrorBytes(const GramProblem& problem, Index num_random_features);

/// What a map of D random features takes.
struct MapCost {
  Index columns = 0;
  double bytes = 0;               // of the drawn map
  double operations_per_row = 0;  // of a row with the mean number of non-zeros
};

/// Draws the map, or, where that takes more than 256 MiB, smaller ones in whose place the
/// operations are taken to grow linearly and the bytes are those told before drawing. Throws as a
/// draw does.
MapCost CostOf(const GramProblem& problem, Index num_random_features);

}  // namespace mercer

#endif  // MERCER_CORE_SIZING_GRAM_PROBLEM_H_
