#include "core/learners/linear/stochastic_training.h"

#include "core/base/error.h"

namespace mercer {

std::vector<ParamSpec> StrengthSpecs() {
  return {{.name = "lambda",
           .help = "lambda of (lambda/2) |w|^2 + mean loss; or give cost",
           .optional = true,
           .min = 0,
           .open_min = true},
          {.name = "cost",
           .help = "C = 1/(n lambda), of 1/2 |w|^2 + C sum of losses; or give lambda",
           .optional = true,
           .min = 0,
           .open_min = true,
           .example = 1.0}};
}

Strength ParseStrength(const std::string& learner, const Params& params) {
  const ParamValue* lambda = params.Find("lambda");
  const ParamValue* cost = params.Find("cost");
  if ((lambda == nullptr) == (cost == nullptr)) {
    throw InvalidInput(
        "learner '" + learner +
        "': " + (cost == nullptr ? "neither lambda nor cost is" : "lambda and cost are both") +
        " given; expected exactly one of them");
  }
  Strength strength;
  if (lambda != nullptr) strength.lambda = lambda->AsNumber();
  if (cost != nullptr) strength.cost = cost->AsNumber();
  return strength;
}

ParamSpec EpochsSpec() {
  return {.name = "epochs",
          .kind = ParamKind::kInteger,
          .help = "passes over the rows",
          .default_value = 100,
          .min = 1,
          .max = 1e9};
}

ParamSpec TraceSpec() {
  return {.name = "trace",
          .kind = ParamKind::kBool,
          .help =
              "whether to record the objective after each epoch, by one more pass, which counts in "
              "the training time but not in the seconds of the trace",
          .default_value = false};
}

}  // namespace mercer
