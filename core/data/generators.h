#ifndef MERCER_CORE_DATA_GENERATORS_H_
#define MERCER_CORE_DATA_GENERATORS_H_

#include <cstdint>
#include <string>

#include "core/base/registry.h"
#include "core/data/dataset.h"

namespace mercer {

struct GeneratorEntry : RegistryInfo {
  /// `params` are resolved; the rows are a function of `params` and the seed.
  Dataset (*generate)(const Params& params, std::uint64_t seed) = nullptr;
  /// Throws InvalidInput for parameters that contradict each other; nullptr if none can.
  void (*check)(const Params& params) = nullptr;
};

/// Synthetic data sets. unit_ball {n, d, law, pool}: points that are "uniform" in the ball, or
/// "gaussian": the first n of a pool of standard normal vectors, divided by the largest norm in the
/// pool. The longest of the n is then shorter than 1 unless the pool has n vectors, which is the
/// default (Kar & Karnick 2012, Figure 1: "100 random points from the unit ball"). In the uniform
/// law |x|^d is uniform in [0, 1) and the first points do not depend on n. gaussian {n, d}:
/// independent standard normal values. sparse_binary {n, d, nonzeros}: each row has `nonzeros`
/// ones, with all sets of columns equally likely, stored sparse. checkerboard {n, d, squares,
/// flip}: uniform points of the unit cube; the label is the colour of the square on which the first
/// two columns lie, on a board of squares × squares, wrong with probability `flip`. Row i of the
/// last three depends only on the parameters without n, on the seed and on i. O(n·d), O(pool·d)
/// with a pool, O(n·nonzeros·log) for sparse_binary.
const Registry<GeneratorEntry>& GeneratorRegistry();

/// Checks the parameters, one by one and then together, and generates the data set. Throws
/// InvalidInput.
Dataset Generate(const std::string& name, const Params& params, std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_GENERATORS_H_
