#include "core/sequences/halton.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/sequences/point_set.h"

namespace mercer {
namespace {

class Halton : public PointSet {
 public:
  Halton(const HaltonOptions& options, Index dim, Index num_points, std::uint64_t seed)
      : PointSet(dim, num_points, {options.shift, true, options.skip > 0 || options.shift}),
        options_(options) {
    inverses_.reserve(static_cast<std::size_t>(dim));
    for (const std::uint32_t base : FirstPrimes(dim))
      inverses_.emplace_back(
          base, options.rr2 ? ReverseRadixPermutation(base) : std::vector<std::uint32_t>());
    if (!options.shift) return;
    for (Index j = 0; j < dim; ++j) {
      RandomStream stream(seed, StreamPurpose::kSequence, static_cast<std::uint64_t>(j));
      shifts_.push_back(MidpointOfBits(stream.Bits64()));
    }
  }

  std::string Describe() const override {
    return "halton(skip=" + std::to_string(options_.skip) +
           ",leap=" + std::to_string(options_.leap) +
           ",scramble=" + (options_.rr2 ? "rr2" : "none") +
           ",shift=" + (options_.shift ? "true" : "false") + ")";
  }

 protected:
  // Coordinate by coordinate, so that a base's table stays in the cache, and eight of them at a
  // time, so that rows are written a cache line at once.
  void ComputePoints(Index begin, Index count, MatrixRef out) const override {
    constexpr Index kRows = 256, kCols = 8;
    std::vector<double> tile(kRows * kCols);
    for (Index row = 0; row < count; row += kRows) {
      const Index rows = std::min(kRows, count - row);
      for (Index col = 0; col < dim(); col += kCols) {
        const Index cols = std::min(kCols, dim() - col);
        for (Index j = 0; j < cols; ++j)
          FillCoordinate(col + j, begin + row, rows, &tile[static_cast<std::size_t>(j * kRows)]);
        for (Index i = 0; i < rows; ++i)
          for (Index j = 0; j < cols; ++j)
            out(row + i, col + j) = tile[static_cast<std::size_t>(j * kRows + i)];
      }
    }
  }

 private:
  void FillCoordinate(Index coordinate, Index begin, Index count, double* values) const {
    const auto j = static_cast<std::size_t>(coordinate);
    const std::uint64_t stride = options_.leap + 1;
    inverses_[j].Fill(options_.skip + static_cast<std::uint64_t>(begin) * stride, stride, count,
                      values);
    if (!options_.shift) return;
    for (Index i = 0; i < count; ++i) values[i] = ShiftModuloOne(values[i], shifts_[j]);
  }

