// Digital sequences in base 2 (Niederreiter 1987) with digital shifts, linear scrambling (Matoušek
// 1998) and nested scrambling (Owen 1995).

#include "core/sequences/digital_sequence.h"

#include <array>
#include <bit>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/sequences/sobol.h"

namespace mercer {
namespace {

constexpr const char* kNames[] = {"none", "shift", "linear", "owen"};

// Bits 63 … 12 of a word are the digits. XOR with a word in which only those bits are set makes a
// number in [0, 1) of them: the fraction of a double in [1, 2), minus 1.
double FractionOfDigits(std::uint64_t digits) {
  return std::bit_cast<double>((digits >> 12) | 0x3FF0000000000000ULL) - 1;
}

// Rows of a random lower triangular matrix over the digits, its diagonal 1: digit i of the product
// depends on digits 0 … i.
std::array<std::uint64_t, 64> RandomTriangle(RandomStream& stream) {
  std::array<std::uint64_t, 64> rows{};
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint64_t diagonal = std::uint64_t{1} << (63 - i);
    const std::uint64_t before = i == 0 ? 0 : ~std::uint64_t{0} << (64 - i);
    rows[i] = (stream.Bits64() & before) | diagonal;
  }
  return rows;
}

std::uint64_t Multiply(const std::array<std::uint64_t, 64>& rows, std::uint64_t digits) {
  std::uint64_t product = 0;
  for (const std::uint64_t row : rows)
    product = (product << 1) | static_cast<std::uint64_t>(std::popcount(row & digits) & 1);
  return product;
}

// The coins of a binary tree of seven levels are 127 bits, one block of the generator: node p of
// level l (p its l digits) is bit 2^l + p.
std::uint64_t FlipSevenDigits(RandomStream stream, std::uint64_t digits) {
  const std::uint64_t words[2] = {stream.Bits64(), stream.Bits64()};
  std::uint64_t node = 1, flips = 0;
  for (int level = 0; level < 7; ++level) {
    flips = (flips << 1) | ((words[node >> 6] >> (node & 63)) & 1);
    node = (node << 1) | ((digits >> (6 - level)) & 1);
  }
  return flips;
}

std::uint64_t OwenScramble(std::uint64_t seed, std::uint64_t coordinate, std::uint64_t digits) {
  constexpr int kTrees = 4;
  const auto stream = [&](int tree, std::uint64_t prefix) {
    const std::uint64_t index =
        ((coordinate * 8 + static_cast<std::uint64_t>(tree)) << 32) | prefix;
    return RandomStream(seed, StreamPurpose::kSequence, index);
  };
  std::uint64_t flips = stream(kTrees, digits >> 36).Bits64() >> 28;
  for (int tree = 0; tree < kTrees; ++tree) {
    const std::uint64_t prefix = tree == 0 ? 0 : digits >> (64 - 7 * tree);
    const std::uint64_t seven = (digits >> (57 - 7 * tree)) & 127;
    flips |= FlipSevenDigits(stream(tree, prefix), seven) << (57 - 7 * tree);
  }
  return digits ^ flips;
}

class DigitalSequence : public PointSet {
 public:
  DigitalSequence(std::string name, std::vector<std::uint64_t> columns,
                  const DigitalOptions& options, Index dim, Index num_points, std::uint64_t seed)
      : PointSet(dim, num_points, TraitsOf(options)),
        name_(std::move(name)),
        columns_(std::move(columns)),
        options_(options),
        seed_(seed),
        shifts_(static_cast<std::size_t>(dim), 0) {
    if (options.randomisation == DigitalRandomisation::kShift ||
        options.randomisation == DigitalRandomisation::kLinear)
      Randomise();
  }

  std::string Describe() const override {
    return name_ + "(skip=" + std::to_string(options_.skip) +
           ",leap=" + std::to_string(options_.leap) +
           ",order=" + (options_.gray ? "gray" : "natural") +
           ",randomise=" + NameOf(options_.randomisation) + ")";
  }

