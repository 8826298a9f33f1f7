#include "core/learners/class_weights.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "core/base/error.h"

namespace mercer {

ParamSpec ClassWeightsSpec() {
  return {.name = "class_weights",
          .kind = ParamKind::kParams,
          .help = "factors of C by label, as {\"1\": 2, \"-1\": 0.5}; absent: 1 for every class",
          .optional = true};
}

ClassWeights ParseClassWeights(const std::string& learner, const ParamValue* value) {
  ClassWeights weights;
  if (value == nullptr) return weights;
  for (const auto& [name, factor] : value->AsParams().entries()) {
    const std::string of = "learner '" + learner + "': class_weights: ";
    int label = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data(), end, label);
    if (read.ec != std::errc() || read.ptr != end || std::to_string(label) != name) {
      throw InvalidInput(of + "'" + name +
                         "' is no label; expected a whole number between -2147483648 and "
                         "2147483647");
    }
    if (!factor.is_number() || !std::isfinite(factor.AsNumber()) || factor.AsNumber() <= 0) {
      throw InvalidInput(of + "the factor of label " + name + " is " + factor.Canonical() +
                         "; expected a number > 0");
    }
    weights[label] = factor.AsNumber();
  }
  return weights;
}

WeightArrays::WeightArrays(const std::string& learner, const ClassWeights& weights,
                           const Vector& y) {
  for (const auto& [label, factor] : weights) {
    if ((y.array() == label).any()) {
      labels.push_back(label);
      values.push_back(factor);
    } else {
      warnings.push_back(learner + ": no training row has the label " + std::to_string(label) +
                         " of class_weights");
    }
  }
}

}  // namespace mercer
