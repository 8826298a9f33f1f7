#include "core/sequences/sobol.h"

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

// The preset's choices, and those given in their place.
std::unique_ptr<PointSet> MakeSobol(const std::string& name, DigitalOptions options,
                                    const Params& params, Index dim, Index num_points,
                                    std::uint64_t seed) {
  if (const ParamValue* skip = params.Find("skip"))
    options.skip = static_cast<std::uint64_t>(skip->AsInteger());
  if (const ParamValue* leap = params.Find("leap"))
    options.leap = static_cast<std::uint64_t>(leap->AsInteger());
  if (const ParamValue* order = params.Find("order")) options.gray = order->AsText() == "gray";
  if (const ParamValue* randomise = params.Find("randomise"))
    options.randomisation = RandomisationNamed(randomise->AsText());
  return MakeDigitalSequence(name, SobolMatrices(dim), options, dim, num_points, seed);
}

bool IsYang(const Params& params) { return params.Get("preset").AsText() == "yang2014"; }

}  // namespace

SequenceEntry SobolEntry() {
  SequenceEntry entry;
  entry.name = "sobol";
  entry.summary = "Sobol' sequence, direction numbers new-joe-kuo-6";
  entry.citation = "yang2014, section 3; Joe & Kuo 2008";
  entry.params = {
      {.name = "preset",
       .kind = ParamKind::kText,
       .help = "plain (from point 0, natural order, shift); yang2014 (skip 1000, leap 700, linear; "
               "new-joe-kuo-6 stands in for MATLAB's direction numbers)",
       .default_value = "plain",
       .choices = {"plain", "yang2014"}},
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
    const DigitalOptions preset =
        IsYang(params) ? DigitalOptions{1000, 700, false, DigitalRandomisation::kLinear}
                       : DigitalOptions{};
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
       .help = "plain (from point 0); yang2014 (from point 1; new-joe-kuo-6 stands in for the "
               "paper's new-joe-kuo-5 matrices)",
       .default_value = "plain",
       .choices = {"plain", "yang2014"}},
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
    const DigitalOptions preset{IsYang(params) ? std::uint64_t{1} : std::uint64_t{0}, 0, true,
                                DigitalRandomisation::kShift};
    return MakeSobol("digital_net", preset, params, dim, num_points, seed);
  };
  return entry;
}

}  // namespace mercer
