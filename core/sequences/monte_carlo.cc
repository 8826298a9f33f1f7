#include "core/base/random.h"
#include "core/sequences/builtin_sequences.h"
#include "core/sequences/point_set.h"

namespace mercer {
namespace {

class MonteCarlo : public PointSet {
 public:
  MonteCarlo(Index dim, Index num_points, const SequenceTraits& traits, std::uint64_t seed)
      : PointSet(dim, num_points, traits), seed_(seed) {}

  std::string Describe() const override { return "monte_carlo"; }

 protected:
  void ComputePoints(Index begin, Index count, MatrixRef out) const override {
    for (Index i = 0; i < count; ++i) {
      RandomStream stream(seed_, StreamPurpose::kSequence, static_cast<std::uint64_t>(begin + i));
      for (Index j = 0; j < dim(); ++j) out(i, j) = MidpointOfBits(stream.Bits64());
    }
  }

 private:
  std::uint64_t seed_;
};

constexpr SequenceTraits kTraits = {.randomised = true, .extensible = true, .interior = true};

}  // namespace

SequenceEntry MonteCarloEntry() {
  SequenceEntry entry;
  entry.name = "monte_carlo";
  entry.summary = "independent uniform points";
  entry.citation = "yang2014, section 2";
  entry.traits = kTraits;
  entry.make = [](const Params&, Index dim, Index num_points,
                  std::uint64_t seed) -> std::unique_ptr<PointSet> {
    return std::make_unique<MonteCarlo>(dim, num_points, kTraits, seed);
  };
  return entry;
}

}  // namespace mercer
