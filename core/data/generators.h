#ifndef MERCER_CORE_DATA_GENERATORS_H_
#define MERCER_CORE_DATA_GENERATORS_H_

#include <cstdint>
#include <string>

#include "core/base/registry.h"
#include "core/data/dataset.h"

namespace mercer {

struct GeneratorEntry : RegistryInfo {
  /// `params` are resolved; the rows are a function of them and the seed.
  Dataset (*generate)(const Params& params, std::uint64_t seed) = nullptr;
  /// Throws InvalidInput for parameters that do not go together; nullptr where all do.
  void (*check)(const Params& params) = nullptr;
};

/// Made data sets. unit_ball {n, d, law, pool}: "uniform" in the ball, or "gaussian": the first n
/// of a pool of standard normal vectors over the pool's largest norm, so that the longest of the n
/// is shorter than 1 unless the pool has n vectors, as it has where it is absent (Kar & Karnick
/// 2012, Figure 1: "100 random points from the unit ball"). In the uniform law |x|^d is uniform in
/// [0, 1) and the first points do not depend on n. gaussian {n, d}: independent standard normal
/// values. sparse_binary {n, d, nonzeros}: each row has that many ones, all sets of columns alike,
/// stored sparse. Row i of these two depends on seed, d, nonzeros and i alone. O(n·d), O(pool·d)
/// with a pool, O(n·nonzeros·log) for sparse_binary.
const Registry<GeneratorEntry>& GeneratorRegistry();

/// Checks the parameters, each for itself and then together, and generates. Throws InvalidInput.
Dataset Generate(const std::string& name, const Params& params, std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_GENERATORS_H_
