#include "core/sequences/lattice.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/sequences/interior.h"
#include "core/sequences/lattice_construction.h"
#include "core/sequences/lattice_vector.h"

namespace mercer {
namespace {

struct GeneratingVector {
  std::vector<std::uint32_t> z;
  int log2_points = kCknLog2Points;
  bool fixed = true;  // does not depend on the number of points
};

GeneratingVector VectorFor(const LatticeOptions& options, Index dim, Index num_points) {
  const std::span<const std::uint32_t> shipped = CknGeneratingVector();
  if (!options.constructed && dim <= kCknDim)
    return {{shipped.begin(), shipped.begin() + dim}, kCknLog2Points, true};
  const std::uint64_t last = options.skip + static_cast<std::uint64_t>(num_points) - 1;
  const int log2_points = std::max(2, static_cast<int>(std::bit_width(last)));
  return {ExtendGeneratingVector(options.constructed ? std::span<const std::uint32_t>() : shipped,
                                 dim, log2_points),
          log2_points, false};
}

class Lattice : public PointSet {
 public:
  Lattice(GeneratingVector vector, const LatticeOptions& options, Index dim, Index num_points,
          std::uint64_t seed)
      : PointSet(dim, num_points, {options.shift, vector.fixed, options.shift || options.skip > 0}),
        vector_(std::move(vector)),
        options_(options) {
    if (!options.shift) return;
    for (Index j = 0; j < dim; ++j) {
      RandomStream stream(seed, StreamPurpose::kSequence, static_cast<std::uint64_t>(j));
      shifts_.push_back(MidpointOfBits(stream.Bits64()));
    }
  }

  std::string Describe() const override {
    return "lattice(skip=" + std::to_string(options_.skip) +
           ",shift=" + (options_.shift ? "true" : "false") +
           ",vector=" + (options_.constructed ? "cbc" : "ckn") + ")";
  }

 protected:
  void ComputePoints(Index begin, Index count, MatrixRef out) const override {
    const std::uint32_t mask = (std::uint32_t{1} << vector_.log2_points) - 1;
    const double scale = 1.0 / (static_cast<double>(mask) + 1);
    for (Index i = 0; i < count; ++i) {
      std::uint32_t number =
          static_cast<std::uint32_t>(options_.skip) + static_cast<std::uint32_t>(begin + i);
      std::uint32_t reversed = 0;
      for (int bit = 0; bit < vector_.log2_points; ++bit, number >>= 1)
        reversed = (reversed << 1) | (number & 1);
      // Both factors are taken mod N = 2^log2_points, so the product may wrap.
      for (Index j = 0; j < dim(); ++j) {
        const std::uint32_t product = reversed * vector_.z[static_cast<std::size_t>(j)] & mask;
        out(i, j) = static_cast<double>(product) * scale;
      }
      if (!options_.shift) continue;
      for (Index j = 0; j < dim(); ++j)
        out(i, j) = ShiftModuloOne(out(i, j), shifts_[static_cast<std::size_t>(j)]);
    }
  }

 private:
  GeneratingVector vector_;
  LatticeOptions options_;
  std::vector<double> shifts_;
};

std::unique_ptr<PointSet> MakeFromParams(const Params& params, Index dim, Index num_points,
                                         std::uint64_t seed) {
  LatticeOptions options;
  if (params.Get("preset").AsText() == "yang2014") options.skip = 1;
  if (const ParamValue* skip = params.Find("skip"))
    options.skip = static_cast<std::uint64_t>(skip->AsInteger());
  if (const ParamValue* shift = params.Find("shift")) options.shift = shift->AsBool();
  options.constructed = params.Get("vector").AsText() == "cbc";
  return MakeLattice(options, dim, num_points, seed);
}

}  // namespace

std::unique_ptr<PointSet> MakeLattice(const LatticeOptions& options, Index dim, Index num_points,
                                      std::uint64_t seed) {
  MERCER_CHECK(dim >= 1 && dim <= kMaxLatticeDim && num_points >= 1);
  constexpr std::uint64_t kMaxPoints = std::uint64_t{1} << kCknLog2Points;
  if (options.skip > kMaxPoints ||
      static_cast<std::uint64_t>(num_points) > kMaxPoints - options.skip) {
    throw InvalidInput("sequence 'lattice': " + std::to_string(num_points) +
                       " points with skip = " + std::to_string(options.skip) +
                       "; expected at most 2^20 = 1048576 together");
  }
  return std::make_unique<Lattice>(VectorFor(options, dim, num_points), options, dim, num_points,
                                   seed);
}

SequenceEntry LatticeEntry() {
  SequenceEntry entry;
  entry.name = "lattice";
  entry.summary =
      "rank-1 lattice sequence in base 2, generating vector exod2_base2_m20_CKN, component by "
      "component beyond 250 dimensions";
  entry.citation = "yang2014, section 3 and its authors' code; Cools, Kuo & Nuyens 2006";
  entry.params = {
      {.name = "preset",
       .kind = ParamKind::kText,
       .help = "plain (from point 0, shifted); yang2014 (from point 1, shifted)",
       .default_value = "plain",
       .choices = {"plain", "yang2014"}},
      {.name = "skip",
       .kind = ParamKind::kInteger,
       .help = "number of the first point, in place of the preset's; 0 is the origin before the "
               "shift",
       .optional = true,
       .min = 0,
       .max = 1048575},
      {.name = "shift",
       .kind = ParamKind::kBool,
       .help = "a random shift mod 1, one number per coordinate, in place of the preset's (true)",
       .optional = true},
      {.name = "vector",
       .kind = ParamKind::kText,
       .help = "the generating vector: ckn, or cbc: constructed for the number of points from the "
               "first component on",
       .default_value = "ckn",
       .choices = {"ckn", "cbc"}},
  };
  entry.traits = {.randomised = true, .extensible = true, .interior = true};
  entry.max_dim = kMaxLatticeDim;
  entry.make = &MakeFromParams;
  return entry;
}

}  // namespace mercer