  HaltonOptions options_;
  std::vector<RadicalInverse> inverses_;
  std::vector<double> shifts_;
};

// The other coordinates stay well spread, so only the user can tell whether this was meant.
void RejectDegenerateLeap(std::uint64_t leap, Index dim) {
  const std::uint64_t stride = leap + 1;
  const std::vector<std::uint32_t> bases = FirstPrimes(dim);
  for (std::size_t j = 0; j < bases.size(); ++j) {
    if (stride % bases[j] != 0) continue;
    throw InvalidInput("sequence 'halton': leap is " + std::to_string(leap) + ", and its stride " +
                       std::to_string(stride) + " is a multiple of " + std::to_string(bases[j]) +
                       ", the base of coordinate " + std::to_string(j + 1) +
                       ", whose leading digit would never change; expected leap + 1 coprime to "
                       "the first " +
                       std::to_string(dim) + " primes");
  }
}

HaltonOptions PresetOf(const std::string& preset, Index dim) {
  if (preset == "yang2014") return {1000, 700, true, false};
  if (preset == "skylark") return {1, FirstPrimes(dim + 1).back() - std::uint64_t{1}, false, false};
  return {};
}

std::unique_ptr<PointSet> MakeFromParams(const Params& params, Index dim, Index num_points,
                                         std::uint64_t seed) {
  HaltonOptions options = PresetOf(params.Get("preset").AsText(), dim);
  if (const ParamValue* skip = params.Find("skip"))
    options.skip = static_cast<std::uint64_t>(skip->AsInteger());
  if (const ParamValue* leap = params.Find("leap")) {
    options.leap = static_cast<std::uint64_t>(leap->AsInteger());
    RejectDegenerateLeap(options.leap, dim);
  }
  if (const ParamValue* scramble = params.Find("scramble"))
    options.rr2 = scramble->AsText() == "rr2";
  if (const ParamValue* shift = params.Find("shift")) options.shift = shift->AsBool();
  return MakeHalton(options, dim, num_points, seed);
}

}  // namespace

std::vector<std::uint32_t> FirstPrimes(Index count) {
  // The count-th prime is below count·(log count + log log count) from the sixth on.
  const double size = std::max(6.0, static_cast<double>(count));
  const auto limit = static_cast<std::size_t>(size * (std::log(size) + std::log(std::log(size))));
  std::vector<bool> composite(limit + 1, false);
  std::vector<std::uint32_t> primes;
  for (std::size_t p = 2; p <= limit && static_cast<Index>(primes.size()) < count; ++p) {
    if (composite[p]) continue;
    primes.push_back(static_cast<std::uint32_t>(p));
    for (std::size_t multiple = p * p; multiple <= limit; multiple += p) composite[multiple] = true;
  }
  return primes;
}

std::vector<std::uint32_t> ReverseRadixPermutation(std::uint32_t base) {
  MERCER_CHECK(base >= 2);
  int bits = 0;
  while ((std::uint64_t{1} << bits) < base) ++bits;
  std::vector<std::uint32_t> permutation;
  permutation.reserve(base);
  for (std::uint32_t i = 0; i < (std::uint32_t{1} << bits); ++i) {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed = (reversed << 1) | ((i >> bit) & 1);
    if (reversed < base) permutation.push_back(reversed);
  }
  return permutation;
}

RadicalInverse::RadicalInverse(std::uint32_t base, std::vector<std::uint32_t> permutation)
    : base_(base), size_(base) {
  MERCER_CHECK(base >= 2 && (permutation.empty() || permutation.size() == base));
  MERCER_CHECK(permutation.empty() || permutation[0] == 0);
  constexpr std::uint32_t kMaxTable = 4096;
  while (size_ <= kMaxTable / base) size_ *= base;
  if (size_ == base) {
    reversed_ = std::move(permutation);
    return;
  }
  reversed_.resize(size_);
  for (std::uint32_t n = 0; n < size_; ++n) {
    std::uint32_t value = 0;
    for (std::uint32_t rest = n, place = 1; place < size_; rest /= base, place *= base)
      value = value * base + (permutation.empty() ? rest % base : permutation[rest % base]);
    reversed_[n] = value;
  }
}

double RadicalInverse::Combine(std::uint64_t low, double upper) const {
  const auto digits = static_cast<double>(reversed_.empty() ? low : reversed_[low]);
  return std::min((digits + upper) / static_cast<double>(size_), 1 - 0x1.0p-53);
}

double RadicalInverse::operator()(std::uint64_t n) const {
  return Combine(n % size_, Upper(n / size_));
}

void RadicalInverse::Fill(std::uint64_t begin, std::uint64_t stride, Index count,
                          double* values) const {
  std::uint64_t low = begin % size_, high = begin / size_;
  const std::uint64_t low_step = stride % size_, high_step = stride / size_;
  double upper = Upper(high);
  for (Index i = 0; i < count; ++i) {
    values[i] = Combine(low, upper);
    low += low_step;
    std::uint64_t step = high_step;
    if (low >= size_) {
      low -= size_;
      ++step;
    }
    if (step == 0) continue;
    high += step;
    upper = Upper(high);
  }
}

std::unique_ptr<PointSet> MakeHalton(const HaltonOptions& options, Index dim, Index num_points,
                                     std::uint64_t seed) {
  MERCER_CHECK(dim >= 1 && dim <= kMaxHaltonDim && num_points >= 1);
  const double last = static_cast<double>(options.skip) +
                      static_cast<double>(num_points - 1) * (static_cast<double>(options.leap) + 1);
  if (last > 0x1.0p53) {
    throw InvalidInput("sequence 'halton': " + std::to_string(num_points) +
                       " points with skip = " + std::to_string(options.skip) + " and leap = " +
                       std::to_string(options.leap) + " pass number 2^53; expected fewer");
  }
  return std::make_unique<Halton>(options, dim, num_points, seed);
}

SequenceEntry HaltonEntry() {
  constexpr double kMaxNumber = 0x1.0p53;
  SequenceEntry entry;
  entry.name = "halton";
  entry.summary = "radical inverses in the first d prime bases";
  entry.citation = "yang2014, section 3 and its authors' code";
  entry.params = {
      {.name = "preset",
       .kind = ParamKind::kText,
       .help = "plain (skip 1); yang2014 (skip 1000, leap 700, rr2); skylark (stride: the first "
               "prime that is not a base)",
       .default_value = "plain",
       .choices = {"plain", "yang2014", "skylark"}},
      {.name = "skip",
       .kind = ParamKind::kInteger,
       .help = "index of the first point, instead of the preset's; 0 begins at the origin",
       .optional = true,
       .min = 0,
       .max = kMaxNumber},
      {.name = "leap",
       .kind = ParamKind::kInteger,
       .help = "points skipped between two, instead of the preset's; leap + 1 coprime to the bases",
       .optional = true,
       .min = 0,
       .max = kMaxNumber},
      {.name = "scramble",
       .kind = ParamKind::kText,
       .help = "permutation of the digits, instead of the preset's: reverse-radix (rr2) or none",
       .optional = true,
       .choices = {"none", "rr2"}},
      {.name = "shift",
       .kind = ParamKind::kBool,
       .help = "a random shift mod 1, one number per coordinate, instead of the preset's (false)",
       .optional = true},
  };
  entry.traits = {.randomised = false, .extensible = true, .interior = true};
  entry.max_dim = kMaxHaltonDim;
  entry.make = &MakeFromParams;
  return entry;
}

}  // namespace mercer
