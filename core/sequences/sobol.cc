#include "core/sequences/sobol.h"

#include <algorithm>
#include <bit>
#include <boost/random/sobol.hpp>
#include <span>

#include "core/base/error.h"
#include "core/sequences/digital_sequence.h"

namespace mercer {
namespace {

using BoostTable = boost::random::default_sobol_table;
static_assert(BoostTable::max_dimension == static_cast<unsigned>(kMaxSobolDim));

constexpr std::uint16_t kNumbers5[] = {
#include "core/sequences/joe_kuo_5.inc"
};
constexpr std::uint16_t kNumbers2003[] = {
#include "core/sequences/joe_kuo_2003.inc"
};

// What one dimension has: the degree s of its primitive polynomial, the coefficients a_1 … a_(s−1)
// as a binary number, a_1 first, and m_1 … m_s.
struct Direction {
  int degree = 0;
  std::uint64_t inner = 0;
  std::vector<std::uint64_t> m{};
};

// Dimension after dimension from the second on.
class DirectionReader {
 public:
  explicit DirectionReader(DirectionNumbers numbers) : numbers_(numbers) {
    if (numbers == DirectionNumbers::kJoeKuo5) left_ = kNumbers5;
    if (numbers == DirectionNumbers::kJoeKuo2003) left_ = kNumbers2003;
  }

  Direction Next() { return numbers_ == DirectionNumbers::kJoeKuo6 ? NextOfBoost() : NextOfList(); }

 private:
  Direction NextOfBoost() {
    const std::uint64_t polynomial = BoostTable::polynomial(place_);
    Direction direction;
    direction.degree = std::bit_width(polynomial) - 1;
    direction.inner = (polynomial >> 1) & ((std::uint64_t{1} << (direction.degree - 1)) - 1);
    for (int k = 0; k < direction.degree; ++k)
      direction.m.push_back(BoostTable::minit(place_, static_cast<std::size_t>(k)));
    ++place_;
    return direction;
  }

  Direction NextOfList() {
    Direction direction{left_[0], left_[1], {}};
    const auto degree = static_cast<std::size_t>(direction.degree);
    const auto m = left_.subspan(2, degree);
    direction.m.assign(m.begin(), m.end());
    left_ = left_.subspan(2 + degree);
    return direction;
  }

