#ifndef MERCER_CORE_SIZING_GRAM_PROBLEM_H_
#define MERCER_CORE_SIZING_GRAM_PROBLEM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/maps/feature_map.h"
#include "core/metrics/gram_sample.h"

namespace mercer {

/// The Gram matrix that a map approximates: the rows, and the pairs that are compared. The objects
/// that it refers to must outlive it.
struct GramProblem {
  std::string map;  // as registered
  const FeatureMapSpec& spec;
  MapTraits traits;
  const Kernel& kernel;
  const Examples& rows;
  const Examples& train;  // rows from which data-dependent maps are drawn
  GramPairs pairs = GramPairs::kAll;
  Index sampled = 0;       // number of random pairs in place of `pairs`; 0: none
  std::uint64_t seed = 1;  // of the random pairs
};

/// The name of the map and the kernel, for messages: "map 'taylor' on gaussian(sigma=1)".
std::string ProblemText(const GramProblem& problem);

/// The D that a map takes: least, least + step, …
struct CountGrid {
  Index least = 1, step = 1;
};

/// 1, 2, 3, … for most maps; 2, 3, … where the map takes one of the features itself; 2, 4, … if
/// features come in pairs, such as cosines and sines; multiples of 2(d + 1) for whole quadrature
/// rules. Throws InvalidInput if the map takes none of these.
CountGrid CountGridOf(const GramProblem& problem);

/// The pairs that theory considers: all of them or a sample. Throws InvalidInput if there are none.
std::vector<GramStratum> PairsOf(const GramProblem& problem);

/// gram_rel_frobenius of the map drawn with D and this seed. Throws InvalidInput if the draw, the
/// rows or their kernel values are rejected. O(n²(d + D)).
double DrawnGramError(const GramProblem& problem, Index num_random_features, std::uint64_t seed,
                      int threads = 1);

/// Bytes that DrawnGramError takes in addition to the rows.
double DrawnGramErrorBytes(const GramProblem& problem, Index num_random_features);

/// The cost of a map with D random features.
struct MapCost {
  Index columns = 0;
  double bytes = 0;               // of the drawn map
  double operations_per_row = 0;  // for a row with the mean number of non-zeros
};

/// Draws the map to find its cost. If the map takes more than 256 MiB, smaller ones are drawn
/// instead: the operations are extrapolated linearly, and the bytes are those estimated before
/// drawing. Throws as a draw does.
MapCost CostOf(const GramProblem& problem, Index num_random_features);

}  // namespace mercer

#endif  // MERCER_CORE_SIZING_GRAM_PROBLEM_H_
