#include "core/sequences/builtin_sequences.h"

#include "core/base/error.h"
#include "core/sequences/adaptive.h"
#include "core/sequences/halton.h"
#include "core/sequences/lattice.h"
#include "core/sequences/sobol.h"

namespace mercer {

namespace {

std::vector<SequenceEntry> Entries() {
  // clang-format off
  return {
      MonteCarloEntry(),
      HaltonEntry(),
      SobolEntry(),
      LatticeEntry(),
      DigitalNetEntry(),
      AdaptiveEntry(),
  };
  // clang-format on
}

}  // namespace

const Registry<SequenceEntry>& SequenceRegistry() {
  static const Registry<SequenceEntry> registry("sequence", Entries());
  return registry;
}

namespace {

[[noreturn]] void Reject(const std::string& name, const std::string& what, Index value,
                         const std::string& expected) {
  throw InvalidInput("sequence '" + name + "': " + what + " is " + std::to_string(value) +
                     "; expected " + expected);
}

}  // namespace

void CheckSequenceDim(const std::string& name, Index dim) {
  const Index most = SequenceRegistry().Get(name).max_dim;
  if (dim < 1) Reject(name, "the dimension", dim, "at least 1");
  if (most >= 0 && dim > most)
    Reject(name, "the dimension", dim, "at most " + std::to_string(most));
}

std::unique_ptr<PointSet> MakePointSet(const std::string& name, const Params& params, Index dim,
                                       Index num_points, std::uint64_t seed) {
  const Registry<SequenceEntry>& registry = SequenceRegistry();
  const SequenceEntry& entry = registry.Get(name);
  const Params resolved = registry.ResolveParams(name, params);
  CheckSequenceDim(name, dim);
  if (num_points < 1) Reject(name, "the number of points", num_points, "at least 1");
  return entry.make(resolved, dim, num_points, seed);
}

}  // namespace mercer