 protected:
  void ComputePoints(Index begin, Index count, MatrixRef out) const override {
    const auto d = static_cast<std::size_t>(dim());
    std::vector<std::uint64_t> digits = shifts_;
    std::uint64_t held = 0;  // the columns that are in `digits`
    for (Index i = 0; i < count; ++i) {
      const std::uint64_t code = CodeOf(begin + i);
      for (std::uint64_t change = code ^ held; change != 0; change &= change - 1) {
        const auto c = static_cast<std::size_t>(std::countr_zero(change));
        for (std::size_t j = 0; j < d; ++j) digits[j] ^= columns_[c * d + j];
      }
      held = code;
      WriteRow(digits, &out(i, 0));
    }
  }

 private:
  static SequenceTraits TraitsOf(const DigitalOptions& options) {
    const bool randomised = options.randomisation != DigitalRandomisation::kNone;
    return {randomised, true, randomised || options.skip > 0};
  }

  void Randomise() {
    const auto d = static_cast<std::size_t>(dim());
    for (std::size_t j = 0; j < d; ++j) {
      RandomStream stream(seed_, StreamPurpose::kSequence, j);
      shifts_[j] = stream.Bits64();
      if (options_.randomisation != DigitalRandomisation::kLinear) continue;
      const auto triangle = RandomTriangle(stream);
      for (std::size_t c = 0; c < kDigitalColumns; ++c)
        columns_[c * d + j] = Multiply(triangle, columns_[c * d + j]);
    }
  }

  std::uint64_t CodeOf(Index i) const {
    const std::uint64_t n = options_.skip + static_cast<std::uint64_t>(i) * (options_.leap + 1);
    return options_.gray ? n ^ (n >> 1) : n;
  }

  void WriteRow(const std::vector<std::uint64_t>& digits, double* row) const {
    if (options_.randomisation == DigitalRandomisation::kOwen) {
      for (std::size_t j = 0; j < digits.size(); ++j)
        row[j] = FractionOfDigits(OwenScramble(seed_, j, digits[j])) + 0x1.0p-53;
      return;
    }
    const double half = options_.randomisation == DigitalRandomisation::kNone ? 0.0 : 0x1.0p-53;
    for (std::size_t j = 0; j < digits.size(); ++j) row[j] = FractionOfDigits(digits[j]) + half;
  }

  std::string name_;
  std::vector<std::uint64_t> columns_;
  DigitalOptions options_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> shifts_;
};

}  // namespace

std::string NameOf(DigitalRandomisation randomisation) {
  return kNames[static_cast<int>(randomisation)];
}

DigitalRandomisation RandomisationNamed(const std::string& name) {
  int index = 0;
  while (name != kNames[index]) MERCER_CHECK(++index < 4);
  return static_cast<DigitalRandomisation>(index);
}

std::unique_ptr<PointSet> MakeDigitalSequence(const std::string& name,
                                              std::vector<std::uint64_t> columns,
                                              const DigitalOptions& options, Index dim,
                                              Index num_points, std::uint64_t seed) {
  MERCER_CHECK(dim >= 1 && num_points >= 1);
  MERCER_CHECK(columns.size() == static_cast<std::size_t>(dim) * kDigitalColumns);
  if (options.leap % 2 == 1) {
    throw InvalidInput(
        "sequence '" + name + "': leap is " + std::to_string(options.leap) +
        ", which keeps every point in one half of the cube; expected an even number");
  }
  const double last = static_cast<double>(options.skip) +
                      static_cast<double>(num_points - 1) * (static_cast<double>(options.leap) + 1);
  if (last >= 0x1.0p32) {
    throw InvalidInput("sequence '" + name + "': " + std::to_string(num_points) +
                       " points with skip = " + std::to_string(options.skip) + " and leap = " +
                       std::to_string(options.leap) + " pass number 2^32; expected fewer");
  }
  return std::make_unique<DigitalSequence>(name, std::move(columns), options, dim, num_points,
                                           seed);
}

}  // namespace mercer
