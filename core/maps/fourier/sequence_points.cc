#include "core/maps/fourier/sequence_points.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

void AddSpec(const std::string& sequence, ParamSpec spec, std::vector<ParamSpec>& specs) {
  spec.default_value.reset();
  spec.optional = true;
  spec.help = sequence + ": " + spec.help;
  const auto known = std::find_if(specs.begin(), specs.end(),
                                  [&](const ParamSpec& s) { return s.name == spec.name; });
  if (known == specs.end()) {
    specs.push_back(std::move(spec));
    return;
  }
  MERCER_CHECK(known->kind == spec.kind);
  known->help += "; " + spec.help;
  known->min = std::min(known->min, spec.min);
  known->max = std::max(known->max, spec.max);
  for (const std::string& choice : spec.choices) {
    const auto& choices = known->choices;
    if (std::find(choices.begin(), choices.end(), choice) == choices.end())
      known->choices.push_back(choice);
  }
}

}  // namespace

void AddSequenceSpecs(const std::vector<std::string>& sequences, std::vector<ParamSpec>& specs) {
  for (const std::string& name : sequences)
    for (const ParamSpec& spec : SequenceRegistry().Get(name).params) AddSpec(name, spec, specs);
}

const double* PointReader::operator()(Index j) {
  constexpr Index kBlock = 64;
  if (j % kBlock == 0) {
    block_.resize(std::min(kBlock, points_.size() - j), points_.dim());
    points_.Points(j, block_.rows(), block_);
  }
  return block_.row(j % kBlock).data();
}

}  // namespace mercer
