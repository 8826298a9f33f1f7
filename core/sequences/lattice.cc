#include "core/sequences/lattice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <unsupported/Eigen/FFT>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/sequences/point_set.h"

namespace mercer {
namespace {

double BernoulliTwo(double t) { return t * (t - 1) + 1.0 / 6.0; }

// B2({k·z/N}) for k < N is the table's entry k·z mod N.
std::vector<double> KernelTable(std::uint32_t num_points) {
  std::vector<double> table(num_points);
  for (std::uint32_t k = 0; k < num_points; ++k)
    table[k] = BernoulliTwo(static_cast<double>(k) / num_points);
  return table;
}

// The candidates' errors: T(z) = sum_k S(k)·B2({k z/N}). The numbers k = 2^t·u with u odd form, per
// t, the units modulo M = N/2^t, which are ± the powers of 5; B2 is even, so that z = 5^b gives a
// cyclic correlation of length M/4 over the powers.
class CandidateErrors {
 public:
  explicit CandidateErrors(std::uint32_t num_points) : num_points_(num_points) {
    for (std::uint32_t modulus = num_points; modulus >= 8; modulus /= 2)
      levels_.push_back(MakeLevel(modulus));
  }

  // Entry b is T(5^b) up to a constant: the levels M = 1, 2 and 4 are alike for all odd z.
  std::vector<double> Evaluate(const std::vector<double>& sums) {
    std::vector<double> errors(num_points_ / 4, 0.0);
    std::vector<std::complex<double>> spectrum;
    for (const Level& level : levels_) {
      const std::uint32_t step = num_points_ / level.modulus, length = level.modulus / 4;
      std::vector<double> folded(length);
      for (std::uint32_t a = 0; a < length; ++a) {
        const std::uint32_t k = step * level.powers[a];
        folded[a] = sums[k] + sums[num_points_ - k];
      }
      fft_.fwd(spectrum, folded);
      for (std::size_t f = 0; f < spectrum.size(); ++f)
        spectrum[f] = std::conj(spectrum[f]) * level.spectrum[f];
      fft_.inv(folded, spectrum);
      for (std::size_t b = 0; b < errors.size(); ++b) errors[b] += folded[b % length];
    }
    return errors;
  }

  // 5^b mod N, the smaller of it and its negative.
  std::uint32_t Candidate(std::size_t b) const {
    const std::uint32_t power = levels_.empty() ? 1 : levels_.front().powers[b];
    return std::min(power, num_points_ - power);
  }

 private:
  struct Level {
    std::uint32_t modulus;
    std::vector<std::uint32_t> powers;  // 5^a mod modulus
    std::vector<std::complex<double>> spectrum;
  };

  Level MakeLevel(std::uint32_t modulus) {
    Level level{modulus, std::vector<std::uint32_t>(modulus / 4), {}};
    std::vector<double> kernel(modulus / 4);
    std::uint64_t power = 1;
    for (std::size_t a = 0; a < kernel.size(); ++a, power = power * 5 % modulus) {
      level.powers[a] = static_cast<std::uint32_t>(power);
      kernel[a] = BernoulliTwo(static_cast<double>(power) / modulus);
    }
    fft_.fwd(level.spectrum, kernel);
    return level;
  }