  DirectionNumbers numbers_;
  std::span<const std::uint16_t> left_{};
  std::size_t place_ = 0;
};

constexpr double kMaxNumber = 4294967295.0;

ParamSpec SkipSpec() {
  return {
      .name = "skip",
      .kind = ParamKind::kInteger,
      .help =
          "index of the first point, instead of the preset's; 0 is the origin before randomisation",
      .optional = true,
      .min = 0,
      .max = kMaxNumber};
}

ParamSpec OrderSpec() {
  return {.name = "order",
          .kind = ParamKind::kText,
          .help = "order of the points, instead of the preset's: natural or Gray code",
          .optional = true,
          .choices = {"natural", "gray"}};
}

ParamSpec DirectionNumbersSpec() {
  return {.name = "direction_numbers",
          .kind = ParamKind::kText,
          .help =
              "instead of the preset's: new-joe-kuo-5 (1024 dimensions), new-joe-kuo-6 (3667), or "
              "those of 2003 (1111)",
          .optional = true,
          .choices = DirectionNumbersNames()};
}

struct Preset {
  DirectionNumbers numbers;
  DigitalOptions options;
};

// The preset's choices, and those given in their place.
std::unique_ptr<PointSet> MakeSobol(const std::string& name, Preset preset, const Params& params,
                                    Index dim, Index num_points, std::uint64_t seed) {
  auto& [numbers, options] = preset;
  if (const ParamValue* named = params.Find("direction_numbers"))
    numbers = DirectionNumbersNamed(named->AsText());
  if (dim > MaxSobolDim(numbers)) {
    throw InvalidInput("sequence '" + name + "': the dimension is " + std::to_string(dim) +
                       "; expected at most " + std::to_string(MaxSobolDim(numbers)) +
                       " with the direction numbers " +
                       DirectionNumbersNames()[static_cast<std::size_t>(numbers)]);
  }
  if (const ParamValue* skip = params.Find("skip"))
    options.skip = static_cast<std::uint64_t>(skip->AsInteger());
  if (const ParamValue* leap = params.Find("leap"))
    options.leap = static_cast<std::uint64_t>(leap->AsInteger());
  if (const ParamValue* order = params.Find("order")) options.gray = order->AsText() == "gray";
  if (const ParamValue* randomise = params.Find("randomise"))
    options.randomisation = RandomisationNamed(randomise->AsText());
  return MakeDigitalSequence(name, SobolMatrices(numbers, dim), options, dim, num_points, seed);
}

bool IsYang(const Params& params) { return params.Get("preset").AsText() == "yang2014"; }

}  // namespace

const std::vector<std::string>& DirectionNumbersNames() {
  static const std::vector<std::string> names{"joe_kuo_5", "joe_kuo_6", "joe_kuo_2003"};
  return names;
}

DirectionNumbers DirectionNumbersNamed(const std::string& name) {
  const std::vector<std::string>& names = DirectionNumbersNames();
  const auto it = std::find(names.begin(), names.end(), name);
  MERCER_CHECK(it != names.end());
  return static_cast<DirectionNumbers>(it - names.begin());
}

Index MaxSobolDim(DirectionNumbers numbers) {
  constexpr Index kMost[] = {1024, kMaxSobolDim, 1111};
  return kMost[static_cast<int>(numbers)];
}

std::vector<std::uint64_t> SobolMatrices(DirectionNumbers numbers, Index dim) {
  MERCER_CHECK(dim >= 1 && dim <= MaxSobolDim(numbers));
  const auto d = static_cast<std::size_t>(dim);
  std::vector<std::uint64_t> columns(d * kDigitalColumns);
  const auto at = [&](int c, std::size_t j) -> std::uint64_t& {
    return columns[static_cast<std::size_t>(c) * d + j];
  };
  // m / 2^(c+1) as a binary fraction.
  const auto fraction = [](std::uint64_t m, int c) { return m << (63 - c); };
  for (int c = 0; c < kDigitalColumns; ++c) at(c, 0) = fraction(1, c);
  DirectionReader reader(numbers);
  for (std::size_t j = 1; j < d; ++j) {
    const Direction direction = reader.Next();
    const int degree = direction.degree;
    for (int c = 0; c < std::min(degree, kDigitalColumns); ++c)
      at(c, j) = fraction(direction.m[static_cast<std::size_t>(c)], c);
    for (int c = degree; c < kDigitalColumns; ++c) {
      std::uint64_t value = at(c - degree, j) ^ (at(c - degree, j) >> degree);
      for (int k = 1; k < degree; ++k)
        if ((direction.inner >> (degree - 1 - k)) & 1) value ^= at(c - k, j);
      at(c, j) = value;
    }
  }
  return columns;
}

SequenceEntry SobolEntry() {
  SequenceEntry entry;
  entry.name = "sobol";
  entry.summary = "Sobol' sequence, direction numbers of Joe and Kuo";
  entry.citation = "yang2014, section 3; Joe & Kuo 2003, 2008";
  entry.params = {
      {.name = "preset",
       .kind = ParamKind::kText,
       .help =
           "plain (joe_kuo_6, from point 0, natural order, shift); yang2014 (joe_kuo_2003, most "
           "likely MATLAB's; skip 1000, leap 700, linear)",
       .default_value = "plain",
       .choices = {"plain", "yang2014"}},
      DirectionNumbersSpec(),
      SkipSpec(),
      {.name = "leap",
       .kind = ParamKind::kInteger,
       .help =
           "points skipped between two, instead of the preset's; even; any but 0 destroys the nets",
       .optional = true,
       .min = 0,
       .max = kMaxNumber},
      OrderSpec(),
      {.name = "randomise",
       .kind = ParamKind::kText,
       .help = "instead of the preset's: digital shift, linear scrambling with a shift, Owen's "
               "nested scrambling, or none",
       .optional = true,
       .choices = {"none", "shift", "linear", "owen"}},
  };
  entry.traits = {.randomised = true, .extensible = true, .interior = true};
  entry.max_dim = kMaxSobolDim;
  entry.make = [](const Params& params, Index dim, Index num_points, std::uint64_t seed) {
    const Preset preset = IsYang(params) ? Preset{DirectionNumbers::kJoeKuo2003,
                                                  {1000, 700, false, DigitalRandomisation::kLinear}}
                                         : Preset{DirectionNumbers::kJoeKuo6, {}};
    return MakeSobol("sobol", preset, params, dim, num_points, seed);
  };
  return entry;
}

SequenceEntry DigitalNetEntry() {
  SequenceEntry entry;
  entry.name = "digital_net";
  entry.summary = "digital sequence of Sobol' matrices in Gray code order, digitally shifted";
  entry.citation = "yang2014, section 3 and its authors' code";
  entry.params = {
      {.name = "preset",
       .kind = ParamKind::kText,
       .help = "plain (joe_kuo_6, from point 0); yang2014 (joe_kuo_5, from point 1)",
       .default_value = "plain",
       .choices = {"plain", "yang2014"}},
      DirectionNumbersSpec(),
      SkipSpec(),
      OrderSpec(),
      {.name = "randomise",
       .kind = ParamKind::kText,
       .help = "digital shift or none, instead of the preset's (shift)",
       .optional = true,
       .choices = {"none", "shift"}},
  };
  entry.traits = {.randomised = true, .extensible = true, .interior = true};
  entry.max_dim = kMaxSobolDim;
  entry.make = [](const Params& params, Index dim, Index num_points, std::uint64_t seed) {
    const Preset preset =
        IsYang(params)
            ? Preset{DirectionNumbers::kJoeKuo5, {1, 0, true, DigitalRandomisation::kShift}}
            : Preset{DirectionNumbers::kJoeKuo6, {0, 0, true, DigitalRandomisation::kShift}};
    return MakeSobol("digital_net", preset, params, dim, num_points, seed);
  };
  return entry;
}

}  // namespace mercer
