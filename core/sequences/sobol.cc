#include "core/sequences/sobol.h"

#include "core/base/error.h"
#include "core/sequences/digital_sequence.h"
#include "core/sequences/sobol_matrices.h"

namespace mercer {
namespace {

constexpr double kMaxNumber = 4294967295.0;

ParamSpec SkipSpec() {
  return {.name = "skip",
          .kind = ParamKind::kInteger,
          .help =
              "number of the first point, in place of the preset's; 0 is the origin before "
              "randomisation",
          .optional = true,
          .min = 0,
          .max = kMaxNumber};
}

ParamSpec OrderSpec() {
  return {.name = "order",
          .kind = ParamKind::kText,
          .help = "of the points, in place of the preset's: natural or Gray code",
          .optional = true,
          .choices = {"natural", "gray"}};
}

ParamSpec DirectionNumbersSpec() {
  return {.name = "direction_numbers",
          .kind = ParamKind::kText,
          .help =
              "in place of the preset's: new-joe-kuo-5 (1024 dimensions), new-joe-kuo-6 (3667), "
              "or those of 2003 (1111)",
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
           "points left out between two, in place of the preset's; even; any but 0 destroys the "
           "nets",
       .optional = true,
       .min = 0,
       .max = kMaxNumber},
      OrderSpec(),
      {.name = "randomise",
       .kind = ParamKind::kText,
       .help = "in place of the preset's: digital shift, linear scrambling with a shift, Owen's "
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
       .help = "digital shift or none, in place of the preset's (shift)",
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