  std::uint32_t num_points_;
  Eigen::FFT<double> fft_;
  std::vector<Level> levels_;
};

std::uint32_t BestCandidate(const CandidateErrors& candidates, const std::vector<double>& errors) {
  const auto [lowest, highest] = std::minmax_element(errors.begin(), errors.end());
  // Candidates as good as the best but for rounding: the smallest of them.
  const double limit = *lowest + 1e-11 * (*highest - *lowest);
  std::uint32_t best = 0;
  for (std::size_t b = 0; b < errors.size(); ++b) {
    if (errors[b] > limit) continue;
    const std::uint32_t candidate = candidates.Candidate(b);
    if (best == 0 || candidate < best) best = candidate;
  }
  return best;
}

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

std::span<const std::uint32_t> CknGeneratingVector() {
  static constexpr std::uint32_t kVector[] = {
      1,      182667, 469891, 498753, 110745, 446247, 250185, 118627, 245333, 283199, 408519,
      391023, 246327, 126539, 399185, 461527, 300343, 69681,  516695, 436179, 106383, 238523,
      413283, 70841,  47719,  300129, 113029, 123925, 410745, 211325, 17489,  511893, 40767,
      186077, 519471, 255369, 101819, 243573, 66189,  152143, 503455, 113217, 132603, 463967,
      297717, 157383, 224015, 502917, 36237,  94049,  170665, 79397,  123963, 223451, 323871,
      303633, 98567,  318855, 494245, 477137, 177975, 64483,  26695,  88779,  94497,  239429,
      381007, 110205, 339157, 73397,  407559, 181791, 442675, 301397, 32569,  147737, 189949,
      138655, 350241, 63371,  511925, 515861, 434045, 383435, 249187, 492723, 479195, 84589,
      99703,  239831, 269423, 182241, 61063,  130789, 143095, 471209, 139019, 172565, 487045,
      304803, 45669,  380427, 19547,  425593, 337729, 237863, 428453, 291699, 238587, 110653,
      196113, 465711, 141583, 224183, 266671, 169063, 317617, 68143,  291637, 263355, 427191,
      200211, 365773, 254701, 368663, 248047, 209221, 279201, 323179, 80217,  122791, 316633,
      118515, 14253,  129509, 410941, 402601, 511437, 10469,  366469, 463959, 442841, 54641,
      44167,  19703,  209585, 69037,  33317,  433373, 55879,  245295, 10905,  468881, 128617,
      417919, 45067,  442243, 359529, 51109,  290275, 168691, 212061, 217775, 405485, 313395,
      256763, 152537, 326437, 332981, 406755, 423147, 412621, 362019, 279679, 169189, 107405,
      251851, 5413,   316095, 247945, 422489, 2555,   282267, 121027, 369319, 204587, 445191,
      337315, 322505, 388411, 102961, 506099, 399801, 254381, 452545, 309001, 147013, 507865,
      32283,  320511, 264647, 417965, 227069, 341461, 466581, 386241, 494585, 201479, 151243,
      481337, 68195,  75401,  58359,  448107, 459499, 9873,   365117, 350845, 181873, 7917,
      436695, 43899,  348367, 423927, 437399, 385089, 21693,  268793, 49257,  250211, 125071,
      341631, 310163, 94631,  108795, 21175,  142847, 383599, 71105,  65989,  446433, 177457,
      107311, 295679, 442763, 40729,  322721, 420175, 430359, 480757};
  static_assert(std::size(kVector) == static_cast<std::size_t>(kCknDim));
  return kVector;
}

double OrderTwoError(std::span<const std::uint32_t> z, int log2_points) {
  MERCER_CHECK(log2_points >= 0 && log2_points < 31);
  const std::uint32_t num_points = std::uint32_t{1} << log2_points;
  const std::vector<double> kernel = KernelTable(num_points);
  double total = 0;
  for (std::uint64_t k = 0; k < num_points; ++k) {
    double sum = 0, squares = 0;
    for (const std::uint32_t component : z) {
      const double value = kernel[k * component % num_points];
      sum += value;
      squares += value * value;
    }
    total += 0.5 * (sum * sum - squares);
  }
  return total / num_points;
}

std::vector<std::uint32_t> ExtendGeneratingVector(std::span<const std::uint32_t> z, Index dim,
                                                  int log2_points) {
  MERCER_CHECK(log2_points >= 2 && log2_points < 31);
  const std::uint32_t num_points = std::uint32_t{1} << log2_points;
  const std::vector<double> kernel = KernelTable(num_points);
  std::vector<double> sums(num_points, 0.0);  // sum_i B2({k z_i/N})
  std::vector<std::uint32_t> vector;
  const auto append = [&](std::uint32_t component) {
    vector.push_back(component);
    for (std::uint64_t k = 0; k < num_points; ++k) sums[k] += kernel[k * component % num_points];
  };
  for (const std::uint32_t component : z) {
    MERCER_CHECK(component % 2 == 1);
    append(component % num_points);
  }
  if (vector.empty()) append(1);
  CandidateErrors candidates(num_points);
  while (static_cast<Index>(vector.size()) < dim)
    append(BestCandidate(candidates, candidates.Evaluate(sums)));
  vector.resize(static_cast<std::size_t>(dim));
  return vector;
}

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
       .help =
           "index of the first point, instead of the preset's; 0 is the origin before the shift",
       .optional = true,
       .min = 0,
       .max = 1048575},
      {.name = "shift",
       .kind = ParamKind::kBool,
       .help = "a random shift mod 1, one number per coordinate, instead of the preset's (true)",
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
